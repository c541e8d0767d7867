from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.short import constraints_in_short, contrast_in_short
from stimfid_lib.lexicon.short_reading import EXAMPLES, constraints_from_short, contrast_from_short
from tests.strategies import constraints, phonemes

NORMS = ("aoa", "concreteness", "log_frequency", "neighborhood_density", "familiarity")


@given(st.lists(constraints(NORMS), min_size=1, max_size=5))
def test_what_is_written_short_is_read_back_unchanged(some: list[Constraint]) -> None:
    assert constraints_from_short(constraints_in_short(some)) == some


@st.composite
def contrasts(draw: st.DrawFn) -> Contrast:
    kind = draw(st.sampled_from(("minimal", "maximal", "multiple")))
    fewest, most = (3, 5) if kind == "multiple" else (2, 2)
    sounds = draw(st.lists(phonemes, min_size=fewest, max_size=most, unique=True))
    position = draw(st.sampled_from((None, "initial", "medial", "final")))
    return Contrast(kind, tuple(sounds), position, draw(st.none() | st.integers(1, 6)))


@given(contrasts())
def test_a_contrast_is_read_back_unchanged(contrast: Contrast) -> None:
    assert contrast_from_short(contrast_in_short(contrast)) == contrast


@pytest.mark.parametrize(
    ("text", "kind", "params"),
    [
        ("ɹ initial", "phoneme_at", {"phoneme": "ɹ", "position": "initial"}),
        ("r initial", "phoneme_at", {"phoneme": "ɹ", "position": "initial"}),
        ("sh sound at the end", "phoneme_at", {"phoneme": "ʃ", "position": "final"}),
        ("/g/ in the middle", "phoneme_at", {"phoneme": "ɡ", "position": "medial"}),
        ("th as in thumb initial position", "phoneme_at", {"phoneme": "θ", "position": "initial"}),
        ("/ɝ/ anywhere", "contains_phoneme", {"phoneme": "ɝ"}),
        ("st initial", "cluster_at", {"phonemes": ["s", "t"], "position": "initial"}),
        ("/st/ initial", "cluster_at", {"phonemes": ["s", "t"], "position": "initial"}),
        ("br blend initial", "cluster_at", {"phonemes": ["b", "ɹ"], "position": "initial"}),
        ("/s k/ final", "cluster_at", {"phonemes": ["s", "k"], "position": "final"}),
        ("1-2 syllables", "syllable_count", {"min": 1, "max": 2}),
        ("3 or 4 syllables", "syllable_count", {"min": 3, "max": 4}),
        (">= 2 syllables", "syllable_count", {"min": 2}),
        ("CVC", "cv_shape", {"shape": "CVC"}),
        ("shape ccvc", "cv_shape", {"shape": "CCVC"}),
        ("aoa<=5", "norm_band", {"prop": "aoa", "max": 5}),
        ("3 <= aoa <= 5.5", "norm_band", {"prop": "aoa", "min": 3, "max": 5.5}),
        ("log frequency >= 3.2", "norm_band", {"prop": "log_frequency", "min": 3.2}),
    ],
)
def test_one_clause(text: str, kind: str, params: dict[str, object]) -> None:
    assert constraints_from_short(text) == [Constraint(kind, params)]


def test_the_specification_s_example() -> None:
    assert constraints_from_short("ɹ initial; 1-2 syllables; aoa<=5") == [
        Constraint("phoneme_at", {"phoneme": "ɹ", "position": "initial"}),
        Constraint("syllable_count", {"min": 1, "max": 2}),
        Constraint("norm_band", {"prop": "aoa", "max": 5}),
    ]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_of_the_refusals_is_read(example: str) -> None:
    assert len(constraints_from_short(example)) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no constraint"),
        (" ; ", "no constraint"),
        ("r initial; wibble", "constraint 2 of 2, 'wibble': not understood"),
        ("th initial", "more than one way"),
        ("q́ initial", "unknown sound"),
        ("aoa < 5", "bounded by <= or >="),
        ("aoa <= 5 and <= 6", "two bounds on the same side"),
        ("aoa >= 6 and <= 5", "empty band"),
        ("3-2 syllables", "empty band"),
        ("/s t/ medial", "edge of a word"),
        ("/xx/ initial", "'/xx/ initial'"),
    ],
)
def test_what_is_refused_names_the_clause(text: str, told: str) -> None:
    with pytest.raises(Refused, match=told.replace("(", r"\(")):
        constraints_from_short(text)


@pytest.mark.parametrize(
    ("text", "contrast"),
    [
        ("minimal s/θ", Contrast("minimal", ("s", "θ"))),
        ("minimal pairs t vs k; final", Contrast("minimal", ("t", "k"), "final")),
        ("maximal /ɹ/ – /b/; initial; 1 syllable", Contrast("maximal", ("ɹ", "b"), "initial", 1)),
        ("multiple s: t ʃ θ", Contrast("multiple", ("s", "t", "ʃ", "θ"))),
    ],
)
def test_contrasts_in_other_words(text: str, contrast: Contrast) -> None:
    assert contrast_from_short(text) == contrast


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("s/θ", "write the kind"),
        ("minimal", "write the kind"),
        ("minimal s", "two"),
        ("minimal s/θ; somewhere", "neither a position"),
        ("minimal s/θ; 1-2 syllables", "neither a position"),
    ],
)
def test_a_contrast_that_is_none(text: str, told: str) -> None:
    with pytest.raises(Refused, match=told):
        contrast_from_short(text)
