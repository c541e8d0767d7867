from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.corpus.sheet import write_sheet
from stimfid_lib.models.pasted import read_pasted, with_pasted, write_pasted
from stimfid_lib.models.runs import read_runs, runs_schema
from stimfid_lib.suite.ui_sheet import UI_COLUMNS

SUITE = pl.DataFrame(
    {
        "prompt_id": ["A1-001:naive", "A1-002:naive", "A1-001:expert"],
        "prompt_text": ["ten m words", "ten p words", "List ten words."],
        "arm": ["naive", "naive", "expert"],
    }
)
GOOD = {
    "prompt_id": "A1-001:naive",
    "prompt_text": "ten m words",
    "ui_product": "ChatGPT",
    "date": "2026-11-30",
    "raw_text": "- man\n- moon",
}


def write(path: Path, *rows: dict[str, str], columns: tuple[str, ...] = UI_COLUMNS) -> Path:
    write_sheet(path, columns, rows)
    return path


def test_pasted_answers_are_replies_like_any_other(tmp_path: Path) -> None:
    other = GOOD | {"prompt_id": "A1-002:naive", "prompt_text": "ten  p words", "ui_product": "claude_free"}
    path = write(tmp_path / "ui.csv", GOOD, other)
    records, open_rows = read_pasted(path, SUITE, "digest")
    assert sorted(records) == ["ui_chatgpt", "ui_claude_free"]
    assert open_rows == []
    write_pasted(records, tmp_path / "pasted")
    replies = read_runs(tmp_path / "pasted")
    assert replies.select("model_key", "prompt_id", "replicate", "text").rows() == [
        ("ui_chatgpt", "A1-001:naive", 1, "- man\n- moon"),
        ("ui_claude_free", "A1-002:naive", 1, "- man\n- moon"),
    ]
    assert replies["ts"].to_list() == ["2026-11-30T00:00:00+00:00"] * 2
    assert replies["temperature"].null_count() == 2
    assert replies["model_id"].null_count() == 2
    read_again, _ = read_pasted(path, SUITE, "digest")
    before = (tmp_path / "pasted/ui_chatgpt.jsonl").read_bytes()
    write_pasted(read_again, tmp_path / "pasted")
    assert (tmp_path / "pasted/ui_chatgpt.jsonl").read_bytes() == before


def test_they_join_the_table_of_replies(tmp_path: Path) -> None:
    empty = pl.DataFrame(schema=runs_schema())
    assert with_pasted(empty, tmp_path / "pasted", SUITE, "digest").equals(empty)
    records, _ = read_pasted(write(tmp_path / "ui.csv", GOOD), SUITE, "digest")
    write_pasted(records, tmp_path / "pasted")
    assert with_pasted(empty, tmp_path / "pasted", SUITE, "digest")["model_key"].to_list() == ["ui_chatgpt"]
    with pytest.raises(Refused, match=r"ui_chatgpt\.jsonl answers another suite"):
        with_pasted(empty, tmp_path / "pasted", SUITE, "another")


def test_curly_marks_are_no_other_wording(tmp_path: Path) -> None:
    suite = SUITE.with_columns(prompt_text=pl.lit('I\'m after "r" words'))
    row = GOOD | {"prompt_text": "I’m after “r” words"}
    assert list(read_pasted(write(tmp_path / "ui.csv", row), suite, "digest")[0]) == ["ui_chatgpt"]


def test_the_specification_s_columns_alone_are_enough(tmp_path: Path) -> None:
    columns = tuple(name for name in UI_COLUMNS if name != "prompt_text")
    records, _ = read_pasted(write(tmp_path / "ui.csv", GOOD, columns=columns), SUITE, "digest")
    assert list(records) == ["ui_chatgpt"]


def test_rows_that_nobody_filled_are_told_and_no_fault(tmp_path: Path) -> None:
    bare = GOOD | {"prompt_id": "A1-002:naive", "date": "", "raw_text": "", "ui_product": ""}
    records, open_rows = read_pasted(write(tmp_path / "ui.csv", GOOD, bare), SUITE, "digest")
    assert len(records["ui_chatgpt"]) == 1
    assert open_rows == [3]


def test_every_fault_is_told_at_once(tmp_path: Path) -> None:
    second = GOOD | {"prompt_id": "A1-002:naive", "prompt_text": "ten p words"}
    rows = [
        GOOD | {"prompt_id": "A1-001:expert", "ui_product": "a"},
        GOOD | {"prompt_text": "ten m words please", "ui_product": "b"},
        second | {"ui_product": "Chat GPT"},
        second | {"date": "04/05/2026"},
        second | {"date": "2026-02-30", "ui_product": "c"},
        second | {"raw_text": "", "ui_product": "d"},
        second | {"raw_text": "#NAME?", "ui_product": "f"},
        GOOD | {"ui_product": "e"},
        GOOD | {"ui_product": "E"},
    ]
    with pytest.raises(Refused) as refused:
        read_pasted(write(tmp_path / "ui.csv", *rows), SUITE, "digest")
    told = str(refused.value).splitlines()
    assert "8 faults" in told[0]
    for line, wanted in zip(
        told[1:],
        (
            "row 2, column 'prompt_id': 'A1-001:expert' is no naive prompt",
            "row 3, column 'prompt_text': not the wording of A1-001:naive; the interface must be asked 'ten m words'",
            "row 4, column 'ui_product': 'Chat GPT'",
            "row 5, column 'date': '04/05/2026' can be read as two days",
            "row 6, column 'date': '2026-02-30' is no day",
            "row 7, column 'raw_text': empty",
            "row 8, column 'raw_text': '#NAME?': the spreadsheet took the reply for a formula",
            "row 10, column 'prompt_id'",
        ),
        strict=True,
    ):
        assert wanted in re.sub(r" \(line \d+\)", "", line)


@pytest.mark.parametrize("end", ["\r\n", "\n"])
@pytest.mark.parametrize("delimiter", [",", ";"])
def test_a_sheet_that_excel_saved(tmp_path: Path, delimiter: str, end: str) -> None:
    header = delimiter.join(UI_COLUMNS)
    filled = delimiter.join(("A1-001:naive", "ten m words", "ChatGPT", "11/30/2026", '"- man\n- moon; ma, me"'))
    open_row = delimiter.join(("A1-002:naive", "ten p words", "ChatGPT", "", ""))
    path = tmp_path / "ui.csv"
    path.write_bytes(end.join((header, filled, open_row, "")).encode("utf-8-sig"))
    records, open_rows = read_pasted(path, SUITE, "digest")
    (record,) = records["ui_chatgpt"]
    assert (record["ts"], record["text"]) == ("2026-11-30T00:00:00+00:00", "- man\n- moon; ma, me")
    assert open_rows == [3]


def test_the_old_code_page_is_refused_by_line(tmp_path: Path) -> None:
    row = "A1-001:naive,ten m words,chatgpt,2026-11-30,“man”"
    (tmp_path / "ui.csv").write_bytes(f"{','.join(UI_COLUMNS)}\r\n{row}\r\n".encode("cp1252"))
    with pytest.raises(Refused, match=r"ui\.csv, line 2: not UTF-8 .* save it again as “CSV UTF-8”"):
        read_pasted(tmp_path / "ui.csv", SUITE, "digest")


def test_the_header_is_checked(tmp_path: Path) -> None:
    columns = (*UI_COLUMNS[:-1], "raw_txt")
    with pytest.raises(Refused, match="did you mean 'raw_text'"):
        read_pasted(write(tmp_path / "ui.csv", GOOD, columns=columns), SUITE, "digest")
