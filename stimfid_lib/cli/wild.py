"""`stimfid wild …`: observed prompts that people annotate by hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stimfid_lib.cli.console import complain, say

if TYPE_CHECKING:
    from stimfid_lib.lexicon.lexicon import Lexicon

app = typer.Typer(no_args_is_help=True, help="Observed prompts, annotated by hand (see docs/corpus.md).")


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the group `wild`."""
    parent.add_typer(app, name="wild")


@app.command()
def check(
    sheet: Annotated[Path, typer.Argument(help="The annotated sheet (CSV).")],
    lexicon: Annotated[bool, typer.Option(help="Also ask the lexicon: its norms, and whether it can answer.")] = True,
) -> None:
    """Check an annotated sheet row by row; every fault is told at once, with row, column and what is allowed."""
    from stimfid_lib.corpus.sheet import told_at_once
    from stimfid_lib.lexicon.short import constraints_in_short, contrast_in_short
    from stimfid_lib.suite.wild import cell_id, check_wild

    found = check_wild(sheet, _lexicon() if lexicon else None)
    if found.faults:
        raise told_at_once(sheet, list(found.faults), "stimfid wild check")
    for number, prompt in enumerate(found.prompts):
        scored = contrast_in_short(prompt.contrast) if prompt.contrast else constraints_in_short(prompt.constraints)
        say(f"{cell_id(number)}  {prompt.where}  {prompt.family}  {prompt.list_length} items  {scored}")
    say(f"{sheet}: {len(found.prompts)} prompts without a fault")
    if found.open_rows:
        complain(f"not annotated yet: {len(found.open_rows)} rows ({_listed(found.open_rows)})")
    if found.without_paraphrase:
        rows = _listed(found.without_paraphrase)
        complain(f"no paraphrase yet: rows {rows}; they can be asked, and nothing public is built before they have one")


@app.command()
def agreement(
    a: Annotated[Path, typer.Argument(help="First coder's sheet (CSV).")],
    b: Annotated[Path, typer.Argument(help="Second coder's sheet: the same rows.")],
    column: Annotated[str | None, typer.Option(help="The column that both coded, such as tier or family.")] = None,
    key: Annotated[str | None, typer.Option(help="The column that names a row, such as post_id.")] = None,
) -> None:
    """Cohen's kappa of two coders' sheets with its interval, and every disagreement."""
    from stimfid_lib.corpus.coders import compare_sheets

    found = compare_sheets(a, b, column=column, key=key)
    say(f"column {found.column!r}, rows matched by {found.key!r}: {found.agreement}")
    for line in found.disagreements:
        say(f"  {line}")
    for line in found.left_out:
        complain(line)


def _lexicon() -> Lexicon:
    from stimfid_lib.lexicon.lexicon import Lexicon
    from stimfid_lib.study.ground import ensure_lexicon

    ensure_lexicon(say)
    return Lexicon.from_dir()


def _listed(rows: tuple[int, ...], most: int = 12) -> str:
    return ", ".join(map(str, rows[:most])) + (", …" if len(rows) > most else "")
