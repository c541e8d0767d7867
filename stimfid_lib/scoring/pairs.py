"""Pairs and sets: two words aligned, phoneme by phoneme, against the contrast that was asked for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.pairing import position_type
from stimfid_lib.lexicon.record import Phonemes, WordRecord
from stimfid_lib.phonology.ipa import syllable_count
from stimfid_lib.scoring.asked import Asked
from stimfid_lib.scoring.extract import extract_for
from stimfid_lib.scoring.ladder import Ladder, Remembered
from stimfid_lib.scoring.rows import ItemRow, ListRow

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
    """Verdicts on the pairs of one contrast, remembered: `judge["cat", "bat"]`.

    `distance_threshold` is the feature distance from which a pair counts as maximal (unit-free, of one lexicon);
    None: the 75th percentile of the lexicon's pair table.
    """

    def __init__(self, ladder: Ladder, contrast: Contrast, distance_threshold: float | None = None) -> None:
        self._ladder = ladder
        self._contrast = contrast
        if distance_threshold is None and contrast.kind == "maximal":
            distance_threshold = ladder.lex.feature_distance_threshold()
        self._threshold = distance_threshold
        self._known: Remembered[tuple[str, str], PairVerdict] = Remembered(lambda pair: self._judge(*pair))

    def __getitem__(self, pair: tuple[str, str]) -> PairVerdict:
        return self._known[pair]

    def _judge(self, first: str, second: str) -> PairVerdict:
        if not first or not second:
            return PairVerdict("malformed")
        sides = {self._ladder.side[first], self._ladder.side[second]}
        for status in _WORST_FIRST:
            if status in sides:
                return PairVerdict(status)
        one, other = self._ladder.lex.get(first), self._ladder.lex.get(second)
        if one is None or other is None:
            raise Refused(f"pair {first!r}, {second!r}: the lexicon lost a word that it just held")
        primary = self._with_distance(one, other, one.phonemes, other.phonemes)
        if primary.status == "pass":
            return primary
        secondary = (
            self._with_distance(one, other, spoken, answer).status
            for spoken in (one.phonemes, *one.variants)
            for answer in (other.phonemes, *other.variants)
        )
        return replace(primary, variant_only="pass" in secondary)

    def _with_distance(self, one: WordRecord, other: WordRecord, spoken: Phonemes, answer: Phonemes) -> PairVerdict:
        """Add the pair table's figures; its row counts only if it is of the very phonemes that differ."""
        verdict = align(spoken, answer, self._contrast)
        if verdict.substitution is None:
            return verdict
        info = self._ladder.lex.pair_info(one.word, other.word)
        if info is not None and {info.phoneme1, info.phoneme2} != set(verdict.substitution):
            info = None
        verdict = replace(
            verdict, feature_distance=None if info is None else info.feature_distance, pair_table_miss=info is None
        )
        if self._threshold is None or self._contrast.kind != "maximal":
            return verdict
        met = info is not None and info.feature_distance >= self._threshold
        below = verdict.status == "pass" and info is not None and not met
        return replace(verdict, status="below_distance" if below else verdict.status, distance_met=met)


def score_pairs_response(
    prompt_row: Mapping[str, Any],
    raw: str,
    lex: Lexicon,
    wordlist: Collection[str],
    *,
    distance_threshold: float | None = None,
) -> tuple[list[ItemRow], ListRow]:
    """Score one reply to a prompt that asks for pairs or sets; otherwise as `score.score_response`.

    Raises:
        Refused: the prompt asks for words.
    """
    from stimfid_lib.scoring.score import score_extraction

    asked = Asked.from_row(prompt_row)
    if asked.contrast is None:
        raise Refused(f"prompt {asked.prompt_id!r} asks for words: score it with score_response")
    found = extract_for(raw, asked.shape)
    return score_extraction(prompt_row, found, lex, wordlist, distance_threshold=distance_threshold)
