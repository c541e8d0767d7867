"""`stimfid check` and `stimfid words`: a clinician's own use of the ground truth."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stimfid_lib.cli.asked import Asked, takes_request
from stimfid_lib.cli.console import complain, out, say

if TYPE_CHECKING:
    from stimfid_lib.lexicon.lexicon import Lexicon
    from stimfid_lib.suite.request import Shape

_FILE = re.compile(r"\S+\.(?:txt|md|csv|tsv)", re.IGNORECASE)
"""An argument that can only be meant as a file of text."""

AsJson = Annotated[bool, typer.Option("--json", help="Write JSON instead of a table (docs/check.md tells its keys).")]


def add_to(app: typer.Typer) -> None:
    """Give `app` the commands `check` and `words`."""
    for command in (check, words):
        app.command()(command)


@takes_request
def check(
    asked: Asked,
    items: Annotated[
        list[str] | None,
        typer.Argument(
            help="The words, or one pasted text; without them it is read from --file or from standard input.",
            show_default=False,
        ),
    ] = None,
    file: Annotated[Path | None, typer.Option("--file", "-f", help="A text file that holds the list.")] = None,
    as_json: AsJson = False,
    replace: Annotated[bool, typer.Option(help="Offer words in place of those that fail.")] = True,
) -> None:
    """Check a word list: is every word what was asked for, and if not, why?

    Exit status 0 when nothing fails, 1 when something does, 2 when there is no list.
    """
    from stimfid_lib.cli.check_view import check_json, check_table
    from stimfid_lib.lexicon.wordlist import load_wordlist
    from stimfid_lib.scoring.check_list import check_list

    request = asked.request()
    entries = _entries(items or [], file, request.shape)
    lex = _lexicon()
    checked = check_list(entries, request, lex, load_wordlist(), replace=replace)
    if as_json:
        say(check_json(checked, lex))
    else:
        out.print(check_table(checked, lex))
    if not checked.passed:
        raise typer.Exit(1)


@takes_request
def words(
    asked: Asked,
    limit: Annotated[int, typer.Option(min=0, help="Entries to show; 0 shows all.")] = 20,
    sort: Annotated[
        str,
        typer.Option(
            help="usable (common, early and easy to picture first), frequency, aoa, concreteness, syllables or word."
        ),
    ] = "usable",
    norms: Annotated[bool, typer.Option("--norms", help="Show the norms as well.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the lexicon's words, pairs or sets that satisfy a condition."""
    from stimfid_lib.cli.words_view import words_json, words_table

    lex = _lexicon()
    request = asked.request()
    if as_json:
        say(words_json(request, lex, sort, limit))
    else:
        out.print(words_table(request, lex, sort, limit, norms=norms))


def _lexicon() -> Lexicon:
    from stimfid_lib.lexicon.lexicon import Lexicon
    from stimfid_lib.study.ground import ensure_lexicon

    ensure_lexicon(complain)  # on standard error: standard output may be JSON
    return Lexicon.from_dir()


def _is_file(item: str) -> bool:
    """A word such as "ring" may be the name of a file by chance, so that a file's name needs a dot or a slash."""
    return any(mark in item for mark in "./\\") and len(item) < 1000 and Path(item).is_file()


def _entries(items: list[str], file: Path | None, shape: Shape) -> list[list[str]]:
    """The list from arguments, a file or standard input; a single argument that names a text file is that file."""
    from stimfid_lib.base.errors import MissingInput, Refused
    from stimfid_lib.scoring.pasted import read_arguments, read_pasted

    if items and file is not None:
        raise Refused("give the list as words or in --file, not both")
    if file is None and len(items) == 1 and (_FILE.fullmatch(items[0]) or _is_file(items[0])):
        items, file = [], Path(items[0])
    if items and items != ["-"]:
        return read_arguments(items, shape)
    if file is None:
        if sys.stdin.isatty():
            complain("Paste the list, then press Ctrl-D (on Windows Ctrl-Z and Enter):")
        return read_pasted(sys.stdin.buffer.read().decode("utf-8-sig", errors="replace"), shape)
    if not file.is_file():
        raise MissingInput(f"no file {file}: name a text file that holds the list, or paste the list itself")
    try:
        return read_pasted(file.read_text(encoding="utf-8-sig"), shape)
    except UnicodeDecodeError as error:
        raise Refused(f"{file}: no text in UTF-8 ({error}); save the list as a text file") from error
