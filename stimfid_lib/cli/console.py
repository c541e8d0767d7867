"""What every command shares: where lines go and the parameter file's option."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

out, err = Console(), Console(stderr=True)

ParamsFile = Annotated[str, typer.Option("--params", help="The snapshot's parameter file.", show_default=True)]


def say(line: str) -> None:
    """Print one line on standard output as it is: no markup, no colours, no folding."""
    out.print(line, markup=False, highlight=False, soft_wrap=True)


def complain(line: str) -> None:
    """Print one line on standard error as it is."""
    err.print(line, markup=False, highlight=False, soft_wrap=True)
