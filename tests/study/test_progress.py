"""What a terminal shows while models are asked."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from stimfid_lib.models.costs import Tariff
from stimfid_lib.models.entries import Prices
from stimfid_lib.models.runner import run_suite
from stimfid_lib.models.standing import Standing
from stimfid_lib.study.progress import show_standings, watch_journals
from tests.models.suites import SHA, small_suite, steady

TARIFF = Tariff(Prices.model_validate({"input": 1, "output": 1, "currency": "EUR", "as_of": "2026-11-30"}))


def test_replies_failed_calls_and_cost_are_shown() -> None:
    screen = io.StringIO()
    with show_standings(Console(file=screen, force_terminal=True, width=120), {"chat": TARIFF}) as show:
        show(Standing("chat", 0, 8, 0, 0.0))
        show(Standing("chat", 5, 8, 2, 0.0123))
    assert "5/8" in screen.getvalue()
    assert "2 failed calls  0.0123 EUR" in screen.getvalue()


def test_time_to_go_is_told_where_one_reply_takes_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, now = io.StringIO(), [1000.0]
    monkeypatch.setattr("rich.console.monotonic", lambda: now[0])
    with show_standings(Console(file=screen, force_terminal=True, width=120), {}) as show:
        for done in range(5):
            show(Standing("chat", done, 8))
            now[0] += 60.0
    assert "0:04:00" in screen.getvalue().rpartition("4/8")[2], "four of eight to go, a minute each"


def test_nothing_is_drawn_where_there_is_no_terminal(tmp_path: Path) -> None:
    screen = io.StringIO()
    with show_standings(Console(file=screen), {}) as show:
        show(Standing("chat", 1, 8))
    with watch_journals(tmp_path, {"chat": 8}, Console(file=screen)):
        pass
    assert screen.getvalue() == ""


def test_watching_counts_answers_and_no_failed_calls(tmp_path: Path) -> None:
    from stimfid_lib.models.clients.fake import FakeClient
    from stimfid_lib.study.progress import _lines

    telling = FakeClient("one", lambda prompt, _seed: ConnectionError("x") if "2" in prompt else '"error":null')
    run_suite(small_suite(4), {"one": telling}, tmp_path, 1, suite_sha256=SHA)
    assert _lines(tmp_path / "one.jsonl") == 3
    assert _lines(tmp_path / "none.jsonl") == 0
    run_suite(small_suite(4), {"two": steady("two")}, tmp_path, 2, suite_sha256=SHA)
    assert _lines(tmp_path / "two.jsonl") == 8
