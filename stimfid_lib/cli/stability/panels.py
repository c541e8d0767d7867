"""`stimfid stability panels …` and `… promote`: the instrument, its gates, the blind reader, the admission."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from stimfid_lib.cli.console import say

panels = typer.Typer(
    no_args_is_help=True, help="The panels: list, check, show and build them; the blind reader's form."
)

Ids = Annotated[list[str] | None, typer.Argument(help="Protocol ids (default: all).", show_default=False)]
Id = Annotated[str, typer.Argument(help="A protocol's id, such as risky_choice_framing__wording__v0.")]


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the group `panels` and the command `promote`."""
    parent.add_typer(panels, name="panels")
    parent.command()(promote)


@panels.command(name="list")
def list_protocols() -> None:
    """List the protocols with status, lane, where they stand, and the first digits of both hashes."""
    from stimfid_lib.stability.panels.catalogue import load_protocol, place_of, protocol_ids

    for protocol_id in protocol_ids():
        protocol = load_protocol(protocol_id)
        where = "private" if place_of(protocol_id).private else "shipped"
        hashes = (protocol.panel_sha256[:12], protocol.protocol_sha256[:12])
        say("  ".join((f"{protocol_id:<40}", protocol.status, protocol.lane or "no lane", where, *hashes)))


@panels.command()
def check(
    protocol_ids: Ids = None,
    self_test: Annotated[
        bool, typer.Option("--self-test/--preflight", help="Also break every version mechanically and see it rejected.")
    ] = True,
) -> None:
    """Gates 1, 1b and 3 and all hashes; 1 if a protocol does not pass. Ids and rules are told, never a text."""
    from stimfid_lib.stability.panels import catalogue
    from stimfid_lib.stability.panels.gates import preflight
    from stimfid_lib.stability.panels.lanes import pairing_problems
    from stimfid_lib.stability.panels.mutations import SelfTest
    from stimfid_lib.stability.panels.mutations import self_test as break_panel

    tested: dict[str, SelfTest] = {}
    problems: list[str] = []
    for protocol_id in protocol_ids or catalogue.protocol_ids():
        catalogue.place_of(protocol_id)  # an unknown id is refused at once
        found = list(preflight(protocol_id))
        told = "gates 1, 1b and 3 pass"
        if self_test and not found:
            panel = catalogue.load_panel(catalogue.load_protocol(protocol_id))
            if panel.panel_sha256 not in tested:
                tested[panel.panel_sha256] = break_panel(panel)
            result = tested[panel.panel_sha256]
            told += f", {result.made - len(result.passed):,} of {result.made:,} broken versions rejected"
            found += [f"{protocol_id} {mutant}: the broken version was not rejected" for mutant in result.passed]
        say(f"{protocol_id:<40}  {told if not found else 'does not pass'}")
        problems += found
    if protocol_ids is None:
        problems += pairing_problems(map(catalogue.load_protocol, catalogue.protocol_ids()))
    for problem in problems:
        say(f"problem: {problem}")
    if problems:
        raise typer.Exit(1)


@panels.command()
def show(
    protocol_id: Id,
    item_id: Annotated[str, typer.Argument(help="s01 … s15")],
    version: Annotated[str, typer.Option("--version", help="A, A_prime, B or C.")] = "A",
) -> None:
    """Print one text as it is asked."""
    from stimfid_lib.base.errors import Refused
    from stimfid_lib.base.settings import proposal
    from stimfid_lib.stability.panels.catalogue import load_panel, load_protocol

    texts = {scenario.item_id: scenario.texts for scenario in load_panel(load_protocol(protocol_id)).scenarios}
    if item_id not in texts:
        raise Refused(f"item_id {item_id!r}{proposal(item_id, texts)}")
    if version not in texts[item_id]:
        raise Refused(f"version {version!r}{proposal(version, texts[item_id])}")
    say(texts[item_id][version])


@panels.command()
def build(
    look: Annotated[bool, typer.Option("--look", help="Write nothing; 1 if a file would change.")] = False,
) -> None:
    """Make the shipped panels and protocols from their sources; refused if one does not pass the gates."""
    from stimfid_lib.stability.panels.build import build as build_panels

    changed = build_panels(only_look=look)
    for path in changed:
        say(f"{'would change' if look else 'written'}: {path.name}")
    say(f"{len(changed)} files {'would change' if look else 'changed'}")
    if look and changed:
        raise typer.Exit(1)


@panels.command()
def form(
    protocol_id: Id,
    folder: Annotated[Path, typer.Option("--out", help="Folder for the form and the empty verdict.")] = Path(),
) -> None:
    """Write the blind reader's form (version B alone) and the verdict's file, to be filled in by the reader."""
    from stimfid_lib.base.files import write_json, write_text
    from stimfid_lib.stability.panels.catalogue import load_panel, load_protocol
    from stimfid_lib.stability.panels.reader import empty_verdict, reader_form

    panel = load_panel(load_protocol(protocol_id))
    stem = f"reading-{panel.panel_sha256[:12]}"  # the id would tell the reader family and type
    write_text(folder / f"{stem}.txt", reader_form(panel))
    write_json(folder / f"{stem}.verdict.json", empty_verdict(panel))
    say(f"Give the reader {stem}.txt alone; the answers go into {stem}.verdict.json")


def promote(
    protocol_id: Id,
    lane: Annotated[str | None, typer.Option("--lane", help="open, guard or sealed; no default.")] = None,
    human_reviewed: Annotated[
        bool, typer.Option("--human-reviewed", help="States that a person read all scenarios in all versions.")
    ] = False,
    reviewer: Annotated[str | None, typer.Option("--reviewer", help="Who reviewed.")] = None,
    verdict: Annotated[Path | None, typer.Option("--verdict", help="The blind reader's verdict, filled in.")] = None,
    pilot_loss_pct: Annotated[
        float | None, typer.Option("--pilot-loss-pct", help="Largest share of invalid answers of a pilot run.")
    ] = None,
) -> None:
    """Admit a protocol (gate 4); refused without a lane and --human-reviewed. An equal panel hands down its review."""
    from stimfid_lib.stability.panels.promote import Request
    from stimfid_lib.stability.panels.promote import promote as admit

    today = datetime.now(UTC).date().isoformat()
    request = Request(
        lane=lane,
        human_reviewed=human_reviewed,
        day=today,
        reviewer=reviewer,
        verdict=verdict,
        pilot_loss_pct=pilot_loss_pct,
    )
    admitted = admit(protocol_id, request)
    review = admitted.review or {}
    say(f"{protocol_id}: admitted on {today}, lane {admitted.lane}, twin {admitted.twin_id or 'none'}")
    handed = review.get("inherited_from")
    say(f"Reviewed by {review['reviewer']}" + (f" (inherited from {handed})" if handed else ""))
    if review["cue_sensitivity"]:
        say(f"Cue sensitivity, published: {', '.join(review['cue_sensitivity'])}")
