"""A suite of any size for the runner's tests, and the process that the kill test kills."""

from __future__ import annotations

import hashlib
import sys
import time
from pathlib import Path

import polars as pl

from stimfid_lib.models.clients.fake import FakeClient
from stimfid_lib.models.runner import run_suite

SHA = "a" * 64


def small_suite(prompts: int) -> pl.DataFrame:
    """As many prompts as wished; the runner needs no more columns than these."""
    return pl.DataFrame(
        {
            "prompt_id": [f"A1-{number:03d}:naive" for number in range(prompts)],
            "prompt_text": [f"Give me list {number}." for number in range(prompts)],
        }
    )


def steady(key: str, *, pause_s: float = 0.0) -> FakeClient:
    """A client whose reply depends on prompt and seed alone, long enough for a torn line to show."""

    def reply(prompt: str, seed: int | None) -> str:
        time.sleep(pause_s)
        return f"{prompt} {seed} " + hashlib.sha256(f"{prompt}{seed}".encode()).hexdigest() * 5

    return FakeClient(key, reply)


def main() -> None:
    """Run 120 prompts twice on two models, slowly enough to be killed on the way: `python -m … FOLDER`."""
    clients = {key: steady(key, pause_s=0.002) for key in ("one", "two")}
    run_suite(small_suite(120), clients, Path(sys.argv[1]), 2, suite_sha256=SHA)


if __name__ == "__main__":
    main()
