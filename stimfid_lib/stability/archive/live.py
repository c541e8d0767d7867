"""The real world: the roster's servers, the study's runner and journal, the embedded reference model."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.models.costs import Budget, tariff_of
from stimfid_lib.models.entries import EmbeddedEntry, EndpointEntry, VendorEntry
from stimfid_lib.models.listing import listed_ids
from stimfid_lib.models.live import Leave, address_of, is_live
from stimfid_lib.models.local import EmbeddedModelUnavailable
from stimfid_lib.models.roster import Roster
from stimfid_lib.stability.archive.days import utc_day
from stimfid_lib.stability.archive.keeper import Keeper
from stimfid_lib.stability.archive.ledger import Purse
from stimfid_lib.stability.archive.purse import PurseBudget
from stimfid_lib.stability.archive.world import Attempt
from stimfid_lib.stability.instrument.asked_subject import ask_subject
from stimfid_lib.stability.instrument.asking import take_fingerprint
from stimfid_lib.stability.instrument.daily import check_guard, check_runtime, guard_of_day
from stimfid_lib.stability.instrument.guarding import guard_protocols, measure_guard
from stimfid_lib.stability.instrument.state import RUNTIME, alarm_entries
from stimfid_lib.stability.panels.catalogue import load_panel, load_protocol
from stimfid_lib.stability.panels.prereg import NOT_PREREGISTERED, registration_of, why_not
from stimfid_lib.stability.run.asking import Run
from stimfid_lib.stability.run.begin import begin
from stimfid_lib.stability.run.identity import begun
from stimfid_lib.stability.run.subject import ModelEntry, client_open, family_of

log = logging.getLogger("stimfid.stability")

Found = tuple[str, ModelEntry]


@dataclass(frozen=True)
class LiveWorld:
    """Implements `world.World` on the models of a roster.

    Attributes:
        keeper: whose archive, books and ledger are written.
        roster: who can be asked; a model that is not there is asked by nobody until a person adds it.
        state: the private folder: baselines, guard runs, subject journals.
        runs: where the journals of runs lie.
        reference: the embedded reference model's key.
        resamples: of each bootstrap; None for the 10,000 of a real archive, fewer for tests.
    """

    keeper: Keeper
    roster: Roster
    state: Path
    runs: Path
    reference: str
    resamples: int | None = None

    def sources(self) -> Sequence[str]:
        """The servers of the roster's paid models, each once."""
        return tuple(dict.fromkeys(source for _, entry in self._served() if (source := source_of(entry)) is not None))

    def source_of(self, subject_model_id: str) -> str | None:
        """Where a model is listed; one that is not in the roster yet is looked for where its family is."""
        found = self._found(subject_model_id) or next(
            (one for one in self._served() if family_of(one[1].model_id) == family_of(subject_model_id)), None
        )
        return None if found is None else source_of(found[1])

    def listing(self, source: str, day: date) -> Sequence[str] | None:  # noqa: ARG002 - a listing is always today's
        """Ask a source for its listing; no model is asked anything."""
        for key, entry in self._served():
            if source_of(entry) == source and isinstance(entry, VendorEntry | EndpointEntry):
                try:
                    return listed_ids(key, entry)
                except (ConnectionError, MissingInput, Refused) as error:
                    log.warning("%s: no listing: %s", source, error)
                    return None
        return None

    def why_not_registered(self, protocol_id: str, subject_model_id: str, day: date) -> str | None:  # noqa: ARG002
        """The preflight of hashes and, for a model that is not on this machine, the registration."""
        try:
            protocol = load_protocol(protocol_id)
            load_panel(protocol)
        except Refused as error:
            return str(error)
        found = self._found(subject_model_id)
        if found is None or not is_live(found[1]) or registration_of(protocol) is not None:
            return None
        return f"{NOT_PREREGISTERED}: {why_not(protocol)}"

    def run(self, protocol_id: str, subject_model_id: str, day: date, purse: Purse, *, since: date) -> Attempt:
        """Ask what was not asked yet, and bring the run into the archive when it is complete."""
        found = self._found(subject_model_id)
        if found is None:
            return Attempt("human_absent", f"{subject_model_id} is not in models.yaml: add it")
        key, entry = found
        try:
            run = self._begun(protocol_id, key, day, since)
            if run.open_calls:
                stopped = self._ask(run, self._budget(key, entry, purse))
                if stopped is not None:
                    return stopped
        except (MissingInput, EmbeddedModelUnavailable) as error:
            return Attempt("human_absent", str(error))
        suspect = self.keeper.suspect(date.fromisoformat(run.identity.run_date), day)
        measured = run.enter(self.keeper.archive, instrument_suspect=suspect, resamples=self.resamples)
        return Attempt(records=(measured,))

    def check_runtime(self, day: date) -> Attempt:
        """Take the fingerprint of the embedded reference model and compare it bit for bit."""
        told = day.isoformat()
        try:
            taken = take_fingerprint(self.reference, self._reference())
            check_runtime(self.keeper.books, self.state, taken, told)
        except (MissingInput, EmbeddedModelUnavailable) as error:
            return Attempt("human_absent", str(error))
        except Refused as error:  # weights that are not the pinned ones
            self.keeper.books.append(*alarm_entries(told, RUNTIME, [str(error)]))
            return Attempt("human_absent", str(error))
        return Attempt()

    def check_guard(self, day: date) -> Attempt:
        """Ask the day's guard protocol of the reference model and judge it against its baseline."""
        told = day.isoformat()
        try:
            protocol_id = guard_of_day(guard_protocols(), told)
            self._reference()
            first, today = measure_guard(protocol_id, self.reference, self.roster, self.state, told)
        except (MissingInput, EmbeddedModelUnavailable, Refused) as error:
            return Attempt("human_absent", str(error))
        if first is None:
            self.keeper.books.append({"kind": "job_done", "day": told, "job": "guard_margin_rotation"})
        else:
            check_guard(self.keeper.books, protocol_id, first, today, told)
        return Attempt()

    def check_subject(self, subject_model_id: str, day: date) -> Attempt:
        """Ask a subject its 24 facts, paid for by the heartbeat."""
        found = self._found(subject_model_id)
        if found is None:
            return Attempt("human_absent", f"{subject_model_id} is not in models.yaml: add it")
        key, entry = found
        try:
            budget = self._budget(key, entry, "heartbeat")
        except MissingInput as error:
            return Attempt("human_absent", str(error))
        try:
            answered = ask_subject(key, self.roster, self.state, day.isoformat(), budget=budget)
        except MissingInput as error:
            return Attempt("human_absent", str(error))
        except Refused as error:
            return _stopped(budget, str(error))
        self.keeper.books.append(answered)
        return Attempt()

    def _ask(self, run: Run, budget: Budget) -> Attempt | None:
        with client_open(run.subject, run.schedule, self.roster, self._leave(run)) as client:
            report = run.ask(client, budget=budget)
        if not report.open:
            return None
        return _stopped(budget, str(report))

    def _leave(self, run: Run) -> Leave | None:
        return Leave(frozenset({run.subject.key}), run.schedule.sha256) if run.subject.live else None

    def _begun(self, protocol_id: str, key: str, day: date, since: date) -> Run:
        """The run that was begun for this job and is not complete, or a new one of today."""
        fresh = begin(protocol_id, key, self.roster, self.runs, run_date=day.isoformat())
        for identity in reversed(begun(self.runs, fresh.schedule, fresh.subject)):
            if since.isoformat() <= identity.run_date:
                return Run(fresh.schedule, fresh.subject, identity, self.runs)
        return fresh

    def _budget(self, key: str, entry: ModelEntry, purse: Purse) -> Budget:
        """The purse's budget; a model that costs nothing has none to keep.

        Raises:
            MissingInput: a paid model without prices or cap, whose cost nobody can keep.
        """
        if source_of(entry) is None:
            return Budget({})
        tariff = tariff_of(entry)
        if tariff is None or tariff.max_tokens is None:
            raise MissingInput(f"{key} has no prices or no max_tokens in models.yaml: its cost cannot be kept")
        return PurseBudget({key: tariff}, self.keeper.ledger, self.keeper.budget, purse, _today)

    def _reference(self) -> EmbeddedEntry:
        entry = self.roster.entry(self.reference)
        if not isinstance(entry, EmbeddedEntry):
            raise MissingInput(f"{self.reference!r} is no embedded model: name the reference whose weights lie here")
        return entry

    def _served(self) -> list[Found]:
        return [
            (key, entry)
            for key, entry in self.roster.models.items()
            if isinstance(entry, VendorEntry | EndpointEntry) and source_of(entry) is not None
        ]

    def _found(self, subject_model_id: str) -> Found | None:
        for key, entry in self.roster.models.items():
            if isinstance(entry, VendorEntry | EndpointEntry | EmbeddedEntry) and entry.model_id == subject_model_id:
                return key, entry
        return None


def source_of(entry: ModelEntry) -> str | None:
    """A vendor by name, another server by address; None for what runs on this machine and costs nothing."""
    if isinstance(entry, VendorEntry):
        return entry.provider
    return address_of(entry) if isinstance(entry, EndpointEntry) and is_live(entry) else None


def _stopped(budget: Budget, told: str) -> Attempt:
    """Why something was not asked to its end: its purse, or its source."""
    if isinstance(budget, PurseBudget) and budget.refused:
        return Attempt("budget_halted", f"the money of the month: {told}")
    return Attempt("provider_outage", f"the source broke off: {told}")


def _today() -> date:
    return utc_day(datetime.now(UTC))
