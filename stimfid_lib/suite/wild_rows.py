"""The rows of a wild-track sheet: what each column may hold, and every fault told by row, column and remedy."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.settings import proposal
from stimfid_lib.base.shingles import shingles, words_of
from stimfid_lib.corpus.sheet import Fault, Row, Sheet, read_sheet
from stimfid_lib.lexicon.constraints import Constraint, constraints_from_json
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.short_reading import constraints_from_short, contrast_from_short
from stimfid_lib.suite.pools import FAMILIES

WILD_COLUMNS = (
    "prompt_text",
    "family",
    "constraints_json",
    "contrast_json",
    "list_length",
    "provenance",
    "paraphrase",
)
"""Columns of a wild-track sheet, in any order.

A candidates' sheet serves as one: its `quoted_prompt` and `family_guess` are read as prompt_text and family, its
`post_id` is read over, and a missing `paraphrase` column counts as blank.
"""

PROVENANCES = ("observed", "adapted", "reconstructed")
LONGEST_LIST = 100
SHINGLE = 7
"""Words in a row that a paraphrase may not share with its original; a shorter original is compared whole."""

_ALIASES = {"quoted_prompt": "prompt_text", "family_guess": "family"}
_READ_OVER = ("post_id", "notes")
_BY_HAND = ("constraints_json", "contrast_json", "list_length", "provenance")

Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class WildPrompt:
    """One annotated prompt: what was asked, what scores the answer, where it comes from, and how it may be told."""

    row: int
    where: str
    text: str
    family: str
    constraints: tuple[Constraint, ...]
    contrast: Contrast | None
    list_length: int
    provenance: str
    paraphrase: str


def read_rows(path: Path) -> tuple[list[WildPrompt], list[Fault], list[int]]:
    """Read every row of a sheet.

    Returns:
        The prompts of rows without a fault, all faults, and the rows of a candidates' sheet that are not annotated yet
        (their last four columns are blank).

    Raises:
        MissingInput, Refused: see `corpus.sheet.read_sheet`.
    """
    sheet = read_sheet(path)
    faults = list(_header(sheet))
    if faults:
        return [], faults, []
    candidates = "quoted_prompt" in sheet.columns
    prompts: list[WildPrompt] = []
    open_rows: list[int] = []
    seen: dict[str, str] = {}
    for row in sheet.rows:
        cells = {_ALIASES.get(name, name): cell for name, cell in row.cells.items()}
        if candidates and not any(cells.get(name) for name in _BY_HAND):
            open_rows.append(row.number)
            continue
        reading = _Reading(row, cells)
        prompt = reading.prompt(seen)
        faults += reading.faults
        if prompt is not None and not reading.faults:
            prompts.append(prompt)
    return prompts, faults, open_rows


def _header(sheet: Sheet) -> list[Fault]:
    known = (*WILD_COLUMNS, *_ALIASES, *_READ_OVER)
    faults = []
    for name in sheet.columns:
        if name not in known:
            told = f"unknown column{proposal(name, WILD_COLUMNS)}"
            faults.append(Fault(1, "row 1", name or "(no name)", told))
    names = [_ALIASES.get(name, name) for name in sheet.columns]
    for name in WILD_COLUMNS:
        if name not in names and not (name == "paraphrase" and "quoted_prompt" in sheet.columns):
            faults.append(Fault(1, "row 1", name, f"the column is missing; needed are {', '.join(WILD_COLUMNS)}"))
        if names.count(name) > 1:
            faults.append(Fault(1, "row 1", name, "the column stands twice, once under another name"))
    return faults


class _Reading:
    """The reading of one row; faults are gathered and not raised, so that all are told at once."""

    def __init__(self, row: Row, cells: dict[str, str]) -> None:
        self._row, self._cells = row, cells
        self.faults: list[Fault] = []

    def prompt(self, seen: dict[str, str]) -> WildPrompt | None:
        cells = self._cells
        if self._row.surplus:
            surplus = ", ".join(repr(cell[:30]) for cell in self._row.surplus)
            self._fault("(beyond the header)", f"{surplus}: more cells than columns; quote a cell that holds a comma")
        text = self._text(cells["prompt_text"], seen)
        family = self._one_of("family", FAMILIES)
        constraints = self._part("constraints_json", _constraints) or ()
        contrast = self._part("contrast_json", _contrast)
        self._agree(family)
        length = self._length(cells["list_length"])
        provenance = self._one_of("provenance", PROVENANCES)
        paraphrase = cells.get("paraphrase", "")
        self._paraphrased(text, paraphrase)
        if family is None or provenance is None or length is None:
            return None
        where = self._row.where
        return WildPrompt(self._row.number, where, text, family, constraints, contrast, length, provenance, paraphrase)

    def _fault(self, column: str, told: str) -> None:
        self.faults.append(Fault(self._row.number, self._row.where, column, told))

    def _text(self, text: str, seen: dict[str, str]) -> str:
        if not text:
            self._fault("prompt_text", "empty; write the prompt as it was asked, or take the row out")
            return text
        key = " ".join(text.casefold().split())
        if key in seen:
            self._fault("prompt_text", f"the same prompt as in {seen[key]}; one answer would be scored twice")
        seen.setdefault(key, self._row.where)
        return text

    def _one_of(self, column: str, allowed: tuple[str, ...]) -> str | None:
        value = self._cells[column]
        for name in allowed:
            if value.casefold() == name.casefold():
                return name
        self._fault(
            column, f"{value!r}{proposal(value, allowed)}" if value else f"empty (allowed: {', '.join(allowed)})"
        )
        return None

    def _part(self, column: str, read: Callable[[str], Read]) -> Read | None:
        value = self._cells[column]
        if value in ("", "[]", "{}", "null"):
            return None
        try:
            return read(value)
        except Refused as error:
            self._fault(column, str(error))
            return None

    def _agree(self, family: str | None) -> None:
        """Words are scored by constraints, pairs and sets by a contrast: a row has the one that its family needs."""
        has = {
            name: self._cells[name] not in ("", "[]", "{}", "null") for name in ("constraints_json", "contrast_json")
        }
        if all(has.values()):
            self._fault(
                "contrast_json",
                "the row has constraints and a contrast; words are scored by the one, pairs by the other: give one",
            )
        elif family is not None and not has[needed := "contrast_json" if family == "A3" else "constraints_json"]:
            example = "minimal s/θ; initial" if family == "A3" else "r initial; 1-2 syllables; aoa <= 5"
            self._fault(needed, f"empty, and family {family} is scored by it; write for example {example}")

    def _length(self, value: str) -> int | None:
        if re.fullmatch(r"\d+(?:\.0+)?", value) and 1 <= float(value) <= LONGEST_LIST:
            return int(float(value))
        told = f"{value!r} is no whole number" if value else "empty"
        self._fault(
            "list_length", f"{told}; allowed are 1 to {LONGEST_LIST}, the number of items that the prompt asks for"
        )
        return None

    def _paraphrased(self, text: str, paraphrase: str) -> None:
        shared = shared_words(text, paraphrase)
        if shared:
            self._fault(
                "paraphrase",
                f"it repeats {len(shared.split())} words in a row of the prompt, {shared!r}; say it in other words, "
                "since what is published must not be found by searching for it",
            )


def shared_words(original: str, paraphrase: str) -> str:
    """The first run of `SHINGLE` words (or all words of a shorter original) that a paraphrase takes over; else ""."""
    words = words_of(original)
    size = min(SHINGLE, len(words))
    runs = shingles(words_of(paraphrase), size)
    for start in range(len(words) - size + 1):
        if size and tuple(words[start : start + size]) in runs:
            return " ".join(words[start : start + size])
    return ""


def _constraints(value: str) -> tuple[Constraint, ...]:
    read = constraints_from_json if value.startswith(("[", "{")) else constraints_from_short
    return tuple(read(value))


def _contrast(value: str) -> Contrast:
    return Contrast.from_json(value) if value.startswith(("{", "[")) else contrast_from_short(value)
