"""A sheet comes back as it was written, through CSV and through what spreadsheets do to it; faults are told by row."""

from __future__ import annotations

import csv
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.scoring.audit_sheet import (
    COLUMNS,
    NO_ITEMS,
    REFUSAL,
    AuditRow,
    parsed,
    read_sheet,
    sheet_text,
    told,
    write_sheet,
)
from tests.scoring.audits import ROWS, right, skipped, wrong

FILLED = (
    right(ROWS[0]),
    wrong(ROWS[1], ("cat",)),
    wrong(ROWS[2], ("tea", "key"), ("rare", "wear")),
    skipped(ROWS[3]),
)


@pytest.mark.parametrize("rows", [ROWS, FILLED, ()])
def test_a_sheet_comes_back(tmp_path: Path, rows: tuple[AuditRow, ...]) -> None:
    path = tmp_path / "sheet.csv"
    write_sheet(path, rows)
    assert read_sheet(path) == rows


@pytest.mark.parametrize("reply", ["'=1", "''", "-1", "'tis", "=1+1", "\rx"])
def test_an_apostrophe_of_the_reply_stays_its_own(tmp_path: Path, reply: str) -> None:
    write_sheet(tmp_path / "sheet.csv", [replace(ROWS[0], reply=reply)])
    assert read_sheet(tmp_path / "sheet.csv")[0].reply == reply


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=60))
def test_any_reply_comes_back(tmp_path_factory: pytest.TempPathFactory, reply: str) -> None:
    path = tmp_path_factory.mktemp("audit") / "sheet.csv"
    write_sheet(path, [replace(ROWS[0], reply=reply)])
    assert read_sheet(path)[0].reply == reply


WORD = st.text("abcxyzé'-", min_size=1, max_size=6).filter(lambda word: word.strip("-"))


@given(st.lists(WORD.map(lambda word: (word,)), max_size=5), st.booleans())
def test_words_are_read_as_they_are_told(entries: list[tuple[str, ...]], refusal: bool) -> None:
    told_so = refusal and not entries
    assert parsed(told(entries, refusal=told_so), "words") == (tuple(entries), told_so)


@given(st.lists(st.tuples(WORD, WORD | st.just("")), min_size=1, max_size=5))
def test_pairs_are_read_as_they_are_told(entries: list[tuple[str, ...]]) -> None:
    assert parsed(told(entries, refusal=False), "pairs") == (tuple(entries), False)


def test_no_cell_is_a_formula_for_a_spreadsheet() -> None:
    cells = [cell for row in csv.reader(StringIO(sheet_text(FILLED), newline="")) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert '\'- ring\r\n- "rope"' in cells


@pytest.mark.parametrize("mark", [";", "\t"])
def test_a_spreadsheets_own_separator_and_byte_order_mark_do_no_harm(tmp_path: Path, mark: str) -> None:
    rows = list(csv.reader(StringIO(sheet_text(FILLED), newline="")))
    out = StringIO()
    csv.writer(out, delimiter=mark).writerows(rows)
    path = tmp_path / "sheet.csv"
    path.write_bytes(b"\xef\xbb\xbf" + out.getvalue().encode())
    assert read_sheet(path) == FILLED


def _spoilt(folder: Path, **cells: str) -> Path:
    """A sheet whose third row is changed."""
    rows = list(csv.DictReader(StringIO(sheet_text(FILLED), newline="")))
    rows[2] |= cells
    path = folder / "sheet.csv"
    with path.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.DictWriter(handle, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    return path


@pytest.mark.parametrize(
    ("cells", "fault"),
    [
        ({"verdict": "rihgt"}, "verdict 'rihgt': allowed are right, wrong, skip"),
        ({"gold": ""}, "wrong, but no gold"),
        ({"gold": "tea - key\nrare -"}, "the gold is what was extracted"),
        ({"verdict": "right"}, "a gold list stands beside verdict 'right'"),
        ({"verdict": ""}, "a gold list stands beside verdict 'nothing'"),
        ({"gold": "tea - key - pea"}, "more than two words"),
        ({"replicate": "one"}, "replicate 'one' is no number"),
        ({"kind": "triples"}, "kind 'triples': allowed are words, pairs, sets"),
    ],
)
def test_each_fault_is_told_with_its_row(tmp_path: Path, cells: dict[str, str], fault: str) -> None:
    with pytest.raises(Refused) as refused:
        read_sheet(_spoilt(tmp_path, **cells))
    assert fault in str(refused.value)
    assert "row 4 (A3-001:naive" in str(refused.value)
    assert "row 3" not in str(refused.value)


def test_every_fault_of_a_sheet_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    text = sheet_text(FILLED).replace('"skip"', '"maybe"').replace('"wrong","cat"', '"wrong",""')
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as refused:
        read_sheet(path)
    assert str(refused.value).count("row ") == 2


def test_a_reply_stands_once(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    write_sheet(path, (ROWS[0], ROWS[0]))
    with pytest.raises(Refused, match=r"row 3 .* this reply stands twice"):
        read_sheet(path)


def test_capitals_and_spaces_in_a_verdict_do_no_harm(tmp_path: Path) -> None:
    assert read_sheet(_spoilt(tmp_path, verdict=" Wrong "))[2] == FILLED[2]


@pytest.mark.parametrize(("gold", "refusal"), [(NO_ITEMS, False), (REFUSAL, True)])
def test_a_reply_without_items_is_told_in_words(tmp_path: Path, gold: str, refusal: bool) -> None:
    row = read_sheet(_spoilt(tmp_path, gold=gold))[2]
    assert (row.gold, row.gold_refusal) == ((), refusal)


def test_what_is_no_sheet_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match="stimfid audit sheet"):
        read_sheet(tmp_path / "none.csv")
    (tmp_path / "other.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(Refused, match="no column prompt_id"):
        read_sheet(tmp_path / "other.csv")
    (tmp_path / "latin.csv").write_bytes(b"prompt_id\n\xe9\n")
    with pytest.raises(Refused, match=r"UTF-8|no column"):
        read_sheet(tmp_path / "latin.csv")
