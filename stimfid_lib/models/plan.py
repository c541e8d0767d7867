"""What a run asks, in which order, with which seeds."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
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


@dataclass(frozen=True)
class Plan:
    """Every question in the order of asking; iterate over it, it holds the prompts only and makes the questions anew.

    Attributes:
        prompts: id and text of each, in the suite's order.
        replicates: how often each is asked; replicates count from 1.
    """

    prompts: tuple[tuple[str, str], ...]
    replicates: int

    def __len__(self) -> int:
        return len(self.prompts) * self.replicates

    def __iter__(self) -> Iterator[Task]:
        for replicate in range(1, self.replicates + 1):
            yield from sorted(
                (
                    Task(prompt_id, prompt, replicate, derive_seed(prompt_id, replicate))
                    for prompt_id, prompt in self.prompts
                ),
                key=lambda task: (task.seed, task.prompt_id),
            )

    def without(self, done: Callable[[Asked], bool]) -> Iterator[Task]:
        """The questions that are still open, in the same order; `done` is asked of each when its turn comes."""
        return (task for task in self if not done(task.asked))


def plan(suite: pl.DataFrame, replicates: int) -> Plan:
    """Every question in the order of asking: all prompts once, then all a second time, and so on.

    Within a replicate the order is a fixed shuffle (by the questions' seeds), so that a run stopped anywhere has
    asked about the same share of each family and arm, and a server that changes during a run does not change
    between families.

    Args:
        suite: at least the columns prompt_id and prompt_text, one row a prompt.
        replicates: how often each prompt is asked.

    Raises:
        Refused: fewer than one replicate, or a prompt id that stands twice.
    """
    if replicates < 1:
        raise Refused(f"replicates = {replicates}: allowed are 1 and more")
    prompts = tuple(suite.select("prompt_id", "prompt_text").iter_rows())
    if len({prompt_id for prompt_id, _ in prompts}) < len(prompts):
        raise Refused("the suite holds a prompt_id twice: build it anew with `stimfid suite`")
    return Plan(prompts, replicates)
