"""What may never go out: keys, figures of the budget, private texts. Found by content, wherever it stands."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import re
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.shingles import shingles, words_of

WORDS_IN_A_ROW = 8
"""So many words in a row of a private text are a leak; two texts hardly ever share eight in a row by chance."""

PRIVATE_NAMES = frozenset(
    ("monthly_ceiling", "ceiling", "spend", "budget_decision", "amount", "balance", "reserve", "api_key", "ledger")
)
"""Names of fields that stand in private files only."""

_FIGURE = re.compile(r"(?<![\d.])\d+(?:\.\d+)?(?![\d.])")
_DIGITS_THAT_TELL = 4


@dataclass(frozen=True)
class Private:
    """What is private.

    Attributes:
        keys: API keys and other secrets, as they are.
        figures: figures of the budget; those of fewer than four digits that tell anything (12, 0.5) stand everywhere
            and cannot be searched for.
        texts: texts of guard and sealed protocols.
        public_texts: texts that are public; words that they share with private ones are no leak.
    """

    keys: tuple[str, ...] = ()
    figures: tuple[float, ...] = ()
    texts: tuple[str, ...] = ()
    public_texts: tuple[str, ...] = ()


class Search:
    """Looks for private things in files; what it says names place and kind, never the thing itself."""

    def __init__(self, private: Private) -> None:
        self._keys = tuple(key.encode("utf-8") for key in private.keys if len(key) >= 8)
        self._figures = frozenset(figure for figure in private.figures if _tells(figure))
        self._rows = _rows_of(private.texts) - _rows_of(private.public_texts)

    def found(self, name: str, data: bytes) -> list[str]:
        """Name every leak of one file: `<file>, line N: <kind>`; wheels and archives are looked into."""
        if name.endswith((".whl", ".zip")):
            return [told for inner, content in _zipped(data) for told in self.found(f"{name}: {inner}", content)]
        if name.endswith((".tar.gz", ".tgz")):
            return [told for inner, content in _tarred(data) for told in self.found(f"{name}: {inner}", content)]
        told = [f"{name}: a key" for key in self._keys if key in data]
        text = data.decode("utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), start=1):
            if self._figures and any(float(figure) in self._figures for figure in _FIGURE.findall(line)):
                told.append(f"{name}, line {number}: a figure of the budget")
        names, texts = _names_and_texts(name, text)
        told += [f"{name}: the field {field!r} of a private file" for field in sorted(names & PRIVATE_NAMES)]
        if self._rows & _rows_of((text, *texts)):
            told.append(f"{name}: {WORDS_IN_A_ROW} words in a row of a private text")
        return told


def require_no_leak(files: Iterable[tuple[str, bytes]], private: Private) -> None:
    """Refuse files that hold anything private.

    Raises:
        Refused: every leak by file and kind; the private thing itself is not repeated.
    """
    search = Search(private)
    told = [leak for name, data in files for leak in search.found(name, data)]
    if told:
        raise Refused(
            "nothing was published, since private things would go out:\n  "
            + "\n  ".join(told)
            + "\nTake them out where they come from, and publish again"
        )


def files_of(*paths: Path) -> Iterator[tuple[str, bytes]]:
    """Files, and every file of folders, with their content."""
    for path in paths:
        if path.is_dir():
            for inner in sorted(each for each in path.rglob("*") if each.is_file()):
                yield inner.relative_to(path).as_posix(), inner.read_bytes()
        else:
            yield path.name, path.read_bytes()


def _tells(figure: float) -> bool:
    return len(f"{figure:.10g}".replace(".", "").strip("0")) >= _DIGITS_THAT_TELL


def _rows_of(texts: Iterable[str]) -> set[tuple[str, ...]]:
    rows: set[tuple[str, ...]] = set()
    for text in texts:
        rows |= shingles(words_of(text), WORDS_IN_A_ROW)
    return rows


def _names_and_texts(name: str, text: str) -> tuple[set[str], list[str]]:
    """The names of a file's fields, and every string of it as it reads when unescaped; of JSON and CSV only."""
    names: set[str] = set()
    texts: list[str] = []
    if name.endswith(".csv"):
        names.update(next(csv.reader(io.StringIO(text)), []))
    elif name.endswith((".json", ".jsonl")):
        for piece in text.splitlines() if name.endswith(".jsonl") else [text]:
            with contextlib.suppress(ValueError):
                _walk(json.loads(piece), names, texts)
    return names, texts


def _walk(value: object, names: set[str], texts: list[str]) -> None:
    if isinstance(value, str):
        texts.append(value)
    elif isinstance(value, dict):
        names.update(value)
        for inner in value.values():
            _walk(inner, names, texts)
    elif isinstance(value, list):
        for inner in value:
            _walk(inner, names, texts)


def _zipped(data: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            yield name, archive.read(name)


def _tarred(data: bytes) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive.getmembers():
            handle = archive.extractfile(member)
            if handle is not None:
                yield member.name, handle.read()
