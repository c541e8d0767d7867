"""Sheets for people: CSV that any spreadsheet opens with its IPA whole, read back with row and line numbers."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import atomic_writer

_GUARDED = ("=", "+", "-", "@", "\t", "\r", "'")
"""A spreadsheet reckons a cell that begins with one of the first six; an apostrophe before it makes it text and is
taken off again. A cell that begins with an apostrophe of its own gets one too, else its own would be taken off."""

LONGEST_CELL = 32_767
"""Characters that a spreadsheet keeps of a cell."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a sheet: its number as the spreadsheet shows it (the header is 1), the line of the file on which it
    begins, its cells by column (outer spaces off), and cells beyond the header.
    """

    number: int
    line: int
    cells: Mapping[str, str]
    surplus: tuple[str, ...] = ()

    @property
    def where(self) -> str:
        """The place in words; line and row differ once a cell holds a line end."""
        return f"row {self.number}" + (f" (line {self.line})" if self.line != self.number else "")


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault of a sheet: the row as a spreadsheet counts, the place in words, the column, what is wrong there."""

    row: int
    where: str
    column: str
    told: str

    def __str__(self) -> str:
        return f"{self.where}, column {self.column!r}: {self.told}"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet that was read: its file, its columns in order, its rows but the empty ones."""

    path: Path
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def write_sheet(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> None:
    """Write a sheet, atomically: comma-separated, UTF-8 with a byte order mark, lines ending as spreadsheets want them.

    Without the mark Excel reads UTF-8 as the machine's old code page, and ɹ comes out as É¹. None is an empty cell.

    Raises:
        Refused: a text is longer than a spreadsheet's cell; it would be cut without a word.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns)
    for number, row in enumerate(rows, start=2):
        writer.writerow([_cell(row.get(name), name, number) for name in columns])
    with atomic_writer(path) as handle:
        handle.write(text.getvalue().encode("utf-8-sig"))


def _cell(value: object, column: str, number: int) -> str:
    written = "" if value is None else str(value)
    if len(written) >= LONGEST_CELL:
        raise Refused(
            f"row {number}, column {column!r}: {len(written):,} characters; a spreadsheet keeps {LONGEST_CELL:,} of a "
            "cell and drops the rest without a word"
        )
    return guarded(written)


def read_sheet(path: Path) -> Sheet:
    """Read a sheet as spreadsheets save it: commas, semicolons or tabs; UTF-8 with or without its mark, or UTF-16.

    Raises:
        MissingInput: no such file.
        Refused: another encoding, no header, a column that stands twice, or a quotation mark that never closes.
    """
    text = _text(path)
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count) if first.strip() else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    records: list[tuple[int, list[str]]] = []
    line = 1
    try:
        for record in reader:
            records.append((line, [cell.strip() for cell in record]))
            line = reader.line_num + 1
    except csv.Error as error:
        if "field limit" in str(error):
            raise Refused(
                f"{path}, line {line}: a cell of more than {csv.field_size_limit():,} characters; a spreadsheet keeps "
                f"{LONGEST_CELL:,}. A quotation mark that nothing closes may have run cells together"
            ) from error
        raise Refused(
            f"{path}, line {line}: a quotation mark opens a cell there and nothing closes it as it should ({error}); "
            'inside a cell each mark " is written twice, as every spreadsheet does when it saves CSV'
        ) from error
    if not records or not any(records[0][1]):
        raise Refused(f"{path}: no header; the first row names the columns")
    columns = tuple(records[0][1])
    while columns and not columns[-1]:
        columns = columns[:-1]
    twice = sorted({name for name in columns if columns.count(name) > 1})
    if twice:
        raise Refused(f"{path}: column {twice[0] or '(without a name)'!r} stands twice; each column has one name")
    rows = [
        _row(number, line, record, columns) for number, (line, record) in enumerate(records[1:], start=2) if any(record)
    ]
    return Sheet(path, columns, tuple(rows))


def _row(number: int, line: int, record: Sequence[str], columns: Sequence[str]) -> Row:
    padded = [*record, *[""] * (len(columns) - len(record))]
    cells = {name: unguarded(cell) for name, cell in zip(columns, padded, strict=False)}
    return Row(number, line, cells, tuple(cell for cell in record[len(columns) :] if cell))


def guarded(cell: str) -> str:
    """Write a cell so that no spreadsheet reckons it; see `unguarded`."""
    return f"'{cell}" if cell.startswith(_GUARDED) else cell


def unguarded(cell: str) -> str:
    """Read a cell that `guarded` wrote, or that a person typed: `'tis` keeps its apostrophe."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_GUARDED) else cell


def _text(path: Path) -> str:
    path = Path(path)
    if not path.is_file():
        raise MissingInput(f"no sheet {path}: name a CSV file")
    data = path.read_bytes()
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Refused(
            f"{path}, line {line}: not UTF-8 (byte {error.start}); save it again as “CSV UTF-8”, else IPA is lost"
        ) from error
    if "\x00" in text:
        raise Refused(f"{path}: no text file; save the sheet as “CSV UTF-8”")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def told_at_once(path: Path, faults: Sequence[Fault], again: str) -> Refused:
    """The refusal of a sheet: every fault on a line of its own, and the command to run after correcting them."""
    lines = "\n".join(f"  {fault}" for fault in sorted(faults))
    count = f"{len(faults)} fault{'' if len(faults) == 1 else 's'}"
    return Refused(f"{path}: {count}; correct the sheet and run `{again}` again\n{lines}")
