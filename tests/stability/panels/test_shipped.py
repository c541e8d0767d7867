"""The panels that ship: complete, equal to what their sources make, and through every gate."""

from __future__ import annotations

import hashlib
import json
import re
import textwrap
from fractions import Fraction

import pytest

from stimfid_lib.stability.measure.panel_files import panel_sha256
from stimfid_lib.stability.panels.build import build, protocols_of
from stimfid_lib.stability.panels.catalogue import SHIPPED, load_panel, load_protocol, protocol_ids
from stimfid_lib.stability.panels.gates import preflight
from stimfid_lib.stability.panels.likeness import shared_pct
from stimfid_lib.stability.panels.mutations import self_test
from stimfid_lib.stability.panels.scenario import FAMILIES, ITEMS, TYPES
from tests.stability.panels.conftest import NAMES, shipped

FROZEN = {
    "risky_choice_framing__wording": "a291fbd92f1a8651f6d0d729aeac6b6790e857469c6a53e3ce48df277c4b9fa8",
    "risky_choice_framing__anchoring": "140fbb39a312f47c757c0895e9ef59a9e94a6c5b94b0b54d952399fff1b9c6c3",
    "risky_choice_framing__order": "2cde16b245d27e720b98a1d707367fb57b2209f8167ca340ef1c4d708a1d98a4",
    "risky_choice_framing__default": "8b439ff128231420fbbe877e2400b9ac3dfcd98c14c9935a15bad46acb817d36",
    "sunk_cost_fallacy__wording": "76c0c547c1f4ae1c5a0ff316a4bd7ce1c03f1c3075065fa530fe350487dc104f",
    "sunk_cost_fallacy__anchoring": "087c3bdeb8eb7513f467e05337b6ec6747a254e37b9fdf5fc0b676446b082735",
    "sunk_cost_fallacy__order": "182185077b1c439d90c8e86538a83201afd0f564a8f954e298945459a0409bb8",
    "sunk_cost_fallacy__default": "bdac46f9f6d7f04def51e6eaa83cd388617aa98f2b5e5bdb765c6bb619f4e48e",
    "base_rate_neglect__wording": "c80209dbb2991ec09ecdff4695dfbb89eda60c47f5aaad8ad41ed61a44502b15",
    "base_rate_neglect__anchoring": "176be77bd9d06995310d416589236f6b849dd2f1dddc407a714da26ef933d666",
    "base_rate_neglect__order": "2dbcaaea0d0c23d0429f60dcfec99e54489b0e8d9e0f45c2bd6e6bfdf020b03b",
    "base_rate_neglect__default": "92926ba854960a6e8fe0193b1c7c6bed1a9fd00745465e2c4c08e40b58b88753",
}
"""The panels as frozen on 2026-12-01. Another hash is another instrument: name a new series, never edit this."""


def test_the_frozen_panels_have_not_moved() -> None:
    assert {name: shipped(name).panel_sha256 for name in NAMES} == FROZEN


def test_there_are_twelve_panels_and_a_protocol_of_each_in_both_series() -> None:
    wanted = {f"{name}__{series}" for name in NAMES for series in ("v0", "v1")}
    assert set(protocol_ids()) == wanted
    assert len(wanted) == 24
    assert {path.stem for path in SHIPPED.glob("*.json")} == set(NAMES)


def test_the_files_are_what_the_sources_make() -> None:
    assert build(only_look=True) == ()


@pytest.mark.parametrize("name", NAMES)
def test_both_series_have_the_panel_byte_for_byte_and_differ_in_n_and_grammar(name: str) -> None:
    v0, v1 = (load_protocol(f"{name}__{series}") for series in ("v0", "v1"))
    assert v1.panel_sha256 == v0.panel_sha256 == shipped(name).panel_sha256
    assert (v0.n, v0.grammar_version, v0.per_item) == (30, 1, 2)
    assert (v1.n, v1.grammar_version, v1.per_item) == (120, 2, 8)
    changed = {key for key, value in v0.hashed().items() if v1.hashed()[key] != value}
    assert changed == {"protocol_id", "n", "grammar_version"}
    assert v0.protocol_sha256 != v1.protocol_sha256


