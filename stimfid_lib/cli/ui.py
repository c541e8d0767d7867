"""`stimfid ui …`: the spot check of user interfaces against the API."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stimfid_lib.cli.console import ParamsFile, complain, say
from stimfid_lib.study.workspace import DEFAULT_PARAMS, PASTED, Study

app = typer.Typer(no_args_is_help=True, help="Spot check of user interfaces (see docs/ui_spotcheck.md).")


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the group `ui`."""
    parent.add_typer(app, name="ui")


@app.command()
def sheet(
    params: ParamsFile = DEFAULT_PARAMS,
    product: Annotated[list[str] | None, typer.Option(help="Product to fill in, once for each.")] = None,
    out: Annotated[Path | None, typer.Option(help="Where to write it (default: the snapshot's folder).")] = None,
) -> None:
    """Write the sheet of 25 naive prompts, five a family, that a person types into user interfaces."""
    from stimfid_lib.corpus.sheet import write_sheet
    from stimfid_lib.suite.share import share_of_suite
    from stimfid_lib.suite.ui_sheet import UI_COLUMNS, draw_ui_prompts, ui_rows

    study = Study.open(params)
    prompts = draw_ui_prompts(share_of_suite(study.suite(), study.params.cells_per_stratum))
    path = out or study.path("ui_sheet.csv")
    if path.exists():
        complain(f"{path} exists and may hold answers: nothing was written; move it away or name another with --out")
        raise typer.Exit(1)
    write_sheet(path, UI_COLUMNS, ui_rows(prompts, product or [""]))
    say(f"Sheet: {path} ({prompts.height} prompts; ask each in a new chat, paste the whole reply)")


@app.command()
def read(
    filled: Annotated[Path, typer.Argument(help="The filled sheet (CSV).")],
    params: ParamsFile = DEFAULT_PARAMS,
) -> None:
    """Read the pasted answers; the next `make study` scores them like any model's, as ui_<product>."""
    from stimfid_lib.models.pasted import read_pasted, write_pasted

    study = Study.open(params)
    records, open_rows = read_pasted(filled, study.suite(), str(study.manifest()["suite_sha256"]))
    for path in write_pasted(records, study.path(PASTED)):
        say(f"{path.stem}: {len(records[path.stem])} answers in {path}")
    if open_rows:
        complain(f"not filled yet: {len(open_rows)} rows ({', '.join(map(str, open_rows[:12]))})")


@app.command()
def compare(params: ParamsFile = DEFAULT_PARAMS) -> None:
    """Set the pasted answers beside the API's on the same prompts, family by family, with 95 % intervals."""
    from stimfid_lib.base.errors import MissingInput

    study = Study.open(params)
    table = study.table("contrasts")
    rows = table.filter(table["comparison"] == "interface").rows(named=True)
    if not rows:
        raise MissingInput(
            "no pasted answers beside an API's: fill a sheet (`stimfid ui sheet`), read it (`stimfid ui read`), and "
            "run `make study`; ui_chatgpt is set beside the roster's chatgpt or chatgpt_…"
        )
    for row in rows:
        mark = ", few cells" if row["few_cells"] else ""
        say(
            f"{row['after_side']} less {row['before_side']}, {row['family']}: {row['difference']:+.2f} "
            f"({row['low']:+.2f} to {row['high']:+.2f}; {row['before']:.2f} and {row['after']:.2f}, "
            f"{row['n_cells']} prompts{mark})"
        )
