"""`stimfid drift`: what changed between two snapshots of the same suite."""

from __future__ import annotations

from typing import Annotated

import typer

from stimfid_lib.cli.console import say


def add_to(app: typer.Typer) -> None:
    """Give `app` the command."""
    app.command()(drift)


def drift(
    before: Annotated[str, typer.Argument(help="The earlier snapshot: a parameter file or its build folder.")],
    after: Annotated[str, typer.Argument(help="The later one.")],
) -> None:
    """Compare two snapshots of the same frozen suite, cell by cell: improved, regressed, flat."""
    from stimfid_lib.analysis.compared import ALL
    from stimfid_lib.analysis.drift import DRIFT_LABELS
    from stimfid_lib.analysis.formats import proportion, signed
    from stimfid_lib.study.drift import drift_between

    found = drift_between(before, after)
    told = None
    for row in found.table.to_dicts():
        if row["family"] != ALL:
            continue
        if (row["model_key"], row["arm"]) != told:
            told = row["model_key"], row["arm"]
            say(f"{row['model_key']}, {row['arm']} arm, {row['n_cells']} requests{' †' if row['few_cells'] else ''}")
        moved = f"{proportion(row['before'])} to {proportion(row['after'])}"
        interval = f"{signed(row['difference'])} [{signed(row['low'])}, {signed(row['high'])}]"
        say(f"  {DRIFT_LABELS[row['rate']]:<15}{moved}  {interval:<22}{row['change']}")
    for when, keys in (("before", found.only_before), ("after", found.only_after)):
        if keys:
            say(f"Only {when}: {', '.join(keys)}")
    say("In brackets 95 % intervals over requests. Flat: no change was shown. † fewer than 15, too few to show any.")
