"""What the page finds in a publication: coverage, curves, the biggest move, twins, the small example."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.site.coverage import coverage_of
from stimfid_lib.stability.site.drawn_coverage import drawn_bar
from stimfid_lib.stability.site.drawn_curve import days_of, drawn_curve
from stimfid_lib.stability.site.example import exact_floor, sum_of
from stimfid_lib.stability.site.history import latest, lines
from stimfid_lib.stability.site.move import moves_of
from stimfid_lib.stability.site.pairs import side_by_side, twins_of
from stimfid_lib.stability.site.reading import Published
from stimfid_lib.stability.site.words import day, flag_name, pct, points, share, span
from tests.stability.site.made import gap

COMMERCIAL = "commercial"


def with_records(published: Published, *records: dict[str, object]) -> Published:
    return replace(published, records=tuple(records))


def measured(day: str, **fields: object) -> dict[str, object]:
    return {
        "record_type": "measurement",
        "run_id": day,
        "run_date": day,
        "series": COMMERCIAL,
        "replicate_index": 1,
        "flags": [],
        **fields,
    }


def test_coverage_counts_each_sweep_once_with_its_cause(published: Published) -> None:
    bridge = {"record_type": "generation_bridge", "run_ids": ["of the bridge"]}
    found = coverage_of(
        [
            with_records(
                published,
                measured("2027-01-04"),
                measured("2027-02-02"),
                measured("2027-02-03"),
                measured("2027-02-03", run_id="of the bridge"),
                measured("2027-02-03", replicate_index=2),
                measured("2027-02-03", flags=["exploratory"]),
                measured("2027-02-03", series="open_weights"),
                gap("2027-02-03", "p", "m", "provider_outage"),
                {**gap("2027-02-04", "p", "m", "human_absent"), "job": "human_review", "series": None},
                bridge,
            )
        ]
    )
    assert found.parts == Counter({"measured": 3, "provider_outage": 1})
    assert found.due == 4
    assert found.share_pct == 75
    assert found.sweeps == {
        "2027-01-04": Counter({"measured": 2}),
        "2027-02-03": Counter({"measured": 1, "provider_outage": 1}),
    }
    assert found.others == Counter({("human_review", "human_absent"): 1})


def test_without_any_sweep_of_the_commercial_series_there_is_no_page(published: Published) -> None:
    with pytest.raises(Refused, match="coverage bar cannot be drawn"):
        coverage_of([with_records(published, measured("2027-01-04", series="open_weights"))])


def test_the_bar_has_the_widths_of_its_parts(published: Published) -> None:
    found = coverage_of([published])
    drawn = drawn_bar(found, "x").wide
    widths = {part: float(width) for part, width in re.findall(r'class="part (\w+)" .*?width="([\d.]+)"', drawn)}
    assert set(widths) == {part for part in found.parts if found.parts[part]}
    for part, width in widths.items():
        assert width == pytest.approx(760 * found.parts[part] / found.due, abs=0.11)


def test_a_curve_never_stands_without_entropy_and_flagged_points_are_hollow(published: Published) -> None:
    found = lines([published], COMMERCIAL)
    assert len(found) == 6
    days = days_of(found)
    for line in found:
        drawn = drawn_curve(line, days)
        assert drawn.count('class="in-a"') == drawn.count('class="in-b"') == len(line.points)
        assert drawn.count('class="flagged"') == sum(bool(one["flags"]) for one in line.measured)
        assert drawn.count('class="clear"') == line.on_curve
        joined = sum(point.joined and place > 0 for place, point in enumerate(p for p in line.points if not p.hollow))
        assert drawn.count('class="curve"') == joined


def test_no_curve_crosses_series_or_family(published: Published) -> None:
    for line in lines([published], COMMERCIAL):
        assert {one["series"] for one in line.measured} == {COMMERCIAL}
        assert {one["model_family"] for one in line.measured} == {line.model_family}
        assert {one["protocol_id"] for one in line.measured} == {line.protocol_id}
    assert lines([published], "synthetic") == []


def test_two_folders_share_no_curve(published: Published) -> None:
    twice = lines([published, replace(published, simulated=False)], COMMERCIAL)
    assert len(twice) == 12
    assert sum(line.simulated for line in twice) == 6


def test_the_biggest_move_is_one_by_the_rule_and_no_larger_one_is(published: Published) -> None:
    found = lines([published], COMMERCIAL)
    moves = moves_of(found)
    by_hand = []
    for line in found:
        kept = [one for one in line.measured if not one["flags"]]
        for before, after in pairwise(kept):
            halves = [(one["ci_high_pct"] - one["ci_low_pct"]) / 2 for one in (before, after)]
            lost = sum(one["drop_bound_pct_ab"] for one in (before, after))
            delta = after["stability_pct"] - before["stability_pct"]
            by_hand.append((abs(delta) >= (halves[0] ** 2 + halves[1] ** 2) ** 0.5 and abs(delta) > lost, delta))
    assert moves.compared >= len(by_hand) - len(found), "a change of models without a bridge is no comparison"
    passing = [delta for passes, delta in by_hand if passes]
    if moves.biggest is None:
        assert not passing
    else:
        assert abs(moves.biggest.told["delta_pct"]) == pytest.approx(max(map(abs, passing)))


def test_twins_are_compared_on_one_day_and_one_model_only(published: Published) -> None:
    pairs = twins_of([published], COMMERCIAL)
    assert [pair.open_id for pair in pairs] == ["risky_choice_framing__wording__v0", "base_rate_neglect__wording__v0"]
    for pair in pairs:
        assert pair.guard_id.endswith("__anchoring__v0")
        for one in pair.differences:
            assert one.opened["run_date"] == one.guarded["run_date"]
            assert one.opened["subject_model_id"] == one.guarded["subject_model_id"]
            assert one.delta_pct == pytest.approx(one.opened["stability_pct"] - one.guarded["stability_pct"])


def test_side_by_side_holds_the_latest_of_each_family(published: Published) -> None:
    found = side_by_side(latest([published], (COMMERCIAL,)))
    assert [one.kind for one in found] == ["wording", "anchoring", "order"]
    for one in found:
        assert [m["protocol_id"].split("__")[0] for m in one.measured] == ["risky_choice_framing", "base_rate_neglect"]


@pytest.mark.parametrize(("n", "floor"), [(30, 10.17), (120, 5.13), (150, 4.60), (450, 2.66)])
def test_the_exact_null_floor_is_the_specifications(n: int, floor: float) -> None:
    assert round(float(100 * exact_floor((n // 2, n // 2), (n // 2, n // 2))), 2) == floor


def test_the_small_example_by_hand() -> None:
    found = sum_of((1, 1), (2, 0))
    assert found.gap == Fraction(1, 2)
    # three of A and one of B in two hands of two: the B lies in one hand or the other, the gap is always one half
    assert found.floor == Fraction(1, 2)
    assert (found.entropy_a, found.entropy_b) == (1.0, 0.0)


def test_how_numbers_are_written() -> None:
    assert pct(-0.04) == "0.0"
    assert pct(None) == "–"
    assert points(-3.14159) == "−3.1"
    assert points(3.14159) == "+3.1"
    assert points(0.04) == "0.0"
    assert share(0.876) == "0.88"
    assert span(50.04, 100) == "50.0 to 100.0"
    assert day("2028-02-29") == "29\u00a0February\u00a02028"
    assert flag_name("some_new_flag") == "some new flag"
