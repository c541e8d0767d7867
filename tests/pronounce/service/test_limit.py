"""Ten megabytes: counted while they arrive, in a real server."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import anyio
import httpx
import pytest
from fastapi import HTTPException

from stimfid_lib.pronounce.service.limit import MAX_AUDIO, MAX_BODY, BodyLimit, Message
from tests.pronounce.service.making import wav
from tests.pronounce.service.serving import ask

MB = 1024 * 1024


def padded(size: int) -> bytes:
    """A WAV that decoders take, with bytes behind its sound."""
    return wav() + bytes(size - len(wav()))


def test_eleven_megabytes_are_refused_and_ten_are_not(service: str) -> None:
    reply = ask(service, padded(11 * MB))
    assert reply.status_code == 400
    assert "larger than 10 MB" in reply.json()["detail"]
    assert ask(service, padded(MAX_AUDIO)).status_code == 200
    over = ask(service, padded(MAX_AUDIO + 1))
    assert over.status_code == 400
    assert "larger than 10 MB" in over.json()["detail"]


def test_a_body_of_unknown_length_is_counted_too(service: str) -> None:
    head = 'Content-Disposition: form-data; name="audio"; filename="a.wav"\r\nContent-Type: audio/wav\r\n\r\n'

    def chunks() -> Iterator[bytes]:
        yield f"--b\r\n{head}".encode()
        for _ in range(12):
            yield bytes(MB)
        yield b"\r\n--b--\r\n"

    headers = {"content-type": "multipart/form-data; boundary=b"}
    reply = httpx.post(f"{service}/api/audio/pronounce", content=chunks(), headers=headers, timeout=60)
    assert reply.status_code == 400
    assert "larger than 10 MB" in reply.json()["detail"]


def test_a_declared_flood_is_refused_before_it_comes(service: str) -> None:
    address = urlsplit(service)
    head = (
        "POST /api/audio/pronounce HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n"
        f"Content-Length: {10**12}\r\n\r\n--b"
    )
    with socket.create_connection((address.hostname, address.port), timeout=10) as line:
        line.sendall(head.encode())
        answer = line.recv(4096)
    assert answer.startswith(b"HTTP/1.1 400")


def _pass_through(total: int, chunk: int, declared: int | None = None) -> tuple[int, int]:
    """Bytes that the application saw, and that were read from the client, of a body that may be refused."""
    seen = read = 0

    async def receive() -> Message:
        nonlocal read
        size = min(chunk, total - read)
        read += size
        return {"type": "http.request", "body": bytes(size), "more_body": read < total}

    async def application(_: object, counted: object, __: object) -> None:
        nonlocal seen
        more = True
        while more:
            message = await counted()  # type: ignore[operator]
            seen += len(message["body"])
            more = message["more_body"]

    async def send(_: Message) -> None:
        raise AssertionError("nothing is to be sent")

    headers = [] if declared is None else [(b"content-length", str(declared).encode())]
    anyio.run(BodyLimit(application), {"type": "http", "headers": headers}, receive, send)
    return seen, read


def test_a_body_at_the_limit_passes_whole() -> None:
    assert _pass_through(MAX_BODY, 65536) == (MAX_BODY, MAX_BODY)


@pytest.mark.parametrize("total", [MAX_BODY + 1, 5 * MAX_AUDIO, 50 * MAX_AUDIO])
def test_a_body_over_the_limit_reaches_the_application_up_to_it(total: int) -> None:
    with pytest.raises(HTTPException) as refusal:
        _pass_through(total, 65536)
    assert refusal.value.status_code == 400


def test_a_length_that_is_no_number_is_not_believed() -> None:
    assert _pass_through(10, 10, declared=-5) == (10, 10)
