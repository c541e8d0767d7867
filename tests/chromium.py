"""Debian's Chromium driven by Playwright, for tests that look at a page as a person would."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def chromium_running(*arguments: str) -> Iterator[Any]:
    """A running browser; skips, with the reason, where Playwright or Chromium is absent.

    Fixtures that use it have the scope of a module: while it runs, Playwright keeps an event loop in this thread, and
    no other test can start one of its own there.
    """
    playwright = pytest.importorskip("playwright.sync_api", reason="the extra `browser` is not installed")
    program = next((found for name in _PROGRAMS if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip("no Chromium on this machine (apt install chromium)")
    with playwright.sync_playwright() as started:
        made = started.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-quic", *arguments])
        yield made
        made.close()
