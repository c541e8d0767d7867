"""A plan for toy studies, and planted studies whose verdicts follow from how they were made."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl

from stimfid_lib.analysis.cells import cell_counts
from stimfid_lib.analysis.plan import Plan, PlannedModel
from stimfid_lib.analysis.planning import plan_of
from tests.analysis.toy import PASS, Item, Toy, item

FREE = PlannedModel(key="m", kind="vendor", provider="openai", access="free", model_id="m-1")
PAID = PlannedModel(key="paid", kind="vendor", provider="openai", access="paid", model_id="m-2")
EMBEDDED = PlannedModel(key="m", kind="embedded", model_id="tiny")
CEILING = PlannedModel(key="lexicon", kind="reference")

MANIFEST = {
    "suite_sha256": "a" * 64,
    "lexicon": "toy",
    "lexicon_words_sha256": "b" * 64,
    "lexicon_pairs_sha256": "c" * 64,
    "wordlist_sha256": "d" * 64,
    "tertiles": {"aoa": [4.0, 6.0]},
    "density_tertiles": {"any": [0.0, 21.0]},
    "feature_distance_threshold": 4.9,
}

ITEMS = 20
_FAULT = {"A1": item("fail", "phoneme_at"), "A2": item("fail", "phoneme_at"), "A3": item("wrong_contrast")}
_BAND = item("fail", "norm_band:aoa")

Passes = Callable[[str, int, str], int]
"""How many of 20 items pass, by family, tier and arm."""


def toy_plan(models: Sequence[PlannedModel] = (FREE,), suite: pl.DataFrame | None = None) -> Plan:
    """A draft plan around a toy suite (default: that of `planted`)."""
    suite = planted_toy(lambda *_: 10).frames[2] if suite is None else suite
    return plan_of(MANIFEST, suite, models, replicates=1, temperature=1.0, n_boot=500)


def planted_toy(passes: Passes, cells: int = 4, toy: Toy | None = None, model: str = "m") -> Toy:
    """Five families, three tiers, both arms; cell number c passes one item more or less than planted, by its parity.

    Failures are errors of position in A1 and A2, false pairs in A3, broken norm bands in B1 and B2.
    """
    toy = Toy() if toy is None else toy
    for family in ("A1", "A2", "A3", "B1", "B2"):
        for tier in (1, 2, 3):
            for number in range(cells):
                for arm in ("naive", "expert"):
                    wanted = passes(family, tier, arm)
                    passed = wanted if wanted in (0, ITEMS) else wanted + (-1) ** number
                    prompt = toy.cell(f"{family}-{tier}{number:02d}", tier, arm, length=ITEMS)
                    fault: Item = _FAULT.get(family, _BAND)
                    toy.reply(prompt, [PASS] * passed + [fault] * (ITEMS - passed), model)
    return toy


def planted(passes: Passes, cells: int = 4) -> pl.DataFrame:
    """The counts of `planted_toy`."""
    return cell_counts(*planted_toy(passes, cells).frames)
