from __future__ import annotations

from pathlib import Path

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import write_text
from stimfid_lib.lexicon.loading import ENVIRONMENT_VARIABLE
from stimfid_lib.lexicon.wordlist import default_wordlist_path, load_wordlist
from tests.fixtures import WORDLIST, write_fixture_lexicon


def test_words_are_read_as_items_are_compared(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    write_text(path, "# SCOWL\nZephyr\n\n  don’t \nCAFE\u0301\n")
    assert load_wordlist(path) == {"zephyr", "don't", "café"}


def test_an_edited_list_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    write_text(path, "cat\n")
    assert load_wordlist(str(path)) == {"cat"}
    write_text(path, "cat\ndog\n")
    assert load_wordlist(str(path)) == {"cat", "dog"}


def test_the_default_lies_beside_the_lexicon_else_in_the_open_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STIMFID_HOME", str(tmp_path))
    monkeypatch.delenv(ENVIRONMENT_VARIABLE, raising=False)
    with pytest.raises(MissingInput, match=r"lexicon.wordlist\.txt.*make study"):
        load_wordlist()
    write_fixture_lexicon(tmp_path / "data" / "lexicon")
    assert default_wordlist_path() == tmp_path / "data" / "lexicon" / "wordlist.txt"
    assert load_wordlist() == set(WORDLIST)
    runtime = write_fixture_lexicon(tmp_path / "data" / "runtime")
    assert default_wordlist_path() == runtime / "wordlist.txt"
    (runtime / "wordlist.txt").unlink()
    assert default_wordlist_path() == tmp_path / "data" / "lexicon" / "wordlist.txt"


def test_a_list_that_cannot_serve_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match="no word list at"):
        load_wordlist(tmp_path / "none.txt")
    write_text(tmp_path / "empty.txt", "# nothing\n\n")
    with pytest.raises(Refused, match="holds no word"):
        load_wordlist(tmp_path / "empty.txt")
    (tmp_path / "latin.txt").write_bytes("café".encode("latin-1"))
    with pytest.raises(Refused, match="not UTF-8"):
        load_wordlist(tmp_path / "latin.txt")
