"""How an error is told, and what it means for asking again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.models.clients.faults import (
    LONGEST_MESSAGE,
    error_text,
    fault_of,
    lost_connection,
    redacted,
    status_text,
    wait_asked_for,
)
from stimfid_lib.models.completion import Fault

SECRET = "planted-Secret-4711"


def test_codes_and_the_plain_words_of_the_message_are_told() -> None:
    body = {
        "error": {
            "message": "Unsupported value: 'temperature' does not support 0.5 with this model (key sk-Abc12345).",
            "type": "invalid_request_error",
            "code": "unsupported_value",
            "param": "temperature",
        }
    }
    told = error_text(ValueError("sk-Abc"), status=400, body=body)
    assert told == (
        "ValueError (HTTP 400, type invalid_request_error, code unsupported_value, param temperature): "
        "Unsupported value: 'temperature' does not support 0.5 with this model (key …"
    )


@pytest.mark.parametrize("code", ["sk-Abc123", "Bearer x", "my_secret_key", 400, None, {"a": 1}, "x" * 65])
def test_codes_that_do_not_look_like_codes_or_hold_the_key_are_left_out(code: object) -> None:
    assert error_text(ValueError(), status=401, body={"code": code}, secret="secret") == "ValueError (HTTP 401)"


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("Incorrect API key provided: sk-proj-abcd****wxyz.", "Incorrect API key provided: …"),
        ("see https://example.org/x?key=1 for more", "see … for more"),
        ("key AIzaSyA1B2C3D4E5F6", "key …"),
        ("org-12 wrote to a@b.c at 10.0.0.1", "… wrote to … at …"),
        (f"{SECRET}", ""),
        (5, ""),
        (None, ""),
        ("", ""),
    ],
)
def test_messages(message: object, told: str) -> None:
    assert redacted(message, SECRET) == told


def test_a_key_of_letters_only_is_told_by_no_part_of_it() -> None:
    secret = "PlantedSecretKey"
    assert redacted("your key PlantedSecretKey or antedSe is wrong", secret) == "your key … or … is wrong"


def test_long_messages_are_cut_at_a_word() -> None:
    told = redacted("word " * 200)
    assert len(told) <= LONGEST_MESSAGE + 2
    assert told.endswith("word …")


@given(before=st.text(max_size=30), after=st.text(max_size=30), glue=st.sampled_from(["", " ", "'", ".", "="]))
def test_the_key_in_use_is_never_told(before: str, after: str, glue: str) -> None:
    body = {"error": {"message": before + glue + SECRET + glue + after, "code": SECRET, "type": f"a{SECRET}"}}
    assert SECRET not in error_text(ValueError(SECRET), status=400, body=body, secret=SECRET)


@pytest.mark.parametrize("body", [None, "text", b"bytes", [], {"error": "gone"}, {"error": None}, {"error": {}}])
def test_bodies_of_other_shapes(body: object) -> None:
    assert error_text(ValueError(), status=500, body=body) == "ValueError (HTTP 500)"


def test_a_refusal_inside_a_batch() -> None:
    body = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded sk-Abc1"}}
    assert status_text("batch", None, body) == "batch: refused (type overloaded_error): Overloaded …"
    assert status_text("batch", 429, {"error": {"code": "slow"}}) == "batch: refused (HTTP 429, code slow)"
    assert status_text("batch", None, None) == "batch: refused"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (TimeoutError(), "no reply in time (TimeoutError)"),
        (ConnectionRefusedError(), "no connection (ConnectionRefusedError)"),
        (ConnectionResetError(), "the connection was lost (ConnectionResetError)"),
    ],
)
def test_calls_that_brought_no_reply(error: Exception, said: str) -> None:
    assert lost_connection(error) == said


@pytest.mark.parametrize(
    ("status", "body", "fault"),
    [
        (429, {}, Fault(again=True, crowded=True, unpaid=True)),
        (429, {"error": {"code": "insufficient_quota"}}, Fault(hopeless=True, unpaid=True)),
        (500, {}, Fault(again=True, unpaid=True)),
        (503, {}, Fault(again=True, crowded=True, unpaid=True)),
        (529, {}, Fault(again=True, crowded=True, unpaid=True)),
        (400, {}, Fault(unpaid=True)),
        (302, {}, Fault(unpaid=True)),
        (401, {}, Fault(hopeless=True, unpaid=True)),
        (404, {}, Fault(hopeless=True, unpaid=True)),
    ],
)
def test_what_a_status_means(status: int, body: object, fault: Fault) -> None:
    assert fault_of(status, {}, body) == fault


NOON = "Mon, 30 Nov 2026 12:00:00 GMT"


@pytest.mark.parametrize(
    ("headers", "body", "seconds"),
    [
        ({}, None, None),
        ({"Retry-After": "7"}, None, 7.0),
        ({"retry-after": "0.5"}, None, 0.5),
        ({"retry-after-ms": "250", "retry-after": "7"}, None, 0.25),
        ({"retry-after": "-1"}, None, None),
        ({"retry-after": "nan"}, None, None),
        ({"retry-after": "soon"}, None, None),
        ({"retry-after": "1e400"}, None, None),
        # only the server's own clock counts, however far in the future either of them is
        ({"retry-after": "Mon, 30 Nov 2026 12:01:30 GMT", "date": NOON}, None, 90.0),
        ({"retry-after": "Fri, 30 Nov 2091 12:01:30 GMT", "date": "Fri, 30 Nov 2091 12:00:00 GMT"}, None, 90.0),
        ({"retry-after": "Mon, 30 Nov 2026 11:00:00 GMT", "date": NOON}, None, 0.0),
        ({"retry-after": "Mon, 30 Nov 2026 12:01:30 GMT"}, None, None),
        ({}, {"error": {"details": [{"@type": "…RetryInfo", "retryDelay": "34s"}]}}, 34.0),
        ({}, {"error": {"details": [{"retryDelay": "34.5s"}]}}, 34.5),
        ({}, {"error": {"details": ["x", {"retryDelay": 5}]}}, None),
    ],
)
def test_how_long_a_server_wants_to_be_left_alone(headers: dict[str, str], body: object, seconds: float | None) -> None:
    assert wait_asked_for(headers, body) == seconds
