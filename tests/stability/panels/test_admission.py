"""Lanes, twins, the blind reader and the admission: by rule, explicit, recorded, and handed down to equal panels."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import write_json
from stimfid_lib.stability.panels.build import build
from stimfid_lib.stability.panels.catalogue import load_panel, load_protocol, place_of, protocol_ids
from stimfid_lib.stability.panels.gates import preflight
from stimfid_lib.stability.panels.lanes import allowed_lanes, check_lane, pairing_problems, twin_of
from stimfid_lib.stability.panels.promote import Request, admit, promote
from stimfid_lib.stability.panels.protocol import Protocol
from stimfid_lib.stability.panels.reader import QUESTIONS, empty_verdict, read_verdict, reader_form
from stimfid_lib.stability.panels.scenario import FAMILIES, ITEMS, TYPES
from tests.stability.panels.conftest import NAMES, shipped

WORDING, ANCHORING = "risky_choice_framing__wording__v0", "risky_choice_framing__anchoring__v0"
DAY = "2026-12-01"


def _verdict(folder: Path, panel_name: str, **yes: list[str]) -> Path:
    """A filled-in verdict; `yes` names the leaks by scenario."""
    told = empty_verdict(shipped(panel_name)) | {"reader": "R. Blind", "read_on": "2026-11-30"}
    told["answers"] = {item: {name: name in yes.get(item, []) for name in QUESTIONS} for item in ITEMS}
    path = folder / f"{panel_name}.verdict.json"
    write_json(path, told)
    return path


def _request(folder: Path, protocol_id: str, lane: str | None, more: dict[str, Any] | None = None) -> Request:
    path = _verdict(folder, protocol_id.rsplit("__", 1)[0])
    return Request(
        **{"human_reviewed": True, "day": DAY, "reviewer": "E. Editor", "verdict": path, "lane": lane, **(more or {})}
    )


def test_the_two_open_panels_and_their_twins_are_those_of_the_rule() -> None:
    lanes = {name: allowed_lanes(load_protocol(f"{name}__v1"), private=True) for name in NAMES}
    assert [name for name, allowed in lanes.items() if allowed == ("open",)] == [
        "risky_choice_framing__wording",
        "base_rate_neglect__wording",
    ]
    assert [name for name, allowed in lanes.items() if allowed == ("guard",)] == [
        "risky_choice_framing__anchoring",
        "base_rate_neglect__anchoring",
    ]
    twins = {name: twin_of(load_protocol(f"{name}__v1")) for name in NAMES}
    assert {name: twin for name, twin in twins.items() if twin} == {
        "risky_choice_framing__wording": "risky_choice_framing__anchoring__v1",
        "risky_choice_framing__anchoring": "risky_choice_framing__wording__v1",
        "base_rate_neglect__wording": "base_rate_neglect__anchoring__v1",
        "base_rate_neglect__anchoring": "base_rate_neglect__wording__v1",
    }


def test_what_ships_in_public_can_never_be_sealed() -> None:
    for name in NAMES:
        assert "sealed" not in allowed_lanes(load_protocol(f"{name}__v0"), private=False)


def test_a_third_sealed_panel_is_refused_and_a_second_series_of_a_sealed_one_is_not() -> None:
    def sealed(name: str, series: str = "v0") -> Protocol:
        protocol = load_protocol(f"{name}__{series}")
        return replace(protocol, status="admitted", lane="sealed", review={"x": 1})

    others = [sealed("sunk_cost_fallacy__order"), sealed("sunk_cost_fallacy__default")]
    with pytest.raises(Refused, match="third sealed"):
        check_lane(load_protocol("sunk_cost_fallacy__anchoring__v0"), "sealed", private=True, others=others)
    check_lane(load_protocol("sunk_cost_fallacy__order__v1"), "sealed", private=True, others=others)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"lane": None}, "there is no default"),
        ({"human_reviewed": False}, "--human-reviewed"),
        ({"lane": "public"}, "allowed are open, guard, sealed"),
        ({"lane": "guard"}, "by rule its lane is open"),
        ({"reviewer": None}, "--reviewer"),
        ({"reviewer": "  "}, "--reviewer"),
        ({"verdict": None}, "no admitted protocol with this panel"),
        ({"day": "1.12.2026"}, "YYYY-MM-DD"),
        ({"pilot_loss_pct": 1.5}, "stays a candidate"),
        ({"pilot_loss_pct": -1.0}, "stays a candidate"),
    ],
)
def test_an_admission_that_lacks_something_is_refused_and_changes_nothing(
    private: Path, tmp_path: Path, change: dict[str, Any], told: str
) -> None:
    before = place_of(WORDING).protocol_file(WORDING).read_bytes()
    with pytest.raises(Refused, match=told):
        promote(WORDING, _request(tmp_path, WORDING, "open", change))
    assert place_of(WORDING).protocol_file(WORDING).read_bytes() == before


def test_an_admission_records_who_when_verdict_and_checklist_outside_the_hash(private: Path, tmp_path: Path) -> None:
    before = load_protocol(WORDING)
    verdict = _verdict(tmp_path, before.panel_name, s03=["preferred_answer"], s07=["base_rate", "new_consequence"])
    promote(WORDING, Request("open", True, DAY, " E. Editor ", verdict, pilot_loss_pct=1.0))
    admitted = load_protocol(WORDING)
    assert (admitted.status, admitted.lane, admitted.twin_id) == ("admitted", "open", ANCHORING)
    assert admitted.protocol_sha256 == before.protocol_sha256
    review = admitted.review
    assert review is not None
    assert (review["reviewer"], review["reviewed_on"], review["admitted_on"]) == ("E. Editor", DAY, DAY)
    assert review["cue_sensitivity"] == {"s03": ["preferred_answer"], "s07": ["base_rate", "new_consequence"]}
    assert review["verdict"]["reader"] == "R. Blind"
    assert review["inherited_from"] is None
    assert set(review["checklist"]) == {
        *("gate_1", "gate_1b", "phrases_catalogued", "grammar_present", "verdict_recorded", "lane_and_twin_by_rule")
    }
    assert all(value is True for value in review["checklist"].values())
    assert preflight(WORDING) == ()
    with pytest.raises(Refused, match="admitted already"):
        promote(WORDING, _request(tmp_path, WORDING, "open"))


def test_an_equal_panel_hands_down_reviewer_date_and_verdict_but_no_lane(private: Path, tmp_path: Path) -> None:
    later, v1 = "2027-02-01", WORDING.replace("v0", "v1")
    promote(WORDING, _request(tmp_path, WORDING, "open"))
    with pytest.raises(Refused, match="there is no default"):
        promote(v1, Request(None, True, later))
    with pytest.raises(Refused, match="--human-reviewed"):
        promote(v1, Request("open", False, later))
    with pytest.raises(Refused, match="no admitted protocol"):
        promote(v1, Request("open", True, later, reviewer="Somebody else"))
    promote(v1, Request("open", True, later))
    one, two = load_protocol(WORDING).review, load_protocol(v1).review
    assert one is not None
    assert two is not None
    assert [two[name] for name in ("reviewer", "reviewed_on", "verdict")] == [
        one[name] for name in ("reviewer", "reviewed_on", "verdict")
    ]
    assert (two["inherited_from"], two["admitted_on"]) == (WORDING, later)
    assert load_protocol(v1).twin_id == ANCHORING.replace("v0", "v1")


def test_no_review_is_handed_down_to_another_panel(private: Path, tmp_path: Path) -> None:
    promote(WORDING, _request(tmp_path, WORDING, "open"))
    with pytest.raises(Refused, match="no admitted protocol with this panel"):
        promote(ANCHORING, Request("guard", True, DAY, "E. Editor"))
    with pytest.raises(Refused, match="another panel"):
        promote(ANCHORING, _request(tmp_path, WORDING, "guard"))


def test_a_pair_is_whole_when_both_sides_are_admitted(private: Path, tmp_path: Path) -> None:
    promote(WORDING, _request(tmp_path, WORDING, "open"))
    assert pairing_problems(map(load_protocol, protocol_ids())) == [
        f"{WORDING} names {ANCHORING} as its twin, which is not admitted"
    ]
    promote(ANCHORING, _request(tmp_path, ANCHORING, "guard"))
    assert pairing_problems(map(load_protocol, protocol_ids())) == []


def _admitted(protocol_id: str, lane: str, twin: str | None) -> Protocol:
    return replace(load_protocol(protocol_id), status="admitted", lane=lane, twin_id=twin, review={"x": 1})


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ((WORDING, "open", ANCHORING), (ANCHORING, "guard", None), "names None"),
        ((WORDING, "open", ANCHORING), (ANCHORING, "open", WORDING), "not open and guard"),
        ((WORDING, "guard", ANCHORING), (ANCHORING, "guard", WORDING), "not open and guard"),
        (
            (WORDING, "open", "base_rate_neglect__anchoring__v0"),
            ("base_rate_neglect__anchoring__v0", "guard", WORDING),
            "of two families",
        ),
        (
            (WORDING, "open", WORDING.replace("v0", "v1")),
            (WORDING.replace("v0", "v1"), "guard", WORDING),
            "of one type",
        ),
    ],
)
def test_a_pairing_against_the_rule_is_found(
    one: tuple[str, str, str], other: tuple[str, str, str | None], told: str
) -> None:
    assert any(told in problem for problem in pairing_problems([_admitted(*one), _admitted(*other)]))


def test_a_panel_that_breaks_a_rule_is_not_admitted_and_no_text_is_told(private: Path, tmp_path: Path) -> None:
    panel, protocol = shipped("risky_choice_framing__wording"), load_protocol(WORDING)
    scenario = panel.scenarios[2]
    broken = replace(scenario, texts={**scenario.texts, "B": scenario.texts["B"] + " Quickly."})
    changed = replace(panel, scenarios=(*panel.scenarios[:2], broken, *panel.scenarios[3:]))
    renamed = replace(protocol, panel_sha256=changed.panel_sha256)
    with pytest.raises(Refused) as refusal:
        admit(renamed, changed, _request(tmp_path, WORDING, "open"), private=False)
    told = str(refusal.value)
    assert f"{WORDING} s03 shape: " in told
    assert "Rasa" not in told
    assert "Quickly" not in told


def test_the_form_shows_version_b_alone_and_hides_what_it_is() -> None:
    panel = shipped("sunk_cost_fallacy__wording")
    form = reader_form(panel)
    for scenario in panel.scenarios:
        assert form.count(scenario.texts["B"]) == 1
        assert scenario.texts["A"] not in form
    for name in (*FAMILIES, *TYPES[1:], "right_answer", "dominan"):
        assert name not in form
    assert all(form.count(question) == 15 for question in QUESTIONS.values())


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda verdict: verdict.pop("reader"), "allowed are the keys"),
        (lambda verdict: verdict.update(reader=""), "name who read it"),
        (lambda verdict: verdict.update(read_on="yesterday"), "YYYY-MM-DD"),
        (lambda verdict: verdict.update(read_on="20261201"), "YYYY-MM-DD"),
        (lambda verdict: verdict.update(panel_sha256="0" * 64), "another panel"),
        (lambda verdict: verdict["answers"].pop("s09"), "s01 … s15"),
        (lambda verdict: verdict["answers"]["s09"].pop("base_rate"), "allowed are the questions"),
        (lambda verdict: verdict["answers"]["s09"].update(base_rate=None), "true and false"),
        (lambda verdict: verdict["answers"]["s09"].update(base_rate=0), "true and false"),
    ],
)
def test_a_verdict_that_is_not_whole_is_refused(tmp_path: Path, change: Any, told: str) -> None:
    panel = shipped("base_rate_neglect__wording")
    path = _verdict(tmp_path, panel.name)
    verdict = json.loads(path.read_text())
    change(verdict)
    write_json(path, verdict)
    with pytest.raises(Refused, match=told):
        read_verdict(path, panel)


def test_a_verdict_that_was_never_filled_in_or_is_absent_is_refused(tmp_path: Path) -> None:
    panel = shipped("base_rate_neglect__wording")
    write_json(tmp_path / "empty.json", empty_verdict(panel))
    with pytest.raises(Refused, match="name who read it"):
        read_verdict(tmp_path / "empty.json", panel)
    with pytest.raises(MissingInput, match="panels form"):
        read_verdict(tmp_path / "absent.json", panel)


def test_building_anew_keeps_an_admission_of_the_same_hash_and_drops_one_of_another(
    private: Path, tmp_path: Path
) -> None:
    promote(WORDING, _request(tmp_path, WORDING, "open"))
    assert build(private) == ()
    assert load_protocol(WORDING).status == "admitted"
    path = place_of(WORDING).protocol_file(WORDING)
    told = json.loads(path.read_text())
    other = replace(load_protocol(WORDING), theta_positive_pct=14)
    path.write_text(json.dumps({**told, "protocol": other.hashed(), "protocol_sha256": other.protocol_sha256}))
    assert build(private) == (path,)
    assert load_protocol(WORDING).status == "candidate"
    assert load_panel(load_protocol(WORDING)).panel_sha256 == load_protocol(WORDING).panel_sha256
