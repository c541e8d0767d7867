"""Norms of the user's own: read from any table of words, checked, kept, and joined to the word table at each build."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import sha256_file, write_json, write_text
from stimfid_lib.lexicon.schema import OPEN_WORDS
from stimfid_lib.lexicon.spelling import is_multiword, normal_spelling

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SCALE = re.compile(r"\s*([-+]?\d+(?:\.\d+)?)\s*(?:-|–|to)\s*([-+]?\d+(?:\.\d+)?)?\s*")
_SENSE = re.compile(r".+\(.+\)")
_DELIMITERS = ",\t;"
_LEAST_SPAN = 0.25


@dataclass(frozen=True)
class AddedNorm:
    """A norm of the user's own: its values by word, the scale that they are on, and where they come from.

    `high` is None where the scale is open above. `n_senses` and `n_phrases` count rows that were left out: one sense
    of a word ("bank (money)"), and several words.
    """

    norm: str
    unit: str
    low: float
    high: float | None
    source: str
    source_sha256: str
    n_senses: int
    n_phrases: int
    values: Mapping[str, float] = field(repr=False)

    @property
    def scale(self) -> str:
        """The scale as text: `1 to 7`, or `from 0`."""
        return f"from {self.low:g}" if self.high is None else f"{self.low:g} to {self.high:g}"

    @property
    def _wording(self) -> str:
        return f"in {self.unit}" if self.high is None else f"on a scale from {self.scale}"

    def about(self, words: pl.DataFrame) -> dict[str, Any]:
        """The entry of `lexicon.json`, with what the table holds of it."""
        held = words[self.norm]
        return {
            "unit": self.unit,
            "scale": [self.low, self.high],
            "phrase": f"{self.norm.replace('_', ' ')} {self._wording} ({self.source})",
            "source": self.source,
            "source_sha256": self.source_sha256,
            "added": True,
            "observed": [held.min(), held.max()],
        }


def read_norm(path: Path, *, word: str, value: str, norm: str, scale: str, unit: str = "rating") -> AddedNorm:
    """Read a norm from a CSV, TSV or semicolon table with a header, whatever its line ends.

    `word` and `value` name columns, `scale` the ends of the scale that the values are on (`1-7`, or `0-` where it is
    open above). Words are compared in lower case. Rows for one sense of a word ("bank (money)") and for several words
    are left out and counted: a mean over senses would be nobody's rating.

    Raises:
        MissingInput: no such file.
        Refused: a column is missing; the norm's name is taken or no name; the scale is no range; a value is none, not
            finite or outside the scale; a word has two values; the values fill less than a quarter of the scale, so
            that they were hardly given on it. Texts name the row (the file's line).
    """
    low, high = _ends(scale)
    _check_name(norm)
    values: dict[str, float] = {}
    lines: dict[str, int] = {}
    senses = phrases = 0
    for line, text, given in _rows(path, word, value):
        number = _number(given, f"{path.name}, line {line}, column {value!r}", low, high, scale)
        if _SENSE.fullmatch(text.strip()):
            senses += 1
        elif is_multiword(text):
            phrases += 1
        elif values.setdefault(key := normal_spelling(text), number) != number:
            raise Refused(
                f"{path.name}, line {line}: {text!r} is {number:g} here and {values[key]:g} in line {lines[key]}; "
                "keep one row a word"
            )
        else:
            lines.setdefault(key, line)
    if not values:
        raise Refused(f"{path.name}: no row with a single word in column {word!r}")
    _check_span(path, values, low, high, scale)
    return AddedNorm(norm, unit, low, high, path.name, sha256_file(path), senses, phrases, values)


def _ends(scale: str) -> tuple[float, float | None]:
    match = _SCALE.fullmatch(scale)
    if match is None:
        raise Refused(f'scale {scale!r} is no range: give its two ends, like "1-7", or "0-" where it is open above')
    low, high = float(match[1]), float(match[2]) if match[2] else None
    if high is not None and low >= high:
        raise Refused(f"scale {scale!r}: the lower end comes first, like 1-7")
    return low, high


def _check_name(norm: str) -> None:
    if not _NAME.fullmatch(norm) or norm.endswith("_from_lemma"):
        raise Refused(f"norm {norm!r}: a name is lower-case letters, digits and _, like imageability")
    if norm in OPEN_WORDS:
        raise Refused(
            f"norm {norm!r}: the lexicon has a column of that name on a scale of its own (`docs/lexicon.md`), and one "
            f"name has one scale; name yours after its source, like {norm}_glasgow"
        )


def _rows(path: Path, word: str, value: str) -> Iterator[tuple[int, str, str]]:
    """Line, word and value of each row; carriage returns alone end a line too, as in the Glasgow norms."""
    if not path.is_file():
        raise MissingInput(f"no file {path}: name the table that holds the norm")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(f"{path}: not UTF-8 ({error}); save the table as UTF-8") from error
    head = text.partition("\n")[0]
    for delimiter in _DELIMITERS:
        reader = csv.reader(io.StringIO(text), delimiter=delimiter)
        header = next(reader, [])
        if {word, value} <= set(header):
            at_word, at_value = header.index(word), header.index(value)
            for row in reader:
                if any(cell.strip() for cell in row):
                    padded = [*row, *[""] * len(header)]
                    yield reader.line_num, padded[at_word], padded[at_value]
            return
    raise Refused(f"{path.name}: no columns {word!r} and {value!r} in its first line {head[:200]!r}")


def _number(given: str, where: str, low: float, high: float | None, scale: str) -> float:
    try:
        number = float(given)
    except ValueError:
        raise Refused(f"{where}: {given!r} is no number; take rows without a value out") from None
    if not math.isfinite(number):
        raise Refused(f"{where}: {given!r} is no finite number; take rows without a value out")
    if number < low or (high is not None and number > high):
        raise Refused(f"{where}: {number:g} lies outside the scale {scale}; state the scale that the values are on")
    return number


def _check_span(path: Path, values: Mapping[str, float], low: float, high: float | None, scale: str) -> None:
    least, most = min(values.values()), max(values.values())
    if high is not None and most - least < _LEAST_SPAN * (high - low):
        raise Refused(
            f"{path.name}: its values run from {least:g} to {most:g}, under a quarter of the scale {scale}: were they "
            "given on another one? State the scale that the values are on"
        )


def keep_norm(added: AddedNorm, folder: Path) -> None:
    """Keep a norm in a folder (`<norm>.json`, `<norm>.csv`), from where every build takes it."""
    facts = {name: value for name, value in asdict(added).items() if name != "values"}
    rows = "".join(f"{word},{number!r}\n" for word, number in sorted(added.values.items()))
    write_text(folder / f"{added.norm}.csv", f"word,value\n{rows}")
    write_json(folder / f"{added.norm}.json", facts)


def drop_norm(norm: str, folder: Path) -> None:
    """Take a kept norm out of the folder.

    Raises:
        Refused: there is no such norm; the text lists those that are kept.
    """
    kept = [added.norm for added in kept_norms(folder)]
    if norm not in kept:
        raise Refused(f"norm {norm!r} was not added; added are {', '.join(kept) or 'none'}")
    for suffix in (".csv", ".json"):
        (folder / f"{norm}{suffix}").unlink(missing_ok=True)


def kept_norms(folder: Path) -> tuple[AddedNorm, ...]:
    """Read the norms kept in a folder, by name; no folder holds none."""
    found = []
    for path in sorted(folder.glob("*.json")):
        table = pl.read_csv(path.with_suffix(".csv"), schema={"word": pl.String, "value": pl.Float64})
        facts = json.loads(path.read_text(encoding="utf-8"))
        found.append(AddedNorm(**facts, values=dict(table.iter_rows())))
    return tuple(found)


def with_norms(words: pl.DataFrame, added: tuple[AddedNorm, ...]) -> pl.DataFrame:
    """Add a column for each kept norm; a form has its own value or none, never its lemma's.

    Raises:
        Refused: a norm has no word of the lexicon.
    """
    for one in added:
        column = words["word"].replace_strict(dict(one.values), default=None, return_dtype=pl.Float64)
        if column.null_count() == len(column):
            raise Refused(f"norm {one.norm!r} ({one.source}): none of its {len(one.values)} words is in the lexicon")
        words = words.with_columns(column.alias(one.norm))
    return words
