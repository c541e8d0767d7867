"""Hypothesis strategies that more than one test draws from."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.phonology.ipa import PHONEMES

phonemes = st.sampled_from(PHONEMES)


def _band(bounds: st.SearchStrategy[float], **fixed: str) -> st.SearchStrategy[dict[str, object]]:
    """Two bounds in order, at most one of them open."""
    closed = st.tuples(bounds, bounds).map(sorted)
    open_low, open_high = bounds.map(lambda high: [None, high]), bounds.map(lambda low: [low, None])
    return st.one_of(closed, open_low, open_high).map(lambda ends: {**fixed, "min": ends[0], "max": ends[1]})


def constraints(norms: Sequence[str], clusters: Sequence[tuple[str, ...]] = ()) -> st.SearchStrategy[Constraint]:
    """Any valid constraint over these norms; `clusters` are drawn beside random ones, which are mostly in no word."""
    some = st.lists(phonemes, min_size=2, max_size=3)
    sequences = st.one_of(st.sampled_from(clusters).map(list), some) if clusters else some
    params = {
        "phoneme_at": st.fixed_dictionaries(
            {"phoneme": phonemes, "position": st.sampled_from(("initial", "medial", "final"))}
        ),
        "contains_phoneme": st.fixed_dictionaries({"phoneme": phonemes}),
        "cluster_at": st.fixed_dictionaries({"phonemes": sequences, "position": st.sampled_from(("initial", "final"))}),
        "syllable_count": _band(st.integers(0, 6)),
        "cv_shape": st.fixed_dictionaries({"shape": st.text("CV", min_size=1, max_size=7)}),
        "norm_band": st.sampled_from(norms).flatmap(
            lambda norm: _band(st.floats(-1, 700, allow_nan=False) | st.integers(0, 50).map(float), prop=norm)
        ),
    }
    return st.sampled_from(sorted(params)).flatmap(lambda kind: params[kind].map(lambda given: Constraint(kind, given)))
