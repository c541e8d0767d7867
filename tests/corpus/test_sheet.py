from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.corpus.sheet import LONGEST_CELL, read_sheet, write_sheet

texts = st.text(alphabet="ab ɹ,;\t\"'=+-@\n“é", max_size=12).map(str.strip)


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=6))
def test_what_is_written_is_read_back(tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]]) -> None:
    path = tmp_path_factory.mktemp("sheet") / "s.csv"
    kept = [row for row in rows if any(row)]
    write_sheet(path, ("one", "two"), [{"one": one, "two": two} for one, two in rows])
    assert [(row.cells["one"], row.cells["two"]) for row in read_sheet(path).rows] == kept


@pytest.mark.parametrize("text", ["'=1", "''", "'tis", "'", "-1", "=1+1", "'-1"])
def test_an_apostrophe_of_the_text_stays_its_own(tmp_path: Path, text: str) -> None:
    write_sheet(tmp_path / "s.csv", ("text",), [{"text": text}])
    assert read_sheet(tmp_path / "s.csv").rows[0].cells["text"] == text


def test_what_a_person_typed_keeps_its_apostrophe(tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text("text\n'tis\n", encoding="utf-8")
    assert read_sheet(tmp_path / "s.csv").rows[0].cells["text"] == "'tis"


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_as_spreadsheets_save_it(tmp_path: Path, delimiter: str, encoding: str, end: str) -> None:
    text = end.join((delimiter.join(("id", "text", "")), delimiter.join(("1", "ɹ", "")), delimiter * 2, ""))
    (tmp_path / "s.csv").write_bytes(text.encode(encoding))
    sheet = read_sheet(tmp_path / "s.csv")
    assert sheet.columns == ("id", "text")
    assert [dict(row.cells) for row in sheet.rows] == [{"id": "1", "text": "ɹ"}]


def test_a_formula_is_text(tmp_path: Path) -> None:
    write_sheet(tmp_path / "s.csv", ("text",), [{"text": "=1+1"}])
    assert "'=1+1" in (tmp_path / "s.csv").read_text(encoding="utf-8-sig")
    assert read_sheet(tmp_path / "s.csv").rows[0].cells["text"] == "=1+1"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "no header"),
        ("\n1,2", "no header"),
        ("a,a\n1,2", "column 'a' stands twice"),
        ('a,b\n1,"2', "line 2: a quotation mark opens"),
        ("a\x00", "no text file"),
        ("a\n" + "x" * 140_000, "line 2: a cell of more than 131,072 characters"),
    ],
)
def test_what_is_no_sheet(tmp_path: Path, content: str, told: str) -> None:
    (tmp_path / "s.csv").write_text(content, encoding="utf-8")
    with pytest.raises(Refused, match=told):
        read_sheet(tmp_path / "s.csv")


def test_a_cell_that_a_spreadsheet_would_cut(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="row 2, column 'text'"):
        write_sheet(tmp_path / "s.csv", ("text",), [{"text": "x" * LONGEST_CELL}])
