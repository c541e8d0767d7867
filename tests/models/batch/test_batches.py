"""Batches of every vendor through its real SDK: sent once, found again, merged into the same journal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.batch import batches as module
from stimfid_lib.models.batch import merging
from stimfid_lib.models.batch.batches import Batches
from stimfid_lib.models.batch.ledger import BatchLedger, batches_in, questions_in_batches
from stimfid_lib.models.clients.anthropic_messages import AnthropicClient
from stimfid_lib.models.clients.gemini import GeminiClient
from stimfid_lib.models.clients.openai_compatible import OpenAICompatibleClient
from stimfid_lib.models.clients.parameters import Parameters
from stimfid_lib.models.lock import only_process
from stimfid_lib.models.plan import plan
from stimfid_lib.models.runner import run_suite
from stimfid_lib.models.runs import read_attempts, read_failures, read_runs
from tests.loopback.anthropic_wire import refuse
from tests.loopback.batch_wire import AnthropicBatchServer, GeminiBatchServer
from tests.loopback.counting import counting
from tests.loopback.server import Answer, serving
from tests.models.suites import SHA, small_suite

KEY = "planted-Secret-77x"
AT_ONCE, NEVER = timedelta(0), timedelta(days=9)


def batches(folder: Path, client: Any, *, prompts: int = 4, replicates: int = 1, sha: str = SHA) -> Batches:
    return Batches(folder, client, plan(small_suite(prompts), replicates), 1.0, sha)


@contextmanager
def anthropic(vendor: AnthropicBatchServer) -> Iterator[AnthropicClient]:
    with serving(vendor.post, vendor.get) as server:
        vendor.root = server.root
        client = AnthropicClient("m", Parameters("asked-1", None, None, 9), api_key=KEY, base_url=server.root)
        try:
            yield client
        finally:
            client.close()


@contextmanager
def gemini(vendor: GeminiBatchServer) -> Iterator[GeminiClient]:
    parameters = Parameters("asked-1", "run", None, 9, "max_output_tokens")
    with serving(vendor.post, vendor.get) as server:
        client = GeminiClient("m", parameters, api_key=KEY, base_url=server.root)
        try:
            yield client
        finally:
            client.close()


def texts(folder: Path) -> list[str]:
    return read_runs(folder)["text"].to_list()


WANTED = [f"1. red Give me list {number}." for number in range(4)]


def test_anthropic_from_sending_to_the_journal(tmp_path: Path) -> None:
    vendor = AnthropicBatchServer()
    with anthropic(vendor) as client:
        ours = batches(tmp_path, client)
        assert [str(news) for news in ours.submit()] == ["m: msgbatch_0, 4 questions: sent"]
        assert ours.submit() == [], "what is in a batch is not sent again"
        assert vendor.batches[0][0]["params"] == {
            "model": "asked-1",
            "max_tokens": 9,
            "messages": [{"role": "user", "content": next(iter(ours.plan)).prompt}],
        }
        assert [news.told for news in ours.poll()] == ["in_progress, 0 of 4"]
        vendor.ended = True
        (news,) = ours.poll()
        assert (news.told, news.recorded) == ("ended, 4 of 4; replies are in the journal", 4)
        assert texts(tmp_path) == WANTED
        assert ours.poll() == ours.submit() == []
        assert read_attempts(tmp_path)["batch"].to_list() == ["msgbatch_0"] * 4
        run_suite(small_suite(4), {"m": client}, tmp_path, 1, suite_sha256=SHA)
        assert len(vendor.batches) == 1, "and a live run finds all answered, under the same settings"


def test_google_from_sending_to_the_journal(tmp_path: Path) -> None:
    for keyed in (True, False):
        vendor, folder = GeminiBatchServer(keyed=keyed), tmp_path / str(keyed)
        with gemini(vendor) as client:
            ours = batches(folder, client)
            ours.submit()
            assert vendor.requests(0)[0]["request"]["generationConfig"] == {"temperature": 1.0, "maxOutputTokens": 9}
            assert [news.told for news in ours.poll()] == ["running"]
            vendor.ended = True
            ours.poll()
        assert texts(folder) == WANTED


def test_openai_from_sending_to_the_journal(tmp_path: Path) -> None:
    with counting() as server:
        client = OpenAICompatibleClient("m", Parameters("asked-1"), base_url=server.url, api_key=KEY, lane="openai")
        ours = batches(tmp_path, client)
        ours.submit()
        while questions_in_batches(tmp_path):
            ours.poll()
        client.close()
        assert [line["url"] for line in server.sent()[0]] == ["/v1/chat/completions"] * 4
    assert [text.rpartition(" ")[0] for text in texts(tmp_path)] == WANTED, "the seed follows the prompt"


SPOILT: dict[str, tuple[dict[str, Any], str]] = {
    "errored": (
        {"type": "errored", "error": {"type": "error", "error": {"type": "overloaded_error", "message": f"x {KEY}"}}},
        "batch: refused (type overloaded_error): x …",
    ),
    "expired": ({"type": "expired"}, "batch: the question was expired"),
    "canceled": ({"type": "canceled"}, "batch: the question was canceled"),
    "malformed": ({"type": "succeeded", "message": {"id": "x"}}, "malformed reply (no message)"),
    "key": (
        {"type": "succeeded", "message": {"content": [{"type": "text", "text": KEY}], "stop_reason": "end_turn"}},
        "malformed reply (it holds the API key)",
    ),
}


@pytest.mark.parametrize(("result", "said"), SPOILT.values(), ids=SPOILT)
def test_a_question_that_failed_in_a_batch_is_an_error_and_open_again(
    tmp_path: Path, result: dict[str, Any], said: str
) -> None:
    vendor = AnthropicBatchServer()
    vendor.ended, vendor.results = True, {1: result}
    with anthropic(vendor) as client:
        ours = batches(tmp_path, client)
        ours.submit()
        ours.poll()
        assert read_failures(tmp_path)["error"].to_list() == [said]
        assert read_runs(tmp_path).height == 3
        vendor.results = {}
        (news,) = ours.submit()
        assert len(news.batch.questions) == 1
        ours.poll()
    assert read_runs(tmp_path).height == 4
    assert not any(KEY in path.read_text(errors="replace") for path in tmp_path.iterdir())


def test_google_s_failures_in_a_batch(tmp_path: Path) -> None:
    vendor = GeminiBatchServer()
    vendor.ended, vendor.results = True, {0: {"error": {"code": 8, "message": "quota"}}, 2: {"response": {}}}
    with gemini(vendor) as client:
        ours = batches(tmp_path, client)
        ours.submit()
        ours.poll()
    errors = sorted(read_failures(tmp_path)["error"])
    assert errors == ["batch: refused (code 8): quota", "malformed reply (no candidates)"]
    assert read_runs(tmp_path).height == 2


@pytest.mark.parametrize("vendor", ["anthropic", "google"])
def test_a_batch_whose_id_was_lost_is_found_again(tmp_path: Path, vendor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the process had died between sending and writing the id down."""
    server = AnthropicBatchServer() if vendor == "anthropic" else GeminiBatchServer()
    with anthropic(server) if isinstance(server, AnthropicBatchServer) else gemini(server) as client:
        ours = batches(tmp_path, client)
        with monkeypatch.context() as patch:
            patch.setattr(BatchLedger, "mark", _die)
            with pytest.raises(RuntimeError, match="killed"):
                ours.submit()
        assert [batch.state for batch in batches_in(tmp_path)] == ["intended"]
        if vendor == "anthropic":
            (news,) = ours.submit(AT_ONCE)
            assert "cannot tell yet" in news.told, "its results, which alone hold our ids, are not there yet"
        server.ended = True
        (news,) = ours.poll(AT_ONCE)
        assert news.recorded == 4
        sent = len(server.batches) if isinstance(server, AnthropicBatchServer) else len(server.jobs)
        assert sent == 1
    assert texts(tmp_path) == WANTED


