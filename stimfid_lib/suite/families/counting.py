"""How many answers the lexicon holds for a combination of slots."""

from __future__ import annotations

from functools import cache

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.contrasts import Contrast, contrast_pairs, contrast_sets
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.pairing import position_type
from stimfid_lib.suite.families.draft import Draft


class Answers:
    """Counts of a lexicon's answers: canonical words for constraints, pairs or complete sets for a contrast.

    The sets of a multiple opposition are sought once and then narrowed by place and length: seeking them for each of
    the 110 combinations took 17 of the grid's 20 seconds.
    """

    def __init__(self, lex: Lexicon) -> None:
        self._lex = lex
        self._frames = cache(self._find_frames)

    def count(self, draft: Draft) -> int:
        """Number of words, pairs or complete sets that satisfy a draft."""
        if draft.contrast is None:
            return self._lex.count(draft.constraints)
        if draft.contrast.kind != "multiple":
            return contrast_pairs(self._lex, draft.contrast).height
        position, syllables = draft.contrast.position, draft.contrast.syllables
        return sum(
            position in (None, place) and syllables in (None, length)
            for place, length in self._frames(draft.contrast.phonemes)
        )

    def _find_frames(self, phonemes: tuple[str, ...]) -> list[tuple[str, int]]:
        """Place and syllable count of each complete set; its words differ in a consonant, so one of them tells."""
        return [self._place(*words[:2]) for words in contrast_sets(self._lex, Contrast("multiple", phonemes))]

    def _place(self, target: str, contrast: str) -> tuple[str, int]:
        one, other = self._lex.get(target), self._lex.get(contrast)
        if one is None or other is None:
            raise Refused(f"the lexicon gives the set {target} - {contrast} and does not hold both words")
        places = enumerate(zip(one.phonemes, other.phonemes, strict=True))
        differing = next(place for place, (sound, instead) in places if sound != instead)
        return position_type(differing, len(one.phonemes)), one.syllable_count
