"""SIGKILL at random moments: nothing lost, nothing doubled, nothing asked again that was on file."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import time
from pathlib import Path

import psutil

from stimfid_lib.models.model_journal import answered_in
from stimfid_lib.models.plan import plan
from stimfid_lib.models.runs import count_attempts, read_failures, read_runs
from tests.loopback.counting import Counting, counting
from tests.loopback.server import wait_until
from tests.models.forked import AT_ONCE, KEYS, KILLS, PROMPTS, REPLICATES, Forks, forking
from tests.models.suites import small_suite

QUESTIONS = PROMPTS * REPLICATES

IN_HAND = 2 * AT_ONCE * len(KEYS)
"""Calls that a process may have under way, or answered and not yet on file."""


def _texts(key: str) -> dict[tuple[str, int], str]:
    """Each question to a model as the server tells it."""
    return {task.asked: f"{key}-1 {task.prompt} {task.seed}" for task in plan(small_suite(PROMPTS), REPLICATES)}


def _kill_one(forks: Forks, what: str, folder: Path, draw: random.Random, server: Counting, most: int = 40) -> bool:
    """Kill a child at a random moment after its first requests (below `most`); false if it had ended before."""
    goal = server.seen() + draw.randrange(1, most)
    child = forks.start(what, folder, server.url)
    wait_until(lambda: server.seen() >= goal or not psutil.pid_exists(child), 30)
    time.sleep(draw.uniform(0.0, 0.06))
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    return forks.ended() == -signal.SIGKILL


def test_killed_while_many_are_asked_at_once(tmp_path: Path) -> None:
    draw, texts = random.Random(215), {key: _texts(key) for key in KEYS}
    on_file: set[str] = set()
    with counting(0.05, faults=True) as server, forking() as forks:
        for kills in range(1, KILLS + 1):
            before = len(server.log())
            assert _kill_one(forks, "ask", tmp_path, draw, server), "killed while it ran, not after it ended"
            log = server.log()
            assert not on_file & {question for question, _ in log[before:]}, "asked again although it was on file"
            on_file = {texts[key][asked] for key in KEYS for asked in answered_in(tmp_path, key)}
            assert sum(status == 200 for _, status in log) - len(on_file) <= kills * IN_HAND
        assert forks.start("ask", tmp_path, server.url)
        assert forks.ended() == 0
        log = server.log()
    runs = read_runs(tmp_path)
    assert runs.height == 2 * QUESTIONS == runs.select("model_key", "prompt_id", "replicate").n_unique()
    assert read_failures(tmp_path).height == 0
    for key, prompt_id, replicate, text in runs.select("model_key", "prompt_id", "replicate", "text").iter_rows():
        assert text == f"1. red {texts[key][prompt_id, replicate]}"
    for key in KEYS:
        assert (tmp_path / f"{key}.jsonl").read_bytes().count(b"\n") == QUESTIONS
    attempts = count_attempts(tmp_path)
    assert (attempts["attempts"] - attempts["errors"]).to_list() == [QUESTIONS, QUESTIONS]
    assert attempts["errors"].sum() <= sum(status != 200 for _, status in log)


def test_killed_between_sending_a_batch_and_having_its_replies(tmp_path: Path) -> None:
    draw, killed = random.Random(215), 0
    with counting() as server, forking() as forks:
        for _ in range(KILLS):
            killed += _kill_one(forks, "batch", tmp_path, draw, server, most=10)
            sent = [line["body"]["messages"][0]["content"] for lines in server.sent() for line in lines]
            assert len(sent) <= QUESTIONS, "a question was sent in two batches"
        assert forks.start("batch", tmp_path, server.url)
        assert forks.ended() == 0
        assert sum(map(len, server.sent())) == QUESTIONS
    assert killed >= min(KILLS, 6), "all is in the journal before many more kills"
    runs = read_runs(tmp_path)
    assert runs.height == QUESTIONS == runs.select("prompt_id", "replicate").n_unique()
    texts = _texts("one")
    for prompt_id, replicate, text in runs.select("prompt_id", "replicate", "text").iter_rows():
        assert f"one-1 {text.removeprefix('1. red ')}" == texts[prompt_id, replicate]
    assert count_attempts(tmp_path).rows() == [("one", QUESTIONS, 0)]
