"""What the word list is measured with: kinds of words, invented words, and figures reckoned by hand."""

from __future__ import annotations

import gzip
import pickle
from collections import OrderedDict
from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.build import held_out
from stimfid_lib.lexicon.build.measure import share
from stimfid_lib.lexicon.build.sources import HELD_OUT, load_sources
from stimfid_lib.lexicon.roots import root_of

GRADED = {"color": 10, "rain": 10, "bow": 10, "center": 20, "organize": 20, "travel": 20, "traveling": 30}


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("colour", "color"),
        ("centre", "center"),
        ("organise", "organize"),
        ("travelling", "traveling"),
        ("four", None),
        ("rain", None),
    ],
)
def test_british_spellings(british: str, american: str | None) -> None:
    assert held_out.american_spelling(british, GRADED) == american


def test_words_are_sorted_into_kinds() -> None:
    words = frozenset({"colour", "color", "rainbow", "cats", "rain"})
    kinds = held_out.kinds_of(words, GRADED, root_of)
    assert kinds["all"] == sorted(words)
    assert kinds["inflected"] == ["cats"]
    assert kinds["compound"] == ["rainbow"]
    assert kinds["british"] == ["colour"]
    assert kinds["american"] == ["color"]


def test_invented_words_are_an_onset_and_a_rest_and_no_word() -> None:
    words = ["cat", "stop", "queen", "apple"]
    syllables = {"cat": 1, "stop": 1, "queen": 1, "apple": 2}
    found = held_out.pseudo_words(words, syllables, {"stat", "stapple"}, n=400)
    # apple lends no onset, so that its rest is all of it
    expected = {"cop", "ceen", "capple", "stat", "steen", "stapple", "quat", "quop", "quapple", "een"}
    assert set(found) == expected - {"stat", "stapple"}
    assert found["quapple"] == 2
    assert found == held_out.pseudo_words(words, syllables, {"stat", "stapple"}, n=400)


def test_the_readers_take_words_and_refuse_to_run_anything(tmp_path: Path) -> None:
    game = tmp_path / "game.txt.gz"
    game.write_bytes(gzip.compress(b"aa\naardvark\ncat\n"))
    assert held_out.read_game_dictionary(game) == {"aardvark", "cat"}
    heads = tmp_path / "heads.pickle"
    heads.write_bytes(pickle.dumps({"Cat", "Electro-puncturation", "Zax"}))
    assert held_out.read_webster(heads) == {"cat", "zax"}
    heads.write_bytes(pickle.dumps(OrderedDict()))
    with pytest.raises(Refused, match=r"asks for collections\.OrderedDict"):
        held_out.read_webster(heads)


def test_a_share_has_wilsons_interval() -> None:
    # 3 of 200: Wilson's formula by hand gives 0.0051 to 0.0432
    assert share(3, 200) == {"n": 200, "hits": 3, "share": 0.015, "low": 0.0051, "high": 0.0432}
    assert share(0, 0)["share"] is None


def test_nothing_held_out_feeds_the_lexicon() -> None:
    feeding = {source.pin.package for source in load_sources()}
    assert not feeding & {source.pin.package for source in load_sources(HELD_OUT)}


def test_names_of_five_kinds() -> None:
    kinds = held_out.held_out_names()
    assert set(kinds) == {"given", "surname", "place", "brand", "character"}
    assert all(len(set(names)) == len(names) > 40 for names in kinds.values())
