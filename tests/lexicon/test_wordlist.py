from __future__ import annotations

from pathlib import Path

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import sha256_file, write_text
from stimfid_lib.lexicon.loading import ENVIRONMENT_VARIABLE
from stimfid_lib.lexicon.wordlist import (
    default_wordlist_path,
    load_names,
    load_wordlist,
    own_wordlist_path,
    pin_wordlist,
    unpin_wordlist,
)
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


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of its own with the seven-word lexicon in the open lexicon's place."""
    monkeypatch.setenv("STIMFID_HOME", str(tmp_path))
    monkeypatch.delenv(ENVIRONMENT_VARIABLE, raising=False)
    write_fixture_lexicon(tmp_path / "data" / "lexicon")
    return tmp_path


def test_a_list_of_ones_own_joins_the_open_one_and_is_pinned(home: Path) -> None:
    own = home / "enable1.txt"
    write_text(own, "Aardvark\ncat\n")
    pin = pin_wordlist(own)
    assert load_wordlist() == {*WORDLIST, "aardvark"}
    assert (pin["source"], pin["n_source"], pin["n_words"], pin["with_open_list"]) == ("enable1.txt", 2, 11, True)
    assert pin["source_sha256"] == sha256_file(own)
    assert pin["sha256"] == sha256_file(default_wordlist_path())


def test_a_list_of_ones_own_may_stand_alone_and_be_left_again(home: Path) -> None:
    own = home / "enable1.txt"
    write_text(own, "aardvark\n")
    pin_wordlist(own, alone=True)
    assert load_wordlist() == {"aardvark"}
    assert unpin_wordlist()
    assert load_wordlist() == set(WORDLIST)
    assert not unpin_wordlist()


def test_a_pinned_list_that_was_changed_is_refused(home: Path) -> None:
    own = home / "enable1.txt"
    write_text(own, "aardvark\n")
    pin_wordlist(own)
    write_text(own_wordlist_path(), "aardvark\nflorb\n")
    with pytest.raises(Refused, match=r"own\.txt: its sha256 is .*, pinned is .*wordlist --open"):
        load_wordlist()
    own_wordlist_path().with_suffix(".json").unlink()
    with pytest.raises(Refused, match=r"its pin own\.json is gone"):
        load_wordlist()


def test_names_are_read_from_the_open_lexicon(home: Path) -> None:
    with pytest.raises(MissingInput, match=r"names\.txt"):
        load_names()
    write_text(home / "data" / "lexicon" / "names.txt", "Rachel\n")
    assert load_names() == {"rachel"}
