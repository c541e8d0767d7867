"""How far two dictionaries agree on the primary pronunciation, and what the agreement rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from stimfid_lib.lexicon.build.convention import (
    CONVENTIONS,
    Compare,
    agree_at_edges,
    agree_by_convention,
    agree_in_consonants,
    agree_strictly,
)
from stimfid_lib.lexicon.build.overrides import Override
from stimfid_lib.lexicon.build.primary import Arbiter, Dictionary

MEASURES: Mapping[str, Compare] = {
    "strict": agree_strictly,
    "by_convention": agree_by_convention,
    "consonants": agree_in_consonants,
    "edges": agree_at_edges,
}


def agreement(
    words: Iterable[str],
    dictionary: Dictionary,
    primary: Dictionary,
    arbiter: Arbiter,
    overrides: Mapping[str, Override],
) -> dict[str, Any]:
    """Measure, over the words that both know, how far dictionary and arbiter agree; shares from 0 to 1.

    For each measure: the dictionary's first variant, the primary as settled, and the primary or a reasoned overrule
    (the word stands in an override file, so a person has read both and decided). `edges` is the first and the last
    sound. `conventions` counts, for each of `convention.CONVENTIONS`, the words that agree only with its help;
    `open` lists the words that neither agree by convention nor are decided. The arbiter also picks the primary, so
    the figures flatter: they bound, and do not show, how right the table is. For that see the hand check.
    """
    both = [word for word in words if word in dictionary and word in arbiter]
    share = 1 / max(len(both), 1)
    result: dict[str, Any] = {"n_words": len(both)}
    for name, same in MEASURES.items():
        first = sum(same(dictionary[word][0], arbiter[word]) for word in both)
        differ = [word for word in both if not same(primary[word][0], arbiter[word])]
        overruled = sum(word in overrides for word in differ)
        result[name] = {
            "first_variant": round(first * share, 4),
            "primary": round(1 - len(differ) * share, 4),
            "primary_or_overruled": round(1 - (len(differ) - overruled) * share, 4),
            "overruled": overruled,
        }
        if name == "by_convention":
            result["open"] = [word for word in differ if word not in overrides]
    not_strict = [word for word in both if not agree_strictly(primary[word][0], arbiter[word])]
    loose = [word for word in not_strict if agree_by_convention(primary[word][0], arbiter[word])]
    result["conventions"] = {
        name: sum(not agree_by_convention(primary[word][0], arbiter[word], name) for word in loose)
        for name in CONVENTIONS
    }
    result["conventions_together"] = len(loose)
    return result
