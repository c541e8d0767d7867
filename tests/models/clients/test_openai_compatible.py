"""The real SDK against a server on this machine: what is sent and recorded, and that no fault becomes an answer."""

from __future__ import annotations

import dataclasses

import pytest

from stimfid_lib.models.clients.openai_compatible import OpenAICompatibleClient
from stimfid_lib.models.clients.parameters import Parameters
from stimfid_lib.models.completion import ChatClient, Completion, Fault, settings_of
from tests.loopback.openai_wire import Answer, chat, refuse, serving

KEY = "sk-planted-Secret123"


def ask(answer: Answer, **settings: object) -> tuple[Completion, dict[str, object], dict[str, str]]:
    """One call against one scripted answer: the completion, the body and the headers that the server saw."""
    with serving([answer]) as server:
        deadline_s = settings.pop("deadline_s", 30.0)
        parameters = Parameters("asked-1", **settings)  # type: ignore[arg-type]
        client = OpenAICompatibleClient("m", parameters, base_url=server.url, api_key=KEY, deadline_s=deadline_s)  # type: ignore[arg-type]
        try:
            completion = client.complete("ten r words", 0.5, seed=7)
        finally:
            client.close()
        assert len(server.requests) == 1, "one call is one request: the SDK's own retries are off"
        return completion, server.requests[0], server.headers[0]


def test_a_reply_is_recorded_as_it_came() -> None:
    completion, body, headers = ask(Answer(chat("1. red\n2. run", model="returned-2")), max_tokens=64)
    assert completion.text == "1. red\n2. run"
    assert completion.model_id == "returned-2"
    assert completion.finish_reason == "stop"
    assert completion.usage == {"input_tokens": 11, "output_tokens": 7}
    assert completion.latency_s is not None
    assert body["messages"] == [{"role": "user", "content": "ten r words"}]
    assert (body["model"], body["temperature"], body["seed"], body["max_tokens"]) == ("asked-1", 0.5, 7, 64)
    assert headers["authorization"] == f"Bearer {KEY}"
    assert completion.request == {
        "requested": {"temperature": 0.5, "seed": 7},
        "sent": {"model": "asked-1", "temperature": 0.5, "seed": 7, "max_tokens": 64},
        "unsupported": [],
    }


def test_what_a_model_does_not_take_is_not_sent_and_said() -> None:
    completion, body, _ = ask(Answer(chat("x")), temperature=None, seed=None)
    assert set(body) == {"model", "messages"}
    assert completion.request["sent"] == {"model": "asked-1"}
    assert completion.request["unsupported"] == ["seed", "temperature"]


def test_a_fixed_temperature_overrides_the_run() -> None:
    completion, body, _ = ask(Answer(chat("x")), temperature=1)
    assert body["temperature"] == 1
    assert completion.request["requested"]["temperature"] == 0.5
    assert completion.request["sent"]["temperature"] == 1


def test_extra_parameters_and_the_name_of_the_cap() -> None:
    completion, body, _ = ask(
        Answer(chat("x")), extra={"top_k": 40}, max_tokens=5, max_tokens_name="max_completion_tokens"
    )
    assert (body["top_k"], body["max_completion_tokens"]) == (40, 5)
    assert completion.request["sent"]["top_k"] == 40


@pytest.mark.parametrize(
    ("answer", "text", "finish"),
    [
        (Answer(chat("", finish="length")), "", "length"),
        (Answer(chat(None, finish="content_filter")), "", "content_filter"),
        (Answer(chat(None, refusal="I can't help.")), "I can't help.", "refusal"),
        (Answer(chat("", refusal="I can't help.")), "I can't help.", "refusal"),
        (Answer(chat("Sorry.", refusal="I can't help.")), "Sorry.", "refusal"),
        (Answer(chat("cut he", finish="length")), "cut he", "length"),
    ],
)
def test_empty_cut_blocked_and_refused_replies_are_answers(answer: Answer, text: str, finish: str) -> None:
    completion, _, _ = ask(answer)
    assert (completion.text, completion.error, completion.finish_reason) == (text, None, finish)


def test_names_of_another_type_are_left_out() -> None:
    strange = chat("red", finish=5)  # type: ignore[arg-type]
    completion, _, _ = ask(Answer({**strange, "model": {"id": "m-1"}}))
    assert (completion.text, completion.model_id, completion.finish_reason) == ("red", None, None)


