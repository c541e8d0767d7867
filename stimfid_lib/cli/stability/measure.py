"""`stimfid stability interval`: what the published interval is worth."""

from __future__ import annotations

from typing import Annotated

import typer

from stimfid_lib.cli.console import say


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the command `interval`."""
    parent.command()(interval)


def interval(
    sizes: Annotated[
        list[int] | None, typer.Option("--n", min=1, max=500, help="Responses a version (default: 30 and 120).")
    ] = None,
) -> None:
    """How often the published 95 % interval holds the true gap, by enumeration, for several true gaps."""
    from stimfid_lib.stability.interval_coverage import CASES, interval_coverage

    say("   n   share of A in A, B   true gap   holds it   lies above   lies below")
    for n in sizes or (30, 120):
        for p_a, p_b in CASES:
            found = interval_coverage(n, p_a, p_b)
            shares = f"{p_a:.2f}, {p_b:.2f}"
            told = "".join(f"{100 * share:10.1f} %" for share in (found.covered, found.above, found.below))
            say(f"{n:4}   {shares:>18}   {found.gap_pct:6.0f} %{told}")