def _die(*_args: object, **_named: object) -> None:
    raise RuntimeError("killed")


def test_a_batch_that_never_reached_the_vendor_frees_its_questions(tmp_path: Path) -> None:
    vendor = AnthropicBatchServer()
    with anthropic(vendor) as client:
        ours = batches(tmp_path, client)
        with BatchLedger(tmp_path) as ledger:
            ledger.intend("m", tuple(task.asked for task in ours.plan), SHA)
        assert "not listed by the vendor yet" in ours.poll(NEVER)[0].told
        assert ours.submit(NEVER)[0].told.startswith("not listed")
        assert vendor.batches == []
        news = ours.submit(AT_ONCE)
        assert [entry.told for entry in news] == ["never reached the vendor; its questions are open again", "sent"]
        assert len(vendor.batches[0]) == 4


def test_a_vendor_that_refuses_loses_nothing(tmp_path: Path) -> None:
    answers = [refuse(400, message=f"too big for {KEY}"), refuse(500)]
    with serving(answers, lambda _: Answer({"data": [], "has_more": False})) as server:
        client = AnthropicClient("m", Parameters("asked-1", None, None, 9), api_key=KEY, base_url=server.root)
        ours = batches(tmp_path, client)
        with pytest.raises(Refused, match=r"was not accepted: BadRequestError \(HTTP 400.*too big for ….*try again"):
            ours.submit()
        assert questions_in_batches(tmp_path) == {}, "the vendor itself says that there is no batch"
        with pytest.raises(Refused, match="InternalServerError"):
            ours.submit()
        assert len(questions_in_batches(tmp_path)["m"]) == 4, "after a 500 nobody knows, so it is looked for first"
        client.close()
    assert not any(KEY in path.read_text(errors="replace") for path in tmp_path.iterdir())


