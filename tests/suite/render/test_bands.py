from __future__ import annotations

import pytest

from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.suite.render.bands import band_wording


def _band(prop: str, least: float | None, most: float | None) -> Constraint:
    return Constraint("norm_band", {"prop": prop, "min": least, "max": most})


YEARS = {"unit": "years", "low_high": [0.0, None], "phrase": "age of acquisition"}
RATED = {"unit": "rating", "low_high": [1.0, 7.0], "phrase": "age of acquisition"}


def test_years_and_a_rating_are_not_the_same_claim() -> None:
    band = _band("aoa", None, 4.25)
    assert band_wording(band, YEARS) == (
        "age of acquisition (the age at which adults say they learned the word): at most 4.25 years"
    )
    assert band_wording(band, RATED) == (
        "age of acquisition as rated by adults on a scale from 1 to 7, higher meaning learned later: at most 4.25"
    )


def test_without_a_scale_phonolex_is_meant() -> None:
    assert band_wording(_band("aoa", 6, None)).endswith("at least 6 years")
    assert "on a scale from 1 to 5" in band_wording(_band("concreteness", 3.77, None))


@pytest.mark.parametrize(
    ("least", "most", "end"),
    [(21, None, "at least 21 neighbors"), (None, 1, "at most 1 neighbor"), (None, 0, "exactly 0 neighbors")],
)
def test_neighbors_are_counted(least: float | None, most: float | None, end: str) -> None:
    assert band_wording(_band("neighborhood_density", least, most)).endswith(f": {end}")


def test_a_norm_of_the_users_own_is_named_by_the_lexicons_phrase_without_its_citation() -> None:
    scale = {"unit": "rating", "low_high": [1.0, 7.0], "phrase": "imageability (Smith 2001)"}
    wording = band_wording(_band("imageability", 5.5, None), scale)
    assert wording == "imageability on a scale from 1 to 7: at least 5.5"


def test_the_ends_of_a_scale_are_told_once() -> None:
    scale = {"unit": "rating 1-7", "low_high": [1.0, 7.0], "phrase": "arousal on a scale from 1 to 7 (Warriner 2013)"}
    assert band_wording(_band("arousal", None, 3), scale) == "arousal on a scale from 1 to 7: at most 3"


def test_frequency_names_its_corpus() -> None:
    scale = {"unit": "log10 of a raw count", "low_high": [None, None], "phrase": "log10 of the raw count in X (Y 2009)"}
    wording = band_wording(_band("log_frequency", 1.79, None), scale)
    assert wording == "word frequency (log10 of the raw count in X): at least 1.79"


def test_a_band_with_two_ends_names_both() -> None:
    assert band_wording(_band("aoa", 2, 4.5), YEARS).endswith(": at least 2 and at most 4.5 years")
