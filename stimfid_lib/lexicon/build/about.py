"""What `lexicon.json` says of the tables: scales, counts, coverage."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from stimfid_lib.lexicon.build.overrides import Override
from stimfid_lib.lexicon.build.vocabulary import Vocabulary

_WITH_VOWEL_LETTER = re.compile("(?=..).*[aeiouy]")

NORMS: dict[str, dict[str, Any]] = {
    "aoa": {
        "unit": "years",
        "scale": "mean estimate of the age at which a word was learnt",
        "phrase": "age of acquisition in years (Kuperman et al. 2012)",
        "phrase_low": "learnt early in childhood",
        "phrase_high": "learnt late",
    },
    "concreteness": {
        "unit": "rating 1-5",
        "scale": "1 (abstract) to 5 (concrete)",
        "phrase": "concreteness on a scale from 1 (abstract) to 5 (concrete) (Brysbaert et al. 2014)",
        "phrase_low": "abstract",
        "phrase_high": "concrete",
    },
    "log_frequency": {
        "unit": "log10 of a raw count",
        "scale": "log10 of (count + 1) in 51 million words of subtitles; not per million, not Zipf",
        "phrase": "Lg10WF in SUBTLEX-US, a log10 of raw counts (Brysbaert & New 2009)",
        "phrase_low": "rare",
        "phrase_high": "common",
    },
    "neighborhood_density": {
        "unit": "words",
        "scale": "count, from 0",
        "phrase": "phonological neighborhood density: the number of English words that differ from the word by "
        "one sound added, removed or changed",
        "reference": "the canonical words of this lexicon, by primary pronunciation; homophones count each",
        "phrase_low": "with few similar-sounding words",
        "phrase_high": "with many similar-sounding words",
    },
    "familiarity": {
        "unit": "rating 100-700",
        "scale": "nominally 100 (never seen) to 700 (seen nearly every day)",
        "phrase": "familiarity on a scale from 100 to 700 (MRC Psycholinguistic Database)",
        "phrase_low": "unfamiliar",
        "phrase_high": "familiar",
    },
}


def observed_range(words: pl.DataFrame, norm: str) -> list[float]:
    """Smallest and largest value that the table holds, beside the nominal scale."""
    low, high = words[norm].min(), words[norm].max()
    return [low, high]  # type: ignore[list-item]


def counts(
    words: pl.DataFrame, pairs: pl.DataFrame, vocabulary: Vocabulary, added: Sequence[str] = ()
) -> dict[str, Any]:
    """Count rows, and the coverage of each norm over all, canonical, and the 20,000 and 5,000 most frequent rows."""
    ranked = words.drop_nulls("log_frequency").sort("log_frequency", "word", descending=[True, False])
    shares = {
        "all": words,
        "canonical": words.filter("is_canonical"),
        "top_20k": ranked.head(20_000),
        "top_5k": ranked.head(5_000),
    }
    return {
        "words": words.height,
        "canonical": words.filter("is_canonical").height,
        "with_variants": words.filter(pl.col("variants").list.len() > 0).height,
        "pairs": pairs.height,
        "wordlist": len(vocabulary.real),
        "names": len(vocabulary.names),
        "coverage": {
            name: {"rows": table.height, **{norm: table[norm].count() for norm in (*NORMS, *added)}}
            for name, table in shares.items()
        },
        "from_lemma": {
            name: {norm: table[f"{norm}_from_lemma"].sum() for norm in ("aoa", "concreteness", "familiarity")}
            for name, table in shares.items()
        },
    }


def override_counts(overrides: Mapping[str, Override]) -> dict[str, int]:
    """Count what people decided, by the kind of decision."""
    return dict(sorted(Counter(override.action for override in overrides.values()).items()))


def missing(frequency: Mapping[str, float], words: pl.DataFrame, vocabulary: Vocabulary, n: int = 10) -> list[str]:
    """The most frequent real words that have no row; names, single letters, and what has no vowel letter, left out."""
    left_out = set(words["word"]) | vocabulary.names
    absent = [word for word in frequency if word in vocabulary.real and word not in left_out]
    return sorted(filter(_WITH_VOWEL_LETTER.match, absent), key=lambda word: (-frequency[word], word))[:n]
