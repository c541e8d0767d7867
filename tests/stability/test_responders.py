from __future__ import annotations

import random
from functools import cache
from math import sqrt

import pytest
from scipy.stats import binom

from stimfid_lib.models.endings import ending_of
from stimfid_lib.stability.measure.gates import FLAGS
from stimfid_lib.stability.measure.grammar import classify
from stimfid_lib.stability.measure.measurement import measure
from stimfid_lib.stability.measure.null_floor import null_floor
from stimfid_lib.stability.panels.catalogue import load_panel, load_protocol
from stimfid_lib.stability.panels.scenario import VERSIONS
from stimfid_lib.stability.responders import RESPONDERS, Law, decisions_of
from tests.stability.exact_rates import at_floor_rate, flag_rates
from tests.stability.measure.made import ITEMS, dealt, measured

SEEDS = 1_000
NAMES = sorted(RESPONDERS)
BY_CHANCE = ("random", "wording_sensitive", "loses_three_pct_of_b")


def flags_of_run(law: Law, n: int, seed: int) -> list[str]:
    """The flags of one simulated run, with the specification's thresholds."""
    found: list[str] = measured(decisions_of(law, n, random.Random(seed)), n, resamples=1)["flags"]
    return found


def assert_rates_are_exact(name: str, n: int, seeds: int = SEEDS) -> None:
    """Each flag's rate over the seeds within four standard errors of its probability; 0 and 1 exactly."""
    law, counted = RESPONDERS[name], dict.fromkeys(FLAGS, 0)
    for seed in range(seeds):
        for flag in flags_of_run(law, n, seed):
            counted[flag] += 1
    exact = flag_rates(law, n)
    for flag, times in counted.items():
        wanted = exact.get(flag, 0.0)
        error = 4 * sqrt(max(wanted * (1 - wanted), 0.0) / seeds)
        assert times / seeds == pytest.approx(wanted, abs=error + 1e-9), (flag, exact)


@pytest.mark.parametrize("name", NAMES)
def test_flag_rates_over_a_thousand_seeds_are_those_of_enumeration(name: str) -> None:
    assert_rates_are_exact(name, 30)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_flag_rates_at_eight_responses_a_scenario(name: str) -> None:
    """A law that leaves nothing to chance gives the same run for every seed, so that a few seeds of it tell all."""
    assert_rates_are_exact(name, 120, SEEDS if name in BY_CHANCE else 20)


def test_what_each_law_is_made_to_show() -> None:
    always = {
        (name, n): {flag for flag, rate in flag_rates(law, n).items() if rate > 1 - 1e-9}
        for name, law in RESPONDERS.items()
        for n in (30, 120)
    }
    for n in (30, 120):
        assert always["perfectly_stable", n] == {"below_surface_noise", "below_drop_bound"}
        assert always["collapsed", n] == {
            *("below_surface_noise", "below_drop_bound", "not_reading", "degenerate_candidate"),
        }
        assert always["default_follower", n] == {"not_reading"}
        assert always["refuses_b", n] == {
            *("below_surface_noise", "below_drop_bound", "drop_confounded", "asymmetric_missingness"),
        }
    clear = flag_rates(RESPONDERS["wording_sensitive"], 120)
    assert max(clear.values()) < 0.01, "at n = 120 a gap of 50 % is found and raises nothing"


def test_a_random_responder_reads_nothing_and_is_at_the_floor_more_often_than_not() -> None:
    rates = {n: flag_rates(RESPONDERS["random"], n)["not_reading"] for n in (30, 120)}
    assert rates[30] == pytest.approx(0.75, abs=0.01)
    assert rates[120] == pytest.approx(0.98, abs=0.01)
    assert at_floor_rate(30) == pytest.approx(0.63, abs=0.01)
    assert at_floor_rate(120) == pytest.approx(0.60, abs=0.01)


@cache
def _floor(chosen: int, n: int) -> float:
    """The floor as measured, with 10,000 permutations, for this many A among 2n responses."""
    found = null_floor((min(chosen, n), n - min(chosen, n)), (chosen - min(chosen, n), n - chosen + min(chosen, n)),
                       random.Random(chosen))  # fmt: skip
    assert found is not None
    return float(found)


def test_over_a_thousand_seeds_a_random_responder_is_at_its_floor_as_often_as_enumerated() -> None:
    times = 0
    for seed in range(SEEDS):
        decisions = decisions_of(RESPONDERS["random"], 30, random.Random(seed))
        a, b = (sum(outcome == "A" for _, outcome in decisions[version]) for version in ("A", "B"))
        times += abs(a - b) / 30 <= _floor(a + b, 30)
    wanted = at_floor_rate(30)
    assert times / SEEDS == pytest.approx(wanted, abs=4 * sqrt(wanted * (1 - wanted) / SEEDS))


def test_a_loss_of_three_percent_of_b_is_confounded_on_that_pair() -> None:
    """Four of 120 is the first loss of at least three percent."""
    half = {"A": 96, "B": 24}
    decisions = {
        "A": dealt(**half),
        "A_prime": dealt(**half),
        "B": dealt(A=36, B=80, truncated=4),
        "C": dealt(B=120),
    }
    found = measured(decisions, 120)
    assert found["flags"] == ["drop_confounded", "asymmetric_missingness"]
    failed = [name for name, gate in found["gates"].items() if not gate["passed"]]
    assert failed == ["drop_bound_ab", "drop_asymmetry_ab"]


def test_the_law_that_loses_three_percent_is_confounded_as_often_as_three_of_120_are_lost() -> None:
    rate = flag_rates(RESPONDERS["loses_three_pct_of_b"], 120)["drop_confounded"]
    assert rate == pytest.approx(binom.sf(2, 120, 0.03))


@pytest.mark.parametrize("name", NAMES)
def test_texts_are_read_as_the_decisions_that_simulations_count(name: str) -> None:
    law = RESPONDERS[name]
    for rewording_type in ("wording", "default"):
        panel = load_panel(load_protocol(f"risky_choice_framing__{rewording_type}__v1"))
        structures = {scenario.item_id: scenario.structure for scenario in panel.scenarios}
        assert list(structures) == list(ITEMS)
        fast, whole = random.Random(7), random.Random(7)
        counted = decisions_of(law, 120, fast, structures)
        assert counted == decisions_of(law, 120, random.Random(7)), "B is right in version C of every scenario"
        for version in VERSIONS:
            for item, outcome in counted[version]:
                text, finish_reason = law(item, version, structures[item], whole)
                read = classify(text, ending_of(finish_reason, text), panel.scenarios[0].options, 2)
                assert read == outcome


def test_a_law_draws_twice_whatever_it_decides() -> None:
    for law in RESPONDERS.values():
        rng, reference = random.Random(3), random.Random(3)
        law("s01", "B", {"right_answer": {"C": "B"}}, rng)
        assert rng.random() == [reference.random() for _ in range(3)][-1]


def test_ten_thousand_resamples_of_a_whole_run_give_the_same_flags() -> None:
    """Flags hang on no resampling, so that the simulations above may leave it out."""
    decisions = decisions_of(RESPONDERS["wording_sensitive"], 30, random.Random(11))
    given = {"options": ("A", "B"), "n": 30, "theta_positive_pct": 15, "scenario_dominated_share_pct": 40}
    triple = {"protocol_id": "p", "run_date": "2026-01-31", "subject_model_id": "m"}
    whole = measure(decisions, **given, **triple)  # type: ignore[arg-type]
    assert whole["flags"] == measured(decisions, 30, resamples=1)["flags"]
    assert whole["resamples"] == 10_000
