"""The floor that a reader can understand: obeys letters instead of sounds."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.models.reference.client import ListClient
from stimfid_lib.models.reference.draw import Drawing, Entry
from stimfid_lib.models.reference.letters import SOUND_KINDS, letters_of, place_of, places, reading
from stimfid_lib.suite.request import Request

if TYPE_CHECKING:
    import polars as pl

    from stimfid_lib.lexicon.lexicon import Lexicon

_PLAIN = re.compile(r"[a-z]{2,}")


class SpellingClient(ListClient):
    """Answers with common words whose letters do what the prompt asks of sounds: a spelling chart and no ear.

    Asked for k at the beginning it may say "city" or "knife", for th as in "thumb" also "this", for CCVC "ship"; a
    minimal pair is two words that differ by the letters of the two sounds ("sin - thin", but also "sat - that").
    Syllables and norms it takes from the lexicon, so that every failure of its is one of letters for sounds. Where too
    few words obey, it answers fewer. How far it falls below 1.0 depends on English spelling and not on any model: it
    is a yardstick for reading the models' rates, not an estimate of what a person would answer.
    """

    key = "spelling"
    generator = "stimfid-spelling-1"

    def __init__(self, suite: pl.DataFrame, lex: Lexicon, key: str | None = None) -> None:
        super().__init__(suite, lex, key)
        self._drawing = Drawing(lex)
        self._plain = cache(lambda constraints: _plain_words(lex, constraints))
        self._words = cache(lambda constraints: self._drawing.fill(self._obeying_words(constraints)))
        self._contrasts = cache(lambda contrast: self._drawing.fill(self._obeying_contrasts(contrast)))

    def entries(self, request: Request, draw: random.Random) -> list[Entry]:
        """Draw from the words, pairs or sets whose letters obey, no root twice where that is possible."""
        urn = self._words(request.constraints) if request.contrast is None else self._contrasts(request.contrast)
        return self._drawing.take(urn, request.list_length, draw)

    def _obeying_words(self, constraints: tuple[Constraint, ...]) -> list[Entry]:
        tests = [reading(constraint) for constraint in constraints if constraint.kind in SOUND_KINDS]
        words = self._plain(tuple(constraint for constraint in constraints if constraint.kind not in SOUND_KINDS))
        return [(word,) for word in words if all(test(word) for test in tests)]

    def _obeying_contrasts(self, contrast: Contrast) -> list[Entry]:
        """Every word with the first sound's letters at the place asked for, beside its twins with the others'."""
        length = Constraint("syllable_count", {"min": contrast.syllables or 1, "max": contrast.syllables})
        words = self._plain((length,))
        known = set(words)
        target, *others = (letters_of(phoneme) for phoneme in contrast.phonemes)
        entries: set[Entry] = set()
        for letters, word in product(target, words):
            for start, end in places(word, letters):
                head, tail = word[:start], word[end:]
                twins = [known.intersection(head + other + tail for other in spellings) for spellings in others]
                if all(twins) and contrast.position in (None, place_of(word, start, end)):
                    entries.update(product([word], *twins))
        # as in the ceiling, a pair of two-letter words would read as a label of sounds
        return sorted(entry for entry in entries if len(set(entry)) == len(entry) and max(map(len, entry)) > 2)


def _plain_words(lex: Lexicon, constraints: tuple[Constraint, ...]) -> list[str]:
    words = (word.lower() for word in lex.satisfying(constraints, canonical_only=True)["word"])
    return sorted({word for word in words if _PLAIN.fullmatch(word)})
