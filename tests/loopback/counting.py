"""A quick server in a process of its own that outlives its clients and counts what each of them asked.

`python -m tests.loopback.counting [DELAY_S] [FAULTS]` prints its port. It speaks OpenAI's chat completions and batches;
with FAULTS, requests fail by their number (429, 500, a cut body, no JSON), so that a client has to ask again.

`GET /log` tells every chat request in order: model, prompt and seed, and the status of its answer (null before it).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.loopback.openai_wire import chat

POLLS_TO_END = 3
"""A batch ends when it has been asked for so often."""

Reply = tuple[int, dict[str, str], bytes]


def _json(value: Any, status: int = 200, **headers: str) -> Reply:
    return status, {"content-type": "application/json", **headers}, json.dumps(value).encode()


class Vendor:
    """What the server remembers: chats in order, files, batches."""

    def __init__(self, faults: bool) -> None:
        self.faults = faults
        self.log: list[list[Any]] = []
        self.files: dict[str, bytes] = {}
        self.batches: list[dict[str, Any]] = []
        self.seen = 0

    def begin(self, body: dict[str, Any]) -> int:
        """Take note of a chat request."""
        self.log.append([f"{body['model']} {body['messages'][0]['content']} {body.get('seed')}", None])
        return len(self.log) - 1

    def chat(self, number: int) -> Reply | None:
        """Answer a chat request; None hangs up in the middle."""
        reply = _json(chat(f"1. red {self.log[number][0]}"))
        if self.faults:
            if number % 7 == 3:
                reply = _json({"error": {"code": "slow"}}, 429, **{"retry-after-ms": "5"})
            elif number % 11 == 5:
                reply = _json({"error": {}}, 500)
            elif number % 13 == 7:
                self.log[number][1] = 0
                return None
            elif number % 17 == 9:
                reply = 200, {"content-type": "application/json"}, b'{"choices": ['
                self.log[number][1] = 0
                return reply
        self.log[number][1] = reply[0]
        return reply

    def other(self, method: str, path: str, raw: bytes) -> Reply:
        """Files, batches and the log."""
        path, _, _ = path.partition("?")
        self.seen += path.startswith("/v1")
        match method, path.strip("/").split("/"):
            case "GET", ["log"]:
                return _json(self.log)
            case "GET", ["seen"]:
                return _json(self.seen + len(self.log))
            case "GET", ["sent"]:
                return _json([batch["lines"] for batch in self.batches])
            case "POST", ["v1", "files"]:
                name = f"file-{len(self.files)}"
                self.files[name] = next(
                    part.partition(b"\r\n\r\n")[2] for part in raw.split(b"\r\n--") if b'name="file"' in part
                )
                return _json({"id": name, "object": "file", "purpose": "batch", "created_at": 1})
            case "POST", ["v1", "batches"]:
                body = json.loads(raw)
                lines = [json.loads(line) for line in self.files[body["input_file_id"]].splitlines() if line]
                self.batches.append({"metadata": body["metadata"], "lines": lines, "polls": 0})
                return _json(self._told(len(self.batches) - 1))
            case "GET", ["v1", "batches"]:
                newest = [self._told(number) for number in reversed(range(len(self.batches)))]
                return _json({"object": "list", "data": newest, "has_more": False})
            case "GET", ["v1", "batches", name]:
                self.batches[int(name[6:])]["polls"] += 1
                return _json(self._told(int(name[6:])))
            case "GET", ["v1", "files", name, "content"]:
                return 200, {"content-type": "application/jsonl"}, self._replies(int(name[7:]))
        return _json({}, 404)

    def _told(self, number: int) -> dict[str, Any]:
        batch = self.batches[number]
        ended = batch["polls"] >= POLLS_TO_END
        return {
            "id": f"batch-{number}",
            "object": "batch",
            "endpoint": "/v1/chat/completions",
            "completion_window": "24h",
            "created_at": 1,
            "input_file_id": "file-0",
            "metadata": batch["metadata"],
            "status": "completed" if ended else "in_progress",
            "output_file_id": f"output-{number}" if ended else None,
        }

    def _replies(self, number: int) -> bytes:
        replies = []
        for line in self.batches[number]["lines"]:
            text = f"1. red {line['body']['messages'][0]['content']} {line['body'].get('seed')}"
            response = {"status_code": 200, "request_id": "r", "body": chat(text)}
            replies.append(json.dumps({"id": "x", "custom_id": line["custom_id"], "response": response, "error": None}))
        return "\n".join(replies).encode()


class Wire(asyncio.Protocol):
    """Just enough HTTP for SDKs on kept-alive connections."""

    def __init__(self, vendor: Vendor, delay_s: float) -> None:
        self.vendor, self.delay_s = vendor, delay_s
        self.buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, split, rest = self.buffer.partition(b"\r\n\r\n")
        if not split:
            return
        lines = head.decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:])
        length = int(headers.get("content-length", 0))
        if len(rest) < length:
            return
        self.buffer = rest[length:]
        method, path, _ = lines[0].split(" ")
        if path == "/v1/chat/completions":
            number = self.vendor.begin(json.loads(rest[:length]))
            asyncio.get_running_loop().call_later(self.delay_s, self._chat, number)
        else:
            self._send(self.vendor.other(method, path, rest[:length]))

    def _chat(self, number: int) -> None:
        reply = self.vendor.chat(number)
        if reply is None:
            self.transport.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{")
            self.transport.close()
        else:
            self._send(reply)

    def _send(self, reply: Reply) -> None:
        status, headers, body = reply
        told = "".join(f"{name}: {value}\r\n" for name, value in {**headers, "content-length": str(len(body))}.items())
        self.transport.write(f"HTTP/1.1 {status} X\r\n{told}\r\n".encode() + body)


async def _serve(delay_s: float, faults: bool) -> None:
    vendor = Vendor(faults)
    server = await asyncio.get_running_loop().create_server(lambda: Wire(vendor, delay_s), "127.0.0.1", 0, backlog=512)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    with contextlib.suppress(asyncio.CancelledError):
        await server.serve_forever()


@dataclass(frozen=True)
class Counting:
    """A running server."""

    root: str

    @property
    def url(self) -> str:
        return f"{self.root}/v1"

    def log(self) -> list[tuple[str, int | None]]:
        return [(question, status) for question, status in self._get("/log")]

    def seen(self) -> int:
        """How many requests have come."""
        return int(self._get("/seen"))

    def sent(self) -> list[list[dict[str, Any]]]:
        """The requests of every batch."""
        batches: list[list[dict[str, Any]]] = self._get("/sent")
        return batches

    def _get(self, path: str) -> Any:
        with urllib.request.urlopen(self.root + path, timeout=10) as reply:
            return json.load(reply)


@contextmanager
def counting(delay_s: float = 0.05, *, faults: bool = False) -> Iterator[Counting]:
    """Run a server for the length of a block."""
    command = [sys.executable, "-m", "tests.loopback.counting", str(delay_s), *(["faults"] if faults else [])]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield Counting(f"http://127.0.0.1:{int(process.stdout.readline())}")
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


if __name__ == "__main__":
    asyncio.run(_serve(float(sys.argv[1]), "faults" in sys.argv[2:]))
