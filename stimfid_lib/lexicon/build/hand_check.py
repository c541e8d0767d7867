"""Two hundred words checked by hand: how often the table's pronunciation is wrong."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.lexicon.build.measure import share

FILE = "lexicon_hand_check.csv"
VERDICTS = ("same", "acceptable", "error")
_COLUMNS = ["word", "respelling", "ours", "verdict", "note"]


@dataclass(frozen=True)
class Checked:
    """One word of the sheet: a respelling written before the table was seen, the table's then, and the verdict.

    `same` by the letter, ɪ and ə in weak syllables apart; `acceptable` is another form that American dictionaries list;
    `error` is one that none lists. All phonemes are divided by spaces.
    """

    word: str
    respelling: str
    ours: str
    verdict: str
    note: str


def read_sheet(path: Path) -> tuple[Checked, ...]:
    """Read the sheet.

    Raises:
        MissingInput: no such file.
        Refused: another header, a verdict that is none, a difference without a note, or `same` for what differs.
    """
    if not path.is_file():
        raise MissingInput(f"no sheet at {path}: it belongs to the checkout")
    with path.open(encoding="utf-8", newline="") as handle:
        reader = csv.DictReader(handle)
        if reader.fieldnames != _COLUMNS:
            raise Refused(f"{path.name}: the header must be {','.join(_COLUMNS)}, not {reader.fieldnames}")
        rows = [Checked(**row) for row in reader]
    for line, row in enumerate(rows, start=2):
        same = row.respelling.replace("ɪ", "ə") == row.ours.replace("ɪ", "ə")
        if row.verdict not in VERDICTS or same != (row.verdict == "same") or not (same or row.note):
            raise Refused(
                f"{path.name}, line {line}: {row.word!r} is {row.verdict!r}: allowed are {', '.join(VERDICTS)}, `same` "
                "where both pronunciations are, and else with a note"
            )
    return tuple(rows)


def summary(rows: tuple[Checked, ...], now: Mapping[str, str]) -> dict[str, Any]:
    """Count verdicts; the error rate with its Wilson interval; edges that differ; what was mended since.

    `now` maps words to the pronunciation that the table has now, divided by spaces.
    """
    errors = [row for row in rows if row.verdict == "error"]
    edges = [row for row in errors if _edges(row.respelling) != _edges(row.ours)]
    return {
        "counts": {verdict: sum(row.verdict == verdict for row in rows) for verdict in VERDICTS},
        "errors": share(len(errors), len(rows)),
        "edge_errors": share(len(edges), len(rows)),
        "wrong": [(row.word, row.ours, row.respelling, row.note) for row in errors],
        "mended": [row.word for row in errors if now.get(row.word) != row.ours],
    }


def _edges(pronunciation: str) -> list[str]:
    sounds = pronunciation.split()
    return [sounds[0], sounds[-1]]
