"""Gate 2: what a blind reader is shown, what the reader is asked, and the record of the verdict."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.stability.panels.panel import Panel
from stimfid_lib.stability.panels.scenario import ITEMS

QUESTIONS = {
    "base_rate": "Can you tell from this text alone how people usually decide here, or how often?",
    "preferred_answer": "Can you tell from this text alone which option its author prefers or expects?",
    "new_consequence": "Does the wording bring in a consequence that the stated odds and payoffs do not contain?",
}
"""What the reader answers with yes or no for each scenario."""


@dataclass(frozen=True)
class Verdict:
    """A blind reader's answers to one panel.

    Attributes:
        panel_sha256: the panel that was read.
        reader: who read it.
        read_on: ISO day.
        answers: for each scenario, each key of `QUESTIONS` with true or false.
    """

    panel_sha256: str
    reader: str
    read_on: str
    answers: Mapping[str, Mapping[str, bool]]

    @property
    def cue_sensitivity(self) -> dict[str, list[str]]:
        """The leaks: each scenario with the questions that were answered with yes. It is published."""
        found = {item: [name for name in QUESTIONS if told[name]] for item, told in self.answers.items()}
        return {item: names for item, names in found.items() if names}

    def as_json(self) -> dict[str, Any]:
        """The verdict as its file holds it."""
        return {
            "panel_sha256": self.panel_sha256,
            "reader": self.reader,
            "read_on": self.read_on,
            "answers": {item: dict(told) for item, told in self.answers.items()},
        }


def reader_form(panel: Panel) -> str:
    """The form as text: only version B of each scenario, without family, type, structure or the other versions.

    The reader works alone, has not seen another version, and answers scenario by scenario without going back.
    """
    questions = "\n".join(f"{number}. {text} [yes / no]" for number, text in enumerate(QUESTIONS.values(), start=1))
    pages = [f"---- {scenario.item_id} ----\n\n{scenario.texts['B']}\n\n{questions}\n" for scenario in panel.scenarios]
    head = (
        "Blind reading. You see one version of each text and nothing else. Answer page by page, from the text alone,\n"
        "and do not go back. You need not decide yourself: the closing lines of each text are meant for others.\n"
        f"Panel {panel.panel_sha256}\n"
    )
    return "\n".join((head, *pages))


def empty_verdict(panel: Panel) -> dict[str, Any]:
    """The verdict's file before it is filled in; null where the reader's yes (true) or no (false) goes."""
    return {
        "panel_sha256": panel.panel_sha256,
        "reader": None,
        "read_on": None,
        "answers": {item: dict.fromkeys(QUESTIONS) for item in ITEMS},
    }


def read_verdict(path: Path, panel: Panel) -> Verdict:
    """Read a verdict on a panel.

    Raises:
        MissingInput: no such file.
        Refused: it is not filled in, lacks a scenario or a question, or was given on another panel.
    """
    try:
        told = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise MissingInput(
            f"verdict {path} is missing: make the form with `stimfid stability panels form`, let it be read"
        ) from None
    except (ValueError, RecursionError) as error:
        raise Refused(f"{path} is no JSON ({error})") from None
    return parse_verdict(told, panel, str(path))


def parse_verdict(told: Any, panel: Panel, where: str) -> Verdict:
    """Check a verdict that was read from somewhere, see `read_verdict`."""
    if not isinstance(told, dict) or set(told) != {"panel_sha256", "reader", "read_on", "answers"}:
        raise Refused(f"{where} is no verdict: allowed are the keys panel_sha256, reader, read_on, answers")
    if told["panel_sha256"] != panel.panel_sha256:
        raise Refused(
            f"{where} was given on another panel than {panel.name} ({panel.panel_sha256[:12]}…): read it anew"
        )
    if not isinstance(told["reader"], str) or not told["reader"].strip():
        raise Refused(f"{where}: reader = {told['reader']!r}: name who read it")
    check_day(told["read_on"], f"{where}: read_on")
    answers = told["answers"]
    if not isinstance(answers, dict) or set(answers) != set(ITEMS):
        raise Refused(f"{where}: answers must hold {ITEMS[0]} … {ITEMS[-1]}")
    for item, given in answers.items():
        if not isinstance(given, dict) or set(given) != set(QUESTIONS):
            raise Refused(f"{where}, {item}: allowed are the questions {', '.join(QUESTIONS)}")
        for name, value in given.items():
            if not isinstance(value, bool):
                raise Refused(f"{where}, {item}, {name} = {value!r}: allowed are true and false")
    return Verdict(told["panel_sha256"], told["reader"].strip(), told["read_on"], answers)


def check_day(value: Any, where: str) -> str:
    """See that a value is an ISO day.

    Raises:
        Refused: it is none.
    """
    try:
        if date.fromisoformat(value).isoformat() == value:
            return str(value)
    except (TypeError, ValueError):
        pass
    raise Refused(f"{where} = {value!r}: allowed is a day as YYYY-MM-DD")
