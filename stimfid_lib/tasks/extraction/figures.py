"""The extraction task's own figures: exact lists by level and shape, item counts, every miss."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from stimfid_lib.suite.request import SHAPES
from stimfid_lib.tasks.extraction.case import LEVELS, ExtractionCase
from stimfid_lib.tasks.result import Score


def figures(cases: Sequence[ExtractionCase], scored: Sequence[Score]) -> dict[str, Any]:
    """Tables by level, by shape and by split, and the list of misses.

    In a table: `lists`; the share that is `exact`; item `precision` and `recall` over all items together (None without
    items); the share of replies of which refusal or none was told right, where the extractor tells. A miss is a list
    that is not exact or a refusal told wrong.
    """
    by_id = {case.id: case for case in cases}

    def rows(label: str, values: Iterable[str], of: Callable[[ExtractionCase], str]) -> list[dict[str, Any]]:
        table = []
        for value in values:
            some = [score for score in scored if value in ("all", of(by_id[score["id"]]))]
            if some:
                table.append({label: value, **_summary(some)})
        return table

    return {
        "by level": rows("level", (*LEVELS, "all"), lambda case: case.level),
        "by shape": rows("shape", SHAPES, lambda case: case.shape),
        "by split": rows("split", ("train", "dev"), lambda case: case.split),
        "misses": [
            {"case": score["id"], "level": by_id[score["id"]].level, "what": "; ".join(score["errors"])}
            for score in scored
            if any(score["checks"].get(name) == 0.0 for name in ("exact", "refusal"))
        ],
    }


def _summary(some: Sequence[Score]) -> dict[str, Any]:
    hits, found, right = (sum(score[name] for score in some) for name in ("hits", "n_found", "n_right"))
    told = [score["checks"]["refusal"] for score in some if "refusal" in score["checks"]]
    return {
        "lists": len(some),
        "exact": sum(score["checks"]["exact"] for score in some) / len(some),
        "precision": hits / found if found else None,
        "recall": hits / right if right else None,
        "refusal told right": sum(told) / len(told) if told else None,
    }
