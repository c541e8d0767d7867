"""Which words are rows, which are canonical, which are merely real."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.build.hunspell import HunspellWords
from stimfid_lib.lexicon.build.vocabulary import make_vocabulary, read_graded

GRADED = {"cat": 10, "rhythm": 35, "kw": 40, "a": 10}
HUNSPELL = HunspellWords(
    lower=frozenset({"cat", "zebra", "cafe", "inc", "don't", "hmm", "i", "sh"}),
    names=frozenset({"Paris", "NASA", "TV", "St", "ST", "Ag", "S", "I"}),
    possessives=frozenset({"cat's"}),
)


def test_rows_are_words_and_neither_abbreviations_nor_names() -> None:
    found = make_vocabulary(GRADED, HUNSPELL, rated={"cafe"})
    assert found.rows == {"cat", "rhythm", "a", "zebra", "cafe", "don't"}


def test_everything_listed_but_letters_and_symbols_is_a_real_word_in_lower_case() -> None:
    found = make_vocabulary(GRADED, HUNSPELL, rated=())
    words = "cat rhythm a zebra cafe inc don't hmm i paris nasa cat's tv ag"
    assert found.real == set(words.split())


def test_canonical_is_graded_and_counted() -> None:
    found = make_vocabulary(GRADED, HUNSPELL, rated={"cafe"})
    counted = {"cat", "cafe", "kw"}
    words = ("cat", "cafe", "rhythm", "kw", "dog")
    assert {word for word in words if found.is_canonical(word, word, counted)} == {"cat"}


def test_an_unfit_word_is_a_row_and_real_but_never_canonical() -> None:
    marked = HunspellWords(HUNSPELL.lower, HUNSPELL.names, HUNSPELL.possessives, unfit=frozenset({"cat"}))
    found = make_vocabulary(GRADED, marked, rated=())
    assert "cat" in found.rows & found.real
    assert not found.is_canonical("cat", "cat", {"cat"})


def test_a_form_of_an_unfit_root_is_not_canonical_either() -> None:
    found = make_vocabulary(GRADED | {"sluts": 50}, HUNSPELL, rated=())
    assert not found.is_canonical("sluts", "slut", {"sluts"})


def _graded(folder: Path, text: str) -> Path:
    path = folder / "graded_words.txt.gz"
    path.write_bytes(gzip.compress(text.encode()))
    return path


def test_the_graded_list_is_read(tmp_path: Path) -> None:
    assert read_graded(_graded(tmp_path, "cat\t10\naardvark\t20\n")) == {"cat": 10, "aardvark": 20}


@pytest.mark.parametrize("line", ["cat", "cat 10", "cat\t70", "cat\tten"])
def test_a_line_of_another_form_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(Refused, match=r"graded_words\.txt\.gz, line 2"):
        read_graded(_graded(tmp_path, f"dog\t10\n{line}\n"))
