"""A service as it really runs: uvicorn on a free port of this machine, in a thread, for the length of a block."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.pronounce.service.app import make_app
from stimfid_lib.pronounce.service.settings import Settings
from tests.fixtures import lexicon_of
from tests.loopback.server import wait_until
from tests.pronounce.service.making import wav

WORDS = {
    "cat": "k æ t",
    "bed": "b ɛ d",
    "very": "v ɛ ɹ i",
    "think": "θ ɪ ŋ k",
    "ship": "ʃ ɪ p",
    "school": "s k u l",
    "rabbit": "ɹ æ b ə t",
    "either": "i ð ɝ",
}
VARIANTS = [["|ɹ|æ|b|ɪ|t|"] if word == "rabbit" else ["|aɪ|ð|ɝ|"] if word == "either" else [] for word in WORDS]
"""rabbit and either have two pronunciations each."""


def small_lexicon(folder: Path) -> Lexicon:
    """The words of the bundled clips and one with two pronunciations, in a folder of its own."""
    return lexicon_of(folder, WORDS, variants=VARIANTS)


@contextmanager
def running(settings: Settings, **options: Any) -> Iterator[str]:
    """Run a service and hand out its address."""
    config = uvicorn.Config(make_app(settings, **options), host="127.0.0.1", port=0, log_level="critical", ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        wait_until(lambda: server.started, 30)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def ask(
    url: str, audio: bytes | None, word: str | None = "cat", *, kind: str = "audio/wav", **fields: str
) -> httpx.Response:
    """Send one recording; None leaves the field out."""
    data = fields | ({} if word is None else {"target_word": word})
    files = None if audio is None else {"audio": ("word.wav", audio, kind)}
    if files is None:
        return httpx.post(f"{url}/api/audio/pronounce", data=data, timeout=60)
    return httpx.post(f"{url}/api/audio/pronounce", data=data, files=files, timeout=60)


def ready(url: str) -> None:
    """Wait until the service's parts are loaded: its first answer that is not `warming`."""
    wait_until(lambda: ask(url, wav()).status_code == 200, 60)
