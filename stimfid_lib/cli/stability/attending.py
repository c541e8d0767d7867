"""`stimfid stability begin|adopt|work|bridge|act|declare|compare`: the unattended day, and what only a person does."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stimfid_lib.cli.console import say
from stimfid_lib.cli.stability.archive import CadenceFile, keeper_of
from stimfid_lib.cli.stability.options import (
    ARCHIVE,
    REFERENCE,
    RUNS,
    STATE,
    ArchiveFolder,
    By,
    Day,
    Reference,
    RosterFile,
    RunsFolder,
    StateFolder,
    day_of,
)

if TYPE_CHECKING:
    from stimfid_lib.stability.archive.keeper import Keeper
    from stimfid_lib.stability.archive.live import LiveWorld


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the commands that act."""
    for command in (begin, adopt, work, bridge, act, declare, compare):
        parent.command()(command)


def begin(
    epoch: Annotated[str | None, typer.Option("--epoch", help="The first day that is counted; default: today.")] = None,
    archive: ArchiveFolder = ARCHIVE,
    state: StateFolder = STATE,
    date: Day = None,
) -> None:
    """Begin an archive: jobs are counted from its epoch on, and each has to be accounted for."""
    keeper, day = keeper_of(archive, state, None), day_of(date)
    keeper.begin(day if epoch is None else day_of(epoch), day)
    say(f"begun on {day}; next: `stimfid stability adopt MODEL --by NAME`, and `stimfid stability work` every day")


def adopt(
    model: Annotated[str, typer.Argument(help="A key of models.yaml: the model that stands for its family.")],
    by: By,
    archive: ArchiveFolder = ARCHIVE,
    state: StateFolder = STATE,
    roster: RosterFile = None,
    date: Day = None,
) -> None:
    """Make a model the one that is asked for its family: the first one, or a new generation of open weights.

    A commercial family's active model changes on the provider's declaration alone (`declare`).
    """
    from stimfid_lib.base.errors import Refused
    from stimfid_lib.models.entries import VendorEntry
    from stimfid_lib.models.roster import load_roster
    from stimfid_lib.stability.archive.acts import act_entry
    from stimfid_lib.stability.run.subject import family_of, model_entry

    keeper, day = keeper_of(archive, state, None), day_of(date)
    entry = model_entry(model, load_roster(None if roster is None else Path(roster)))
    series = "commercial" if isinstance(entry, VendorEntry) else "open_weights"
    family = family_of(entry.model_id)
    before = keeper.state.latest(series, family)
    if before is not None and series == "commercial":
        raise Refused(
            f"{family} has had {before.subject_model_id}: its active model changes on the provider's explicit "
            "declaration alone; file it with `stimfid stability declare`"
        )
    keeper.calendar  # noqa: B018 - refuses an archive that has not begun
    keeper.books.append(act_entry("generation", day, by, series=series, model_family=family, model_id=entry.model_id))
    keeper.adopt(series, family, entry.model_id, day)
    say(f"{entry.model_id} is asked for {family} in the series {series} from {day} on")


def work(
    archive: ArchiveFolder = ARCHIVE,
    state: StateFolder = STATE,
    runs: RunsFolder = RUNS,
    roster: RosterFile = None,
    cadence: CadenceFile = None,
    reference: Reference = REFERENCE,
) -> None:
    """Do the unattended work of today: look at listings, check the instrument, run what is due, account for the rest.

    To be started once a day; a second start tries what is still open. It never passes the month's ceiling, asks only
    what is pre-registered, and does nothing that only a person may do.
    """
    from stimfid_lib.stability.archive import told
    from stimfid_lib.stability.archive.work import Work

    keeper = keeper_of(archive, state, cadence)
    now = datetime.now(UTC)
    keeper.take_up(now.date())
    with keeper.ledger.writing():
        Work(keeper, _world(keeper, state, runs, roster, reference)).day(now.date(), now)
    for line in (*told.status(keeper, now.date(), now), *told.due(keeper, now.date())):
        say(line)


