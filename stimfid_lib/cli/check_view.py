"""How a checked list looks: a table for people, JSON for programs (its keys are told in docs/check.md)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stimfid_lib.lexicon.constraints import constraints_to_json
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.scoring.asked_words import asked_in_words
from stimfid_lib.scoring.check_list import CheckedItem, CheckedList
from stimfid_lib.suite.request import Request

SCHEMA = "stimfid.check/1"
_MARKS = {"pass": Text("✓", "green"), "fail": Text("✗", "bold red"), "unchecked": Text("?", "yellow")}


def check_table(checked: CheckedList, lex: Lexicon) -> RenderableType:
    """The request in words, a row an item with its reason, and a line of counts."""
    offers = any(item.instead for item in checked.items)
    what = "word" if checked.asked.contrast is None else "pair"
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column("")
    table.add_column(what, overflow="fold")
    table.add_column("sounds", style="dim", overflow="fold")
    table.add_column("why", ratio=1)
    if offers:
        table.add_column("instead", style="cyan")
    for item in checked.items:
        cells: list[RenderableType] = [_MARKS[item.verdict], Text(item.item), Text(_sounds(item)), _why(item)]
        table.add_row(*cells, *([Text(" - ".join(item.instead or ()))] if offers else []))
    heading = Text.assemble("Asked for: ", (asked_in_words(checked.asked, lex), "bold"))
    return Group(heading, table, _counts(checked), *_notes(checked, lex))


def _sounds(item: CheckedItem) -> str:
    return "\n".join(f"/{' '.join(phonemes)}/" if phonemes else "" for phonemes in item.phonemes).rstrip()


def _why(item: CheckedItem) -> Text:
    notes = ["It stood before in this list."] if item.repeats else []
    notes += ["Another form of it stood before."] if item.same_root else []
    if item.verdict == "pass":
        return Text(" ".join(notes), "yellow")
    return Text(" ".join((item.why, *notes)))


def _counts(checked: CheckedList) -> Text:
    total = len(checked.items)
    parts = [f"{checked.count('pass')} of {total} as asked"]
    parts += [f"{count} not" for count in [checked.count("fail")] if count]
    parts += [f"{count} could not be checked" for count in [checked.count("unchecked")] if count]
    return Text(", ".join(parts) + ".", "bold")


def _notes(checked: CheckedList, lex: Lexicon) -> list[RenderableType]:
    wanting = [item for item in checked.items if item.verdict == "fail" and not item.instead]
    offered = any(item.instead for item in checked.items)
    told = [f"By {lex.identity.name}, General American."]
    if offered:
        told.append("Replacements are common words; whether they suit your client is for you to say.")
    elif wanting and checked.count("pass") < len(checked.items):
        told.append("The lexicon has no further word of this kind.")
    return [Text(" ".join(told), "dim")]


def check_json(checked: CheckedList, lex: Lexicon) -> str:
    """The checked list as JSON; keys are only ever added under one schema name."""
    return dumps(
        {
            "schema": SCHEMA,
            "lexicon": lexicon_facts(lex),
            "asked": asked_facts(checked.asked, lex),
            "n_items": len(checked.items),
            "n_pass": checked.count("pass"),
            "n_fail": checked.count("fail"),
            "n_unchecked": checked.count("unchecked"),
            "passed": checked.passed,
            "items": [_item(item) for item in checked.items],
        }
    )


def _item(item: CheckedItem) -> dict[str, object]:
    return {
        "item": item.item,
        "words": list(item.words),
        "verdict": item.verdict,
        "status": item.status,
        "failed": list(item.failed),
        "phonemes": [list(phonemes) if phonemes else None for phonemes in item.phonemes],
        "why": item.why,
        "repeats": item.repeats,
        "same_root": item.same_root,
        "instead": list(item.instead) if item.instead else None,
    }


def lexicon_facts(lex: Lexicon) -> dict[str, str]:
    """Which lexicon an output rests on."""
    return {"name": lex.identity.name, "words_sha256": lex.identity.words_sha256}


def asked_facts(asked: Request, lex: Lexicon) -> dict[str, object]:
    """A request in words, and as the suite writes it."""
    return {
        "text": asked_in_words(asked, lex),
        "constraints": json.loads(constraints_to_json(asked.constraints)),
        "contrast": json.loads(asked.contrast.to_json()) if asked.contrast else None,
    }


def dumps(value: dict[str, object] | Sequence[object]) -> str:
    """JSON for people and programs: indented, IPA unescaped, keys in the order in which they are told."""
    return json.dumps(value, ensure_ascii=False, indent=2)
