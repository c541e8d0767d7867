"""The nouns that a look-up hands out: a word, and a pair of words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Phonemes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WordRecord:
    """One word of the lexicon, in its primary pronunciation.

    `phonemes` are canonical IPA, one string a phoneme; `norms` holds a value or None for every norm of the
    lexicon, each on the scale that `Lexicon.scale` names; `variants` are the secondary pronunciations, which
    never count in the headline. The record tells what the table says, not how a given child or dialect speaks.
    """

    word: str
    phonemes: Phonemes
    syllable_count: int
    initial_phoneme: str
    final_phoneme: str
    cv_shape: str
    is_canonical: bool
    root: str
    norms: Mapping[str, float | None] = field(hash=False)
    variants: tuple[Phonemes, ...] = ()


@dataclass(frozen=True, slots=True)
class PairInfo:
    """One row of the pair table: two words that differ in exactly one phoneme.

    `word1` < `word2`; `phoneme1` belongs to `word1`. `position` is the index of the differing phoneme as the table
    counts it, `position_type` is initial, medial or final. `feature_distance` is the Euclidean distance of
    the two phonemes' feature vectors (unit-free; it depends on the feature system of the lexicon, so distances of two
    lexicons are not comparable), `sonorant_diff` the absolute difference of their sonorant feature.
    """

    word1: str
    word2: str
    phoneme1: str
    phoneme2: str
    position: int
    position_type: str
    feature_distance: float
    sonorant_diff: float
    is_canonical: bool
