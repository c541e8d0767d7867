"""The subject's fingerprint: 24 questions with one known answer each, asked of a subject every day.

A subject behind a name can be exchanged without notice. Facts that it knew yesterday and misses today are a reason to
look, before anybody reads a change of stability out of the curve; they are no measure of anything else.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import canonical_json, sha256_text

CLOSING = "Answer with the fact alone, in as few words as possible and on one line."

Outcome = Literal["exact", "within", "wrong", "unreadable"]
"""`exact`: an accepted answer and nothing else. `within`: one stands, as whole words, in a longer answer. `unreadable`:
an empty answer, or one of more than a line."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One question and every answer that counts as right, as `plain` writes them."""

    item_id: str
    question: str
    accepted: tuple[str, ...]

    @property
    def prompt(self) -> str:
        """The whole prompt."""
        return f"{self.question} {CLOSING}"


@cache
def facts() -> tuple[Fact, ...]:
    """Return the 24 questions, in order."""
    raw = json.loads(files(__package__).joinpath("facts.json").read_text(encoding="utf-8"))
    return tuple(Fact(item["item_id"], item["question"], tuple(item["accepted"])) for item in raw)


def prompts() -> pl.DataFrame:
    """Return the prompts as `models.runner.run_suite` asks them: columns prompt_id and prompt_text, 24 rows."""
    return pl.DataFrame(
        {"prompt_id": [fact.item_id for fact in facts()], "prompt_text": [fact.prompt for fact in facts()]}
    )


def plain(answer: str) -> str:
    """Write an answer for comparison: NFKC, casefold, emphasis, closing punctuation and degree signs off."""
    text = unicodedata.normalize("NFKC", answer).casefold()
    text = re.sub(r"[*_`]", "", text).strip()
    text = re.sub(r"\s*°\s*c?$", "", text.rstrip(" .!"))
    return re.sub(r"\s+", " ", text)


def read_fact(fact: Fact, answer: str) -> Outcome:
    """Read one answer by its wording alone; nobody interprets, and `within` does not mean that the sentence is true."""
    lines = [line for line in answer.splitlines() if line.strip()]
    if len(lines) != 1:
        return "unreadable"
    said = plain(lines[0])
    if said in fact.accepted:
        return "exact"
    found = any(re.search(rf"(?<!\w){re.escape(accepted)}(?!\w)", said) for accepted in fact.accepted)
    return "within" if found else "wrong"


def subject_entry(
    answers: Mapping[str, str], *, model_id: str, returned_model_ids: Sequence[str], day: str
) -> dict[str, Any]:
    """Make the entry of the books for one subject and day.

    Args:
        answers: the text of each answer by item_id, all 24.
        model_id: the subject's id.
        returned_model_ids: the ids that the server named in its answers.
        day: ISO day.

    Returns:
        kind `subject_fingerprint`, day, subject_model_id, returned_model_ids (each once, sorted), outcomes (item_id to
        outcome), known (how many are exact or within), sha256 (of the outcomes: equal on two days means that each
        question ended alike).

    Raises:
        Refused: answers are missing or of unknown items; a call that failed is asked again and is no answer.
    """
    known = {fact.item_id for fact in facts()}
    if set(answers) != known:
        told = ", ".join(sorted(set(answers) ^ known))
        raise Refused(f"{model_id}, {day}: a fingerprint needs one answer to each of 24 items; look at {told}")
    outcomes = {fact.item_id: read_fact(fact, answers[fact.item_id]) for fact in facts()}
    return {
        "kind": "subject_fingerprint",
        "day": day,
        "subject_model_id": model_id,
        "returned_model_ids": sorted(set(returned_model_ids)),
        "outcomes": outcomes,
        "known": sum(outcome in ("exact", "within") for outcome in outcomes.values()),
        "sha256": sha256_text(canonical_json(outcomes)),
    }


def moved(earlier: Mapping[str, Any], later: Mapping[str, Any]) -> tuple[str, ...]:
    """Name, in words, what differs between two days of one subject; nothing where they agree.

    Raises:
        Refused: they are entries of two subjects.
    """
    if earlier["subject_model_id"] != later["subject_model_id"]:
        raise Refused(
            f"{earlier['subject_model_id']!r} and {later['subject_model_id']!r} are two subjects; compare days of one"
        )
    told = []
    if earlier["returned_model_ids"] != later["returned_model_ids"]:
        told.append(f"the server names {later['returned_model_ids']} and named {earlier['returned_model_ids']}")
    for item_id, before in earlier["outcomes"].items():
        now = later["outcomes"][item_id]
        if now != before:
            told.append(f"{item_id}: {before}, now {now}")
    return tuple(told)
