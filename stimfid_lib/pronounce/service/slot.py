"""Something that takes a while to load, and says so to whoever asks for it meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from stimfid_lib.base.errors import StimfidError
from stimfid_lib.pronounce.errors import Misconfigured, Warming

T = TypeVar("T")


class Slot(Generic[T]):
    """One thing, loaded once in a thread of its own.

    Args:
        what: its name in errors.
        make: builds it; what it raises is kept and told as `Misconfigured` to everyone who asks.
    """

    def __init__(self, what: str, make: Callable[[], T]) -> None:
        self._what = what
        self._make = make
        self._begun = threading.Lock()
        self._done = threading.Event()
        self._made: T | None = None
        self._fault: str | None = None

    def begin(self) -> None:
        """Start loading; a second call does nothing."""
        if self._begun.acquire(blocking=False):
            threading.Thread(target=self._load, name=f"loading {self._what}", daemon=True).start()

    def _load(self) -> None:
        try:
            self._made = self._make()
        except (StimfidError, ImportError, OSError, ValueError, RuntimeError) as error:
            self._fault = f"{self._what} cannot be loaded: {error}"
        finally:
            self._done.set()

    def get(self, wait_s: float = 0.0) -> T:
        """Hand it out.

        Raises:
            Warming: it is still loading after `wait_s` seconds.
            Misconfigured: it could not be loaded.
        """
        self.begin()
        if not self._done.wait(wait_s):
            raise Warming(f"{self._what} is still loading")
        if self._made is None:
            raise Misconfigured(self._fault or f"{self._what} cannot be loaded")
        return self._made
