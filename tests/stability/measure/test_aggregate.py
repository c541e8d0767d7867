from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from stimfid_lib.stability.measure.aggregate import mean_stability
from stimfid_lib.stability.measure.bootstrap import interval, resampled_gaps
from stimfid_lib.stability.measure.draws import derived_seed, generator_of
from tests.stability.measure.made import measured, run


def _record(family: str, a: int, b: int, rewording_type: str = "wording", **more: Any) -> dict[str, Any]:
    decisions = run({"A": a, "B": 30 - a}, {"A": a, "B": 30 - a}, {"A": b, "B": 30 - b}, {"B": 30})
    triple = {
        "protocol_id": f"{family}__{rewording_type}__v0",
        "run_date": "2026-01-31",
        "subject_model_id": "model-x",
    }
    record = measured(decisions, 30, resamples=1, **triple)
    return {**record, **triple, "rewording_type": rewording_type, "replicate_index": 1, **more}


THREE = [_record("x", 24, 9), _record("y", 15, 15), _record("z", 20, 14)]


def test_the_mean_of_three() -> None:
    found = mean_stability(THREE, resamples=50)
    assert found["mean_stability_pct"] == pytest.approx(100 - (50 + 0 + 20) / 3)
    assert found["m"] == 3
    assert found["n_flagged"] == 1
    assert found["protocol_ids"] == ["x__wording__v0", "y__wording__v0", "z__wording__v0"]
    assert (found["resamples"], found["generator"]) == (50, "mt19937-init_by_array-res53")
    assert set(found) == {
        *("m", "mean_stability_pct", "ci_low_pct", "ci_high_pct", "n_flagged", "protocol_ids", "resamples"),
        "generator",
    }


def test_its_interval_is_that_of_the_resampled_means() -> None:
    found = mean_stability(THREE, resamples=50)
    parts = [part for one in THREE for part in (one["protocol_id"], "2026-01-31", "model-x", "1")]
    rng = generator_of(derived_seed("mean", *parts))
    columns = [resampled_gaps([(a, 30 - a)], [(b, 30 - b)], rng, 50) for a, b in ((24, 9), (15, 15), (20, 14))]
    ends = interval([sum(row, Fraction(0)) / 3 for row in zip(*columns, strict=True)])
    assert ends is not None
    assert found["ci_low_pct"] == float(100 - 100 * ends.high)
    assert found["ci_high_pct"] == float(100 - 100 * ends.low)


def test_it_is_not_the_interval_of_one_over_the_root_of_m() -> None:
    stable = [_record(name, 15, 15) for name in "uvwx"]
    found = mean_stability(stable, resamples=400)
    single = interval(resampled_gaps([(15, 15)], [(15, 15)], generator_of(1), 400))
    assert single is not None
    naive = 50 * float(single.high - single.low) / math.sqrt(4)
    # Each gap is zero and each resample above it: the mean's interval lies wholly under the mean.
    assert found["ci_high_pct"] < found["mean_stability_pct"] == 100.0
    assert found["ci_low_pct"] < 100 - naive


def test_the_order_of_measurements_does_not_matter() -> None:
    assert mean_stability(THREE[::-1], resamples=20) == mean_stability(THREE, resamples=20)


def test_records_without_a_replicate_are_the_first_replicate() -> None:
    bare = [{name: value for name, value in one.items() if name != "replicate_index"} for one in THREE]
    assert mean_stability(bare, resamples=20) == mean_stability(THREE, resamples=20)


def test_nothing_is_known_of_a_mean_of_which_a_part_is_not() -> None:
    triple = {"protocol_id": "w__wording__v0", "run_date": "2026-01-31", "subject_model_id": "model-x"}
    nothing = {**measured(run({"A": 30}, {"A": 30}, {"empty": 30}, {"B": 30}), 30, **triple), **triple}
    found = mean_stability([*THREE, {**nothing, "rewording_type": "wording"}], resamples=5)
    assert (found["m"], found["mean_stability_pct"], found["ci_low_pct"], found["ci_high_pct"]) == (4, None, None, None)


@pytest.mark.parametrize("kind", ["order", "default"])
def test_mechanical_types_enter_no_cognitive_mean(kind: str) -> None:
    mixed = [THREE[0], _record("y", 20, 10, kind)]
    with pytest.raises(ValueError, match=f"'{kind}', which no cognitive mean"):
        mean_stability(mixed)
    assert mean_stability(mixed, cognitive=False, resamples=5)["m"] == 2


def test_anchoring_is_cognitive() -> None:
    assert mean_stability([_record("x", 24, 9, "anchoring")], resamples=5)["m"] == 1


@pytest.mark.parametrize(
    ("measurements", "told"),
    [
        ([], "at least one"),
        ([THREE[0], THREE[0]], "stands twice"),
        ([{**THREE[0], "flags": ["exploratory"]}], "x__wording__v0 is exploratory"),
        ([THREE[0], {**THREE[1], "subject_model_id": "model-y"}], "subject_model_id is model-x and model-y"),
        ([{**THREE[0], "series": "commercial"}, {**THREE[1], "series": "open_weights"}], "series is commercial and"),
        ([{**THREE[0], "model_family": "f"}, {**THREE[1], "model_family": "g"}], "model_family is f and g"),
    ],
)
def test_what_is_no_mean_of_one_model(measurements: list[dict[str, Any]], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        mean_stability(measurements)


def test_two_replicates_of_one_day_are_two_measurements() -> None:
    assert mean_stability([THREE[0], {**THREE[0], "replicate_index": 2}], resamples=5)["m"] == 2
