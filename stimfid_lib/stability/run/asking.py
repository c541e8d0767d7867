"""Ask a schedule through the study's own runner and journal, and bring a complete run into the archive."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import sha256_text
from stimfid_lib.models.completion import ChatClient, settings_of
from stimfid_lib.models.costs import Budget, require_prices, spent
from stimfid_lib.models.model_journal import ATTEMPTS, answered_in
from stimfid_lib.models.retry import Retries
from stimfid_lib.models.runner import run_suite
from stimfid_lib.models.runs import read_attempts, read_runs
from stimfid_lib.models.standing import ModelReport, OnProgress
from stimfid_lib.stability.records.archive import ENVELOPE, Archive
from stimfid_lib.stability.records.trial import Reply, trial_record
from stimfid_lib.stability.records.whole_run import run_records
from stimfid_lib.stability.run.identity import RunIdentity
from stimfid_lib.stability.run.profiles import TEMPERATURE
from stimfid_lib.stability.run.schedule import Schedule
from stimfid_lib.stability.run.subject import Subject


@dataclass(frozen=True)
class Run:
    """One run: what is asked of whom, and the folder of its journal.

    Attributes:
        schedule: the calls.
        subject: who is asked.
        identity: what the records call it.
        root: the folder that holds one folder a run.
    """

    schedule: Schedule
    subject: Subject
    identity: RunIdentity
    root: Path

    @property
    def folder(self) -> Path:
        """The run's own folder."""
        return self.root / self.identity.run_id

    @property
    def open_calls(self) -> int:
        """How many calls have no answer yet; an error is none."""
        answered = answered_in(self.folder, self.subject.key)
        return sum(call.task.asked not in answered for call in self.schedule.calls)

    def budget(self, limit: float | None = None) -> Budget:
        """What all calls of the run have cost so far, and the most that they may cost.

        Raises:
            Refused: there is a limit, and the roster holds no prices or no cap for a live model.
        """
        key, entry = self.subject.key, self.subject.entry
        if limit is not None and entry is not None and self.subject.live:
            require_prices({key: entry}, limit)
        texts = {call.task.prompt_id: call.task.prompt for call in self.schedule.calls}
        before = spent(self.folder / ATTEMPTS, self.subject.tariffs, texts)
        return Budget(self.subject.tariffs, limit, before)

    def ask(
        self,
        client: ChatClient,
        *,
        on_progress: OnProgress | None = None,
        budget: Budget | None = None,
        retries: Retries | None = None,
    ) -> ModelReport:
        """Ask every call that has no answer yet; a call that failed is asked again by the next `ask`.

        Raises:
            Refused: the folder belongs to another run, or its journal cannot be gone on with.
        """
        self.identity.begin(self.folder)
        (report,) = run_suite(
            self.schedule.suite,
            {self.subject.key: client},
            self.folder,
            replicates=self.schedule.repetitions,
            temperature=TEMPERATURE,
            suite_sha256=self.schedule.sha256,
            on_progress=on_progress,
            budget=budget,
            retries=retries,
        )
        return report

    def replies(self) -> list[Reply]:
        """Every reply in the schedule's order.

        Raises:
            Refused: a call has no answer yet.
        """
        rows = {
            (row["prompt_id"], row["replicate"]): row
            for row in read_runs(self.folder).iter_rows(named=True)
            if row["model_key"] == self.subject.key
        }
        missing = [call for call in self.schedule.calls if call.task.asked not in rows]
        if missing:
            raise Refused(
                f"{self.identity.run_id}: {len(missing)} of {len(self.schedule.calls)} calls have no answer yet, the "
                "first is number "
                f"{missing[0].index}; the same command goes on"
            )
        return [_reply(rows[call.task.asked]) for call in self.schedule.calls]

    def enter(
        self, archive: Archive, *, instrument_suspect: bool = False, resamples: int | None = None
    ) -> dict[str, Any]:
        """Bring the complete run into an archive, once and only once, and return its measurement.

        A run that stands there already is not entered again, whoever was killed when. `instrument_suspect`: an alarm
        of the instrument covers the day of the run (`instrument.state`). `resamples` other than an archive's 10,000 are
        for tests and simulations.

        Raises:
            Refused: the run is not complete, or the archive is damaged.
        """
        with archive:
            for record in archive.records("measurement"):
                if record["run_id"] == self.identity.run_id:
                    return {name: value for name, value in record.items() if name not in ENVELOPE}
            known = list(archive.records("protocol"))
            archive.extend(records := self.records(known, instrument_suspect=instrument_suspect, resamples=resamples))
            return records[-1]

    def records(
        self,
        known: list[dict[str, Any]] | None = None,
        *,
        instrument_suspect: bool = False,
        resamples: int | None = None,
    ) -> list[dict[str, Any]]:
        """What enters an archive, see `run_records`; `known` are the protocol records that stand there already."""
        replies, identity = self.replies(), self.identity
        trials = [
            trial_record(
                reply,
                run_id=identity.run_id,
                protocol=self.schedule.protocol,
                item_id=call.item_id,
                version=call.version,
                trial_index=call.trial_index,
                call_index=call.index,
                prompt_sha256=sha256_text(call.task.prompt),
            )
            for call, reply in zip(self.schedule.calls, replies, strict=True)
        ]
        settings = settings_of(replies[0].request)
        run = {
            **asdict(identity),
            "api_surface_sha": self.subject.api_surface_sha(settings),
            "request": settings,
            "errors_replaced": self._errors(),
        }
        return run_records(
            self.schedule.protocol,
            run,
            trials,
            known or [],
            instrument_suspect=instrument_suspect,
            resamples=resamples,
        )

    def _errors(self) -> int:
        return int(read_attempts(self.folder)["error"].is_not_null().sum())


def _reply(row: dict[str, Any]) -> Reply:
    return Reply(row["text"], row["finish_reason"], row["model_id"], json.loads(row["request"]), row["seed"])
