"""Where a server is, and how an error is told."""

from __future__ import annotations

import pytest

from stimfid_lib.models.clients.base import close_all, error_text, is_loopback


@pytest.mark.parametrize(
    "url", ["http://localhost:11434/v1", "http://127.0.0.1/v1", "http://127.8.9.1:80", "https://[::1]:8000/v1"]
)
def test_this_machine(url: str) -> None:
    assert is_loopback(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://api.openai.com/v1",
        "http://192.168.1.7/v1",
        "http://localhost.example.com/v1",
        "http://127.0.0.1.example.com",
        "http://example.com/127.0.0.1",
        "127.0.0.1:80",
    ],
)
def test_elsewhere(url: str) -> None:
    assert not is_loopback(url)


def test_only_codes_of_the_body_are_told() -> None:
    body = {"error": {"message": "key sk-Abc leaked", "type": "invalid_request_error", "code": "no", "param": "top_k"}}
    told = error_text(ValueError("sk-Abc"), status=400, body=body)
    assert told == "ValueError (HTTP 400, type invalid_request_error, code no, param top_k)"


@pytest.mark.parametrize("code", ["sk-Abc123", "Bearer x", "my_secret_key", 400, None, {"a": 1}, "x" * 65])
def test_what_does_not_look_like_a_code_or_holds_the_key_is_left_out(code: object) -> None:
    assert error_text(ValueError(), status=401, body={"code": code}, secret="secret") == "ValueError (HTTP 401)"


def test_closing_closes_what_can_be_closed() -> None:
    closed: list[str] = []

    class Closable:
        def close(self) -> None:
            closed.append("closed")

    close_all([Closable(), object(), Closable()])
    assert closed == ["closed", "closed"]
