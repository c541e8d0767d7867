"""What a run asks, in which order: every text of the panel, as often as the protocol's n says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import sha256_text
from stimfid_lib.models.plan import Task, plan
from stimfid_lib.stability.measure.runs import schedule_sha256
from stimfid_lib.stability.panels.panel import Panel
from stimfid_lib.stability.panels.protocol import Protocol

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Call:
    """One call of a schedule.

    Attributes:
        index: its place in the order of asking, from 1.
        item_id, version: which text of the panel.
        trial_index: which repetition of that text, from 1.
        task: the same call as the runner and its journal know it.
    """

    index: int
    item_id: str
    version: str
    trial_index: int
    task: Task

    @property
    def prompt_sha256(self) -> str:
        """Hex SHA-256 of the prompt's UTF-8 bytes."""
        return sha256_text(self.task.prompt)


@dataclass(frozen=True)
class Schedule:
    """The calls of one run; order and seeds follow from protocol, panel and replicate index alone.

    The runner's own order is used: every text once, then every text a second time, and within each round a fixed
    shuffle by the calls' seeds. So all four versions are asked side by side from the first call to the last, and a
    server that changes during a run does not change between versions.

    Args:
        protocol: what is asked how often.
        panel: its texts.
        replicate_index: which run of the same protocol on the same day; from 2 on the seeds are others.

    Raises:
        Refused: n is no multiple of the number of scenarios, or the panel is not the protocol's.
    """

    protocol: Protocol
    panel: Panel
    replicate_index: int = 1

    def __post_init__(self) -> None:
        items = len(self.panel.scenarios)
        if self.replicate_index < 1:
            raise Refused(f"replicate_index = {self.replicate_index}: allowed are 1 and more")
        if not items or self.protocol.n % items or self.protocol.n < items:
            raise Refused(f"{self.protocol.protocol_id}: n = {self.protocol.n} is no multiple of its {items} scenarios")
        if self.panel.panel_sha256 != self.protocol.panel_sha256:
            raise Refused(
                f"{self.protocol.protocol_id}: its panel has sha256 {self.panel.panel_sha256[:12]}…, the protocol "
                f"names {self.protocol.panel_sha256[:12]}…: a changed panel makes a new protocol"
            )

    @property
    def repetitions(self) -> int:
        """How often each text is asked."""
        return self.protocol.n // len(self.panel.scenarios)

    @cached_property
    def suite(self) -> pl.DataFrame:
        """The texts as the runner takes them: prompt_text, and prompt_id `<item>/<version>`, with a third part from
        the second replicate on."""
        import polars as pl

        rows = [
            (self._prompt_id(scenario.item_id, version), text)
            for scenario in self.panel.scenarios
            for version, text in scenario.texts.items()
        ]
        return pl.DataFrame(rows, schema=["prompt_id", "prompt_text"], orient="row")

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every call in the order of asking."""
        return tuple(
            Call(index, *_item_and_version(task.prompt_id), task.replicate, task)
            for index, task in enumerate(plan(self.suite, self.repetitions), start=1)
        )

    @cached_property
    def sha256(self) -> str:
        """Digest of protocol, order and seeds: what a journal belongs to."""
        rows = ((call.item_id, call.version, call.trial_index, call.task.seed) for call in self.calls)
        return schedule_sha256(self.protocol.protocol_sha256, self.replicate_index, rows)

    def _prompt_id(self, item_id: str, version: str) -> str:
        return f"{item_id}/{version}" + (f"/{self.replicate_index}" if self.replicate_index > 1 else "")


def _item_and_version(prompt_id: str) -> tuple[str, str]:
    item_id, version = prompt_id.split("/")[:2]
    return item_id, version
