"""The command in a process of its own, and a transcriber on loopback whose answer depends on the recording."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from stimfid_lib.models.interrupt import Interrupt
from stimfid_lib.pronounce.validate.corpus import find_corpus
from stimfid_lib.pronounce.validate.ear import remote
from stimfid_lib.pronounce.validate.run import Outcome, run
from stimfid_lib.pronounce.validate.speakers import L1_OF
from tests.loopback.server import Answer, LoopbackServer, wait_until
from tests.pronounce.service.making import silence
from tests.pronounce.validate.making import long_textgrid

COMMAND = (sys.executable, "-m", "stimfid_lib.pronounce.validate")
HEARD = ("s b i θ", "s v i s", "b i", "s f i θ ə", "")


def arguments(corpus: Path, out: Path, *more: str) -> list[str]:
    """The command line."""
    return [*COMMAND, "--corpus", str(corpus), "--out", str(out), *more]


def finished(corpus: Path, out: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Run it to its end."""
    return subprocess.run(arguments(corpus, out, *more), capture_output=True, text=True, check=False, timeout=120)


def here(corpus: Path, out: Path, url: str) -> tuple[Outcome, list[str]]:
    """Run it in this process with a server as transcriber; how it ended and what it said."""
    said: list[str] = []
    return run(find_corpus(corpus), out, remote(url), wish=Interrupt(), say=said.append), said


def ended_by(
    signals: list[signal.Signals], server: LoopbackServer, asked: int, command: list[str]
) -> subprocess.CompletedProcess[str]:
    """Start it, send signals (half a second between two) once the server was asked so often, and wait for its end."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            wait_until(lambda: len(server.requests) >= asked, 60)
            for number in signals:
                process.send_signal(number)
                time.sleep(0.5 if len(signals) > 1 else 0)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def small_corpus(folder: Path, count: int) -> Path:
    """So many utterances `S V,B,s IY1 TH,S,s`, speakers in turn, each with a silence of a length of its own."""
    phones = [(float(at), at + 1.0, label) for at, label in enumerate(("S", "V,B,s", "IY1", "TH,S,s"))]
    text = long_textgrid(4.0, {"words": [(0.0, 4.0, "word")], "phones": phones}).encode()
    for number in range(count):
        speaker = folder / sorted(L1_OF)[number % 24]
        for kind, name, data in (
            ("annotation", "TextGrid", text),
            ("wav", "wav", silence(0.05 + number / 1000)),
        ):
            path = speaker / kind / f"arctic_a{number:04}.{name}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    return folder


def answering(delay_s: float = 0.0) -> Callable[[Any], Answer]:
    """A transcriber that hears something else in recordings of another length, after a while."""
    return lambda body: Answer({"phonemes": HEARD[len(body) // 32 % len(HEARD)].split()}, delay_s=delay_s)


def in_checkpoint(out: Path) -> int:
    """How many utterances the checkpoint beside these rows holds, read without the library."""
    lines = (out.parent / f"{out.stem}.checkpoint.jsonl").read_text(encoding="utf-8").splitlines()
    return len([json.loads(line) for line in lines]) - 1
