"""The audit's sheet: sampled replies beside what was read out of them, and a place for a person's verdict."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any, TextIO, cast

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import write_text
from stimfid_lib.corpus.sheet import guarded, unguarded
from stimfid_lib.suite.request import SHAPES, Shape

COLUMNS = (
    *("prompt_id", "model_key", "replicate", "kind", "method", "asked", "reply", "items"),
    *("verdict", "gold", "note"),
)
"""A sheet's columns; the auditor fills the last three."""

VERDICTS = ("right", "wrong", "skip")
"""`right`: the items are exactly the ones that the reply offers, in order. `skip`: a person cannot decide either."""

NO_ITEMS, REFUSAL = "[no items]", "[refusal]"
"""What stands in `items` and `gold` where a reply offers none; no item opens with a bracket."""

Key = tuple[str, str, int]
Entries = tuple[tuple[str, ...], ...]

_SIDES = re.compile(r"\s+-(?:\s+|$)")
_LONGEST_CELL = 10_000_000


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One sampled reply.

    `entries` and `refusal` are what was extracted; `gold` and `gold_refusal` what is right by the auditor, None while
    there is no verdict or the row was skipped.
    """

    key: Key
    kind: Shape
    method: str
    asked: str
    reply: str
    entries: Entries
    refusal: bool
    verdict: str | None = None
    gold: Entries | None = None
    gold_refusal: bool | None = None
    note: str = ""


def sheet_text(rows: Iterable[AuditRow]) -> str:
    """Write rows as CSV (UTF-8, a header, one entry a line inside the cells `items` and `gold`)."""
    out = StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        gold = "" if row.gold is None or row.verdict != "wrong" else told(row.gold, refusal=bool(row.gold_refusal))
        cells = (*row.key, row.kind, row.method, row.asked, row.reply, told(row.entries, refusal=row.refusal))
        writer.writerow([guarded(str(cell)) for cell in (*cells, row.verdict or "", gold, row.note)])
    return out.getvalue()


def write_sheet(path: Path, rows: Iterable[AuditRow]) -> None:
    """Write a sheet, atomically."""
    write_text(path, sheet_text(rows))


def read_sheet(path: Path) -> tuple[AuditRow, ...]:
    """Read a sheet, filled or not, as a spreadsheet or the page saved it.

    Raises:
        MissingInput: no such file.
        Refused: not a sheet, or faulty rows; every fault is told with its row (the header is row 1) and its reply.
    """
    if not path.is_file():
        raise MissingInput(f"no sheet {path}: make one with `stimfid audit sheet`, fill it and save it there")
    csv.field_size_limit(_LONGEST_CELL)
    try:
        with path.open(encoding="utf-8-sig", newline="") as handle:
            reader = csv.DictReader(handle, delimiter=_delimiter(handle))
            missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
            if missing:
                raise Refused(f"{path}: no column {', '.join(missing)}; a sheet has {', '.join(COLUMNS)}")
            raw = [{name: unguarded(row[name] or "") for name in COLUMNS} for row in reader]
    except (UnicodeDecodeError, csv.Error) as error:
        raise Refused(f"{path} is no CSV in UTF-8 ({error}): save it as CSV UTF-8") from error
    rows, faults = [], []
    seen: set[tuple[str, ...]] = set()
    for number, cells in enumerate(raw, start=2):
        key = (cells["prompt_id"], cells["model_key"], cells["replicate"])
        found = [*_faults(cells), *(["this reply stands twice"] if key in seen else [])]
        seen.add(key)
        faults += [f"row {number} ({', '.join(key)}): {fault}" for fault in found]
        if not found:
            rows.append(_row(cells))
    if faults:
        raise Refused(f"{path}:\n  " + "\n  ".join(faults))
    return tuple(rows)


def told(entries: Sequence[Sequence[str]], *, refusal: bool) -> str:
    """Write entries as the sheet shows them: one a line, ' - ' between the words of a pair or set."""
    if not entries:
        return REFUSAL if refusal else NO_ITEMS
    return "\n".join(" - ".join(entry).rstrip() for entry in entries)


def parsed(text: str, kind: Shape) -> tuple[Entries, bool]:
    """Read `told` back: the entries, and whether the text says that the reply is a refusal."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if lines in ([NO_ITEMS], [REFUSAL]):
        return (), lines == [REFUSAL]
    if kind == "words":
        return tuple((line,) for line in lines), False
    entries = [tuple(_SIDES.split(line)) for line in lines]
    return tuple((*entry, "") if kind == "pairs" and len(entry) == 1 else entry for entry in entries), False


def _delimiter(handle: TextIO) -> str:
    """Spreadsheets of many countries save with semicolons, some with tabs; the header tells."""
    head = handle.readline()
    handle.seek(0)
    return next((mark for mark in ";\t" if f"prompt_id{mark}" in head.replace('"', "")), ",")


def _faults(cells: Mapping[str, str]) -> list[str]:
    faults = []
    if not cells["replicate"].isdecimal():
        faults.append(f"replicate {cells['replicate']!r} is no number; leave the first columns as they are")
    if cells["kind"] not in SHAPES:
        faults.append(f"kind {cells['kind']!r}: allowed are {', '.join(SHAPES)}; leave the first columns as they are")
        return faults
    verdict, gold = cells["verdict"].strip().lower(), cells["gold"].strip()
    if verdict and verdict not in VERDICTS:
        faults.append(f"verdict {cells['verdict']!r}: allowed are {', '.join(VERDICTS)}, or nothing while undecided")
    if verdict == "wrong" and not gold:
        faults.append(f"wrong, but no gold: write the right items, one a line, or {NO_ITEMS} or {REFUSAL}")
    if verdict == "wrong" and gold == cells["items"].strip():
        faults.append("wrong, but the gold is what was extracted: correct one of them")
    if verdict != "wrong" and gold:
        faults.append(f"a gold list stands beside verdict {verdict or 'nothing'!r}; it belongs to wrong")
    if cells["kind"] == "pairs" and any(len(entry) != 2 for entry in parsed(gold, "pairs")[0]):
        faults.append("a pair in gold has more than two words; write 'word - word', or 'word -' if one is missing")
    return faults


def _row(cells: Mapping[str, str]) -> AuditRow:
    kind = cast(Shape, cells["kind"])
    entries, refusal = parsed(cells["items"], kind)
    verdict = cells["verdict"].strip().lower() or None
    gold: dict[str, Any] = {}
    if verdict == "right":
        gold = {"gold": entries, "gold_refusal": refusal}
    elif verdict == "wrong":
        right, refused = parsed(cells["gold"], kind)
        gold = {"gold": right, "gold_refusal": refused}
    return AuditRow(
        (cells["prompt_id"], cells["model_key"], int(cells["replicate"])),
        kind,
        cells["method"],
        cells["asked"],
        cells["reply"],
        entries,
        refusal,
        verdict,
        note=cells["note"].strip(),
        **gold,
    )
