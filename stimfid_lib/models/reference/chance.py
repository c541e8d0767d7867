"""What chance alone passes: frequent words whatever is asked."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from stimfid_lib.models.reference.client import ListClient
from stimfid_lib.models.reference.draw import Drawing, Entry
from stimfid_lib.suite.request import Request

if TYPE_CHECKING:
    import polars as pl

    from stimfid_lib.lexicon.lexicon import Lexicon

FREQUENT = 1000
"""So many of the lexicon's most frequent words are drawn from."""

_SHORTEST = 3  # "a - I" and "to - so" read as labels, not as words


class CommonClient(ListClient):
    """Answers every prompt with frequent English words, of which it heard the number and nothing else.

    How many of them satisfy a condition says how easy that condition is to meet without trying: a yardstick for
    reading the models' rates, above all where a band of a norm takes in a third of all words. Pairs and sets are random
    words side by side, so its pairs almost never are minimal ones.
    """

    key = "common"
    generator = "stimfid-common-1"

    def __init__(self, suite: pl.DataFrame, lex: Lexicon, key: str | None = None) -> None:
        super().__init__(suite, lex, key)
        self._drawing = Drawing(lex)
        self._urn = self._drawing.fill((word,) for word in _frequent_words(lex))

    def entries(self, request: Request, draw: random.Random) -> list[Entry]:
        """Draw as many entries as were asked for, no root twice."""
        width = self._width(request)
        words = [word for (word,) in self._drawing.take(self._urn, request.list_length * width, draw)]
        return [tuple(words[start : start + width]) for start in range(0, len(words) - width + 1, width)]

    def _width(self, request: Request) -> int:
        """Words in an entry: one of a list, two of a pair, as many as there are sounds of a set."""
        return 1 if request.contrast is None else len(request.contrast.phonemes)


def _frequent_words(lex: Lexicon) -> list[str]:
    import polars as pl

    fit = lex.satisfying((), canonical_only=True).filter(
        pl.col("word").str.len_chars() >= _SHORTEST, pl.col("log_frequency").is_not_null()
    )
    return fit.sort("log_frequency", "word", descending=[True, False]).head(FREQUENT)["word"].to_list()