@pytest.mark.parametrize("protocol_id", [f"{name}__{series}" for name in NAMES for series in ("v0", "v1")])
def test_every_protocol_passes_its_gates_as_a_candidate(protocol_id: str) -> None:
    protocol = load_protocol(protocol_id)
    assert preflight(protocol_id) == ()
    assert (protocol.status, protocol.lane, protocol.twin_id, protocol.review) == ("candidate", None, None, None)
    assert (protocol.system, protocol.thinking, protocol.effort) == (None, "disabled", None)
    assert (protocol.theta_positive_pct, protocol.scenario_dominated_share_pct) == (15, 40)


@pytest.mark.parametrize("name", NAMES)
def test_every_broken_version_is_rejected(name: str) -> None:
    result = self_test(shipped(name))
    assert result.passed == ()
    assert result.made > 15 * 130


def test_an_outsider_computes_the_hashes_from_the_files_alone() -> None:
    told = json.loads((SHIPPED / "sunk_cost_fallacy__order.json").read_bytes())
    text = json.dumps(told["scenarios"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(text.encode()).hexdigest()
    protocol = json.loads((SHIPPED / "protocols" / "sunk_cost_fallacy__order__v1.json").read_bytes())
    assert digest == protocol["protocol"]["panel_sha256"] == panel_sha256(told["scenarios"])
    hashed = json.dumps(protocol["protocol"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(hashed.encode()).hexdigest() == protocol["protocol_sha256"]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_has_one_base_and_one_control_whatever_the_type(family: str) -> None:
    """Without anchor and default line, A and C are the same text in all four panels."""

    def bare(text: str) -> str:
        return re.sub(
            r"(Your folder carries number \d+\.|If no choice is made, option A is carried out\.)\n\n", "", text
        )

    for version in ("A", "C"):
        for place, item in enumerate(ITEMS):
            texts = {bare(shipped(f"{family}__{kind}").scenarios[place].texts[version]) for kind in TYPES}
            assert len(texts) == 1, (item, version)


@pytest.mark.parametrize("name", NAMES)
def test_the_null_change_has_the_words_and_digits_of_the_base(name: str) -> None:
    for scenario in shipped(name).scenarios:
        base, null = scenario.texts["A"], scenario.texts["A_prime"]
        assert null.translate({0x201C: '"', 0x201D: '"'}).split() == base.split()
        assert null != base
        assert '"' not in null
        assert "“" in null
        assert max(map(len, null.splitlines())) <= 72
        assert max(map(len, base.splitlines())) > 72
        assert re.findall(r"\d", null) == re.findall(r"\d", base)


@pytest.mark.parametrize("name", NAMES)
def test_every_text_has_120_to_400_words_and_ends_with_the_form_of_the_answer(name: str) -> None:
    for scenario in shipped(name).scenarios:
        for text in scenario.texts.values():
            assert 120 <= len(text.split()) <= 400
            assert text.endswith("\n\nDECISION: <token>")


def _lines(text: str) -> dict[str, str]:
    found = re.findall(r"^Option ([AB]): (.+)$", text, flags=re.MULTILINE)
    assert len(found) == 2
    return dict(found)


def _numbers(text: str) -> list[Fraction]:
    return [Fraction(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?(?<!,)", text)]


def test_sure_and_lost_make_the_total_and_the_chances_are_those_of_the_base() -> None:
    for scenario in shipped("risky_choice_framing__wording").scenarios:
        base, reworded = scenario.texts["A"], scenario.texts["B"]
        total = _numbers(base.split("\n\nOption A:")[0])
        (sure,), (lost,) = _numbers(_lines(base)["A"]), _numbers(_lines(reworded)["A"])
        chance, other = _numbers(_lines(base)["B"])
        assert total == [sure + lost]
        assert sure == total[0] * chance / 100
        assert chance + other == 100
        assert _numbers(_lines(reworded)["B"]) == [chance, other]
        assert base.split("\n\nOption A:")[0] == reworded.split("\n\nOption A:")[0]


def test_the_sum_given_up_is_the_sum_of_the_context() -> None:
    for scenario in shipped("sunk_cost_fallacy__wording").scenarios:
        base, reworded = scenario.texts["A"], scenario.texts["B"]
        spent = re.findall(r"€([\d,]*\d)", base.split("\n\nOption A:")[0])
        assert len(spent) == 1
        phrase = f", giving up the €{spent[0]} already spent"
        assert reworded.count(phrase) == 1
        assert reworded.replace(phrase, "") == base
        stop = _numbers(_lines(base)["A"])
        assert _numbers(spent[0])[0] > stop[0], scenario.item_id


def test_the_frequencies_are_the_percentages_as_integer_counts() -> None:
    for scenario in shipped("base_rate_neglect__wording").scenarios:
        pairs = zip(scenario.texts["A"].split("\n\n"), scenario.texts["B"].split("\n\n"), strict=True)
        ((percent, frequency),) = [pair for pair in pairs if pair[0] != pair[1]]
        base, hit, false = _numbers(percent)
        numbers = scenario.structure["numbers"]
        told = set(_numbers(frequency))
        sound = numbers["population"] - numbers["true_cases"]
        assert told == {numbers[name] for name in ("population", "true_cases", "hits", "false_alarms")} | {sound} or (
            told == {numbers[name] for name in ("population", "true_cases", "hits", "false_alarms")}
        )
        assert base == Fraction(100 * numbers["true_cases"], numbers["population"])
        assert hit == Fraction(100 * numbers["hits"], numbers["true_cases"])
        assert false == Fraction(100 * numbers["false_alarms"], sound)
        assert numbers["pay_true"] * numbers["hits"] == numbers["pay_false"] * numbers["false_alarms"]


@pytest.mark.parametrize("family", FAMILIES)
def test_no_two_scenarios_are_nearly_the_same_text(family: str) -> None:
    scenarios = shipped(f"{family}__wording").scenarios
    pairs = [(one, other) for place, one in enumerate(scenarios) for other in scenarios[:place]]
    assert max(shared_pct(one.texts["A"], other.texts["A"]) for one, other in pairs) < 30


def test_the_anchor_is_low_in_a_and_high_in_b_and_nothing_else_differs() -> None:
    for family in FAMILIES:
        for scenario in shipped(f"{family}__anchoring").scenarios:
            base, reworded = scenario.texts["A"].split("\n\n"), scenario.texts["B"].split("\n\n")
            ((low, high),) = [pair for pair in zip(base, reworded, strict=True) if pair[0] != pair[1]]
            assert re.fullmatch(r"Your folder carries number \d\d\.", low)
            assert re.fullmatch(r"Your folder carries number \d{4}\.", high)
            assert base.index(low) < next(place for place, line in enumerate(base) if line.startswith("Option A"))


def test_order_swaps_the_lines_and_default_names_the_other_option() -> None:
    for family in FAMILIES:
        for scenario in shipped(f"{family}__order").scenarios:
            base, reworded = scenario.texts["A"].split("\n\n"), scenario.texts["B"].split("\n\n")
            at = next(place for place, line in enumerate(base) if line.startswith("Option A"))
            assert reworded == [*base[:at], base[at + 1], base[at], *base[at + 2 :]]
        for scenario in shipped(f"{family}__default").scenarios:
            sentence = "If no choice is made, option A is carried out."
            assert scenario.texts["A"].count(sentence) == scenario.texts["C"].count(sentence) == 1
            assert scenario.texts["B"] == scenario.texts["A"].replace(sentence, sentence.replace("A is", "B is"))


def test_the_protocols_of_a_panel_are_candidates_of_both_series() -> None:
    panel = shipped("base_rate_neglect__default")
    assert [protocol.protocol_id for protocol in protocols_of(panel)] == [f"{panel.name}__v0", f"{panel.name}__v1"]
    assert load_panel(protocols_of(panel)[0]).panel_sha256 == panel.panel_sha256


def test_a_prime_is_wrapped_as_a_letter_would_be() -> None:
    scenario = shipped("risky_choice_framing__order").scenarios[0]
    first = scenario.texts["A"].split("\n\n")[0]
    assert scenario.texts["A_prime"].split("\n\n")[0] == "\n".join(textwrap.wrap(first, 72, break_on_hyphens=False))
