"""The list of real words that tells a word outside the lexicon from a made-up one."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import sha256_file, write_json, write_text
from stimfid_lib.base.paths import data_dir
from stimfid_lib.lexicon.loading import lexicon_dir
from stimfid_lib.lexicon.spelling import normal_spelling


def own_wordlist_path() -> Path:
    """Where a list of the user's own lies once it is pinned (`pin_wordlist`); its pin stands beside it."""
    return data_dir() / "wordlist" / "own.txt"


def default_wordlist_path() -> Path:
    """Where the word list lies: the user's own, if one is pinned, else `wordlist.txt` beside the lexicon in use, else
    the open lexicon's.

    A private runtime folder need not bring a list, so the open lexicon's stands in.
    """
    if (own := own_wordlist_path()).is_file():
        return own
    open_list = data_dir() / "lexicon" / "wordlist.txt"
    try:
        beside = lexicon_dir() / "wordlist.txt"
    except MissingInput:
        return open_list
    return beside if beside.is_file() else open_list


def load_wordlist(path: Path | str | None = None) -> frozenset[str]:
    """Read a word list: UTF-8, one word a line, blank lines and lines that begin with # passed over.

    Words come out lower case, NFC, with straight apostrophes, as items are compared. The list says that a spelling is
    in use, not that a child knows it or that a dictionary defines it.

    Raises:
        MissingInput: no such file.
        Refused: the file is not UTF-8, holds no word, or is a pinned list that has changed since.
    """
    chosen = default_wordlist_path() if path is None else Path(path)
    if not chosen.is_file():
        raise MissingInput(
            f"no word list at {chosen}: run `make study` or `stimfid lexicon build`, or name a file of one word a line"
        )
    if path is None and chosen == own_wordlist_path():
        _check_pin(chosen)
    state = chosen.stat()
    return _read(chosen.resolve(), state.st_mtime_ns, state.st_size)


def load_names(path: Path | str | None = None) -> frozenset[str]:
    """Read `names.txt`: the real words of the open lexicon's list that are names or abbreviations, in lower case.

    A word that is also an ordinary one (mark, rose) is none of them. With another word list, this is the open one's
    opinion still.

    Raises:
        MissingInput: no such file; the open lexicon is not built.
    """
    return load_wordlist(data_dir() / "lexicon" / "names.txt" if path is None else path)


def pin_wordlist(source: Path, *, alone: bool = False) -> dict[str, Any]:
    """Take a list of the user's own (ENABLE1, say) in place of the open one, and pin it by its SHA-256.

    The words are those of the file and of the open list together, or the file's alone. What is written are
    `data/wordlist/own.txt` (what `load_wordlist` reads from then on) and `own.json` (name, digests, counts).

    Returns:
        The content of `own.json`.

    Raises:
        MissingInput: no such file, or the open lexicon's list is needed and not built.
        Refused: the file is not UTF-8, or holds no word.
    """
    words = load_wordlist(source)
    open_words = frozenset() if alone else load_wordlist(data_dir() / "lexicon" / "wordlist.txt")
    target = own_wordlist_path()
    write_text(target, "".join(f"{word}\n" for word in sorted(words | open_words)))
    pin = {
        "source": Path(source).name,
        "source_sha256": sha256_file(source),
        "n_source": len(words),
        "with_open_list": not alone,
        "n_words": len(words | open_words),
        "sha256": sha256_file(target),
    }
    write_json(target.with_suffix(".json"), pin)
    return pin


def unpin_wordlist() -> bool:
    """Go back to the open list; True where there was one of the user's own."""
    target = own_wordlist_path()
    there = target.is_file()
    for path in (target, target.with_suffix(".json")):
        path.unlink(missing_ok=True)
    return there


def _check_pin(path: Path) -> None:
    pinned = path.with_suffix(".json")
    if not pinned.is_file():
        raise Refused(f"{path}: its pin {pinned.name} is gone; pin the list again with `stimfid lexicon wordlist FILE`")
    stated = json.loads(pinned.read_text(encoding="utf-8")).get("sha256")
    if (found := sha256_file(path)) != stated:
        raise Refused(
            f"{path}: its sha256 is {found}, pinned is {stated}: the list was changed by hand; pin it again with "
            "`stimfid lexicon wordlist FILE`, or go back with `stimfid lexicon wordlist --open`"
        )


@lru_cache(maxsize=4)
def _read(path: Path, _modified: int, _size: int) -> frozenset[str]:
    """The two numbers make an edited file a new entry of the cache."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise Refused(f"{path}: not UTF-8 ({error}); save the list as UTF-8, one word a line") from error
    words = frozenset(normal_spelling(line) for line in lines if line.strip() and not line.startswith("#"))
    if not words:
        raise Refused(f"{path}: holds no word; one word a line is needed")
    return words
