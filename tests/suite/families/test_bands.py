from __future__ import annotations

import pytest

from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.suite.families.bands import band_slots, density_band, density_tertiles, norm_band, rounded

# Tertiles of the seven words, by hand (tests/fixtures.py): aoa 4 and 6; density 20 and 30 in monosyllables,
# 2 and 2 in disyllables, none in words of three syllables.


@pytest.mark.parametrize(
    ("span", "bounds"),
    [((1, 1), (20, 30)), ((2, 2), (2, 2)), ((1, 2), (2, 30)), ((2, 3), (2, 2)), (None, (2, 30))],
)
def test_density_bounds_hold_within_every_length(
    fixture_lexicon: Lexicon, span: tuple[int, int] | None, bounds: tuple[float, float]
) -> None:
    assert density_tertiles(fixture_lexicon, span) == bounds


def test_low_is_an_upper_bound_and_high_a_lower_one(fixture_lexicon: Lexicon) -> None:
    low, high = (norm_band(fixture_lexicon, "aoa", level).constraint.params for level in ("low", "high"))
    assert dict(low) == {"prop": "aoa", "min": None, "max": 4.0}
    assert dict(high) == {"prop": "aoa", "min": 6.0, "max": None}
    assert density_band(fixture_lexicon, "high", (1, 1)).constraint.params["min"] == 30


def test_a_tertile_is_rounded_to_two_decimals() -> None:
    assert rounded(1.7853) == 1.79
    assert rounded(8.0) == 8


def test_slots_carry_the_scale_by_which_a_band_is_worded(fixture_lexicon: Lexicon) -> None:
    slots = band_slots(fixture_lexicon, [norm_band(fixture_lexicon, "aoa", "low")])
    assert slots["bands"] == {"aoa": "low"}
    assert slots["scales"]["aoa"] == {"unit": "years", "low_high": [0.0, None], "phrase": "age of acquisition"}
