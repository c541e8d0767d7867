"""`stimfid stability instrument …`: the day's checks of the instrument, its alarms, and a person's decisions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stimfid_lib.cli.console import out, say
from stimfid_lib.cli.stability.options import (
    ARCHIVE,
    REFERENCE,
    STATE,
    ArchiveFolder,
    By,
    Day,
    Reference,
    StateFolder,
    day_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from stimfid_lib.models.entries import EmbeddedEntry
    from stimfid_lib.models.roster import Roster
    from stimfid_lib.stability.bookkeeping import Bookkeeping

instrument = typer.Typer(no_args_is_help=True, help="Is the instrument still the one that it was?")


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the group `instrument`."""
    parent.add_typer(instrument, name="instrument")


@instrument.command()
def baseline(state: StateFolder = STATE, reference: Reference = REFERENCE) -> None:
    """Take a fingerprint and keep it as this architecture's baseline; another one that stands there stays."""
    from stimfid_lib.stability.instrument.asking import take_fingerprint
    from stimfid_lib.stability.instrument.baselines import write_baseline

    taken = take_fingerprint(reference, _embedded(_roster(), reference))
    write_baseline(Path(state), taken)
    say(f"baseline {taken.sha256} for {taken.conditions.architecture}")


@instrument.command()
def check(
    state: StateFolder = STATE,
    reference: Reference = REFERENCE,
    archive: ArchiveFolder = ARCHIVE,
    date: Day = None,
) -> None:
    """Take the day's fingerprint, compare it bit for bit with the baseline, and read ten stored trials again.

    A difference is written down as an alarm and ends with exit status 1: measurements are suspect and nothing is
    published from then on, until a person decides (`recover`).
    """
    from stimfid_lib.base.errors import Refused
    from stimfid_lib.stability.instrument.asking import take_fingerprint
    from stimfid_lib.stability.instrument.daily import check_runtime
    from stimfid_lib.stability.instrument.rereading import reread_archive
    from stimfid_lib.stability.instrument.state import RUNTIME, alarm_entries
    from stimfid_lib.stability.records.archive import Archive

    books, day, entry = _books(state), day_of(date).isoformat(), _embedded(_roster(), reference)
    try:
        taken = take_fingerprint(reference, entry)
    except Refused as error:  # weights that are not the pinned ones
        books.append(*alarm_entries(day, RUNTIME, [str(error)]))
        raise
    told = list(check_runtime(books, Path(state), taken, day))
    say(f"fingerprint {taken.sha256}: {'; '.join(told) or 'every bit as in the baseline'}")
    again = reread_archive(books, Archive(Path(archive)).records(), day)
    say("; ".join(again) or "stored trials read as they were read")
    _stop_at([*told, *again])


@instrument.command()
def guard(state: StateFolder = STATE, reference: Reference = REFERENCE, date: Day = None) -> None:
    """Ask the day's guard protocol of the reference model and judge it against its baseline by the change rule."""
    from stimfid_lib.stability.instrument.daily import check_guard, guard_of_day
    from stimfid_lib.stability.instrument.guarding import guard_protocols, measure_guard
    from stimfid_lib.study.progress import show_standings

    day, roster = day_of(date).isoformat(), _roster()
    _embedded(roster, reference)
    protocol_id = guard_of_day(guard_protocols(), day)
    with show_standings(out, {}) as on_progress:
        first, today = measure_guard(protocol_id, reference, roster, Path(state), day, on_progress)
    if first is None:
        say(f"{protocol_id}: the first measurement of the reference model, kept as its baseline")
        return
    told = check_guard(_books(state), protocol_id, first, today, day)
    say("; ".join(told) or f"{protocol_id}: flat against its baseline of {first['run_date']}")
    _stop_at(told)


@instrument.command()
def subject(
    model: Annotated[str, typer.Option("--model", help="Whom to ask; a key of models.yaml.")],
    state: StateFolder = STATE,
    date: Day = None,
) -> None:
    """Ask a subject 24 single facts and say what moved since the last day on which it was asked."""
    from stimfid_lib.stability.instrument.asked_subject import ask_subject
    from stimfid_lib.stability.instrument.subject import moved
    from stimfid_lib.study.progress import show_standings

    books, day = _books(state), day_of(date).isoformat()
    with show_standings(out, {}) as on_progress:
        entry = ask_subject(model, _roster(), Path(state), day, on_progress)
    earlier = [
        kept
        for kept in books.entries("subject_fingerprint")
        if kept["subject_model_id"] == entry["subject_model_id"] and kept["day"] < day
    ]
    books.append(entry)
    say(f"{entry['subject_model_id']}: {entry['known']} of 24 known")
    for told in _since(earlier, entry, moved):
        say(told)


@instrument.command()
def status(state: StateFolder = STATE, date: Day = None) -> None:
    """Say whether the instrument may be trusted today and whether anything may be published."""
    from stimfid_lib.stability.instrument.state import InstrumentState

    day, known = day_of(date).isoformat(), InstrumentState.read(Path(state))
    for alarm in known.alarms:
        say(f"alarm of {alarm}{f'; recovered {alarm.recovered}' if alarm.recovered else '; open'}")
    say(f"measurements of {day} are {'suspect' if known.suspect_on(day) else 'not suspect'}")
    say("; ".join(known.against_publishing(day)) or f"nothing forbids publishing on {day}")


@instrument.command()
def recover(
    by: By,
    reason: Annotated[str, typer.Option("--reason", help="What was found, and why the instrument may be trusted.")],
    new_baseline: Annotated[
        bool, typer.Option("--new-baseline", help="Take a new baseline now; the old one is replaced.")
    ] = False,
    state: StateFolder = STATE,
    reference: Reference = REFERENCE,
    date: Day = None,
) -> None:
    """Write down a person's decision that the instrument may be trusted again; nothing else ends an alarm."""
    from stimfid_lib.stability.instrument import state as states
    from stimfid_lib.stability.instrument.asking import take_fingerprint
    from stimfid_lib.stability.instrument.baselines import write_baseline

    books, day = _books(state), day_of(date).isoformat()
    states.require_decision(books, by=by, reason=reason)
    digest = None
    if new_baseline:
        taken = take_fingerprint(reference, _embedded(_roster(), reference))
        write_baseline(Path(state), taken, replace=True)
        digest = taken.sha256
    for alarm in states.recover(books, day=day, by=by, reason=reason, new_baseline=digest):
        say(f"closed: the alarm of {alarm}")


def _roster() -> Roster:
    from stimfid_lib.models.roster import load_roster

    return load_roster()


def _embedded(roster: Roster, key: str) -> EmbeddedEntry:
    from stimfid_lib.base.errors import Refused
    from stimfid_lib.models.entries import EmbeddedEntry

    entry = roster.entry(key)
    if not isinstance(entry, EmbeddedEntry):
        raise Refused(f"{key!r} is no embedded model: the reference is one whose weights and runtime lie here, frozen")
    return entry


def _books(state: str) -> Bookkeeping:
    from stimfid_lib.stability.bookkeeping import BOOKS, Bookkeeping

    return Bookkeeping(Path(state) / BOOKS)


def _since(earlier: Sequence[Mapping[str, Any]], entry: Mapping[str, Any], moved: Any) -> list[str]:
    if not earlier:
        return ["the first day: nothing to compare with"]
    return list(moved(earlier[-1], entry)) or [f"nothing moved since {earlier[-1]['day']}"]


def _stop_at(told: Sequence[str]) -> None:
    if told:
        say("ALARM: measurements are suspect and nothing is published until `stimfid stability instrument recover`")
        raise typer.Exit(1)
