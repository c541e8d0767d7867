"""The word table: one row a word, its primary pronunciation first, its norms beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import polars as pl

from stimfid_lib.lexicon.build.arpabet import Pronunciation
from stimfid_lib.lexicon.build.neighbours import densities
from stimfid_lib.lexicon.build.norms import with_lemmas
from stimfid_lib.lexicon.build.vocabulary import Vocabulary
from stimfid_lib.lexicon.schema import OPEN_WORDS
from stimfid_lib.phonology.ipa import cv_shape, format_phonemes

BY_LEMMA = ("aoa", "concreteness", "familiarity")
"""Norms that an inflected form may take from its lemma; a frequency and a density are the form's own."""


def word_table(
    spoken: Mapping[str, tuple[Pronunciation, ...]],
    vocabulary: Vocabulary,
    norms: Mapping[str, Mapping[str, float]],
    root_of: Callable[[str], str],
) -> pl.DataFrame:
    """Build the word table (columns `schema.OPEN_WORDS`, sorted by word) from pronunciations, primary first.

    Every word of the vocabulary that has a pronunciation gets a row; canonical are the graded ones that have a
    frequency. Densities count canonical words. No value is imputed: a norm is the word's own, its lemma's
    (flagged `<norm>_from_lemma`), or null.
    """
    words = sorted(vocabulary.rows & spoken.keys())
    frequency = norms["log_frequency"]
    canonical = [vocabulary.is_canonical(word, root_of(word), frequency) for word in words]
    primary = [spoken[word][0] for word in words]
    reference = [one.phonemes for one, kept in zip(primary, canonical, strict=True) if kept]
    roots = [root if (root := root_of(word)) in vocabulary.real else word for word in words]
    columns: dict[str, list[object]] = {
        "word": list(words),
        "phonemes_str": [format_phonemes(one.phonemes) for one in primary],
        "syllable_count": [len(one.stress) for one in primary],
        "initial_phoneme": [one.phonemes[0] for one in primary],
        "final_phoneme": [one.phonemes[-1] for one in primary],
        "cv_shape": [cv_shape(one.phonemes) for one in primary],
        "is_canonical": list(canonical),
        "root": list(roots),
        "log_frequency": [frequency.get(word) for word in words],
        "neighborhood_density": list(densities([one.phonemes for one in primary], reference)),
        "variants": [[format_phonemes(other.phonemes) for other in spoken[word][1:]] for word in words],
        "stress": [one.stress for one in primary],
    }
    for norm in BY_LEMMA:
        values, flags = with_lemmas(words, roots, norms[norm])
        columns[norm], columns[f"{norm}_from_lemma"] = list(values), list(flags)
    return pl.DataFrame({name: columns[name] for name in OPEN_WORDS}, schema=OPEN_WORDS)


def canonical_phonemes(
    table: pl.DataFrame, spoken: Mapping[str, tuple[Pronunciation, ...]]
) -> dict[str, tuple[str, ...]]:
    """Return the primary phonemes of the table's canonical words."""
    return {word: spoken[word][0].phonemes for word in table.filter("is_canonical")["word"]}
