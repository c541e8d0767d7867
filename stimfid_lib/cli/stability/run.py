"""`stimfid stability run` and `… verify`: ask a protocol, and check what an archive says against its own trials."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stimfid_lib.cli.console import out, say
from stimfid_lib.cli.stability.options import ARCHIVE, RUNS, STATE, ArchiveFolder, RosterFile, RunsFolder, StateFolder

if TYPE_CHECKING:
    from stimfid_lib.models.live import Leave
    from stimfid_lib.stability.run.asking import Run


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the commands `run` and `verify`."""
    parent.command()(run)
    parent.command()(verify)


def run(
    protocol: Annotated[str, typer.Option("--protocol", help="A protocol's id; `panels list` tells all.")],
    model: Annotated[str, typer.Option("--model", help="A model of models.yaml, or responder:<law>.")],
    profile: Annotated[
        str | None, typer.Option("--profile", help="Of the embedded model: free, or constrained (default).")
    ] = None,
    date: Annotated[
        str | None, typer.Option("--date", help="The day on which the run begins; default: a begun run's, else today.")
    ] = None,
    replicate: Annotated[int, typer.Option("--replicate", help="From 2 on the same run again, with other seeds.")] = 1,
    family: Annotated[
        str | None, typer.Option("--family", help="The model family; default: the id up to its first hyphen.")
    ] = None,
    runs: RunsFolder = RUNS,
    archive: ArchiveFolder = ARCHIVE,
    state: StateFolder = STATE,
    roster: RosterFile = None,
    max_cost: Annotated[float | None, typer.Option("--max-cost", min=0.0, help="Stop before it costs more.")] = None,
) -> None:
    """Ask a protocol of a model, and bring the complete run into the archive.

    A stopped run goes on with the same command; what failed is asked again. A model that is not on this machine is
    asked only where the protocol is pre-registered.
    """
    from stimfid_lib.models.roster import load_roster
    from stimfid_lib.stability.instrument.state import InstrumentState
    from stimfid_lib.stability.records.archive import Archive
    from stimfid_lib.stability.run.begin import begin
    from stimfid_lib.stability.run.subject import client_open
    from stimfid_lib.study.progress import show_standings

    models = load_roster(None if roster is None else Path(roster))
    into = Archive(Path(archive))
    begun = begin(
        protocol,
        model,
        models,
        Path(runs),
        profile=profile,
        run_date=date,
        replicate=replicate,
        family=family,
        entered={record["run_id"] for record in into.records("experiment_run")},
    )
    if begun.open_calls:
        leave = _leave(begun)
        with (
            client_open(begun.subject, begun.schedule, models, leave) as client,
            show_standings(out, begun.subject.tariffs) as on_progress,
        ):
            report = begun.ask(client, on_progress=on_progress, budget=begun.budget(max_cost))
        say(str(report))
        if report.open:
            say("still owed: the same command goes on")
            raise typer.Exit(1)
    suspect = InstrumentState.read(Path(state)).suspect_on(begun.identity.run_date)
    measured = begun.enter(into, instrument_suspect=suspect)
    say(_told(measured))


def _leave(begun: Run) -> Leave | None:
    """Leave to ask a live model: its protocol is registered and passes the preflight; nothing is sent without.

    A model on this machine is asked all the same, as a pilot is, and what the preflight finds is told.

    Raises:
        NotPreregistered: the protocol is in no stamped manifest.
        Refused: the preflight found something.
    """
    from stimfid_lib.base.errors import Refused
    from stimfid_lib.models.live import Leave
    from stimfid_lib.stability.panels.gates import preflight
    from stimfid_lib.stability.panels.prereg import require_registered

    protocol = begun.schedule.protocol
    if begun.subject.live:
        require_registered(protocol)
    problems = preflight(protocol.protocol_id)
    if not begun.subject.live:
        for problem in problems[:1]:
            say(f"note: {len(problems)} findings of the preflight, the first: {problem}")
        return None
    if problems:
        raise Refused(f"{'; '.join(problems)}: nothing was asked")
    return Leave(frozenset({begun.subject.key}), begun.schedule.sha256)


def _told(measured: dict[str, object]) -> str:
    flags = measured["flags"]
    told = ", ".join(flags) if isinstance(flags, list) and flags else "none"
    where = "on the curve" if measured["on_curve"] else "off the curve"
    return (
        f"{measured['run_id']}: stability {_number(measured['stability_pct'])} %, gap {_number(measured['gap_pct'])} "
        f"(null floor {_number(measured['null_floor_pct'])}), entropy {_number(measured['entropy_a'])} / "
        f"{_number(measured['entropy_b'])}, flags: {told} ({where})"
    )


def _number(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, (int, float)) else "none"


def verify(
    folder: Annotated[str, typer.Argument(help="The archive's folder.")] = ARCHIVE,
    panels: Annotated[
        list[str] | None, typer.Option("--panels", help="Folders of panel files; default: shipped and private ones.")
    ] = None,
) -> None:
    """Check an archive or a publication: hashes, chain, seal, pairing, golden vectors, every statistic anew."""
    from stimfid_lib.base.errors import MissingInput
    from stimfid_lib.stability.measure.checking import told
    from stimfid_lib.stability.measure.command import verify_folder
    from stimfid_lib.stability.panels.catalogue import SHIPPED, private_folder

    private = private_folder()
    known = [Path(name) for name in panels] if panels else [SHIPPED, *([private] if private else [])]
    report = verify_folder(Path(folder), known)
    if report is None:
        raise MissingInput(
            f"{folder} holds no archive and no publication: name its folder, or make one with `stimfid stability run`"
        )
    for line in told(report):
        say(line)
    if not report.whole:
        raise typer.Exit(1)
