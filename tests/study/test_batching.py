"""The snapshot's batches: guarded like any live call, limited in cost, out of the way of a live run."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.batch.ledger import questions_in_batches
from stimfid_lib.models.clients.fake import FakeClient
from stimfid_lib.models.completion import Completion
from stimfid_lib.models.runner import run_suite
from stimfid_lib.study import batching
from stimfid_lib.study.asking import ask_models, run_of
from stimfid_lib.study.estimate import estimate
from stimfid_lib.study.guards import give_leave
from tests.loopback.counting import counting
from tests.study.live import PRICES, Live, make_live


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Live:
    return make_live(tmp_path, monkeypatch)


def test_from_sending_to_the_table(live: Live) -> None:
    live.register()
    said: list[str] = []
    with counting() as server:
        live.roster(int(server.root.rpartition(":")[2]))
        study, leave = live.study, partial(give_leave, live.study)
        batching.submit(study, leave, said.append, ["chat"])
        assert said == ["chat: batch-0, 8 questions: sent"]
        assert len(questions_in_batches(study.path("runs"))["chat"]) == 8
        made = ask_models(study, leave)  # asks `other` only, since chat's questions wait in a batch
        assert made.owed == ()
        assert {question.split()[0] for question, _ in server.log()} == {"other-1"}
        while not batching.poll(study, said.append):
            pass
        ask_models(study, leave)
        assert len(server.log()) == 8
    runs = study.table("runs")
    assert dict(runs.group_by("model_key").len().iter_rows()) == {"lexicon": 8, "chat": 8, "other": 8}
    assert study.table("attempts").drop_nulls("batch")["model_key"].unique().to_list() == ["chat"]


def test_batches_are_guarded_and_limited(live: Live) -> None:
    with pytest.raises(Refused, match="no live model"):
        batching.submit(live.study, partial(give_leave, live.study), print)
    live.register()
    with counting() as server:
        port = int(server.root.rpartition(":")[2])
        live.roster(port)
        leave = partial(give_leave, live.study)
        with pytest.raises(Refused, match=r"fill chat\.prices, other\.prices"):
            batching.submit(live.study, leave, print, max_cost=1.0)
        live.roster(port, prices=PRICES)
        # 16 questions of at most 0.01 each, at half price
        with pytest.raises(Refused, match=r"batches may cost 0\.08, 0\.00 is spent or under way, the limit is 0\.07"):
            batching.submit(live.study, leave, print, max_cost=0.07)
        assert server.sent() == []
        batching.submit(live.study, leave, lambda _: None, max_cost=0.09)
        assert len(server.sent()) == 2
        assert run_of(live.study).budget([]).spent == pytest.approx(0.08), "what is under way counts as spent"


def test_a_model_that_takes_no_batches_is_named(live: Live) -> None:
    live.register()
    with pytest.raises(Refused, match=r"lexicon: no vendor's model.*\['chat', 'other'\]"):
        batching.submit(live.study, partial(give_leave, live.study), print, ["lexicon"])


A_UNIT_A_TOKEN = "{input: 1000000, output: 0, as_of: 2026-11-30}"


def test_what_is_open_and_what_is_spent_by_hand(live: Live) -> None:
    live.roster(prices=A_UNIT_A_TOKEN)
    study = live.study
    suite, sha = study.table("suite"), str(study.manifest()["suite_sha256"])

    def answer(folder: str, asked: pl.DataFrame, replicates: int, reply: Completion | str = "red") -> None:
        client = {"chat": FakeClient("chat", [reply])}
        run_suite(asked, client, study.path(folder), replicates, study.params.temperature, suite_sha256=sha)

    answer("runs", suite.filter(pl.col("arm") == "naive"), 2)
    told = next(entry for entry in estimate(run_of(study)) if entry.model_key == "chat")
    # open are 2 cells x 2 replicates of "Two expert words with t.", 24 characters, and 64 tokens around each
    assert (told.open, told.read, told.cost, told.most_cost) == (4, 24, 24.0, 4 * (24 + 64))
    # the fake tells no tokens, so that 4 calls of 23 characters count as the dearest
    assert run_of(study).budget([]).spent == 4 * (23 + 64)
    answer("smoke", suite.filter(pl.col("cell_id") == "A1-000"), 1)
    spent = 4 * (23 + 64) + (23 + 64) + (24 + 64)
    assert run_of(study).budget([]).spent == spent, "the smoke run was paid too"
    answer(
        "runs", suite.filter(pl.col("prompt_id") == "A1-000:expert"), 1, Completion("red", usage={"output_tokens": 7})
    )
    told = next(entry for entry in estimate(run_of(study)) if entry.model_key == "chat")
    assert (told.open, told.written) == (3, 3 * 7), "as the replies so far, where their tokens were told"
    spent += 24 + 64
    params = live.home / "params/own.yaml"
    params.write_text(params.read_text(encoding="utf-8").replace("chat, ", ""), encoding="utf-8")
    assert run_of(live.study).budget([]).spent == spent, "and what a model cost that is asked no more"


def test_the_estimate_before_anything_is_asked(live: Live) -> None:
    live.roster(prices=PRICES)
    told = {entry.model_key: entry for entry in estimate(run_of(live.study))}
    chat = told["chat"]
    assert (chat.open, chat.wanted, chat.written, chat.missing) == (8, 8, 80, ())
    assert chat.cost == pytest.approx(0.08)
    assert chat.most_cost == pytest.approx(0.08)
    assert str(told["lexicon"]) == "lexicon: 8 of 8 open, asked on this machine"
    live.roster()
    without = next(entry for entry in estimate(run_of(live.study)) if entry.model_key == "chat")
    assert str(without).endswith("unknown without chat.prices in models.yaml")
