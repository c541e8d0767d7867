"""Which further words count as real."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from stimfid_lib.lexicon.build import attested

HEARD = frozenset({"geez", "blick", "Zack", "florb"})


def test_a_careful_source_is_enough_and_wide_ones_must_agree() -> None:
    found = attested.attest(
        [frozenset({"colour", "Aachen", "Bly"})], HEARD, [frozenset({"geez", "zack"}), frozenset({"kerb"})], frozenset()
    )
    # Bly is short and has a capital; blick and florb were heard and nobody pronounces them; kerb was not heard
    assert found.words == {"colour", "aachen", "geez", "zack"}
    assert found.names == {"aachen"}


def test_what_subtitles_have_as_a_name_is_a_name() -> None:
    found = attested.attest([], HEARD, [HEARD], frozenset({"zack", "nemo"}))
    assert found.names == {"zack"}


def test_an_ordinary_word_that_is_also_a_name_is_ordinary() -> None:
    found = attested.attest([frozenset({"turkey", "Turkey"})], frozenset(), [], frozenset())
    assert found == attested.Attested(frozenset({"turkey"}), frozenset())


def test_forms_are_single_words() -> None:
    assert attested.forms_of(["cat", "don't", "hot dog", "x", "a-frame", "R2D2", "'tis", "Bly"]) == {
        "cat",
        "don't",
        "Bly",
    }


def test_the_readers(tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"colour": "kˈʌlə", "Aachen": "x", "hot dog": "x"}), encoding="utf-8")
    assert attested.read_keys(keys) == {"colour", "Aachen"}
    heads = tmp_path / "dict"
    heads.write_text("read R EH1 D\nread(2) R IY1 D\n'bout B AW1 T\n", encoding="utf-8")
    assert attested.read_heads(heads) == {"read"}
    subtitles = tmp_path / "subtitles.csv"
    subtitles.write_text("Word,Dom_PoS_SUBTLEX\ncat,Noun\nZack,Name\n", encoding="utf-8")
    assert attested.read_subtitles(subtitles) == ({"cat", "Zack"}, {"zack"})


def test_the_specialist_lexicon_holds_inflected_and_british_forms() -> None:
    assert {"zygotes", "haemorrhage"} <= attested.read_specialist()


def test_given_names_are_names_unless_they_are_words() -> None:
    found = attested.attest([frozenset({"grace"})], frozenset(), [], frozenset(), frozenset({"Grace", "Zoe"}))
    assert found == attested.Attested(frozenset({"grace", "zoe"}), frozenset({"zoe"}))


def test_names_of_many_babies(tmp_path: Path) -> None:
    table = tmp_path / "births.csv.gz"
    lines = ["first_name,sex,count,year_of_birth", "zoe,f,1500,1990", "zoe,f,500,1991", "qorl,m,1999,1990"]
    table.write_bytes(gzip.compress("\n".join(lines).encode()))
    assert attested.read_given_names(table) == {"Zoe"}
