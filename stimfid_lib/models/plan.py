"""What a run asks, in which order, with which seeds."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import UNIT
from stimfid_lib.base.seed import SEED
from stimfid_lib.models.record import Asked

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, slots=True)
class Task:
    """One question to one model: a prompt, which repetition of it, and the seed that tells repetitions apart."""

    prompt_id: str
    prompt: str
    replicate: int
    seed: int

    @property
    def asked(self) -> Asked:
        """The task's key in a journal."""
        return self.prompt_id, self.replicate


def derive_seed(prompt_id: str, replicate: int) -> int:
    """Seed of one question, 0 to 2³¹ − 1, from (215, prompt, replicate): the same for every model and every run."""
    digest = hashlib.sha256(UNIT.join((str(SEED), prompt_id, str(replicate))).encode()).digest()
    return int.from_bytes(digest[:4], "big") & 0x7FFFFFFF


def plan(suite: pl.DataFrame, replicates: int) -> list[Task]:
    """Every question in the order of asking: all prompts once, then all a second time, and so on.

    Within a replicate the order is a fixed shuffle (by the questions' seeds), so that a run stopped anywhere has
    asked about the same share of each family and arm, and a server that changes during a run does not change
    between families.

    Args:
        suite: at least the columns prompt_id and prompt_text, one row a prompt.
        replicates: how often each prompt is asked; replicates count from 1.

    Raises:
        Refused: fewer than one replicate, or a prompt id that stands twice.
    """
    if replicates < 1:
        raise Refused(f"replicates = {replicates}: allowed are 1 and more")
    prompts = suite.select("prompt_id", "prompt_text").rows()
    if len({prompt_id for prompt_id, _ in prompts}) < len(prompts):
        raise Refused("the suite holds a prompt_id twice: build it anew with `stimfid suite`")
    tasks = [
        Task(prompt_id, prompt, replicate, derive_seed(prompt_id, replicate))
        for replicate in range(1, replicates + 1)
        for prompt_id, prompt in prompts
    ]
    return sorted(tasks, key=lambda task: (task.replicate, task.seed, task.prompt_id))