def test_a_merge_that_was_cut_short_goes_on_and_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vendor = AnthropicBatchServer()
    vendor.ended, vendor.results = True, {0: {"type": "expired"}}
    with anthropic(vendor) as client:
        ours = batches(tmp_path, client)
        ours.submit()
        monkeypatch.setattr(merging, "_WRITE_AT_ONCE", 3)
        with monkeypatch.context() as patch:
            patch.setattr(BatchLedger, "mark", _die)
            with pytest.raises(RuntimeError, match="killed"):
                ours.poll()
        (news,) = ours.poll()
        assert news.recorded == 0
    attempts = read_attempts(tmp_path)
    assert attempts.height == 4
    assert attempts["attempt"].to_list() == [1] * 4


def test_many_questions_go_in_several_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_QUESTIONS", 3)
    vendor = AnthropicBatchServer()
    vendor.ended = True
    with anthropic(vendor) as client:
        ours = batches(tmp_path, client, replicates=2)
        ours.submit()
        assert [len(sent) for sent in vendor.batches] == [3, 3, 2]
        ours.poll()
    assert read_runs(tmp_path).height == 8


def test_cancelling_asks_the_vendor(tmp_path: Path) -> None:
    vendor = AnthropicBatchServer()
    with anthropic(vendor) as client:
        ours = batches(tmp_path, client)
        ours.submit()
        assert [news.told for news in ours.cancel()] == ["cancelling; poll for what was answered"]
        assert len(questions_in_batches(tmp_path)["m"]) == 4, "they are held until the vendor has ended"


def test_another_suite_and_another_process_are_refused(tmp_path: Path) -> None:
    vendor = AnthropicBatchServer()
    with anthropic(vendor) as client:
        batches(tmp_path, client).submit()
        with pytest.raises(Refused, match="holds questions of another suite"):
            batches(tmp_path, client, sha="b" * 64).poll()
        with only_process(tmp_path), pytest.raises(Refused, match="another process"):
            batches(tmp_path, client).poll()


def test_only_vendors_take_batches(tmp_path: Path) -> None:
    with serving([]) as server:
        client = OpenAICompatibleClient("own", Parameters("m"), base_url=server.url)
        with pytest.raises(Refused, match="model 'own': only vendors take batches"):
            batches(tmp_path, client).submit()
        client.close()
