"""`stimfid lexicon …`: the ground truth that anyone can build, measure and add to."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.paths import data_dir, repo_root
from stimfid_lib.cli.console import say

app = typer.Typer(no_args_is_help=True, help="The open lexicon: the ground truth that anyone can build.")

_Table = Annotated[Path, typer.Argument(help="A CSV, TSV or semicolon table with a header line.")]


def add_to(parent: typer.Typer) -> None:
    """Give `parent` the group `lexicon`."""
    parent.add_typer(app, name="lexicon")


@app.command()
def build(
    out: Annotated[Path | None, typer.Option(help="Folder to build into (default: data/lexicon).")] = None,
) -> None:
    """Fetch the pinned sources and build the open lexicon; unchanged, nothing is done."""
    from stimfid_lib.study.ground import build_into, ensure_lexicon

    if out is not None:
        build_into(out, say)
    elif not ensure_lexicon(say):
        say("The open lexicon stands unchanged in data/lexicon")


@app.command()
def measure() -> None:
    """Measure the word list and the letter-to-sound models on held-out words; write docs/lexicon_measured.json."""
    from stimfid_lib.base.files import write_json
    from stimfid_lib.lexicon.build.measure import measure_g2p, measure_wordlist
    from stimfid_lib.lexicon.build.page import MEASURED
    from stimfid_lib.study.ground import ensure_lexicon

    ensure_lexicon(say)
    folder, cache = data_dir() / "lexicon", data_dir() / "cache"
    found = measure_wordlist(folder, cache, say)
    for source, kinds in found["real"].items():
        missed = kinds["all"]
        say(f"{source}: {missed['hits']} of {missed['n']} frequent words called fabricated ({missed['share']:.2%})")
    caught = found["pseudo"]["all"]
    say(f"invented words: {caught['hits']} of {caught['n']} caught ({caught['share']:.2%})")
    found["g2p"] = measure_g2p(folder, cache, say)
    for model in found["g2p"]:
        say(f"{model['model']}, {model['words']} words: {model['exact']:.1%} exact")
    path = repo_root() / "docs" / MEASURED
    write_json(path, found)
    say(f"Written: {path}; `stimfid lexicon page` brings it into docs/lexicon.md")


@app.command()
def page() -> None:
    """Write docs/lexicon.md: counts, coverage, agreement, the hand check, the measurements, known defects."""
    from stimfid_lib.lexicon.build.page import write_page
    from stimfid_lib.study.ground import ensure_lexicon

    ensure_lexicon(say)
    say(f"Written: {write_page(data_dir() / 'lexicon', repo_root() / 'docs')}")


@app.command()
def wordlist(
    file: Annotated[Path | None, typer.Argument(help="A text file, one word a line (ENABLE1, say).")] = None,
    alone: Annotated[
        bool, typer.Option("--alone", help="Use the file's words without those of the open list.")
    ] = False,
    back: Annotated[bool, typer.Option("--open", help="Go back to the open lexicon's list.")] = False,
) -> None:
    """Take a list of real words of your own and pin it by its hash, or go back to the open one."""
    from stimfid_lib.lexicon.wordlist import default_wordlist_path, pin_wordlist, unpin_wordlist

    if back == (file is not None):
        raise Refused("name one thing: a FILE to take, or --open to go back")
    if file is None:
        there = unpin_wordlist()
        say(f"{'Back to' if there else 'No list of your own was pinned; in use is'} {default_wordlist_path()}")
        return
    pin = pin_wordlist(file, alone=alone)
    said = f"{pin['source']} ({pin['n_source']} words, sha256 {pin['source_sha256']})"
    beside = "alone" if alone else "with the open list"
    say(f"Pinned {said} {beside}: {pin['n_words']} words")
    say("What was scored with another list keeps its verdicts; a frozen suite names the list, so freeze a new one")


@app.command(name="add-norms")
def add_norms(
    file: _Table,
    word: Annotated[str, typer.Option(help="Column that holds the words.")],
    value: Annotated[str, typer.Option(help="Column that holds the values.")],
    norm: Annotated[str, typer.Option(help="Name of the norm, like imageability.")],
    scale: Annotated[str, typer.Option(help='Ends of the scale, like "1-7"; "0-" where it is open above.')],
    unit: Annotated[str, typer.Option(help="Unit of the values, for prompts and reports.")] = "rating",
) -> None:
    """Add a norm of your own to the open lexicon; every later build keeps it."""
    from stimfid_lib.lexicon.build.added_norms import keep_norm, kept_norms, read_norm
    from stimfid_lib.study.ground import ensure_lexicon, norms_dir

    added = read_norm(file, word=word, value=value, norm=norm, scale=scale, unit=unit)
    if any(other.norm == norm for other in kept_norms(norms_dir())):
        raise Refused(f"norm {norm!r} was added before: drop it first (`stimfid lexicon drop-norms {norm}`)")
    say(f"{file.name}: {len(added.values)} words on the scale {added.scale}")
    say(f"left out: {added.n_senses} rows for one sense of a word, {added.n_phrases} of several words")
    keep_norm(added, norms_dir())
    try:
        ensure_lexicon(say)
    except Refused:
        _drop(norm)
        raise
    say(f"{norm} is part of the lexicon; its identity has changed, so a suite frozen with the old one will refuse it")


@app.command(name="drop-norms")
def drop_norms(norm: Annotated[str, typer.Argument(help="Name of a norm that you added.")]) -> None:
    """Take a norm of your own out of the open lexicon again."""
    from stimfid_lib.study.ground import ensure_lexicon

    _drop(norm)
    ensure_lexicon(say)
    say(f"{norm} is no longer part of the lexicon")


def _drop(norm: str) -> None:
    from stimfid_lib.lexicon.build.added_norms import drop_norm
    from stimfid_lib.study.ground import norms_dir

    drop_norm(norm, norms_dir())
