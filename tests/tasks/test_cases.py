from __future__ import annotations

import json
from pathlib import Path

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.tasks.cases import Case, load_cases

NOTE = "a note that is long enough"


def corpus(folder: Path, *cases: dict[str, object]) -> Path:
    path = folder / "cases.json"
    path.write_text(json.dumps(cases), encoding="utf-8")
    return path


def one(**changes: object) -> dict[str, object]:
    return {"id": "one", "split": "train", "note": NOTE, **changes}


def test_a_split_is_its_cases_in_order(tmp_path: Path) -> None:
    path = corpus(tmp_path, one(), one(id="two", split="dev"), one(id="three"))
    assert [case.id for case in load_cases(path, kind=Case)] == ["one", "two", "three"]
    assert [case.id for case in load_cases(path, "train", kind=Case)] == ["one", "three"]
    assert [case.id for case in load_cases(path, "dev", kind=Case)] == ["two"]


@pytest.mark.parametrize(
    ("case", "told"),
    [
        (one(split="test"), r"case 'one', split"),
        (one(note="short"), r"case 'one', note"),
        (one(extra=1), r"case 'one', extra"),
        ({"split": "dev", "note": NOTE}, r"case 'number 0', id"),
    ],
)
def test_a_faulty_case_is_named(tmp_path: Path, case: dict[str, object], told: str) -> None:
    with pytest.raises(Refused, match=told):
        load_cases(corpus(tmp_path, case), kind=Case)


def test_an_id_stands_once(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="'one' stands twice"):
        load_cases(corpus(tmp_path, one(), one(split="dev")), kind=Case)


def test_what_is_no_corpus_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match="no corpus"):
        load_cases(tmp_path / "none.json", kind=Case)
    (tmp_path / "bad.json").write_text("[{", encoding="utf-8")
    with pytest.raises(Refused, match="not JSON"):
        load_cases(tmp_path / "bad.json", kind=Case)
    with pytest.raises(Refused, match="allowed are train, dev"):
        load_cases(corpus(tmp_path, one()), "test", kind=Case)  # type: ignore[arg-type]
