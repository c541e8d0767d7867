"""Affixes spread out by hunspell's rules, on a dictionary small enough to spread by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.build.hunspell import expand, read_affixes, read_hunspell

AFF = """SET UTF-8
ONLYINCOMPOUND c
NOSUGGEST !
PFX U Y 1
PFX U   0     un         .
SFX S Y 4
SFX S   y     ies        [^aeiou]y
SFX S   0     s          [aeiou]y
SFX S   0     es         [sxzh]
SFX S   0     s          [^sxzhy]
SFX D Y 2
SFX D   0     d          e
SFX D   0     ed         [^ey]
SFX V N 2
SFX V   e     ive        e
SFX V   0     ive        [^e]
SFX M Y 1
SFX M   0     's         .
REP 1
REP f ph
"""
DIC = """9
baby/SM
box/S
day/S
tie/UDS
create/VU
damn/S!
th/c
2nd
Paris/M
"""


@pytest.fixture
def hunspell(tmp_path: Path) -> tuple[Path, Path]:
    dic, aff = tmp_path / "en_US.dic", tmp_path / "en_US.aff"
    dic.write_text(DIC, encoding="utf-8")
    aff.write_text(AFF, encoding="utf-8")
    return dic, aff


@pytest.mark.parametrize(
    ("entry", "flags", "forms"),
    [
        ("baby", "S", {"baby", "babies"}),
        ("day", "S", {"day", "days"}),
        ("box", "S", {"box", "boxes"}),
        ("tie", "UDS", {"tie", "ties", "tied", "untie", "unties", "untied"}),
        ("create", "VU", {"create", "creative", "uncreate"}),  # V may not be crossed with a prefix
        ("cat", "", {"cat"}),
        ("cat", "!", {"cat"}),
    ],
)
def test_forms_of_an_entry(hunspell: tuple[Path, Path], entry: str, flags: str, forms: set[str]) -> None:
    assert expand(entry, flags, read_affixes(hunspell[1])) == forms


def test_words_names_and_possessives_are_told_apart(hunspell: tuple[Path, Path]) -> None:
    found = read_hunspell(*hunspell)
    assert {"baby", "babies", "boxes", "untied", "creative", "damn"} <= found.lower
    assert found.names == {"Paris"}
    assert found.possessives == {"baby's", "Paris's"}
    assert not {"th", "2nd", "9"} & (found.lower | found.names)


def test_a_file_without_its_count_is_refused(hunspell: tuple[Path, Path]) -> None:
    dic, aff = hunspell
    dic.write_text("baby/SM\n", encoding="utf-8")
    with pytest.raises(Refused, match=r"en_US\.dic, line 1"):
        read_hunspell(dic, aff)


def test_what_the_dictionary_never_suggests_is_real_but_unfit(hunspell: tuple[Path, Path]) -> None:
    found = read_hunspell(*hunspell)
    assert found.unfit == {"damn", "damns"}
    assert found.unfit <= found.lower
