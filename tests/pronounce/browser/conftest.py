"""A real Chromium whose microphone plays a file; skipped, with the reason, where there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.chromium import chromium_running
from tests.pronounce.service.making import clip, encoded


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """What its microphone hears is the clip "cat" again and again."""
    spoken = tmp_path_factory.mktemp("microphone") / "cat.wav"
    spoken.write_bytes(encoded(np.tile(clip("cat"), 3), 16000, "WAV"))
    with chromium_running(
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-audio-capture={spoken}",
    ) as running_browser:
        yield running_browser


Open = Callable[..., Any]


@pytest.fixture
def opened(browser: Any, service: str) -> Iterator[Open]:
    """Open the page; at the end no error stood in its console and no request went to another host."""
    contexts: list[Any] = []
    faults: list[str] = []
    hosts: list[str] = []

    def open_page(
        url: str = service,
        *,
        width: int = 1000,
        scheme: str = "light",
        permissions: tuple[str, ...] = ("microphone",),
        wait: bool = True,
    ) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        context.grant_permissions(list(permissions))
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if refused_by_policy(said.text) else None)
        page.on("request", lambda request: hosts.append(request.url))
        page.goto(f"{url}/dev/pronounce")
        if wait:
            page.wait_for_selector("#clip option:nth-child(2)", state="attached")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults
    assert all(one.startswith(("http://127.0.0.1:", "blob:http://127.0.0.1:", "data:")) for one in hosts), hosts


def refused_by_policy(text: str) -> bool:
    """Tell a breach of the page's policy from what the browser says of a status 400, which is no fault of the page."""
    return "Content Security Policy" in text or "Uncaught" in text


@pytest.fixture
def word_file(tmp_path: Path) -> Path:
    """A recording to upload."""
    path = tmp_path / "school.wav"
    path.write_bytes(encoded(clip("school"), 16000, "WAV"))
    return path
