"""What can be asked of a pair or a set: minimal and maximal pairs, multiple oppositions."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import canonical_json
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.schema import POSITION_TYPES
from stimfid_lib.phonology.ipa import to_ipa

CONTRAST_KINDS = ("minimal", "maximal", "multiple")
_KEYS = ("kind", "phonemes", "position", "syllables")


@dataclass(frozen=True, slots=True)
class Contrast:
    """A contrast between phonemes that a list of pairs or sets must show.

    `minimal` and `maximal` name two phonemes, whose order in a pair is free; `multiple` names the target first and
    then at least two contrasts, in the order in which a set gives them. `position` (initial, medial, final) and
    `syllables` narrow the place of the differing phoneme and the length of every word; None leaves them free. That
    the phonemes of a maximal contrast are far enough apart is the suite's to check, since it depends on the lexicon.

    Raises:
        Refused: unknown kind, position or phoneme, a repeated phoneme, too few or too many of them, or a syllable
            count that is no whole number from 1 up.
    """

    kind: str
    phonemes: tuple[str, ...]
    position: str | None = None
    syllables: int | None = None

    def __post_init__(self) -> None:
        if self.kind not in CONTRAST_KINDS:
            raise Refused(f"unknown contrast kind {self.kind!r}: allowed are {', '.join(CONTRAST_KINDS)}")
        object.__setattr__(self, "phonemes", _phonemes(self.kind, self.phonemes))
        if self.position is not None and self.position not in POSITION_TYPES:
            raise Refused(
                f"{self.kind} contrast: unknown position {self.position!r}: allowed are {', '.join(POSITION_TYPES)}, "
                "or None for any"
            )
        object.__setattr__(self, "syllables", _syllables(self.kind, self.syllables))

    def to_json(self) -> str:
        """Canonical JSON with the keys kind and phonemes, and position and syllables where they are set."""
        value = {name: getattr(self, name) for name in _KEYS if getattr(self, name) is not None}
        return canonical_json(value)

    @classmethod
    def from_json(cls, text: str) -> Contrast:
        """Read one contrast.

        Raises:
            Refused: no JSON object of the form that `to_json` writes, or a contrast that is refused.
        """
        try:
            value = json.loads(text)
        except json.JSONDecodeError as error:
            raise Refused(f"contrast: not JSON ({error}): {text[:80]!r}") from error
        if not isinstance(value, dict) or not {"kind", "phonemes"} <= set(value) <= set(_KEYS):
            raise Refused(
                f"a contrast is an object with the keys kind and phonemes, and perhaps position and syllables, "
                f"not {text[:120]!r}"
            )
        return cls(value["kind"], value["phonemes"], value.get("position"), value.get("syllables"))


def contrast_pairs(lex: Lexicon, contrast: Contrast) -> pl.DataFrame:
    """Rows of the pair table that satisfy a minimal or maximal contrast, each row once.

    Both words are canonical and single words, the two phonemes stand in either order at the contrast's position, and
    both words have its syllable count. A row that the words' primary pronunciations do not bear out is left out.
    Columns: target (the word with the contrast's first phoneme), contrast_word, then the pair table's own; sorted by
    target, contrast_word. For a maximal contrast feature_distance is constant, and is not compared with the threshold.

    Raises:
        Refused: the contrast is `multiple`.
    """
    if contrast.kind == "multiple":
        raise Refused("contrast_pairs: a multiple opposition has no pairs of its own; call contrast_sets")
    one, other = contrast.phonemes
    rows, turned = lex.pairing.matching(one, other, contrast.position, contrast.syllables)
    found = lex.pairs[rows]
    swap = pl.Series("turned", turned)
    sides = found.select(
        pl.when(swap).then("word2").otherwise("word1").alias("target"),
        pl.when(swap).then("word1").otherwise("word2").alias("contrast_word"),
    )
    return pl.concat([sides, found], how="horizontal").sort("target", "contrast_word")


def contrast_sets(lex: Lexicon, contrast: Contrast) -> list[tuple[str, ...]]:
    """Complete sets of a multiple opposition, target first, then one word a contrast phoneme in the contrast's order.

    Each (target, contrast) is a minimal pair of primary pronunciations at the same place; all words are canonical
    and single words, of the contrast's syllable count. One frame (the word with that place blanked) gives one set:
    where homophones fill a place the most frequent stands, then the first in the alphabet. Sorted by words.

    Raises:
        Refused: the contrast is not `multiple`.
    """
    if contrast.kind != "multiple":
        raise Refused(f"contrast_sets: a {contrast.kind} contrast has pairs and no sets; call contrast_pairs")
    target, *contrasts = contrast.phonemes
    return sorted(lex.pronunciations.frames(target, tuple(contrasts), contrast.position, contrast.syllables))


def _phonemes(kind: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, (list, tuple)):
        raise Refused(f"{kind} contrast: phonemes must be a list of symbols, not {value!r}")
    try:
        phonemes = tuple(to_ipa(symbol) for symbol in value)
    except (Refused, TypeError) as error:
        raise Refused(f"{kind} contrast: {error}") from error
    if len(set(phonemes)) < len(phonemes):
        raise Refused(f"{kind} contrast: phonemes {' '.join(phonemes)} hold one twice; each must differ")
    if kind == "multiple" and len(phonemes) < 3:
        raise Refused(f"multiple contrast: {len(phonemes)} phonemes; give the target and at least two contrasts")
    if kind != "multiple" and len(phonemes) != 2:
        raise Refused(f"{kind} contrast: {len(phonemes)} phonemes; give exactly two")
    return phonemes


def _syllables(kind: str, value: Any) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value % 1 != 0 or value < 1:
        raise Refused(f"{kind} contrast: syllables {value!r} must be a whole number from 1 up, or None for any")
    return int(value)
