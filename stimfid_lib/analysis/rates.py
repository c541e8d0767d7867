"""The rates of the study as data: what each counts, over what, and in which families it can be asked at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from stimfid_lib.base.errors import Refused

FALSE_PAIR_STATUSES = ("wrong_contrast", "not_minimal", "variant_or_gt1", "malformed")
"""A false pair in the sense of H3: not the contrast asked for, no contrast, more than one difference, half a pair."""

WORD_FAMILIES = ("A1", "A2", "B1", "B2")
PAIR_FAMILY = "A3"

Over = Literal["items", "lists"]


@dataclass(frozen=True)
class Rate:
    """One proportion: the sum of its numerator counts over the sum of its denominator counts.

    Both name columns of `cells.cell_counts`; every numerator is part of its denominator, so a rate lies in [0, 1].
    An empty denominator makes the rate null, never 0 or 1.
    """

    name: str
    numerator: tuple[str, ...]
    denominator: tuple[str, ...]
    label: str
    denominator_label: str
    over: Over = "items"
    families: tuple[str, ...] = (*WORD_FAMILIES, PAIR_FAMILY)
    """Families whose prompts can state what the rate counts; elsewhere its 0 is no finding and tables show a dash."""
    without: tuple[str, ...] = ()
    """Counts taken off the denominator; no part of the numerator."""

    @property
    def short(self) -> str:
        """The name in words: "position error rate"."""
        return self.name.replace("_", " ")

    @property
    def higher_is_better(self) -> bool:
        """Tell whether the rate counts what was met, rather than a fault."""
        return self.name in _MERITS


_MERITS = ("constraint_satisfaction", "list_pass_rate", "clean_list_rate")

_D = "scored words"
_PAIRS = "pairs but OOV"
_ALL = "all items"
_LISTS = "lists"
_ASK_POSITION = ("A1", "A2")
_ASK_STRUCTURE = ("A1", "A2", "B2")

SATISFACTION = Rate(
    "constraint_satisfaction", ("n_pass",), ("n_scored",), "Meets every stated constraint", "scored items"
)
"""pass / D with D = pass + fail + not_a_word; in A3 pass / (all pairs but OOV). Variant-only items stand in neither."""

RATES: tuple[Rate, ...] = (
    SATISFACTION,
    Rate(
        "position_error_rate",
        ("n_position_error",),
        ("n_words_scored",),
        "Sound or cluster not where it was asked for",
        _D,
        families=_ASK_POSITION,
    ),
    Rate(
        "structural_violation_rate",
        ("n_structural",),
        ("n_words_scored",),
        "Breaks any constraint but the norms",
        _D,
        families=_ASK_STRUCTURE,
    ),
    Rate(
        "norm_band_violation_rate",
        ("n_norm_band",),
        ("n_words_scored",),
        "Outside a norm band",
        _D,
        families=WORD_FAMILIES,
    ),
    Rate(
        "norm_missing_rate",
        ("n_norm_missing",),
        ("n_words_scored",),
        "Norm not known for the word",
        _D,
        families=WORD_FAMILIES,
    ),
    Rate("false_pair_rate", ("n_false_pair",), ("n_pairs",), "False pair", _PAIRS, families=(PAIR_FAMILY,)),
    Rate("fabrication_rate", ("n_not_a_word",), ("n_counted",), "Not a word", _ALL),
    Rate("oov_rate", ("n_oov",), ("n_counted",), "Real word outside the lexicon (OOV)", _ALL),
    Rate("multiword_rate", ("n_multiword",), ("n_counted",), "More than one word", _ALL),
    Rate("dup_rate", ("n_duplicate",), ("n_counted",), "Repeats an earlier item", _ALL),
    Rate("morph_pad_rate", ("n_morph_pad",), ("n_counted",), "Same root as an earlier item", _ALL),
    Rate(
        "variant_only_rate", ("n_variant_only",), ("n_items",), "Met only by a second pronunciation", "items returned"
    ),
    Rate("list_pass_rate", ("n_lists_pass",), ("n_lists",), "Complete and without an error", _LISTS, "lists"),
    Rate("clean_list_rate", ("n_lists_clean",), ("n_lists",), "… and without repeats or padding", _LISTS, "lists"),
    Rate("refusal_rate", ("n_refusals",), ("n_lists",), "Refused", _LISTS, "lists"),
    Rate("extraction_failure_rate", ("n_extraction_failures",), ("n_lists",), "No list found in it", _LISTS, "lists"),
    Rate("degenerate_rate", ("n_degenerate",), ("n_lists",), "Degenerate", _LISTS, "lists"),
)
"""Every rate of the study in the order of the tables.

"All items" leaves variant-only items out, as every rate does but `variant_only_rate`, whose denominator is every item
returned. The four rates over scored words are null in A3, whose prompts state a contrast and no constraint. A list is
degenerate if it is a refusal, an extraction failure, holds a repeat or a morphological padding, or returns fewer than
half of the items asked for.
"""


def rate(name: str) -> Rate:
    """Look a rate up by its column name.

    Raises:
        Refused: no rate has that name.
    """
    for candidate in RATES:
        if candidate.name == name:
            return candidate
    raise Refused(f"no rate is called {name!r}: allowed are {', '.join(candidate.name for candidate in RATES)}")
