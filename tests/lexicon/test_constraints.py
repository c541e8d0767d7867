from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.constraints import Constraint, constraints_from_json, constraints_to_json
from stimfid_lib.lexicon.schema import NORMS
from tests.strategies import constraints

ANY = constraints(NORMS)


@given(ANY)
def test_one_constraint_survives_json_pickle_and_copy(constraint: Constraint) -> None:
    for again in (
        Constraint.from_json(constraint.to_json()),
        pickle.loads(pickle.dumps(constraint)),
        copy.deepcopy(constraint),
    ):
        assert again == constraint
        assert hash(again) == hash(constraint)
        assert again.to_json() == constraint.to_json()


@given(st.lists(ANY, max_size=4))
def test_lists_survive_json_in_their_order(several: list[Constraint]) -> None:
    text = constraints_to_json(several)
    assert constraints_from_json(text) == several
    assert [
        json.dumps(entry, ensure_ascii=False, sort_keys=True, separators=(",", ":")) for entry in json.loads(text)
    ] == [constraint.to_json() for constraint in several]


def test_the_json_is_spelled_one_way() -> None:
    expected = '{"kind":"phoneme_at","params":{"phoneme":"ɡ","position":"final"}}'
    assert Constraint("phoneme_at", {"position": "final", "phoneme": "g"}).to_json() == expected
    assert constraints_to_json([]) == "[]"


def test_whole_numbers_have_one_spelling() -> None:
    bands = [Constraint("norm_band", {"prop": "aoa", "min": low, "max": 6}) for low in (4, 4.0, np.float64(4))]
    assert {band.to_json() for band in bands} == {'{"kind":"norm_band","params":{"max":6.0,"min":4.0,"prop":"aoa"}}'}
    counts = [Constraint("syllable_count", {"min": low, "max": 2}) for low in (1, 1.0, np.int64(1))]
    assert {count.to_json() for count in counts} == {'{"kind":"syllable_count","params":{"max":2,"min":1}}'}
    assert Constraint("norm_band", {"prop": "aoa", "min": -0.0}) == Constraint("norm_band", {"prop": "aoa", "min": 0})


def test_an_open_end_may_be_left_out_or_none() -> None:
    assert Constraint("norm_band", {"prop": "aoa", "max": 5}) == Constraint(
        "norm_band", {"prop": "aoa", "min": None, "max": 5}
    )
    assert Constraint("syllable_count", {"min": 3}).params == {"min": 3, "max": None}


def test_phonemes_are_normalised() -> None:
    assert Constraint("phoneme_at", {"phoneme": "r", "position": "initial"}).params["phoneme"] == "ɹ"
    assert Constraint("cluster_at", {"phonemes": ["g", "r"], "position": "initial"}).params["phonemes"] == ("ɡ", "ɹ")
    assert Constraint("contains_phoneme", {"phoneme": "ʧ"}) == Constraint("contains_phoneme", {"phoneme": "tʃ"})
    assert Constraint("cv_shape", {"shape": "cvc"}).params["shape"] == "CVC"


def test_params_cannot_be_changed() -> None:
    constraint = Constraint("contains_phoneme", {"phoneme": "k"})
    with pytest.raises(TypeError):
        constraint.params["phoneme"] = "t"  # type: ignore[index]
    with pytest.raises(AttributeError):
        constraint.kind = "cv_shape"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("kind", "params", "told"),
    [
        ("rhymes_with", {"word": "cat"}, "'rhymes_with'.*phoneme_at, contains_phoneme, cluster_at"),
        ("phoneme_at", {"phoneme": "k", "position": "start"}, "'start'.*initial, medial, final"),
        ("cluster_at", {"phonemes": ["s", "t"], "position": "medial"}, "'medial'.*initial, final"),
        ("phoneme_at", {"phoneme": "k", "position": "initial", "stress": 1}, "'stress'.*phoneme, position"),
        ("phoneme_at", {"phoneme": "k"}, "'position' is missing"),
        ("phoneme_at", {"phoneme": "q", "position": "initial"}, "phoneme_at: unknown phoneme symbol 'q'"),
        ("contains_phoneme", {"phoneme": 7}, "symbol such as 'k', not 7"),
        ("cluster_at", {"phonemes": "st", "position": "initial"}, "list of at least two"),
        ("cluster_at", {"phonemes": ["s"], "position": "initial"}, "list of at least two"),
        ("syllable_count", {"min": 3, "max": 2}, "empty band, min 3 > max 2"),
        ("syllable_count", {}, "both open"),
        ("syllable_count", {"min": 1.5}, "1.5 must be a whole number"),
        ("syllable_count", {"min": -1}, "-1 must be a whole number"),
        ("syllable_count", {"min": True}, "True must be a number"),
        ("norm_band", {"prop": "aoa", "min": 5, "max": 4.5}, "empty band, min 5.0 > max 4.5"),
        ("norm_band", {"prop": "aoa"}, "both open"),
        ("norm_band", {"prop": "aoa", "max": float("nan")}, "finite"),
        ("norm_band", {"prop": "aoa", "max": "5"}, "'5' must be a number"),
        ("norm_band", {"prop": "aoa", "max": [5]}, "must be a number"),
        ("norm_band", {"prop": "", "max": 5}, "must name a norm"),
        ("norm_band", {"max": 5}, "'prop' is missing"),
        ("cv_shape", {"shape": "CVX"}, "'CVX'"),
        ("cv_shape", {"shape": ""}, "C and V"),
        (["cv_shape"], {"shape": "CVC"}, "unknown constraint kind"),
        ("cv_shape", None, "must map names to values, not None"),
        ("syllable_count", {"min": 10**400}, "must be a number"),
    ],
)
def test_a_bad_constraint_is_refused_with_what_is_allowed(kind: Any, params: Any, told: str) -> None:
    with pytest.raises(Refused, match=told):
        Constraint(kind, params)


@pytest.mark.parametrize("text", ["{", "7", '{"kind":"cv_shape"}', '{"kind":"cv_shape","params":[]}', "null"])
def test_what_is_no_constraint_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        Constraint.from_json(text)


def test_a_bad_entry_of_a_list_is_named() -> None:
    with pytest.raises(Refused, match="constraint 2 of 2: unknown constraint kind 'x'"):
        constraints_from_json('[{"kind":"cv_shape","params":{"shape":"CVC"}},{"kind":"x","params":{}}]')
    with pytest.raises(Refused, match="JSON list"):
        constraints_from_json('{"kind":"cv_shape","params":{"shape":"CVC"}}')
