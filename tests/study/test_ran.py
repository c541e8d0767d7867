"""What a run did is read from its files, so that a row that was dropped, doubled or judged otherwise shows."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.study.asking import ask_models
from stimfid_lib.study.guards import give_leave
from stimfid_lib.study.observed_requests import CONFIRMATION
from stimfid_lib.study.ran import ran_of
from stimfid_lib.study.views import registration, requests_observed
from stimfid_lib.study.workspace import Study
from tests.loopback.openai_wire import Answer, chat, serving
from tests.study.live import Live, make_live


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Live:
    """A registered study whose models have answered; its lists count as scored."""
    live = make_live(tmp_path, monkeypatch)
    live.register()
    with serving([Answer(chat("1. cat\n2. bat"))]) as server:
        live.roster(int(server.url.split(":")[2].split("/")[0]))
        ask_models(live.study, partial(give_leave, live.study))
    live.study.write_table("scored_lists", live.study.table("runs").select("model_key", "prompt_id", "replicate"))
    return live


def test_a_run_that_was_left_alone_has_each_answer_once(asked: Live) -> None:
    ran = ran_of(asked.study)
    assert ran.asked_twice == {}
    assert set(ran.missing.values()) == {0}


@pytest.mark.parametrize("change", ["answered twice", "no call on file"])
def test_an_answer_that_was_asked_for_again_or_has_no_call_is_counted(asked: Live, change: str) -> None:
    calls = asked.study.table("attempts")
    first = calls.filter(pl.col("model_key") == "chat").head(1)
    others = calls.join(first, on=["model_key", "prompt_id", "replicate"], how="anti")
    asked.study.write_table("attempts", others if change == "no call on file" else pl.concat([calls, first]))
    assert ran_of(asked.study).asked_twice == {"chat": 1}


def test_a_failed_call_before_the_answer_is_none(asked: Live) -> None:
    calls = asked.study.table("attempts")
    failed = calls.head(1).with_columns(error=pl.lit("HTTP 500"))
    asked.study.write_table("attempts", pl.concat([failed, calls]))
    assert ran_of(asked.study).asked_twice == {}


def test_a_list_that_was_dropped_is_missing(asked: Live) -> None:
    lists = asked.study.table("scored_lists")
    asked.study.write_table("scored_lists", lists.filter(pl.col("model_key") == "chat")[1:])
    assert ran_of(asked.study).missing == {"chat": 1}


def test_the_word_list_is_the_one_that_scores_now(asked: Live, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("blick\n")
    monkeypatch.setattr("stimfid_lib.study.ran.default_wordlist_path", lambda: own)
    assert ran_of(asked.study).wordlist_sha256 not in (None, asked.study.manifest()["wordlist_sha256"])


def test_the_report_opens_with_a_plan_that_the_history_does_not_vouch_for(asked: Live) -> None:
    assert "does not vouch" not in registration(asked.study).data
    (asked.home / "prereg.qmd").write_text("Another promise.\n")
    assert "history does not vouch for it" in registration(asked.study).data


def test_the_limits_say_whether_a_co_investigator_has_confirmed(asked: Live) -> None:
    study: Study = asked.study
    assert "none is on file" in requests_observed(study).data
    (study.root / CONFIRMATION).write_text("N. N., B1 and B2 read.\n")
    told = requests_observed(study).data
    assert "confirmation is on file" in told
    assert "233 posts" in told
    assert "one asks for minimal pairs and none for naming therapy" in told
