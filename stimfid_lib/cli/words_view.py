"""How the words that satisfy a condition look: a table for people, JSON for programs (docs/check.md)."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stimfid_lib.base.errors import Refused
from stimfid_lib.cli.check_view import asked_facts, dumps, lexicon_facts
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.scoring.asked_words import asked_in_words
from stimfid_lib.scoring.choice import choose, choose_entries
from stimfid_lib.scoring.explain_words import plain_name
from stimfid_lib.suite.request import Request

SCHEMA = "stimfid.words/1"
_USABLE = "usable"
_SHORT = {"aoa": "learned at", "log_frequency": "frequency", "neighborhood_density": "neighbors"}


def words_table(asked: Request, lex: Lexicon, sort: str, limit: int, *, norms: bool) -> RenderableType:
    """The request in words, a row an entry, and how many there are."""
    rows, total = _entries(asked, lex, sort, limit)
    shown = [norm for norm in lex.norms if norms or _is_banded(asked, norm)]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column("words" if asked.contrast else "word", no_wrap=True)
    table.add_column("sounds", style="dim", no_wrap=not asked.contrast)
    table.add_column("syllables", justify="right")
    for norm in shown if not asked.contrast else ():
        table.add_column(_SHORT.get(norm) or plain_name(lex.scale(norm)), justify="right")
    for row in rows:
        cells = [" - ".join(row["words"]), "  ".join(f"/{' '.join(one)}/" for one in row["phonemes"])]
        cells.append("-".join(dict.fromkeys(map(str, row["syllables"]))))
        cells += [_number(row["norms"][norm]) for norm in shown] if not asked.contrast else []
        table.add_row(*map(Text, cells))
    heading = Text.assemble("Asked for: ", (asked_in_words(asked, lex), "bold"))
    return Group(heading, table, Text(_count(asked, total, len(rows)), "bold"))


def words_json(asked: Request, lex: Lexicon, sort: str, limit: int) -> str:
    """The same as JSON; keys are only ever added under one schema name."""
    rows, total = _entries(asked, lex, sort, limit)
    return dumps(
        {
            "schema": SCHEMA,
            "lexicon": lexicon_facts(lex),
            "asked": asked_facts(asked, lex),
            "n_found": total,
            "sort": sort,
            "entries": rows,
        }
    )


def _entries(asked: Request, lex: Lexicon, sort: str, limit: int) -> tuple[list[dict[str, Any]], int]:
    if asked.contrast is None:
        found: list[tuple[str, ...]] = [(word,) for word in choose(asked, lex, order=sort)["word"]]
    elif sort == _USABLE:
        found = choose_entries(asked, lex)
    else:
        raise Refused(f"--sort {sort} is for words; pairs and sets come in the order {_USABLE}")
    return [_row(entry, lex) for entry in found[: limit or None]], len(found)


def _row(entry: tuple[str, ...], lex: Lexicon) -> dict[str, Any]:
    records = [record for word in entry if (record := lex.get(word)) is not None]
    return {
        "words": list(entry),
        "phonemes": [list(record.phonemes) for record in records],
        "syllables": [record.syllable_count for record in records],
        "norms": dict(records[0].norms) if len(records) == 1 else None,
    }


def _is_banded(asked: Request, norm: str) -> bool:
    return any(one.kind == "norm_band" and one.params["prop"] == norm for one in asked.constraints)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}".removesuffix(".0")


def _count(asked: Request, total: int, shown: int) -> str:
    what = asked.shape.removesuffix("s") if total == 1 else asked.shape
    if total == 0:
        return f"The lexicon has no {asked.shape} of this kind."
    return f"{total:,} {what}" + (f", the first {shown} shown; --limit 0 shows all." if shown < total else ".")
