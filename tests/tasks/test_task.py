"""The runner that all tasks share, on a task of two cases whose every figure can be reckoned by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.clients.fake import FakeClient
from stimfid_lib.tasks.cases import Case
from stimfid_lib.tasks.chat import chat_of
from stimfid_lib.tasks.markdown import put_between, table, to_markdown
from stimfid_lib.tasks.result import EvalResult, Score, gate, score_of
from stimfid_lib.tasks.task import STUB, Task


class Echo(Case):
    say: str


def _score(case: Echo, out: str) -> Score:
    checks = {"same": float(out == case.say), "short": float(len(out) < 4) if out else None}
    return score_of(case.id, checks, [] if out == case.say else [f"said {out!r}, not {case.say!r}"])


def task(folder: Path) -> Task[Echo]:
    cases = [{"id": name, "split": "dev", "note": "says one word and no more", "say": name} for name in ("one", "two")]
    (folder / "cases.json").write_text(json.dumps(cases), encoding="utf-8")
    return Task(
        name="echo",
        corpus=folder / "cases.json",
        kind=Echo,
        messages=lambda case: [{"role": "system", "content": "Say it."}, {"role": "user", "content": case.say}],
        score_one=_score,
        figures=lambda cases, scored: {"answers": [{"id": score["id"], "of": len(cases)} for score in scored]},
        stub=lambda case: case.say,
        fields=(("say",), ("out",)),
        example=lambda case: {"say": case.say},
    )


def test_means_are_over_answers_and_a_check_that_does_not_apply_is_left_out(tmp_path: Path) -> None:
    echo = task(tmp_path)
    client = FakeClient("m", ["one", ""])
    seen: list[Score] = []
    result = echo.evaluate(chat_of(client), echo.load_cases(), on_case=seen.append, model="m")
    assert client.calls == ["Say it.\n\none", "Say it.\n\ntwo"]
    assert result.checks == {"same": 0.5, "short": 1.0}
    assert result.overall == 0.5, "1 and 0: the empty answer has one check, which fails"
    assert [row["id"] for row in seen] == ["one", "two"]
    assert result.rows[1]["errors"] == ["said '', not 'two'"]
    assert result.figures == {"answers": [{"id": "one", "of": 2}, {"id": "two", "of": 2}]}


def test_a_failed_call_is_counted_and_scored_nowhere(tmp_path: Path) -> None:
    echo = task(tmp_path)
    result = echo.evaluate(chat_of(FakeClient("m", [RuntimeError("down"), "two"])), echo.load_cases())
    assert (result.failed, result.overall, result.checks["same"]) == (1, 1.0, 1.0)
    assert result.rows[0]["score"] is None
    assert "no answer: m: RuntimeError: down" in result.rows[0]["errors"]


def test_no_answer_at_all_gives_no_figure(tmp_path: Path) -> None:
    echo = task(tmp_path)
    result = echo.evaluate(chat_of(FakeClient("m", [RuntimeError("down")])), echo.load_cases())
    assert (result.failed, result.overall, result.checks, result.median_latency) == (2, None, {}, None)
    assert "n/a" in to_markdown(result)


def test_repeats_ask_every_case_again(tmp_path: Path) -> None:
    echo = task(tmp_path)
    result = echo.evaluate(chat_of(FakeClient("m", ["one", "two", "two", "two"])), echo.load_cases(), repeat=2)
    assert [(row["id"], row["repeat"], row["checks"]["same"]) for row in result.rows] == [
        ("one", 1, 1.0),
        ("two", 1, 1.0),
        ("one", 2, 0.0),
        ("two", 2, 1.0),
    ]
    assert result.checks["same"] == 0.75


def test_nothing_to_ask_is_refused(tmp_path: Path) -> None:
    echo = task(tmp_path)
    with pytest.raises(Refused, match="at least one of each"):
        echo.evaluate(chat_of(FakeClient("m", ["one"])), ())
    with pytest.raises(Refused, match="repeat 0"):
        echo.evaluate(chat_of(FakeClient("m", ["one"])), echo.load_cases(), repeat=0)


def test_the_stub_is_named_a_stub(tmp_path: Path) -> None:
    echo = task(tmp_path)
    result = echo.rate_stub(echo.load_cases())
    assert result.model == STUB
    assert "stub" in to_markdown(result).splitlines()[0]
    assert result.overall == 1.0


def _result(**changes: Any) -> EvalResult:
    values: dict[str, Any] = {
        "task": "echo",
        "model": "m",
        "n_cases": 2,
        "overall": 0.5,
        "checks": {"same": 0.5, "short": None},
        "median_latency": 1.0,
        "failed": 0,
        "rows": (),
    }
    return EvalResult(**{**values, **changes})


def test_the_gate_is_open_for_an_equal_or_better_run() -> None:
    assert gate(_result(), _result().to_json()) == []
    assert gate(_result(overall=0.6, checks={"same": 0.7, "short": 1.0}), _result().to_json()) == []
    assert gate(_result(overall=0.49), _result().to_json(), tolerance=0.02) == []


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"overall": 0.4}, "overall: 0.500, now 0.400"),
        ({"overall": None}, "overall: 0.500, now absent"),
        ({"checks": {"same": 0.4, "short": None}}, "same: 0.500, now 0.400"),
        ({"checks": {}}, "same: 0.500, now absent"),
        ({"failed": 1}, "failed calls: 0, now 1"),
    ],
)
def test_the_gate_tells_each_fall_alone(changes: dict[str, Any], told: str) -> None:
    assert gate(_result(**changes), _result().to_json()) == [told]


@pytest.mark.parametrize("name", ["task", "model", "n_cases"])
def test_a_baseline_of_something_else_proves_nothing(name: str) -> None:
    with pytest.raises(Refused, match=name):
        gate(_result(), {**_result().to_json(), name: "other"})


def test_a_result_is_json(tmp_path: Path) -> None:
    echo = task(tmp_path)
    result = echo.rate_stub(echo.load_cases())
    assert json.loads(json.dumps(result.to_json()))["rows"][0]["id"] == "one"


def test_markdown_keeps_its_cells_and_a_page_its_other_text() -> None:
    text = table([{"a": "x|y", "b": None}, {"a": 0.5, "b": 2}])
    assert text.splitlines()[2:] == ["| x\\|y | – |", "| 0.500 | 2 |"]
    page = "before\n<!-- m -->\nold\n<!-- /m -->\nafter"
    assert put_between(page, "m", "new") == "before\n<!-- m -->\n\nnew\n\n<!-- /m -->\nafter"
    with pytest.raises(Refused, match="lacks"):
        put_between("nothing", "m", "new")
