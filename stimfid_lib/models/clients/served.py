"""What the clients of all wire formats share: one call is one request with a deadline, and ends as a completion."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from stimfid_lib.models.clients.base import is_loopback
from stimfid_lib.models.clients.faults import error_text, fault_of, is_refused_connection, lost_connection
from stimfid_lib.models.clients.loop import wait_for
from stimfid_lib.models.clients.parameters import Parameters
from stimfid_lib.models.completion import Completion, Fault, settings_of
from stimfid_lib.models.entries import Limits

CONNECT_S = 10.0
DEADLINE_S = 600.0
"""Seconds within which a whole reply must be here; models that reason before they answer take minutes."""

MOST_CONNECTIONS = 256

MOST_TOKENS = 100_000_000
"""No call takes so many: a larger count is nonsense, as a negative one is, and money is reckoned from neither."""


class Malformed(ValueError):
    """A reply of status 200 that is no answer; its text is ours and holds nothing of the body."""


class ServedClient(ABC):
    """Asks through a vendor's SDK, whose own retries are off: one call is one request.

    Args:
        key: the model key of records and files.
        parameters: the model's id and what it is sent.
        base_url: the server's address; always given, so that no environment variable can redirect a run.
        secret: the API key; it is held by the SDK's client only and stands in no record or error.
        deadline_s: seconds from sending until the whole reply must be here, however it drips.
        limits: how much may be asked at once and a minute.
        lane: clients of one lane share these limits (a provider's name, an endpoint's address).
    """

    def __init__(
        self,
        key: str,
        parameters: Parameters,
        *,
        base_url: str,
        secret: str | None,
        deadline_s: float = DEADLINE_S,
        limits: Limits | None = None,
        lane: str | None = None,
    ) -> None:
        self.key = key
        self.parameters = parameters
        self.base_url = base_url
        self.limits = limits or Limits()
        self.lane = lane or base_url
        self._deadline_s = deadline_s
        self._secret = secret

    @property
    def max_tokens(self) -> int | None:
        """The cap on a reply's tokens, None without."""
        return self.parameters.max_tokens

    def settings(self, temperature: float | None) -> dict[str, Any]:
        """What decides a reply besides prompt and seed; see `completion.settings_of`."""
        return settings_of(self.parameters.request(temperature, seed=0))

    def complete(self, prompt: str, temperature: float | None = None, *, seed: int | None = None) -> Completion:
        """Send the prompt as one user message and wait; a failed call is a completion with `error`, never raised."""
        return wait_for(self.ask(prompt, temperature, seed=seed))

    async def ask(self, prompt: str, temperature: float | None = None, *, seed: int | None = None) -> Completion:
        """`complete` for many at once; runs on `loop.calling_loop`."""
        request = self.parameters.request(temperature, seed)
        started = time.perf_counter()
        try:
            async with asyncio.timeout(self._deadline_s):
                read = await self._call(prompt, temperature, seed)
        except Exception as error:  # noqa: BLE001 - whatever an SDK raises, a call ends as a stated error
            text, fault = self._told(error)
            return Completion(None, error=text, fault=fault, latency_s=time.perf_counter() - started, request=request)
        latency_s = time.perf_counter() - started
        return replace(self.without_key(read), latency_s=latency_s, request=request)

    async def listed(self) -> list[str]:
        """Ids of the models that the server lists; what fails is raised as the SDK raised it (see `told`)."""
        async with asyncio.timeout(self._deadline_s):
            return await self._list()

    def told(self, error: Exception) -> str:
        """An SDK's error in words that hold no key."""
        return self._told(error)[0]

    def was_refused(self, error: Exception) -> bool:
        """Tell whether the server answered and said no, so that what was asked for did not happen."""
        refusal = self._refusal(error)
        return refusal is not None and 400 <= refusal[0] < 500 and refusal[0] != 408

    def without_key(self, read: Completion) -> Completion:
        """A reply as it may be recorded: one that holds the API key becomes an error."""
        told = (read.text, read.model_id, read.finish_reason)
        if self._secret and any(self._secret in part for part in told if part):
            return Completion(None, error="malformed reply (it holds the API key)", fault=Fault(hopeless=True))
        return read

    def close(self) -> None:
        """Close the connections."""
        wait_for(self._close())

    @abstractmethod
    async def _call(self, prompt: str, temperature: float | None, seed: int | None) -> Completion:
        """Send one request and read its reply; raises the SDK's errors and `Malformed`."""

    @abstractmethod
    async def _list(self) -> list[str]:
        """Ask for the models' ids."""

    @abstractmethod
    async def _close(self) -> None:
        """Close what was opened."""

    @abstractmethod
    def _refusal(self, error: Exception) -> tuple[int, Mapping[str, str], object] | None:
        """Status, headers and body of an SDK's error that is a refusal by status; None for any other."""

    def _told(self, error: Exception) -> tuple[str, Fault]:
        refusal = self._refusal(error)
        if refusal is not None:
            status, headers, body = refusal
            return error_text(error, status=status, body=body, secret=self._secret), fault_of(status, headers, body)
        if isinstance(error, Malformed):
            return f"malformed reply ({error})", Fault(again=True)
        if isinstance(error, (ValueError, RecursionError, LookupError, TypeError, AttributeError)):
            # a 200 whose body is no JSON, no UTF-8 or of another shape leaves an SDK as one of Python's own errors
            return f"malformed reply ({type(error).__name__})", Fault(again=True)
        here = is_loopback(self.base_url) and is_refused_connection(error)
        return lost_connection(error), Fault(again=not here, unpaid=is_refused_connection(error))


def connection_options(base_url: str, deadline_s: float) -> dict[str, Any]:
    """How an SDK's HTTP client is made: its deadline; no redirect and, on this machine, no proxy leads it elsewhere."""
    import httpx2

    return {
        "timeout": httpx2.Timeout(deadline_s, connect=CONNECT_S),
        "follow_redirects": False,
        "trust_env": not is_loopback(base_url),
        "limits": httpx2.Limits(max_connections=MOST_CONNECTIONS, max_keepalive_connections=MOST_CONNECTIONS),
    }


def plain_text(value: object) -> str | None:
    """A text, or None for a value of any other type."""
    return value if isinstance(value, str) else None


def counts(**found: object) -> dict[str, int]:
    """Token counts under one set of names whatever the vendor; what was not told, or cannot be, is left out."""
    return {name: count for name, value in found.items() if (count := token_count(value)) is not None}


def token_count(value: object) -> int | None:
    """A number of tokens from 0 to `MOST_TOKENS`; None for anything else."""
    return value if type(value) is int and 0 <= value <= MOST_TOKENS else None