WHOLE = b'{"id":"x","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"red"}}]}'


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            refuse(429, type="rate_limit", code="slow_down"),
            "RateLimitError (HTTP 429, type rate_limit, code slow_down): no",
        ),
        (refuse(500), "InternalServerError (HTTP 500): no"),
        (refuse(503), "InternalServerError (HTTP 503): no"),
        (refuse(529), "InternalServerError (HTTP 529): no"),
        (refuse(401, message=f"bad key {KEY}", code=KEY), "AuthenticationError (HTTP 401): bad key …"),
        (Answer(b"<html>gateway</html>", 502, content_type="text/html"), "InternalServerError (HTTP 502)"),
        (Answer(WHOLE, cut_at=40), "the connection was lost (ContentLengthError)"),
        (Answer(WHOLE[:60]), "malformed reply (JSONDecodeError)"),
        (Answer(b"[" * 100_000), "malformed reply (RecursionError)"),
        (Answer(b"", 302, headers={"Location": "http://127.0.0.1:9/v1"}), "APIStatusError (HTTP 302)"),
        (Answer(b"red, run, rain", content_type="text/plain"), "malformed reply (no chat completion)"),
        (Answer(b"\xff\xfe", content_type="application/json"), "malformed reply (JSONDecodeError)"),
        (Answer({"id": "x", "choices": []}), "malformed reply (no choices)"),
        (Answer({"choices": [{"index": 0}]}), "malformed reply (no message)"),
        (Answer({"choices": ["red"]}), "malformed reply (no message)"),
        (Answer({"choices": [{"finish_reason": "stop", "message": "red"}]}), "malformed reply (no message)"),
        (Answer({"choices": {"0": "red"}}), "malformed reply (no choices)"),
        (
            Answer({"choices": [{"finish_reason": "stop", "message": {"content": ["red"]}}]}),
            "malformed reply (content is list)",
        ),
        (Answer(chat("half a li", finish="error")), "malformed reply (finish reason error)"),
        (Answer(chat(f"your key is {KEY}")), "malformed reply (it holds the API key)"),
        (Answer({"object": "list"}), "malformed reply (no choices)"),
        (Answer(b"null"), "malformed reply (no chat completion)"),
        (Answer(b'["red"]'), "malformed reply (no chat completion)"),
        (Answer(chat(None, finish=None)), "malformed reply (no text and no finish reason)"),
    ],
)
def test_no_fault_becomes_an_answer(answer: Answer, said: str) -> None:
    completion, _, _ = ask(answer)
    assert completion.text is None
    assert completion.error == said
    assert KEY not in repr(completion)
    assert completion.request["sent"]["model"] == "asked-1"


@pytest.mark.parametrize("answer", [Answer(chat("late"), delay_s=5.0), Answer(chat("drop by drop"), drip_s=0.02)])
def test_a_reply_that_is_not_whole_in_time_is_a_timeout(answer: Answer) -> None:
    completion, _, _ = ask(answer, deadline_s=0.3)
    assert completion.text is None
    assert completion.error in ("no reply in time (TimeoutError)", "no reply in time (SocketTimeoutError)")
    assert completion.fault is not None
    assert completion.fault.again
    assert not completion.fault.unpaid, "it may have been answered and billed"


def test_no_server_is_an_error() -> None:
    with serving([Answer(chat("x"))]) as server:
        url = server.url
    client = OpenAICompatibleClient("m", Parameters("asked-1"), base_url=url)
    completion = client.complete("hello")
    client.close()
    assert completion.error == "no connection (ConnectionRefusedError)"
    assert completion.fault == Fault(unpaid=True), "nobody listens on this machine: asking again helps nothing"


def test_environment_cannot_redirect_or_lend_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    with serving([Answer(chat("here"))]) as server:
        client = OpenAICompatibleClient("m", Parameters("asked-1"), base_url=server.url)
        assert client.complete("hello").text == "here"
        client.close()
        assert KEY not in str(server.headers)


@pytest.mark.parametrize("temperature", [None, 0.5])
def test_settings_told_beforehand_are_those_of_the_record(temperature: float | None) -> None:
    with serving([Answer(chat("x"))]) as server:
        client = OpenAICompatibleClient("m", Parameters("asked-1", max_tokens=9, extra={"a": 1}), base_url=server.url)
        completion = client.complete("hello", temperature, seed=7)
        client.close()
    assert client.settings(temperature) == settings_of(completion.request)
    assert client.settings(0.5) == {"model": "asked-1", "max_tokens": 9, "temperature": 0.5, "seed": "run", "a": 1}


def test_it_is_a_chat_client_and_keeps_its_key_to_itself() -> None:
    client = OpenAICompatibleClient("m", Parameters("asked-1"), base_url="http://127.0.0.1:9/v1", api_key=KEY)
    assert isinstance(client, ChatClient)
    assert KEY not in repr(client)
    client.close()


def test_a_completion_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Completion("x").text = "y"  # type: ignore[misc]


@pytest.mark.parametrize(("text", "error"), [(None, None), ("x", "failed")])
def test_a_completion_is_an_answer_or_an_error(text: str | None, error: str | None) -> None:
    with pytest.raises(ValueError, match="either a text or an error"):
        Completion(text, error=error)