def bridge(
    model: Annotated[str, typer.Argument(help="The new model's id, as `stimfid stability status` tells it.")],
    by: By,
    archive: ArchiveFolder = ARCHIVE,
    state: StateFolder = STATE,
    runs: RunsFolder = RUNS,
    roster: RosterFile = None,
    reference: Reference = REFERENCE,
) -> None:
    """Run the bridge to a new model by hand, from its own reserve: four protocols, old and new, in one week."""
    from stimfid_lib.base.errors import Refused
    from stimfid_lib.base.settings import proposal
    from stimfid_lib.stability.archive.succeeding import Succeeding

    keeper, day = keeper_of(archive, state, None), day_of(None)
    if model not in keeper.state.candidates:
        raise Refused(f"no bridge is open for {model!r}{proposal(model, keeper.state.candidates)}")
    candidate = keeper.state.candidates[model]
    succeeding = Succeeding(keeper, _world(keeper, state, runs, roster, reference), day)
    with keeper.ledger.writing():
        attempts = succeeding.bridge(candidate, by)
        succeeding.follow()
    for attempt in attempts:
        say(f"{attempt.cause}: {attempt.note}" if attempt.cause else "a run was completed")
    missing = succeeding.runs_of(candidate).missing
    for name in missing:
        say(f"missing: {name}")
    if missing:
        raise typer.Exit(1)


def act(
    what: Annotated[str, typer.Argument(help="Which act; a wrong one is told all.")],
    by: By,
    note: Annotated[str | None, typer.Option("--note", help="What was found or decided.")] = None,
    model: Annotated[str | None, typer.Option("--model", help="An exact model id.")] = None,
    protocol: Annotated[str | None, typer.Option("--protocol", help="A protocol's id.")] = None,
    state: StateFolder = STATE,
    date: Day = None,
) -> None:
    """Write down what a person did: a job of the calendar, or a decision that the code may not take."""
    from stimfid_lib.base.errors import Refused
    from stimfid_lib.stability.archive.acts import BY_OTHER_COMMANDS, act_entry
    from stimfid_lib.stability.bookkeeping import BOOKS, Bookkeeping

    if what in BY_OTHER_COMMANDS:
        raise Refused(f"{what} is written down by `stimfid stability {BY_OTHER_COMMANDS[what]}`, which does it")
    day = day_of(date)
    entry = act_entry(what, day, by, note=note, model_id=model, protocol_id=protocol)
    Bookkeeping(Path(state) / BOOKS).append(entry)
    say(f"{what}, {day}, by {by}")


def declare(
    path: Annotated[str, typer.Argument(help="The provider's JSON, or a snapshot of its deprecation page.")],
    old: Annotated[str, typer.Option("--old", help="The older model's exact id.")],
    new: Annotated[str, typer.Option("--new", help="Its successor's exact id.")],
    by: By,
    dated: Annotated[str | None, typer.Option("--dated", help="The day on which the page was saved.")] = None,
    state: StateFolder = STATE,
    date: Day = None,
) -> None:
    """File a provider's explicit declaration of succession; nothing else changes the active model of a series."""
    from stimfid_lib.stability.archive.declarations import keep, read_declaration
    from stimfid_lib.stability.bookkeeping import BOOKS, Bookkeeping

    day = day_of(date)
    saved = None if dated is None else day_of(dated)
    declaration = read_declaration(Path(path), old, new, dated=saved, today=day)
    kept = keep(Path(path), declaration, Path(state))
    Bookkeeping(Path(state) / BOOKS).append({**declaration.entry(day), "by": by})
    say(f"{new} succeeds {old} ({declaration.form}, {declaration.dated}); kept as {kept.name}")


def compare(
    path: Annotated[str, typer.Argument(help="A third party's run as JSON: outcomes by version, and what was asked.")],
    archive: ArchiveFolder = ARCHIVE,
    date: Day = None,
) -> None:
    """Accept a comparison point into the archive, or refuse it with every condition that it fails."""
    import json

    from stimfid_lib.base.errors import MissingInput, Refused
    from stimfid_lib.stability.archive.comparison import accept
    from stimfid_lib.stability.panels.catalogue import load_protocol, protocol_ids
    from stimfid_lib.stability.records.archive import Archive

    try:
        point = json.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise MissingInput(f"no file {path}") from None
    except (ValueError, RecursionError) as error:
        raise Refused(f"{path} is no JSON: {error}") from None
    if not isinstance(point, dict):
        raise Refused(f"{path} holds {type(point).__name__}, expected an object")
    name = point.get("protocol_id")
    record = accept(point, load_protocol(name) if name in protocol_ids() else None, day_of(date))
    Archive(Path(archive)).append(record)
    say(f"accepted: {record['subject_model_id']} on {name}; it stands in a table of its own")


def _world(keeper: Keeper, state: str, runs: str, roster: str | None, reference: str) -> LiveWorld:
    from stimfid_lib.models.roster import load_roster
    from stimfid_lib.stability.archive.live import LiveWorld

    models = load_roster(None if roster is None else Path(roster))
    return LiveWorld(keeper, models, Path(state), Path(runs), reference)
