"""A server on this machine that speaks OpenAI's chat completions, with faults on demand."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Json = dict[str, Any]


@dataclass
class Answer:
    """What the server sends for one request.

    `body` is sent as JSON unless it is bytes; `cut_at` promises the whole length and hangs up after that many
    bytes; `delay_s` waits before the first byte.
    """

    body: Json | bytes = field(default_factory=dict)
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    content_type: str = "application/json"
    delay_s: float = 0.0
    cut_at: int | None = None


def chat(text: str | None, *, model: str = "loopback-1", finish: str | None = "stop", **message: Any) -> Json:
    """A chat completion as the vendor words it."""
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [
            {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text, **message}}
        ],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }


def refuse(status: int, *, message: str = "no", **codes: Any) -> Answer:
    """An error body as the vendor words it."""
    return Answer({"error": {"message": message, "type": codes.get("type"), "code": codes.get("code")}}, status)


Script = Callable[[Json], Answer]
"""What to answer to a request body."""


class LoopbackServer:
    """Answers every POST by its script and keeps what it was sent (`requests`: bodies; `headers`: of each)."""

    def __init__(self, script: Script | list[Answer]) -> None:
        self.requests: list[Json] = []
        self.headers: list[dict[str, str]] = []
        self._script = script
        self._released = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.requests.append(body)
                outer.headers.append({name.lower(): value for name, value in self.headers.items()})
                outer._send(self, outer._next(body))

            def log_message(self, *_args: Any) -> None:
                return

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def _next(self, body: Json) -> Answer:
        if callable(self._script):
            return self._script(body)
        return self._script[min(len(self.requests), len(self._script)) - 1]

    def _send(self, handler: BaseHTTPRequestHandler, answer: Answer) -> None:
        self._released.wait(answer.delay_s)
        data = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
        try:
            handler.send_response(answer.status)
            for name, value in {
                "Content-Type": answer.content_type,
                "Content-Length": str(len(data)),
                **answer.headers,
            }.items():
                handler.send_header(name, value)
            handler.end_headers()
            handler.wfile.write(data[: answer.cut_at])
        except OSError:
            return  # the client gave up first, as a time-out test wants
        handler.close_connection = True

    def close(self) -> None:
        self._released.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


@contextmanager
def serving(script: Script | list[Answer]) -> Iterator[LoopbackServer]:
    """Run a server for the length of a block."""
    server = LoopbackServer(script)
    try:
        yield server
    finally:
        server.close()


def wait_until(condition: Callable[[], bool], timeout_s: float = 10.0) -> None:
    """Poll until something holds (no timing is asserted, only that it comes to pass)."""
    deadline = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError("the condition did not come to pass")
        time.sleep(0.005)
