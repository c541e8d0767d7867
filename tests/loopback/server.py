"""A server on this machine that answers by a script, with faults on demand; the vendors' wire formats build on it."""

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
    bytes; `delay_s` waits before the first byte; `drip_s` sends one byte at a time with that pause after each.
    """

    body: Json | bytes = field(default_factory=dict)
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    content_type: str = "application/json"
    delay_s: float = 0.0
    cut_at: int | None = None
    drip_s: float = 0.0


Script = Callable[[Json], Answer]
"""What to answer to the body of a POST."""

Gets = Callable[[str], Answer]
"""What to answer to the path of a GET."""


class LoopbackServer:
    """Answers every request by its script and keeps what it was sent.

    `requests` are the bodies of POSTs (raw bytes of what is no JSON), `headers` and `paths` go with them.
    """

    def __init__(self, script: Script | list[Answer], gets: Gets | None = None) -> None:
        self.requests: list[Any] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self._script = script
        self._gets = gets
        self._released = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                try:
                    body: Any = json.loads(raw or b"{}")
                except ValueError:
                    body = raw
                outer.requests.append(body)
                outer.paths.append(self.path)
                outer.headers.append({name.lower(): value for name, value in self.headers.items()})
                outer._send(self, outer._next(body))

            def do_GET(self) -> None:
                outer._send(self, outer._gets(self.path) if outer._gets else Answer(status=404))

            def log_message(self, *_args: Any) -> None:
                return

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    @property
    def root(self) -> str:
        """The address as Anthropic's and Google's SDKs take it."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def url(self) -> str:
        """The address as OpenAI's SDK takes it."""
        return f"{self.root}/v1"

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
            if answer.drip_s:
                for byte in data:
                    handler.wfile.write(bytes([byte]))
                    handler.wfile.flush()
                    if self._released.wait(answer.drip_s):
                        break
            else:
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
def serving(script: Script | list[Answer], gets: Gets | None = None) -> Iterator[LoopbackServer]:
    """Run a server for the length of a block."""
    server = LoopbackServer(script, gets)
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
