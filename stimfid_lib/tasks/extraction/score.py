"""Scoring one extraction without a model: the item list, item by item, and the refusal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from stimfid_lib.scoring.extract_llm import answer_items, read_answer
from stimfid_lib.scoring.verbatim import is_verbatim
from stimfid_lib.tasks.extraction.case import ExtractionCase, Item
from stimfid_lib.tasks.result import Score, score_of


def score_one(case: ExtractionCase, out: str) -> Score:
    """Score a model's answer, one entry a line.

    Checks: `exact` (the list as it stands in the answer is the right one, in order), `precision` and `recall` (of its
    items, repeats counted), `verbatim` (the check of production drops nothing). What that check keeps stands in `kept`.
    """
    items = [item for _, item in answer_items(out, case.shape)]
    read = read_answer(out, case.reply, case.shape)
    score = score_items(case, [item for item in items if item])
    checks = {**score["checks"], "verbatim": float(not read.dropped)}
    errors = [*score["errors"], *(f"not verbatim in the reply: {text!r}" for text in read.dropped)]
    return score_of(case.id, checks, errors, **_rest(score), kept=list(read.extraction.items), dropped=read.dropped)


def score_items(case: ExtractionCase, items: Sequence[Item], *, refusal: bool | None = None) -> Score:
    """Score a list of items, and the refusal where the extractor tells it (the deterministic reader does).

    Precision does not apply where nothing was found and something is there, recall where nothing is there.
    """
    right, found = Counter(case.items), Counter(map(_hashable, items))
    hits = (right & found).total()
    checks: dict[str, float | None] = {
        "exact": float(list(map(_hashable, items)) == list(case.items)),
        "precision": hits / found.total() if found else (None if right else 1.0),
        "recall": hits / right.total() if right else None,
    }
    if refusal is not None:
        checks["refusal"] = float(refusal == case.refusal)
    counts = {"hits": hits, "n_found": found.total(), "n_right": right.total()}
    return score_of(case.id, checks, _errors(case, items, refusal), **counts)


def invented(case: ExtractionCase, items: Sequence[Item]) -> list[Item]:
    """Items of an extraction that are not verbatim in the reply; for the deterministic reader always none."""
    return [item for item in items if not is_verbatim(item, case.reply)]


def _errors(case: ExtractionCase, items: Sequence[Item], refusal: bool | None) -> list[str]:
    right, found = Counter(case.items), Counter(map(_hashable, items))
    missing, extra = (right - found).elements(), (found - right).elements()
    told = [
        f"{name}: {', '.join(map(_told, items_of_kind))}"
        for name, items_of_kind in (("missing", list(missing)), ("no item", list(extra)))
        if items_of_kind
    ]
    if not told and list(map(_hashable, items)) != list(case.items):
        told.append(f"in another order: {', '.join(map(_told, items))}")
    if refusal is not None and refusal != case.refusal:
        told.append("a refusal, read as none" if case.refusal else "no refusal, read as one")
    return told


def _told(item: Item) -> str:
    return repr(item) if isinstance(item, str) else repr(" - ".join(item))


def _hashable(item: Item) -> Item:
    return item if isinstance(item, str) else tuple(item)


def _rest(score: Score) -> Score:
    return {name: value for name, value in score.items() if name not in ("id", "score", "errors", "checks")}
