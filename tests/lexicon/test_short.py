from __future__ import annotations

import pytest

from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.short import constraints_in_short, contrast_in_short


@pytest.mark.parametrize(
    ("kind", "params", "text"),
    [
        ("phoneme_at", {"phoneme": "g", "position": "final"}, "/ɡ/ final"),
        ("contains_phoneme", {"phoneme": "ɝ"}, "/ɝ/ anywhere"),
        ("cluster_at", {"phonemes": ["s", "t"], "position": "initial"}, "/s t/ initial"),
        ("cv_shape", {"shape": "CCVC"}, "shape CCVC"),
        ("syllable_count", {"min": 1, "max": 1}, "1 syllable"),
        ("syllable_count", {"min": 1, "max": 2}, "1–2 syllables"),
        ("syllable_count", {"min": 2}, "at least 2 syllables"),
        ("syllable_count", {"max": 3}, "at most 3 syllables"),
        ("norm_band", {"prop": "aoa", "max": 8.56}, "aoa ≤ 8.56"),
        ("norm_band", {"prop": "concreteness", "min": 2, "max": 3.5}, "concreteness ≥ 2 and ≤ 3.5"),
    ],
)
def test_one_constraint(kind: str, params: dict[str, object], text: str) -> None:
    assert constraints_in_short([Constraint(kind, params)]) == text


def test_several_constraints_keep_their_order() -> None:
    both = [
        Constraint("phoneme_at", {"phoneme": "k", "position": "initial"}),
        Constraint("syllable_count", {"min": 2, "max": 2}),
    ]
    assert constraints_in_short(both) == "/k/ initial; 2 syllables"


def test_a_contrast_names_its_target_first() -> None:
    assert (
        contrast_in_short(Contrast("multiple", ("s", "t", "ʃ", "θ"), "initial", 1))
        == "multiple /s/ – /t ʃ θ/; initial; 1 syllable"
    )
    assert contrast_in_short(Contrast("minimal", ("t", "k"))) == "minimal /t/ – /k/"
