"""The taxonomy of the suite as data: families, tiers, arms, constraints, verdicts, rates, in the code's own words."""

from __future__ import annotations

import re
from typing import Any

from stimfid_lib.analysis.labels import ARMS, FAMILIES
from stimfid_lib.analysis.rates import RATES
from stimfid_lib.lexicon.constraints import PARAMETERS, Constraint
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.scoring.rows import STATUSES
from stimfid_lib.study.verdict_words import VERDICTS
from stimfid_lib.suite.families import a1, a2, a3, b
from stimfid_lib.suite.freeze import provenance
from stimfid_lib.suite.pools import PAIRS_PER_LIST, SETS_PER_LIST, WORDS_PER_LIST

_FAMILY_RULES = {
    "A1": (a1, a1.tier),
    "A2": (a2, a2.drafts),
    "A3": (a3, a3.drafts),
    "B1": (b, b.b1_drafts),
    "B2": (b, b.b2_drafts),
}
"""Of each family the module that builds it and the function that sets its tiers: their docstrings are the taxonomy."""

_KIND = re.compile(r"^- `(\w+)[^`]*`:\s*(.+)$", flags=re.MULTILINE)


def told(documented: object) -> str:
    """The docstring of a function or class as plain sentences: no indents, no back-ticks, no list of errors."""
    text = (documented.__doc__ or "").split("\n\n    Raises:")[0].split("\n\n    Args:")[0]
    return " ".join(text.replace("`", "").split())


def taxonomy() -> dict[str, Any]:
    """Describe what the suite asks and how answers are judged; plain JSON values, the same for the same code."""
    return {
        "families": {
            key: {"name": FAMILIES[key], "about": told(module), "tiers": told(rule)}
            for key, (module, rule) in _FAMILY_RULES.items()
        },
        "arms": dict(ARMS),
        "provenance": told(provenance),
        "list_lengths": {"words": WORDS_PER_LIST, "pairs": PAIRS_PER_LIST, "sets": SETS_PER_LIST},
        "constraints": constraint_kinds(),
        "contrasts": told(Contrast),
        "verdicts": {status: VERDICTS[status] for status in STATUSES},
        "rates": {
            rate.name: {
                "meaning": rate.label,
                "share_of": rate.denominator_label,
                "over": rate.over,
                "numerator": list(rate.numerator),
                "denominator": list(rate.denominator),
                "families": list(rate.families),
            }
            for rate in RATES
        },
    }


def constraint_kinds() -> dict[str, Any]:
    """Every kind of constraint with its parameters and what it means, from the docstring of `Constraint`."""
    meanings = dict(_KIND.findall(re.sub(r"^ +", "", Constraint.__doc__ or "", flags=re.MULTILINE)))
    return {
        kind: {"parameters": list(names), "meaning": meanings.get(kind, "").replace("`", "")}
        for kind, names in PARAMETERS.items()
    }
