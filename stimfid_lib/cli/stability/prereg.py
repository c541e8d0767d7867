"""`stimfid stability prereg …`: register protocols before a paid run, and see what is registered."""

from __future__ import annotations

from typing import Annotated

import typer

from stimfid_lib.cli.console import say

app = typer.Typer(no_args_is_help=True, help="Pre-registration of protocols: the manifest and its time stamp.")

Ids = Annotated[list[str] | None, typer.Argument(help="Protocol ids (default: all).", show_default=False)]

_CODE = "stimfid_lib/stability"


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the group `prereg`."""
    parent.add_typer(app, name="prereg")


@app.command()
def manifest(protocol_ids: Ids = None) -> None:
    """Write a manifest of protocols as they stand in the last commit, to be stamped with `ots stamp`."""
    from stimfid_lib.base.errors import Refused
    from stimfid_lib.base.paths import repo_root
    from stimfid_lib.stability.panels import catalogue
    from stimfid_lib.stability.panels.gates import preflight
    from stimfid_lib.stability.panels.prereg import write_manifest
    from stimfid_lib.study.committed import head_commit

    commit = head_commit(repo_root(), _CODE)
    named = protocol_ids or list(catalogue.protocol_ids())
    protocols = [catalogue.load_protocol(name) for name in named]
    problems = [problem for name in named for problem in preflight(name)]
    if problems:
        raise Refused("nothing was registered:\n" + "\n".join(problems))
    written = write_manifest(protocols, commit)
    say(f"{written.path}: {len(written.rows)} protocols, commit {commit[:12]}, sha256 {written.sha256}")
    say(f"Next: `ots stamp {written.path}` writes {written.proof.name} beside it; keep both, and keep them private")


@app.command()
def check(protocol_ids: Ids = None) -> None:
    """Say for each protocol whether a stamped manifest holds it; 1 if one is not registered."""
    from stimfid_lib.stability.panels import catalogue
    from stimfid_lib.stability.panels.prereg import NOT_PREREGISTERED, manifests, registration_of, why_not

    missing = 0
    for name in protocol_ids or catalogue.protocol_ids():
        protocol = catalogue.load_protocol(name)
        found = registration_of(protocol)
        missing += found is None
        if found is None:
            say(f"{name:<40}  {NOT_PREREGISTERED}: {why_not(protocol)}")
        else:
            say(f"{name:<40}  registered in {found.path.name}, commit {found.repo_commit[:12]}")
    for damaged in manifests()[1]:
        say(f"problem: {damaged}")
    if missing:
        raise typer.Exit(1)
