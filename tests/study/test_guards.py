"""No live model is asked before everything holds; each refusal says what to do, and nothing is sent."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.study.asking import ask_models, run_of
from stimfid_lib.study.guards import give_leave, live_problems
from stimfid_lib.study.smoke import smoke_lines, smoke_run
from tests.loopback.openai_wire import Answer, chat, serving
from tests.study.live import KEY, PRICES, Live, make_live
from tests.study.test_prereg import git


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Live:
    return make_live(tmp_path, monkeypatch)


def port(url: str) -> int:
    return int(url.split(":")[2].split("/")[0])


def test_everything_in_order_is_asked(live: Live) -> None:
    live.register()
    with serving([Answer(chat("1. cat\n2. bat"))]) as server:
        live.roster(port(server.url))
        study = live.study
        made = ask_models(study, partial(give_leave, study))
        assert (made.owed, made.notes) == ((), ())
        assert len(server.requests) == 2 * 4 * 2
        assert server.headers[0]["authorization"] == f"Bearer {KEY}"
        runs, attempts = study.table("runs"), study.table("attempts")
        assert dict(runs.group_by("model_key").len().iter_rows()) == {"lexicon": 8, "chat": 8, "other": 8}
        assert attempts.height == 24
        ask_models(study, partial(give_leave, study))
        assert len(server.requests) == 16


def test_a_finished_run_needs_no_leave_and_no_key(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Years later somebody makes the report again from the journal."""
    live.register()
    with serving([Answer(chat("1. cat\n2. bat"))]) as server:
        live.roster(port(server.url))
        ask_models(live.study, partial(give_leave, live.study))
    monkeypatch.delenv("OPENAI_API_KEY")
    live.roster(port(server.url), verified="2020-01-01")
    (live.home / "prereg.qmd").write_text("changed", encoding="utf-8")
    assert ask_models(live.study, partial(give_leave, live.study)).owed == ()
    assert live.study.table("runs").height == 24


SPOIL: dict[str, tuple[object, str]] = {
    "roster never verified": (
        lambda live, at: live.roster(at, verified="null"),
        r"verified is null.*run `stimfid roster check --verify`",
    ),
    "roster verified long ago": (
        lambda live, at: live.roster(at, verified=datetime.now(UTC).date() - timedelta(days=15)),
        r"more than 14 days ago: run `stimfid roster check --verify`",
    ),
    "roster verified in the future": (
        lambda live, at: live.roster(at, verified=datetime.now(UTC).date() + timedelta(days=2)),
        r"which is after today.*run `stimfid roster check --verify`",
    ),
    "document changed": (
        lambda live, _at: (live.home / "prereg.qmd").write_text("changed", encoding="utf-8"),
        r"prereg\.qmd was changed since the last commit: commit it",
    ),
    "plan not committed": (
        lambda live, _at: git(live.home, "rm", "-q", "--cached", "prereg/plan.json")
        or git(live.home, "commit", "-qm", "out"),
        r"prereg/plan\.json is not committed: `git add",
    ),
    "no plan": (
        lambda live, _at: (live.home / "prereg/plan.json").unlink(),
        r"prereg/plan\.json does not exist: `stimfid prereg freeze`",
    ),
    "suite changed": (
        lambda live, _at: live.study.table("suite").with_columns(list_length=pl.lit(3)).write_parquet(
            live.study.path("suite.parquet")
        ),
        r"suite_manifest\.json froze .*make the table again with `stimfid suite`",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("spoil", "words"), SPOIL.values(), ids=SPOIL)
def test_what_is_missing_is_named_and_nothing_is_asked(live: Live, spoil: object, words: str) -> None:
    live.register()
    with serving([Answer(chat("1. cat\n2. bat"))]) as server:
        at = port(server.url)
        live.roster(at)
        spoil(live, at)  # type: ignore[operator]
        study = live.study
        with pytest.raises(Refused, match=words):
            give_leave(study)
        with pytest.raises(Refused):
            ask_models(study, partial(give_leave, study))
        assert server.requests == []
    assert not study.path("runs").exists(), "not even the models that cost nothing were asked"


def test_all_that_is_missing_is_told_at_once(live: Live) -> None:
    live.roster(verified="null")
    problems = live_problems(live.study)
    assert len(problems) == 4
    with pytest.raises(Refused, match=r"no live model \(chat, other\) is asked before this is mended:(\n  - .*){4}"):
        give_leave(live.study)


def test_a_smoke_run_needs_all_but_the_roster_s_date(live: Live) -> None:
    live.register()
    with serving([Answer(chat("1. cat\n2. bat", model="chat-1-2026"))]) as server:
        live.roster(port(server.url), verified="null")
        study = live.study
        with pytest.raises(Refused, match="verified is null"):
            give_leave(study)
        run = smoke_run(study)
        outcome = run.ask(partial(give_leave, study, smoke=True))
        assert outcome.owed == ()
        assert len(server.requests) == 2 * 2, "one cell in both arms, two models, once"
    assert run.folder == study.path("smoke")
    assert not study.path("runs").exists(), "its replies enter no result"
    told = smoke_lines(run)
    assert len(told) == 3 * 2
    assert any(line.startswith("chat: answered as chat-1-2026, ended stop, 13 characters") for line in told)
    (live.home / "prereg.qmd").write_text("changed", encoding="utf-8")
    with pytest.raises(Refused, match="prereg"):
        give_leave(study, smoke=True)


def test_a_missing_key_is_named_before_anything_is_asked(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    live.register()
    monkeypatch.setenv("OPENAI_API_KEY", "")
    with pytest.raises(MissingInput, match="model 'chat' needs the key OPENAI_API_KEY"):
        ask_models(live.study, partial(give_leave, live.study))
    assert not live.study.path("runs").exists()


def test_without_a_guard_no_live_model_is_asked(live: Live) -> None:
    live.register()
    with pytest.raises(Refused, match="live models are asked with"):
        ask_models(live.study)


def test_a_limit_on_the_cost_needs_prices_and_is_kept(live: Live) -> None:
    live.register()
    with serving([Answer(chat("1. cat"))]) as server:
        live.roster(port(server.url))
        leave = partial(give_leave, live.study)
        with pytest.raises(Refused, match=r"fill chat\.prices, other\.prices in models\.yaml"):
            run_of(live.study).ask(leave, max_cost=1.0)
        assert server.requests == []
        live.roster(port(server.url), prices=PRICES)
        # 7 tokens a reply at 1000 a million: 0.007; a call may cost 0.01
        outcome = run_of(live.study).ask(leave, max_cost=0.03)
        assert len(server.requests) == 3
        assert outcome.spent == pytest.approx(0.021)
        assert all("stopped before the limit of 0.03" in line for line in outcome.owed)
        outcome = run_of(live.study).ask(leave, max_cost=0.03)
        assert (len(server.requests), outcome.cost) == (3, 0.0), "the limit holds over several runs"
        outcome = run_of(live.study).ask(leave, max_cost=5.0)
        assert outcome.owed == ()
        assert outcome.spent == pytest.approx(16 * 0.007)


@pytest.mark.parametrize(("days", "told"), [(0, False), (14, False), (15, True), (-1, True)])
def test_two_weeks_to_the_day(live: Live, days: int, told: bool) -> None:
    live.register()
    live.roster(verified="2026-11-30")
    problems = live_problems(live.study, today=date(2026, 11, 30) + timedelta(days=days))
    assert (problems != []) is told
