"""`stimfid stability publish` and `… declassify`: what leaves the private archive, and a decision to open more."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stimfid_lib.cli.console import say
from stimfid_lib.cli.stability.options import ARCHIVE, STATE, ArchiveFolder, By, Day, StateFolder, day_of


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the commands `publish` and `declassify`."""
    parent.command()(publish)
    parent.command()(declassify)


def publish(
    to: Annotated[str, typer.Option("--to", help="A folder that is absent, empty or an earlier publication.")],
    archive: ArchiveFolder = ARCHIVE,
    state: StateFolder = STATE,
    dist: Annotated[
        list[str] | None, typer.Option("--dist", help="A wheel or source archive that is searched for leaks too.")
    ] = None,
    simulated: Annotated[bool, typer.Option("--simulated", help="Say on every page that no model was asked.")] = False,
    record: Annotated[
        bool, typer.Option("--record", help="Enter the publication into the archive as a render_manifest.")
    ] = False,
    date: Day = None,
) -> None:
    """Write the published folder: by lane, searched for leaks, verified, and only then put into its place.

    Nothing is published while an alarm of the instrument is open or on a day without a fingerprint.
    """
    from stimfid_lib.models.roster import load_roster
    from stimfid_lib.stability.instrument.state import InstrumentState
    from stimfid_lib.stability.publish import publication
    from stimfid_lib.stability.publish.lanes import Lanes
    from stimfid_lib.stability.publish.leaks import files_of, require_no_leak
    from stimfid_lib.stability.publish.private import private_of
    from stimfid_lib.stability.records.archive import Archive

    day, kept = day_of(date).isoformat(), Archive(Path(archive))
    private = private_of(Path(state), load_roster())
    if dist:
        texts = publication.with_panels(private, Lanes.of(kept.records()))
        require_no_leak(files_of(*map(Path, dist)), texts)
    instrument = InstrumentState.read(Path(state))
    made = publication.publish(kept, Path(to), day=day, instrument=instrument, private=private, simulated=simulated)
    if record:
        kept.append(made.record)
    say(f"{to}: {len(made.files)} files; check them with `python -I -S measure/verify.py .` in that folder")


def declassify(
    protocol: Annotated[str, typer.Argument(help="One guard protocol.")],
    by: By,
    reason: Annotated[str, typer.Option("--reason", help="Why it may be public; policy asks for four generations.")],
    archive: ArchiveFolder = ARCHIVE,
    date: Day = None,
) -> None:
    """Open one guard protocol: from the next publication on its texts and all its trials are public."""
    from stimfid_lib.stability.publish.declassify import declassify as opened
    from stimfid_lib.stability.records.archive import Archive

    day = day_of(date).isoformat()
    opened(Archive(Path(archive)), protocol, day=day, by=by, reason=reason)
    say(f"{protocol} is declassified from {day} on")
