"""Targets that were not said: a right pronunciation with one phoneme changed, so that the wrong position is known."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from stimfid_lib.phonology.align import cos_dist
from stimfid_lib.phonology.ipa import CONSONANTS, PHONEMES, VOWELS, is_vowel

NEAR = 0.2
"""A near decoy's phoneme is at most this far from the one said: v for b, s for ʃ, i for ɪ."""

Kind = Literal["any", "near", "added"]


@dataclass(frozen=True, slots=True)
class Decoy:
    """A target with one wrong position: `any` other phoneme of the same class, a `near` one, or one `added`.

    What was said then has, against this target, a substitution there, or an omission (`added`).
    """

    kind: Kind
    canonical: tuple[str, ...]
    wrong: int


def decoys(said: Sequence[str], right: Sequence[tuple[str, ...]], draw: random.Random) -> list[Decoy]:
    """One `any` and one `near` decoy a position and one `added` a word; none that is itself a right pronunciation."""
    made = []
    for index, phoneme in enumerate(said):
        same_class = [other for other in (VOWELS if is_vowel(phoneme) else CONSONANTS) if other != phoneme]
        near = [other for other in PHONEMES if other != phoneme and cos_dist(phoneme, other) <= NEAR]
        made.append(_changed("any", said, index, draw.choice(same_class)))
        made += [_changed("near", said, index, draw.choice(near))] if near else []
    gap = draw.randrange(len(said) + 1)
    made.append(Decoy("added", (*said[:gap], draw.choice(CONSONANTS), *said[gap:]), gap))
    return [one for one in made if one.canonical not in right]


def _changed(kind: Kind, said: Sequence[str], index: int, phoneme: str) -> Decoy:
    return Decoy(kind, (*said[:index], phoneme, *said[index + 1 :]), index)
