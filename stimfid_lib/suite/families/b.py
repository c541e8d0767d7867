"""B1 and B2, psycholinguistic lists: bands of age of acquisition, concreteness, frequency, neighborhood density."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.suite.families.bands import Band, band_slots, density_band, norm_band
from stimfid_lib.suite.families.draft import Draft
from stimfid_lib.suite.pools import (
    B1_NORMS,
    B1_RESERVE_SYLLABLES,
    B2_SECOND_NORMS,
    B2_SYLLABLES,
    B2_THIRD_NORM,
    LEVELS,
    WORDS_PER_LIST,
    Syllables,
)


def b1_drafts(lex: Lexicon) -> Iterator[Draft]:
    """Tier 1, 2 and 3: one, two and three of the norms at once, each low or high (26 combinations).

    The same crossed with one and two syllables are the reserve, for a lexicon that cannot satisfy 25 of the 26: a
    structural slot would otherwise blur the comparison of norm bands (B1) with structure (A1).
    """
    found = {(norm, level): norm_band(lex, norm, level) for norm in B1_NORMS for level in LEVELS}
    for count in (1, 2, 3):
        for norms in combinations(B1_NORMS, count):
            for levels in product(LEVELS, repeat=count):
                bands = [found[choice] for choice in zip(norms, levels, strict=True)]
                yield _draft(lex, "B1", count, bands, None)
                for span in B1_RESERVE_SYLLABLES:
                    yield _draft(lex, "B1", count, bands, span, reserve=True)


def b2_drafts(lex: Lexicon) -> Iterator[Draft]:
    """Tier 1: density, alone or with length; tier 2: density with age of acquisition or concreteness; tier 3: density
    with frequency and length.
    """
    density = {(level, span): density_band(lex, level, span) for level in LEVELS for span in B2_SYLLABLES}
    second = [norm_band(lex, norm, level) for norm, level in product(B2_SECOND_NORMS, LEVELS)]
    third = [norm_band(lex, B2_THIRD_NORM, level) for level in LEVELS]
    for level in LEVELS:
        for span in B2_SYLLABLES:
            yield _draft(lex, "B2", 1, [density[level, span]], span)
        for other in second:
            yield _draft(lex, "B2", 2, [density[level, None], other], None)
        for span, other in product(B2_SYLLABLES, third):
            if span is not None:  # without a length it would be a tier 2 request in all but name
                yield _draft(lex, "B2", 3, [density[level, span], other], span)


def _draft(
    lex: Lexicon, family: str, tier: int, bands: Sequence[Band], span: Syllables | None, *, reserve: bool = False
) -> Draft:
    length = [] if span is None else [Constraint("syllable_count", {"min": span[0], "max": span[1]})]
    return Draft(
        family,
        tier,
        band_slots(lex, bands) | {"syllables": None if span is None else list(span)},
        (*length, *(band.constraint for band in bands)),
        list_length=WORDS_PER_LIST,
        reserve=reserve,
    )
