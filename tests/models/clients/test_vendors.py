"""Anthropic's and Google's real SDKs against a server on this machine: what is sent, recorded, told apart."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from stimfid_lib.models.clients.anthropic_messages import AnthropicClient
from stimfid_lib.models.clients.gemini import GeminiClient
from stimfid_lib.models.clients.loop import wait_for
from stimfid_lib.models.clients.parameters import CapName, Parameters
from stimfid_lib.models.clients.served import ServedClient
from stimfid_lib.models.completion import ChatClient, Completion, settings_of
from stimfid_lib.models.endings import ending_of
from tests.loopback import anthropic_wire, gemini_wire
from tests.loopback.anthropic_wire import message
from tests.loopback.gemini_wire import content
from tests.loopback.server import Answer, LoopbackServer, serving

KEY = "planted-Secret-123abc"
MAKERS: dict[str, tuple[type[Any], CapName]] = {
    "anthropic": (AnthropicClient, "max_tokens"),
    "google": (GeminiClient, "max_output_tokens"),
}


def made(vendor: str, url: str, **options: Any) -> ServedClient:
    maker, cap = MAKERS[vendor]
    parameters = Parameters(
        "asked-1", **{"temperature": None, "seed": None, "max_tokens": 64} | options, max_tokens_name=cap
    )
    client: ServedClient = maker("m", parameters, api_key=KEY, base_url=url, deadline_s=options.pop("deadline_s", 30.0))
    return client


def ask(vendor: str, answer: Answer, **options: Any) -> tuple[Completion, LoopbackServer]:
    deadline_s = options.pop("deadline_s", 30.0)
    with serving([answer]) as server:
        maker, cap = MAKERS[vendor]
        named = {"temperature": None, "seed": None, "max_tokens": 64} | options
        client = maker(
            "m",
            Parameters("asked-1", max_tokens_name=cap, **named),
            api_key=KEY,
            base_url=server.root,
            deadline_s=deadline_s,
        )
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                completion = client.complete("ten r words", 0.5, seed=7)
        finally:
            client.close()
        assert len(server.requests) == 1, "one call is one request: no SDK asks twice by itself"
        return completion, server


REPLY = {
    "anthropic": message("1. red\n2. run", model="returned-2"),
    "google": content("1. red\n2. run", model="returned-2"),
}


@pytest.mark.parametrize("vendor", MAKERS)
def test_a_reply_is_recorded_as_it_came(vendor: str) -> None:
    completion, server = ask(vendor, Answer(REPLY[vendor]))
    assert completion.text == "1. red\n2. run"
    assert completion.model_id == "returned-2"
    assert completion.usage == {"input_tokens": 11, "output_tokens": 7}
    assert ending_of(completion.finish_reason, completion.text) == "complete"
    assert completion.latency_s is not None
    cap = MAKERS[vendor][1]
    assert completion.request == {
        "requested": {"temperature": 0.5, "seed": 7},
        "sent": {"model": "asked-1", cap: 64},
        "unsupported": ["seed", "temperature"],
    }
    assert KEY in str(server.headers[0])
    assert KEY not in server.paths[0]


def test_what_anthropic_is_sent() -> None:
    _, server = ask("anthropic", Answer(message("x")))
    assert server.requests[0] == {
        "model": "asked-1",
        "max_tokens": 64,
        "messages": [{"role": "user", "content": "ten r words"}],
    }
    _, server = ask("anthropic", Answer(message("x")), temperature="run")
    assert server.requests[0]["temperature"] == 0.5, "older models take it, though the SDK has no name for it"
    off = {"thinking": {"type": "disabled"}}
    completion, server = ask("anthropic", Answer(message("x")), extra=off)
    assert server.requests[0]["thinking"] == completion.request["sent"]["thinking"] == {"type": "disabled"}


def test_what_google_is_sent() -> None:
    _, server = ask("google", Answer(content("x")), max_tokens=None)
    assert server.requests[0] == {"contents": [{"parts": [{"text": "ten r words"}], "role": "user"}]}
    assert server.paths[0].endswith("/models/asked-1:generateContent")
    _, server = ask("google", Answer(content("x")), temperature=1, seed="run")
    assert server.requests[0]["generationConfig"] == {"temperature": 1, "seed": 7, "maxOutputTokens": 64}
    off = {"thinking_config": {"thinking_budget": 0}}
    completion, server = ask("google", Answer(content("x")), extra=off)
    assert server.requests[0]["generationConfig"]["thinkingConfig"] == {"thinking_budget": 0}, "as the SDK words it"
    assert completion.request["sent"]["thinking_config"] == {"thinking_budget": 0}


THOUGHT = {
    "candidates": [{"content": {"parts": [{"text": "hm", "thought": True}, {"text": "red"}]}, "finishReason": "STOP"}]
}
ANSWERS = {
    "anthropic refuses": ("anthropic", message("I can", stop="refusal"), "I can", "refusal", "refused"),
    "anthropic refuses without a word": ("anthropic", message(None, stop="refusal"), "", "refusal", "refused"),
    "anthropic cuts": ("anthropic", message("1. re", stop="max_tokens"), "1. re", "max_tokens", "cut"),
    "anthropic says nothing": ("anthropic", message(None), "", "end_turn", "empty"),
    "anthropic thinks": (
        "anthropic",
        message(
            "", content=[{"type": "thinking", "thinking": "hm", "signature": "x"}, {"type": "text", "text": "red"}]
        ),
        "red",
        "end_turn",
        "complete",
    ),
    "anthropic stops for a new reason": ("anthropic", message("red", stop="tired"), "red", "tired", "other"),
    "google blocks the reply": ("google", content(None, finish="SAFETY"), "", "SAFETY", "blocked"),
    "google recites": ("google", content(None, finish="RECITATION"), "", "RECITATION", "blocked"),
    "google cuts": ("google", content("1. re", finish="MAX_TOKENS"), "1. re", "MAX_TOKENS", "cut"),
    "google cuts before a word": ("google", content(None, finish="MAX_TOKENS"), "", "MAX_TOKENS", "cut"),
    "google says nothing": ("google", content("", finish="STOP"), "", "STOP", "empty"),
    "google blocks the prompt": (
        "google",
        {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": {"promptTokenCount": 3}},
        "",
        "PROMPT_BLOCKED:PROHIBITED_CONTENT",
        "blocked",
    ),
    "google blocks the prompt beside an empty candidate": (
        "google",
        {"promptFeedback": {"blockReason": "SAFETY"}, "candidates": [{"index": 0}]},
        "",
        "PROMPT_BLOCKED:SAFETY",
        "blocked",
    ),
    "google thinks": ("google", THOUGHT, "red", "STOP", "complete"),
    "google stops for a new reason": ("google", content("red", finish="TIRED"), "red", "TIRED", "other"),
}


@pytest.mark.parametrize(("vendor", "body", "text", "finish", "ending"), ANSWERS.values(), ids=ANSWERS)
def test_refused_blocked_cut_and_empty_replies_are_answers_told_apart(
    vendor: str, body: dict[str, Any], text: str, finish: str, ending: str
) -> None:
    completion, _ = ask(vendor, Answer(body))
    assert (completion.error, completion.text, completion.finish_reason) == (None, text, finish)
    assert ending_of(finish, text) == ending


def test_reasoning_counts_as_written() -> None:
    usage = {"promptTokenCount": 5, "candidatesTokenCount": 7, "thoughtsTokenCount": 90, "cachedContentTokenCount": 2}
    completion, _ = ask("google", Answer(content("red", usageMetadata=usage)))
    assert completion.usage == {"input_tokens": 5, "output_tokens": 97, "cached_tokens": 2, "reasoning_tokens": 90}


NONSENSE: dict[str, tuple[str, dict[str, Any], dict[str, int]]] = {
    "anthropic negative": (
        "anthropic",
        message("x", usage={"input_tokens": -5, "output_tokens": 9}),
        {"output_tokens": 9},
    ),
    "anthropic words": ("anthropic", message("x", usage={"input_tokens": "5", "output_tokens": None}), {}),
    "anthropic none": ("anthropic", message("x", usage=None), {}),
    "google negative": (
        "google",
        content("x", usageMetadata={"promptTokenCount": 5, "candidatesTokenCount": -9}),
        {"input_tokens": 5},
    ),
    "google endless": ("google", content("x", usageMetadata={"promptTokenCount": 10**30}), {}),
}


@pytest.mark.parametrize(("vendor", "body", "usage"), NONSENSE.values(), ids=NONSENSE)
def test_counts_that_cannot_be_are_none(vendor: str, body: dict[str, Any], usage: dict[str, int]) -> None:
    completion, _ = ask(vendor, Answer(body))
    assert (completion.text, completion.usage) == ("x", usage)


A, G = anthropic_wire.refuse, gemini_wire.refuse
RATE = "RateLimitError (HTTP 429, type rate_limit_error): slow"
FAULTS: dict[str, tuple[str, Answer, str, bool]] = {
    "anthropic 429": ("anthropic", A(429, kind="rate_limit_error", message="slow"), RATE, True),
    "anthropic 500": ("anthropic", A(500), "InternalServerError (HTTP 500, type api_error): no", True),
    "anthropic 503": ("anthropic", A(503), "ServiceUnavailableError (HTTP 503, type api_error): no", True),
    "anthropic 529": (
        "anthropic",
        A(529, kind="overloaded_error", message="Overloaded"),
        "OverloadedError (HTTP 529, type overloaded_error): Overloaded",
        True,
    ),
    "anthropic 401": (
        "anthropic",
        A(401, kind="authentication_error", message=f"invalid {KEY}"),
        "AuthenticationError (HTTP 401, type authentication_error): invalid …",
        False,
    ),
    "anthropic 404": (
        "anthropic",
        A(404, kind="not_found_error"),
        "NotFoundError (HTTP 404, type not_found_error): no",
        False,
    ),
    "anthropic cut": (
        "anthropic",
        Answer(message("red"), cut_at=40),
        "the connection was lost (ContentLengthError)",
        True,
    ),
    "anthropic no JSON": ("anthropic", Answer(b'{"content": ['), "malformed reply (JSONDecodeError)", True),
    "anthropic text": (
        "anthropic",
        Answer(b"red, run", content_type="text/plain"),
        "malformed reply (no message)",
        True,
    ),
    "anthropic page": (
        "anthropic",
        Answer(b"<html>", 502, content_type="text/html"),
        "InternalServerError (HTTP 502)",
        True,
    ),
    "anthropic no content": ("anthropic", Answer({"id": "x"}), "malformed reply (no message)", True),
    "anthropic odd block": ("anthropic", Answer(message("", content=["red"])), "malformed reply (a block wit", True),
    "anthropic empty": (
        "anthropic",
        Answer(message(None, stop=None)),
        "malformed reply (no text and no stop reason)",
        True,
    ),
    "anthropic key": ("anthropic", Answer(message(f"your key {KEY}")), "malformed reply (it holds the API key)", False),
    "anthropic redirect": (
        "anthropic",
        Answer(b"", 302, headers={"Location": "http://127.0.0.1:9/"}),
        "APIStatusError (HTTP 302)",
        False,
    ),
    "google 429": (
        "google",
        G(429, name="RESOURCE_EXHAUSTED", message="quota"),
        "ClientError (HTTP 429, status RESOURCE_EXHAUSTED): quota",
        True,
    ),
    "google 500": ("google", G(500, name="INTERNAL"), "ServerError (HTTP 500, status INTERNAL): no", True),
    "google 503": ("google", G(503), "ServerError (HTTP 503, status UNAVAILABLE): no", True),
    "google 400 key": (
        "google",
        G(400, name="INVALID_ARGUMENT", message=f"API key not valid: {KEY}"),
        "ClientError (HTTP 400, status INVALID_ARGUMENT): API key not valid: …",
        False,
    ),
    "google cut": ("google", Answer(content("red"), cut_at=40), "the connection was lost (ContentLengthError)", True),
    "google no candidates": ("google", Answer({"candidates": []}), "malformed reply (no candidates)", True),
    "google nothing": ("google", Answer({}), "malformed reply (no candidates)", True),
    "google no JSON": ("google", Answer(b'{"candidates": ['), "malformed reply", True),
    "google text": ("google", Answer(b"red, run", content_type="text/plain"), "malformed reply", True),
    "google page": ("google", Answer(b"<html>", 502, content_type="text/html"), "ServerError (HTTP 502", True),
    "google odd shape": ("google", Answer({"candidates": "red"}), "malformed reply", True),
    "google empty": (
        "google",
        Answer(content(None, finish=None)),
        "malformed reply (no text and no finish reason)",
        True,
    ),
    "google key": ("google", Answer(content(f"your key {KEY}")), "malformed reply (it holds the API key)", False),
}


@pytest.mark.parametrize(("vendor", "answer", "said", "again"), FAULTS.values(), ids=FAULTS)
def test_no_fault_becomes_an_answer(vendor: str, answer: Answer, said: str, again: bool) -> None:
    completion, _ = ask(vendor, answer)
    assert completion.text is None
    assert completion.error is not None
    assert completion.error.startswith(said)
    assert KEY not in repr(completion)
    assert completion.fault is not None
    assert completion.fault.again is again


def test_google_s_word_for_a_wrong_key_is_hopeless() -> None:
    completion, _ = ask("google", G(400, details=[{"reason": "API_KEY_INVALID", "domain": "googleapis.com"}]))
    assert completion.fault is not None
    assert completion.fault.hopeless


@pytest.mark.parametrize("vendor", MAKERS)
@pytest.mark.parametrize("slow", [{"delay_s": 5.0}, {"drip_s": 0.02}], ids=["headers", "drip"])
def test_a_reply_that_is_not_whole_in_time_is_a_timeout(vendor: str, slow: dict[str, float]) -> None:
    completion, _ = ask(vendor, Answer(REPLY[vendor], **slow), deadline_s=0.3)  # type: ignore[arg-type]
    assert completion.error is not None
    assert completion.error.startswith("no reply in time (")


@pytest.mark.parametrize("vendor", MAKERS)
def test_a_wish_to_be_left_alone_is_read(vendor: str) -> None:
    refuse = {"anthropic": A, "google": G}[vendor]
    completion, _ = ask(vendor, refuse(429, headers={"Retry-After": "3"}))
    assert completion.fault is not None
    assert completion.fault.after_s == 3.0
    assert completion.fault.crowded
    details = [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "12s"}]
    completion, _ = ask("google", G(429, details=details))
    assert completion.fault is not None
    assert completion.fault.after_s == 12.0


@pytest.mark.parametrize("vendor", MAKERS)
def test_the_environment_can_neither_redirect_nor_add_a_key(vendor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL", "HTTP_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
    for name in ("ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, "another-Key-5")
    completion, server = ask(vendor, Answer(REPLY[vendor]))
    assert completion.error is None
    assert "another-Key-5" not in str(server.headers)


@pytest.mark.parametrize("vendor", MAKERS)
def test_settings_told_beforehand_are_those_of_the_record(vendor: str) -> None:
    with serving([Answer(REPLY[vendor])]) as server:
        client = made(vendor, server.root, temperature="run")
        completion = client.complete("hello", 0.5)
        assert client.settings(0.5) == settings_of(completion.request)
        assert isinstance(client, ChatClient)
        assert KEY not in repr(client)
        client.close()


LISTED = {
    "anthropic": {
        "data": [{"id": "claude-x", "type": "model", "display_name": "x", "created_at": "2026-01-01T00:00:00Z"}],
        "has_more": False,
        "first_id": "claude-x",
        "last_id": "claude-x",
    },
    "google": {"models": [{"name": "models/gemini-x"}, {"name": "models/gemini-y"}]},
}


@pytest.mark.parametrize(("vendor", "ids"), [("anthropic", ["claude-x"]), ("google", ["gemini-x", "gemini-y"])])
def test_models_are_listed(vendor: str, ids: list[str]) -> None:
    with serving([], lambda _: Answer(LISTED[vendor])) as server:
        client = made(vendor, server.root)
        assert wait_for(client.listed()) == ids
        client.close()
