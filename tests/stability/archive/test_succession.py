"""What follows from what is known of a new model: every combination, held against the rules in words."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import product

from stimfid_lib.stability.archive.bridge import BridgeRuns
from stimfid_lib.stability.archive.succession import Candidate, Facts, decide

NONE = BridgeRuns(None, (), ("alder-2 x",))
FOUND = BridgeRuns("2028-W09", ("r1",), ())
SEEN = Candidate("commercial", "alder", "alder-1", "alder-2", date(2028, 2, 29), ("x",))
FLAGS = (False, True)
EVERYTHING = list(product(FLAGS, FLAGS, FLAGS, (None, "alder-2", "alder-9"), FLAGS, FLAGS, (NONE, FOUND)))


def test_the_alarm_rings_until_both_runs_are_found() -> None:
    assert decide(SEEN, Facts(None, False, False, NONE)) == ("alarm",)
    assert decide(SEEN, Facts("alder-2", False, False, NONE)) == ("alarm",), "a declaration alone does not end it"
    assert decide(SEEN, Facts(None, False, False, FOUND)) == ("bridge_found", "needs_review")
    assert decide(replace(SEEN, bridged=True, under_review=True), Facts(None, False, False, FOUND)) == ()


def test_the_switch_needs_the_provider_s_declaration() -> None:
    assert decide(SEEN, Facts("alder-2", False, False, FOUND)) == ("bridge_found", "switch")
    assert decide(replace(SEEN, bridged=True, under_review=True), Facts("alder-2", False, False, NONE)) == ("switch",)


def test_a_model_that_is_gone_leaves_a_bridge_incomplete() -> None:
    assert decide(SEEN, Facts(None, False, True, NONE)) == ("bridge_incomplete", "needs_review")
    assert decide(SEEN, Facts("alder-2", False, True, NONE)) == ("bridge_incomplete", "switch")
    waiting = replace(SEEN, incomplete=True, under_review=True)
    assert decide(waiting, Facts(None, False, True, NONE)) == ()
    assert decide(waiting, Facts("alder-2", False, True, NONE)) == ("switch",)


def test_one_that_succeeds_nobody() -> None:
    assert decide(SEEN, Facts("alder-9", False, False, FOUND)) == ("no_successor",)
    assert decide(SEEN, Facts("alder-2", True, False, FOUND)) == ("no_successor",), "a person's word stands"


def test_rules_hold_in_every_case() -> None:
    for bridged, incomplete, review, declared, rejected, gone, runs in EVERYTHING:
        candidate = replace(SEEN, bridged=bridged, incomplete=incomplete, under_review=review)
        steps = decide(candidate, Facts(declared, rejected, gone, runs))
        stands = bridged or runs.complete
        assert len(set(steps)) == len(steps)
        assert ("switch" in steps) == (declared == "alder-2" and not rejected and (stands or gone))
        assert ("no_successor" in steps) == (rejected or declared == "alder-9")
        if "no_successor" in steps:
            assert steps == ("no_successor",)
            continue
        assert ("alarm" in steps) == (not stands and not gone)
        assert ("bridge_found" in steps) == (runs.complete and not bridged)
        assert ("bridge_incomplete" in steps) == (gone and not stands and not incomplete)
        assert ("needs_review" in steps) == (declared is None and not review and (stands or gone))
