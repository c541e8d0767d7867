"""The process that the kill tests kill: forked from one that has imported everything, so that fifty take seconds."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from stimfid_lib.base.paths import repo_root
from stimfid_lib.models.batch import batches as models_batches
from stimfid_lib.models.batch.batches import Batches
from stimfid_lib.models.batch.ledger import questions_in_batches
from stimfid_lib.models.clients.openai_compatible import OpenAICompatibleClient
from stimfid_lib.models.clients.parameters import Parameters
from stimfid_lib.models.entries import Limits
from stimfid_lib.models.plan import plan
from stimfid_lib.models.retry import Retries
from stimfid_lib.models.runner import run_suite
from tests.models.suites import SHA, small_suite

KILLS = int(os.environ.get("STIMFID_KILLS", "4"))
"""Of each test; STIMFID_KILLS=25 makes fifty, in about a minute."""

PROMPTS, REPLICATES, AT_ONCE = (90 if KILLS <= 4 else 150), 2, 8
KEYS = ("one", "two")


def clients(url: str, at_once: int = AT_ONCE) -> dict[str, OpenAICompatibleClient]:
    """Two models of two lanes on one server."""
    limits = Limits(concurrency=at_once)
    return {
        key: OpenAICompatibleClient(key, Parameters(f"{key}-1"), base_url=url, limits=limits, lane=key) for key in KEYS
    }


def ask(folder: Path, url: str) -> None:
    """Ask everything that is open."""
    retries = Retries(attempts=30, first_s=0.01, longest_s=0.05)
    run_suite(small_suite(PROMPTS), clients(url), folder, REPLICATES, suite_sha256=SHA, retries=retries)


def batch(folder: Path, url: str) -> None:
    """Send everything that is open in batches, and poll until all replies are in the journal."""
    client = OpenAICompatibleClient("one", Parameters("one-1"), base_url=url, lane="openai")
    models_batches.MOST_QUESTIONS = 20
    batches = Batches(folder, client, plan(small_suite(PROMPTS), REPLICATES), 1.0, SHA)
    while True:
        batches.submit(timedelta(seconds=0.2))
        batches.poll(timedelta(seconds=0.2))
        if not questions_in_batches(folder):
            return
        time.sleep(0.05)


def main() -> None:
    """Fork a child for every line `ask|batch FOLDER URL` on standard input; print its number, then its exit status."""
    import openai  # noqa: F401 - before the fork

    for line in sys.stdin:
        what, folder, url = line.split()
        child = os.fork()
        if child == 0:
            {"ask": ask, "batch": batch}[what](Path(folder), url)
            os._exit(0)
        _say(child)
        _, status = os.waitpid(child, 0)
        _say(os.waitstatus_to_exitcode(status))


def _say(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


class Forks:
    """Starts children of the forking process, one at a time."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def start(self, what: str, folder: Path, url: str) -> int:
        """Start a child and tell its number."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{what} {folder} {url}\n")
        self._process.stdin.flush()
        return self._read()

    def ended(self) -> int:
        """Wait for the child and tell its exit status."""
        return self._read()

    def _read(self) -> int:
        assert self._process.stdout is not None
        return int(self._process.stdout.readline())


@contextmanager
def forking() -> Iterator[Forks]:
    """The forking process, for the length of a block."""
    command = [sys.executable, "-m", "tests.models.forked"]
    with subprocess.Popen(
        command, cwd=repo_root(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        yield Forks(process)
        assert process.stdin is not None
        process.stdin.close()


if __name__ == "__main__":
    main()
