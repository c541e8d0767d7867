"""Two words aligned, phoneme by phoneme, against the contrast that was asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.pairing import position_type
from stimfid_lib.lexicon.record import Phonemes, WordRecord
from stimfid_lib.phonology.ipa import syllable_count
from stimfid_lib.scoring.ladder import Ladder

_WORST_FIRST = ("not_a_word", "multiword", "oov")
"""A pair with two bad sides has the status of the worse one: an invented word before a phrase before a rare word."""


@dataclass(frozen=True, slots=True)
class PairVerdict:
    """Verdict on two words: a status of `PAIR_STATUSES`, and what it rests on.

    `substitution` holds the two phonemes, first word's first, where the primary pronunciations are equally long and
    differ in exactly one place; None elsewhere. The other fields are the item table's.
    """

    status: str
    variant_only: bool = False
    substitution: tuple[str, str] | None = None
    feature_distance: float | None = None
    distance_met: bool | None = None
    pair_table_miss: bool | None = None


def align(one: Phonemes, other: Phonemes, contrast: Contrast) -> PairVerdict:
    """Compare two pronunciations with a contrast, distance aside.

    Unequal length or several differences: `variant_or_gt1`; none: `not_minimal` (homophones). One difference is
    checked for its phonemes, then its place, then the words' length: `wrong_contrast`, `wrong_position`,
    `wrong_length`. The two phonemes of a minimal or maximal contrast may come in either order; in a multiple
    opposition the first word has the target.
    """
    if len(one) != len(other):
        return PairVerdict("variant_or_gt1")
    places = [place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    if len(places) != 1:
        return PairVerdict("variant_or_gt1" if places else "not_minimal")
    found = one[places[0]], other[places[0]]
    return PairVerdict(_place_status(one, other, places[0], contrast), substitution=found)


def _place_status(one: Phonemes, other: Phonemes, place: int, contrast: Contrast) -> str:
    if contrast.kind == "multiple":
        shown = one[place] == contrast.phonemes[0] and other[place] in contrast.phonemes[1:]
    else:
        shown = {one[place], other[place]} == set(contrast.phonemes)
    if not shown:
        return "wrong_contrast"
    if contrast.position is not None and position_type(place, len(one)) != contrast.position:
        return "wrong_position"
    if contrast.syllables is not None and {syllable_count(one), syllable_count(other)} != {contrast.syllables}:
        return "wrong_length"
    return "pass"


class PairJudge:
    """Verdicts on pairs of one contrast.

    `distance_threshold` is the feature distance from which a pair counts as maximal (unit-free, of one lexicon);
    None: the 75th percentile of the lexicon's pair table.
    """

    def __init__(self, ladder: Ladder, contrast: Contrast, distance_threshold: float | None = None) -> None:
        self._ladder = ladder
        self._contrast = contrast
        self._threshold: float | None = None
        if contrast.kind == "maximal":
            given = distance_threshold is not None
            self._threshold = distance_threshold if given else ladder.lex.feature_distance_threshold()

    def verdict(self, first: str, second: str) -> PairVerdict:
        """Judge two words; for a multiple opposition the first is the target."""
        if not first or not second:
            return PairVerdict("malformed")
        sides = {self._ladder.rung(word) for word in (first, second)}
        for status in _WORST_FIRST:
            if status in sides:
                return PairVerdict(status)
        one, other = self._ladder.lex.get(first), self._ladder.lex.get(second)
        if one is None or other is None:
            raise Refused(f"pair {first!r}, {second!r}: the lexicon lost a word that it just held")
        primary = self._aligned(one, other, one.phonemes, other.phonemes)
        if primary.status == "pass":
            return primary
        secondary = (
            self._aligned(one, other, spoken, answer).status
            for spoken in (one.phonemes, *one.variants)
            for answer in (other.phonemes, *other.variants)
        )
        return replace(primary, variant_only="pass" in secondary)

    def _aligned(self, one: WordRecord, other: WordRecord, spoken: Phonemes, answer: Phonemes) -> PairVerdict:
        """Align, and add the pair table's figures; its row counts only if it is of the very phonemes that differ."""
        verdict = align(spoken, answer, self._contrast)
        if verdict.substitution is None:
            return verdict
        info = self._ladder.lex.pair_info(one.word, other.word)
        if info is None or {info.phoneme1, info.phoneme2} != set(verdict.substitution):
            return replace(verdict, pair_table_miss=True, distance_met=None if self._threshold is None else False)
        distance = info.feature_distance
        verdict = replace(verdict, pair_table_miss=False, feature_distance=distance)
        if self._threshold is None:
            return verdict
        met = distance >= self._threshold
        status = "below_distance" if verdict.status == "pass" and not met else verdict.status
        return replace(verdict, status=status, distance_met=met)
