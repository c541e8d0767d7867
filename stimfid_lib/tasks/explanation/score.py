"""Scoring one explanation without a model: each check is something that the prompt itself demands."""

from __future__ import annotations

import re

from stimfid_lib.tasks.answer import read_answer
from stimfid_lib.tasks.explanation.case import ExplanationCase
from stimfid_lib.tasks.feed.explanation import REFUSAL, WORDS_BELOW, Explanation
from stimfid_lib.tasks.keywords import words
from stimfid_lib.tasks.result import Score, score_of
from stimfid_lib.tasks.structured import invalid

_YOU = re.compile(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)
_PREAMBLE = re.compile(
    r"\W*(?:you(?:['’]ll|\s+(?:will|may|might|would|should|could|can))\s+(?:find|like|love|enjoy|want|appreciate|see|be)\b"
    r"|(?:this|the|that)\s+(?:item|article|paper|study|piece|work|research|post|report|summary|text)\b"
    r"|here(?:['’]s|\s+(?:is|are))\b|sure\b|certainly\b|of\s+course\b|based\s+on\b)",
    re.IGNORECASE,
)


def score_one(case: ExplanationCase, out: str) -> Score:
    """Score an answer.

    Checks: `valid`; `refusal` (the mandated sentence to the letter where it is due, and not where it is not); where a
    line is due: `mention` (names one of the case's words), and of a line that is no refusal `short` (under fifteen
    words, as separated by spaces), `you` (you, your, yours, yourself) and `opening` (no preamble).
    """
    answer = read_answer(out, Explanation)
    if answer.value is None:
        return invalid(case, answer)
    line = answer.value.line
    refused = line == REFUSAL
    checks: dict[str, float | None] = {"valid": 1.0, "refusal": float(refused == case.refuse)}
    errors = []
    if refused != case.refuse:
        due = f"nothing fits the interests; the line must be exactly {REFUSAL!r}, not {line!r}"
        errors.append(due if case.refuse else f"refused, although the item fits; expected {_any_of(case)}")
    if not case.refuse:
        checks["mention"] = float(mentions(line, case.must_mention_any))
        if not checks["mention"] and not refused:
            errors.append(f"the line names no shared topic; expected {_any_of(case)}")
    if not case.refuse and not refused:
        count = len(line.split())
        checks["short"] = float(count < WORDS_BELOW)
        checks["you"] = float(_YOU.search(line) is not None)
        opening = _PREAMBLE.match(line)
        checks["opening"] = float(opening is None)
        errors += [] if checks["short"] else [f"{count} words; fewer than {WORDS_BELOW} are asked for"]
        errors += [] if checks["you"] else ["the line does not address the reader as you"]
        errors += [f"opens with a preamble: {opening[0].strip()!r}"] if opening else []
    copied = words(line) == words(case.title)
    return score_of(case.id, checks, errors, how=answer.how, answer=line, refused=refused, copied=copied)


def mentions(line: str, any_of: tuple[str, ...]) -> bool:
    """Tell whether a line holds one of the words or phrases, whole (a plural s aside); a final `*` takes any ending."""
    return any(re.search(_pattern(word), line, re.IGNORECASE) for word in any_of)


def _pattern(word: str) -> str:
    stem = re.escape(word.removesuffix("*")).replace(r"\ ", r"\s+")
    return rf"\b{stem}\w*" if word.endswith("*") else rf"\b{stem}(?:e?s)?\b"


def _any_of(case: ExplanationCase) -> str:
    return f"one of {', '.join(case.must_mention_any)}"
