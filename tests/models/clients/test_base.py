"""Where a server is, and how clients are closed."""

from __future__ import annotations

import pytest

from stimfid_lib.models.clients.base import close_all, is_loopback


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


def test_closing_closes_what_can_be_closed() -> None:
    closed: list[str] = []

    class Closable:
        def close(self) -> None:
            closed.append("closed")

    close_all([Closable(), object(), Closable()])
    assert closed == ["closed", "closed"]
