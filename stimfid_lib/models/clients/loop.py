"""One event loop for all calls to servers, in a thread of its own.

Notebooks run inside a loop already, and Ctrl-C is heard by the main thread only: so calls live here, and whoever asks
waits in its own thread.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

Result = TypeVar("Result")

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None


def calling_loop() -> asyncio.AbstractEventLoop:
    """The loop, started with the first call; it ends with the process."""
    global _loop
    with _lock:
        if _loop is None:
            _loop = asyncio.new_event_loop()
            threading.Thread(target=_loop.run_forever, name="stimfid-calls", daemon=True).start()
        return _loop


def submit(coroutine: Coroutine[Any, Any, Result]) -> Future[Result]:
    """Run a coroutine on the loop; the future tells its result to any thread."""
    return asyncio.run_coroutine_threadsafe(coroutine, calling_loop())


def wait_for(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine on the loop and wait for its result; an interrupted wait ends the coroutine too."""
    future = submit(coroutine)
    try:
        return future.result()
    except BaseException:
        future.cancel()
        raise
