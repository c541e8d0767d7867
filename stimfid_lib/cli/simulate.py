"""`stimfid coverage`, `stimfid power`: what the intervals and tests can do, simulated before the run."""

from __future__ import annotations

from typing import Annotated

import typer

from stimfid_lib.cli.console import ParamsFile, say
from stimfid_lib.study.workspace import DEFAULT_PARAMS, Study

_COVERAGE, _POWER = 2000, 200


def add_to(app: typer.Typer) -> None:
    """Give `app` the two simulations."""
    for command in (coverage, power):
        app.command()(command)


def coverage(
    studies: Annotated[int, typer.Option(min=1, help="Simulated studies behind each figure.")] = _COVERAGE,
) -> None:
    """Simulate how often each interval holds the truth (6, 10, 30 cells); writes docs/simulation/coverage.json."""
    from stimfid_lib.analysis.coverage import CoverageDesign
    from stimfid_lib.base.paths import repo_root
    from stimfid_lib.study.simulate import write_coverage

    say(f"Coverage: {write_coverage(repo_root(), CoverageDesign(studies=studies))}")


def power(
    params: ParamsFile = DEFAULT_PARAMS,
    studies: Annotated[int, typer.Option(min=1, help="Simulated studies of each scenario.")] = _POWER,
) -> None:
    """Simulate the power of H1 to H5 at the plan's size; takes some minutes; writes docs/simulation/power.json."""
    from stimfid_lib.analysis.power import PowerDesign
    from stimfid_lib.study.simulate import write_power

    say(f"Power: {write_power(Study.open(params), PowerDesign(studies=studies), say)}")
