"""Replies of batches that are odd: each question gets its own reply or an error, and one odd line spoils no other."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.batch.batches import Batches
from stimfid_lib.models.batch.ledger import questions_in_batches
from stimfid_lib.models.clients.openai_compatible import OpenAICompatibleClient
from stimfid_lib.models.clients.parameters import Parameters
from stimfid_lib.models.plan import plan
from stimfid_lib.models.runs import read_failures, read_runs
from tests.loopback.batch_wire import AnthropicBatchServer, GeminiBatchServer
from tests.loopback.openai_wire import chat
from tests.loopback.server import Answer, Json, serving
from tests.models.batch.test_batches import WANTED, anthropic, batches, gemini, texts
from tests.models.suites import SHA, small_suite

MISSING = "batch: ended without a reply to this question"


class OpenAIBatchServer:
    """One batch, whose files of replies and of errors a test writes from its requests."""

    def __init__(self, output: Callable[[list[Json]], bytes], errors: Callable[[list[Json]], bytes] | None = None):
        self.requests: list[Json] = []
        self.files = {"out": output, "bad": errors}
        self.status = "completed"

    def post(self, body: Any) -> Answer:
        if isinstance(body, bytes):
            part = next(piece for piece in body.split(b"\r\n--") if b'name="file"' in piece)
            lines = part.partition(b"\r\n\r\n")[2].split(b"\n")
            self.requests = [json.loads(line) for line in lines if line.strip()]
            return Answer({"id": "file-in", "object": "file", "purpose": "batch", "created_at": 1})
        return Answer(self._told(body["metadata"]))

    def get(self, path: str) -> Answer:
        for name, write in self.files.items():
            if path.endswith(f"/files/{name}/content") and write is not None:
                return Answer(write(self.requests), content_type="application/jsonl")
        return Answer(self._told({}))

    def _told(self, metadata: Json) -> Json:
        told = {"id": "batch-0", "object": "batch", "status": self.status, "metadata": metadata, "created_at": 1}
        told |= {"endpoint": "/v1/chat/completions", "completion_window": "24h", "input_file_id": "file-in"}
        return told | {"output_file_id": "out", "error_file_id": "bad" if self.files["bad"] else None}


@contextmanager
def openai(vendor: OpenAIBatchServer) -> Iterator[OpenAICompatibleClient]:
    with serving(vendor.post, vendor.get) as server:
        client = OpenAICompatibleClient("m", Parameters("asked-1"), base_url=server.url, api_key="k-77", lane="openai")
        try:
            yield client
        finally:
            client.close()


def reply(request: Json, text: str | None = None, **more: Any) -> Json:
    told = text or f"1. red {request['body']['messages'][0]['content']}"
    response = {"status_code": 200, "request_id": "r", "body": chat(told)}
    return {"id": "x", "custom_id": request["custom_id"], "response": response, "error": None, **more}


def lines(*values: Any, ascii_only: bool = False) -> bytes:
    told = [value if isinstance(value, str) else json.dumps(value, ensure_ascii=ascii_only) for value in values]
    return "\n".join(told).encode()


def fetched(folder: Path, vendor: OpenAIBatchServer) -> list[str]:
    """The errors that are left after sending four questions and fetching what came."""
    with openai(vendor) as client:
        ours = Batches(folder, client, plan(small_suite(4), 1), 1.0, SHA)
        ours.submit()
        ours.poll()
    assert not questions_in_batches(folder)
    return read_failures(folder)["error"].to_list()


def test_line_separators_inside_a_reply_are_part_of_it(tmp_path: Path) -> None:
    odd = "1. red\u20282. run\u2029\x85\x1c3. rat"
    vendor = OpenAIBatchServer(lambda requests: lines(*[reply(request, odd) for request in requests]))
    assert fetched(tmp_path, vendor) == []
    assert texts(tmp_path) == [odd] * 4


ODD: dict[str, tuple[Callable[[Json], Any], str]] = {
    "no JSON": (lambda _: '{"custom_id": ', MISSING),
    "no object": (lambda _: "[1]", MISSING),
    "nobody's": (lambda request: reply(request, custom_id="else-0"), MISSING),
    "no number": (lambda request: reply(request, custom_id=request["custom_id"].rpartition("-")[0] + "-x"), MISSING),
    "too high a number": (
        lambda request: reply(request, custom_id=request["custom_id"].rpartition("-")[0] + "-99"),
        MISSING,
    ),
    "absent": (lambda _: "", MISSING),
    "a text for a body": (lambda request: reply(request, response={"status_code": 200, "body": "red"}), "malformed"),
    "no body": (lambda request: reply(request, response={"status_code": 200}), "malformed reply (KeyError)"),
    "no choices": (
        lambda request: reply(request, response={"status_code": 200, "body": {"choices": []}}),
        "malformed reply (no choices)",
    ),
    "no response": (lambda request: reply(request, response=None), "batch: refused"),
    "refused": (
        lambda request: reply(request, response={"status_code": 429, "body": {"error": {"code": "slow"}}}),
        "batch: refused (HTTP 429, code slow)",
    ),
}


@pytest.mark.parametrize(("spoil", "said"), ODD.values(), ids=ODD)
def test_one_odd_line_is_the_error_of_one_question(tmp_path: Path, spoil: Callable[[Json], Any], said: str) -> None:
    vendor = OpenAIBatchServer(lambda sent: lines(spoil(sent[0]), *[reply(request) for request in sent[1:]]))
    (error,) = fetched(tmp_path, vendor)
    assert error.startswith(said)
    asked = vendor.requests[0]["body"]["messages"][0]["content"]
    assert texts(tmp_path) == [text for text in WANTED if not text.endswith(asked)]


def test_an_expired_batch_keeps_what_was_answered(tmp_path: Path) -> None:
    expired = {"code": "batch_expired", "message": "too late"}
    vendor = OpenAIBatchServer(
        lambda sent: lines(reply(sent[0])),
        lambda sent: lines(*[reply(request, response=None, error=expired) for request in sent[1:]]),
    )
    vendor.status = "expired"
    assert fetched(tmp_path, vendor) == ["batch: refused (code batch_expired): too late"] * 3
    assert read_runs(tmp_path).height == 1


def test_of_two_replies_to_one_question_the_first_answer_stands(tmp_path: Path) -> None:
    def twice(sent: list[Json]) -> bytes:
        failed = reply(sent[0], response={"status_code": 500, "body": {}})
        return lines(failed, reply(sent[0], "one"), reply(sent[0], "two"), *[reply(one, "red") for one in sent[1:]])

    assert fetched(tmp_path, OpenAIBatchServer(twice)) == []
    assert sorted(texts(tmp_path)) == ["one", "red", "red", "red"]


def test_google_s_replies_without_our_ids_are_told_apart_by_order_only_where_none_is_missing(tmp_path: Path) -> None:
    class Short(GeminiBatchServer):
        def _replies(self, number: int) -> list[Json]:
            return super()._replies(number)[1:]

    vendor = Short(keyed=False)
    vendor.ended = True
    with gemini(vendor) as client:
        ours = batches(tmp_path, client)
        ours.submit()
        ours.poll()
    assert read_runs(tmp_path).height == 0, "whose reply is whose nobody can say"
    assert read_failures(tmp_path)["error"].to_list() == [MISSING] * 4


def test_no_key_follows_results_to_another_host(tmp_path: Path) -> None:
    other: list[str] = []

    def stolen(path: str) -> Answer:
        other.append(path)
        return Answer(b"")

    class Elsewhere(AnthropicBatchServer):
        def _told(self, number: int) -> Json:
            return super()._told(number) | {"results_url": f"{elsewhere.root}/results"}

    vendor = Elsewhere()
    with serving([], stolen) as elsewhere, anthropic(vendor) as client:
        ours = batches(tmp_path, client)
        ours.submit()
        vendor.ended = True
        with pytest.raises(Refused, match=r"its results lie at 127\.0\.0\.1:\d+, not at .*no key is sent there"):
            ours.poll()
        assert other == []
        assert len(questions_in_batches(tmp_path)["m"]) == 4, "and the batch is not given up"
