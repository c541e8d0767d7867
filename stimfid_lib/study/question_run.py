"""One run of questions: whom, what, how often, into which folder; the study's own run, or its smoke run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.batch.ledger import questions_in_batches
from stimfid_lib.models.build import clients_open
from stimfid_lib.models.completion import ChatClient
from stimfid_lib.models.costs import Budget, Tariff, require_prices, spent, tariffs_of
from stimfid_lib.models.live import Leave, address_of, is_live
from stimfid_lib.models.local import EmbeddedModelUnavailable
from stimfid_lib.models.model_journal import ATTEMPTS, answered_in
from stimfid_lib.models.plan import Plan, Task, plan
from stimfid_lib.models.roster import Roster
from stimfid_lib.models.runner import run_suite
from stimfid_lib.models.standing import ModelReport, OnProgress

if TYPE_CHECKING:
    import polars as pl

    from stimfid_lib.study.workspace import Study

GiveLeave = Callable[[], Leave]
"""Checks the guards and gives leave to ask live models, or raises; called only when one of them has to be asked."""

_ALONE = ("reference", "embedded")

RUNS = "runs"
"""The run folder, in a snapshot's folder: one journal a model, and the ledger of attempts."""

SMOKE = "smoke"
"""The smoke run's folder, in a snapshot's folder."""


@dataclass(frozen=True)
class Outcome:
    """What came of asking: a report a model, what is owed and noted (in words), money spent.

    `cost` is what the calls of this run cost and `spent` what all calls of the snapshot did (see `budget`), in
    `currency`; None where no live model has prices.
    """

    reports: tuple[ModelReport, ...]
    owed: tuple[str, ...]
    notes: tuple[str, ...]
    cost: float | None = None
    spent: float | None = None
    currency: str = ""


@dataclass(frozen=True)
class QuestionRun:
    """What is asked, of whom, how often, and where the replies go.

    Attributes:
        study: the snapshot.
        roster: the roster.
        suite: the frozen suite, whole.
        folder: the run folder.
        replicates: how often each prompt is asked of each model.
        prompts: the rows of the suite that each model is asked, by model key.
    """

    study: Study
    roster: Roster
    suite: pl.DataFrame
    folder: Path
    replicates: int
    prompts: Mapping[str, pl.DataFrame]

    @cached_property
    def suite_sha256(self) -> str:
        """Digest of the suite whose prompts are asked."""
        return str(self.study.manifest()["suite_sha256"])

    @property
    def live(self) -> list[str]:
        """Keys of the models whose asking leaves this machine."""
        return [key for key in self.prompts if is_live(self.roster.entry(key))]

    def plan(self, key: str) -> Plan:
        """Every question to a model."""
        return plan(self.prompts[key], self.replicates)

    def open_tasks(self, key: str) -> list[Task]:
        """The questions to a model that are neither answered nor waiting in a batch.

        Raises:
            Refused: the model's journal is damaged.
        """
        settled = answered_in(self.folder, key) | questions_in_batches(self.folder).get(key, set())
        return [task for task in self.plan(key) if task.asked not in settled]

    def ask(
        self, give_leave: GiveLeave | None, *, on_progress: OnProgress | None = None, max_cost: float | None = None
    ) -> Outcome:
        """Ask every open question of every model.

        Args:
            give_leave: called once, before anything is asked, if a live model has open questions.
            on_progress: see `run_suite`.
            max_cost: the most that all calls of the snapshot together may cost; default: the parameter file's.

        Raises:
            Refused: a guard, a damaged journal, or a limit without prices.
            MissingInput: an API key is not set.
        """
        served = [key for key in self.prompts if self._kind(key) not in _ALONE and self.open_tasks(key)]
        live = [key for key in served if key in self.live]
        if live and give_leave is None:
            raise Refused(f"{', '.join(live)}: live models are asked with `stimfid ask`, `stimfid run` or `make study`")
        leave = give_leave() if live and give_leave else None
        budget = self.budget(live, max_cost)
        before, reports, owed, notes = budget.spent, list[ModelReport](), list[str](), list[str]()
        with clients_open(served, self.roster, self.suite, self.study.lexicon, leave=leave) as clients:
            for key in (key for key in self.prompts if self._kind(key) in _ALONE):
                try:
                    with clients_open([key], self.roster, self.suite, self.study.lexicon) as alone:
                        reports += self._ask(key, alone, on_progress, Budget({}))
                except EmbeddedModelUnavailable as error:
                    (owed if error.try_again else notes).append(str(error))
            if clients:
                reports += self._ask(served[0], clients, on_progress, budget)
        owed += [self._owed(report) for report in reports if report.open]
        if not budget.tariffs:
            return Outcome(tuple(reports), tuple(owed), tuple(notes))
        money = budget.spent - before, budget.spent, currency_of(budget.tariffs)
        return Outcome(tuple(reports), tuple(owed), tuple(notes), *money)

    def budget(self, asked: list[str], max_cost: float | None = None) -> Budget:
        """What was spent in this snapshot, and what may still be.

        The smoke run counts, and so do calls to models that the parameter file names no more, while the roster still
        holds their prices.

        Args:
            asked: the live models that are to be asked.
            max_cost: see `ask`.

        Raises:
            Refused: there is a limit, and one of `asked` has no prices or no cap.
        """
        limit = self.study.params.max_cost if max_cost is None else max_cost
        if limit is not None:
            require_prices({key: self.roster.entry(key) for key in asked}, limit)
        paid = tariffs_of({key: entry for key, entry in self.roster.models.items() if is_live(entry)})
        texts = dict(self.suite.select("prompt_id", "prompt_text").iter_rows())
        folders = {self.folder, self.study.path(RUNS), self.study.path(SMOKE)}
        before = sum(spent(folder / ATTEMPTS, paid, texts) + _waiting(folder, paid, texts) for folder in folders)
        return Budget({key: paid[key] for key in self.live if key in paid}, limit, before)

    def _kind(self, key: str) -> str:
        return self.roster.entry(key).kind

    def _ask(
        self, key: str, clients: Mapping[str, ChatClient], on_progress: OnProgress | None, budget: Budget
    ) -> list[ModelReport]:
        """Ask clients that share the prompts of one of them."""
        return run_suite(
            self.prompts[key],
            clients,
            self.folder,
            replicates=self.replicates,
            temperature=self.study.params.temperature,
            suite_sha256=self.suite_sha256,
            on_progress=on_progress,
            budget=budget,
            in_batches=questions_in_batches(self.folder),
        )

    def _owed(self, report: ModelReport) -> str:
        if self._kind(report.model_key) == "endpoint":
            return f"{report} (its server is {address_of(self.roster.entry(report.model_key))}: does it run?)"
        return str(report)


def currency_of(tariffs: Mapping[str, Tariff]) -> str:
    """The currency of all prices; the roster allows one only."""
    return next((tariff.prices.currency for tariff in tariffs.values()), "")


def _waiting(folder: Path, tariffs: Mapping[str, Tariff], texts: Mapping[str, str]) -> float:
    """What the batches that are under way may cost."""
    return sum(
        tariff.most(texts.get(prompt_id, "")) * tariff.prices.batch
        for key, questions in questions_in_batches(folder).items()
        if (tariff := tariffs.get(key)) is not None and tariff.max_tokens is not None
        for prompt_id, _ in questions
    )
