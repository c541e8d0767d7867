"""Asking a server that takes 50 ms: calls a second beside the bare SDK's transports, and memory over many calls.

`STIMFID_BENCH_CALLS=100000` makes the memory line the full one; by default it stops at 3,000 calls. On a machine that
does other work the scheduler gives threads more than their share, and the rates tell little: there, compare the
processor time a call.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil

from scripts.bench.timing import Line
from stimfid_lib.models.clients.openai_compatible import OpenAICompatibleClient
from stimfid_lib.models.clients.parameters import Parameters
from stimfid_lib.models.entries import Limits
from stimfid_lib.models.runner import run_suite
from stimfid_lib.models.standing import Standing
from tests.loopback.counting import counting
from tests.models.suites import SHA, small_suite

TURNS = 15
"""Questions a worker asks in each measurement."""

ROUNDS = 3
PROMPT = [{"role": "user", "content": "Give me list 1."}]


def lines() -> Iterator[Line]:
    """Time the runner, the SDK's aiohttp transport, its default one, and threads, all in turn against one server."""
    with counting(0.05) as server:
        for at_once in (20, 50, 100):
            calls = at_once * TURNS
            best: dict[str, float] = {}
            spent: dict[str, float] = {}
            for _ in range(ROUNDS):
                for name, rate in RATES.items():
                    before = time.process_time()
                    best[name] = max(best.get(name, 0.0), rate(server.url, at_once, calls))
                    spent[name] = min(spent.get(name, 1e9), (time.process_time() - before) / calls * 1e3)
            name = max((other for other in best if other != "runner"), key=best.__getitem__)
            told = ", ".join(f"{other} {best[other]:.0f} ({spent[other]:.1f} ms)" for other in best)
            yield Line(
                f"calls a second, {at_once} at once",
                f"{best['runner']:.0f}",
                f"{best['runner'] / best[name]:.2f} of the SDK's {name}; processor time a call: {told}",
            )
        yield _memory(server.url)


def _runner(url: str, at_once: int, calls: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        marks: list[float] = []

        def note(_standing: Standing) -> None:
            marks.append(time.perf_counter())

        client = _client(url, at_once)
        suite = small_suite(calls)
        started = time.perf_counter()
        run_suite(suite, {"m": client}, Path(folder), 1, suite_sha256=SHA, on_progress=note)
        seconds = marks[-1] - started
        client.close()
    return calls / seconds


def _client(url: str, at_once: int) -> OpenAICompatibleClient:
    return OpenAICompatibleClient("m", Parameters("m"), base_url=url, limits=Limits(concurrency=at_once))


def _async(http: str) -> Callable[[str, int, int], float]:
    def rate(url: str, at_once: int, calls: int) -> float:
        return asyncio.run(_ask_bare(http, url, at_once, calls))

    return rate


async def _ask_bare(http: str, url: str, at_once: int, calls: int) -> float:
    import httpx2
    import openai

    made: Any = getattr(openai, http)
    limits = httpx2.Limits(max_connections=256, max_keepalive_connections=256)
    left = iter(range(calls))
    client = openai.AsyncOpenAI(
        api_key="none", base_url=url, max_retries=0, http_client=made(trust_env=False, limits=limits)
    )

    async def worker() -> None:
        for number in left:
            await client.chat.completions.create(model="m", messages=PROMPT, temperature=1.0, seed=number)  # type: ignore[arg-type]

    started = time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(at_once)))
    seconds = time.perf_counter() - started
    await client.close()
    return calls / seconds


def _threads(url: str, at_once: int, calls: int) -> float:
    import httpx2
    import openai

    limits = httpx2.Limits(max_connections=256, max_keepalive_connections=256)
    http = openai.DefaultHttpx2Client(trust_env=False, limits=limits)
    client = openai.OpenAI(api_key="none", base_url=url, max_retries=0, http_client=http)

    def ask(number: int) -> None:
        client.chat.completions.create(model="m", messages=PROMPT, temperature=1.0, seed=number)  # type: ignore[arg-type]

    started = time.perf_counter()
    with ThreadPoolExecutor(at_once) as pool:
        list(pool.map(ask, range(calls)))
    seconds = time.perf_counter() - started
    client.close()
    return calls / seconds


RATES: dict[str, Callable[[str, int, int], float]] = {
    "runner": _runner,
    "aiohttp": _async("DefaultAioHttpClient"),
    "httpx2": _async("DefaultAsyncHttpx2Client"),
    "threads": _threads,
}


def _memory(url: str) -> Line:
    """Resident memory after the first 1,000 calls of one run and at its end."""
    calls = int(os.environ.get("STIMFID_BENCH_CALLS", "3000"))
    process, at = psutil.Process(), {}
    lock = threading.Lock()

    def note(standing: Standing) -> None:
        with lock:
            if standing.done in (1000, calls):
                at[standing.done] = process.memory_info().rss / 1e6

    with tempfile.TemporaryDirectory() as folder:
        client = _client(url, 100)
        prompts = 500
        run_suite(
            small_suite(prompts),
            {"m": client},
            Path(folder),
            calls // prompts,
            suite_sha256=SHA,
            on_progress=note,
        )
        client.close()
    return Line(
        f"memory after {calls:,} calls", f"{at[calls]:.0f} MB", f"{at[1000]:.0f} MB after 1,000 calls of the same run"
    )
