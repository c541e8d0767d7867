"""Two coders' sheets side by side: rows matched by a key, one column compared."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.settings import proposal
from stimfid_lib.corpus.agreement import Agreement, cohen_kappa
from stimfid_lib.corpus.sheet import Row, Sheet, read_sheet

KEYS = ("post_id", "prompt_id", "conversation_id", "id", "row", "quoted_prompt", "prompt_text")
CODED = ("tier", "family", "family_guess", "code", "verdict")
"""Columns that are looked for, in this order, where none is named."""


@dataclass(frozen=True)
class Compared:
    """Two sheets compared: what by, the agreement, each disagreement as a line, and rows that could not be compared."""

    key: str
    column: str
    agreement: Agreement
    disagreements: tuple[str, ...]
    left_out: tuple[str, ...]


def compare_sheets(a: Path, b: Path, *, column: str | None = None, key: str | None = None) -> Compared:
    """Compare one column of two sheets over the rows that both have and both coded.

    `key` names a row (default: the first of `KEYS` that both sheets have), or several columns joined by "+" where one
    alone does not (`post_id+quoted_prompt`). Codes are compared without regard to case and outer spaces.

    Raises:
        MissingInput: no such file.
        Refused: a column is absent, a key stands twice, or no row was coded by both.
    """
    one, other = read_sheet(a), read_sheet(b)
    key = key or _first(KEYS, one, other, "names a row", "--key")
    column = column or _first(CODED, one, other, "was coded", "--column")
    codes_a, codes_b = _codes(one, key, column), _codes(other, key, column)
    both = [name for name in codes_a if name in codes_b]
    coded = [name for name in both if codes_a[name][1] and codes_b[name][1]]
    if not coded:
        raise Refused(f"{a} and {b}: no row with a code in {column!r} in both; {len(both)} rows have the same {key!r}")
    agreement = cohen_kappa([codes_a[name][1] for name in coded], [codes_b[name][1] for name in coded])
    lines = tuple(
        f"{codes_a[name][0].where} / {codes_b[name][0].where}, {key} {name[:80]!r}: {d.a} against {d.b}"
        for d in agreement.disagreements
        for name in (coded[d.index],)
    )
    left = [(a, len(codes_a) - len(both)), (b, len(codes_b) - len(both))]
    told = [f"{path}: {count} rows that the other sheet lacks are left out" for path, count in left if count]
    if len(both) > len(coded):
        told.append(f"{len(both) - len(coded)} rows without a code in one sheet or both are left out")
    return Compared(key, column, agreement, lines, tuple(told))


def _first(names: tuple[str, ...], a: Sheet, b: Sheet, what: str, option: str) -> str:
    for name in names:
        if name in a.columns and name in b.columns:
            return name
    raise Refused(f"{a.path} and {b.path}: no column that {what} is in both; name one with {option}")


def _codes(sheet: Sheet, key: str, column: str) -> dict[str, tuple[Row, str]]:
    parts = key.split("+")
    for name in (*parts, column):
        if name not in sheet.columns:
            raise Refused(f"{sheet.path}: no column {name!r}{proposal(name, sheet.columns)}")
    codes: dict[str, tuple[Row, str]] = {}
    for row in sheet.rows:
        name = " · ".join(row.cells[part] for part in parts)
        if name in codes:
            raise Refused(
                f"{sheet.path}: {key} {name[:60]!r} stands in {codes[name][0].where} and in {row.where}; name columns "
                "that tell rows apart with --key, such as post_id+quoted_prompt"
            )
        codes[name] = row, row.cells[column].casefold()
    return codes
