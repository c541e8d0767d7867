"""The list of real words that tells a word outside the lexicon from a made-up one."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.paths import data_dir
from stimfid_lib.lexicon.loading import lexicon_dir
from stimfid_lib.lexicon.spelling import normal_spelling


def default_wordlist_path() -> Path:
    """Where the word list lies: `wordlist.txt` beside the lexicon in use, else the open lexicon's.

    A private runtime folder need not bring a list, so the open lexicon's stands in.
    """
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
        Refused: the file is not UTF-8, or holds no word.
    """
    chosen = default_wordlist_path() if path is None else Path(path)
    if not chosen.is_file():
        raise MissingInput(
            f"no word list at {chosen}: run `make study` or `stimfid lexicon build`, or name a file of one word a line"
        )
    state = chosen.stat()
    return _read(chosen.resolve(), state.st_mtime_ns, state.st_size)


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
