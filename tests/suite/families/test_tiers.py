"""Tier rules of the specification, family by family, each expectation reckoned from the rule."""

from __future__ import annotations

import pytest

from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.suite.families import a1, a2, a3, b
from stimfid_lib.suite.families.draft import Draft


@pytest.mark.parametrize(
    ("phoneme", "position", "span", "aged", "tier"),
    [
        ("m", "initial", (1, 1), False, 1),
        ("w", "initial", (2, 2), False, 1),
        ("m", "initial", (3, 3), False, 3),
        ("m", "initial", (1, 1), True, 3),
        ("m", "final", (1, 1), False, 2),
        ("d", "medial", (2, 2), False, 2),
        ("k", "initial", (1, 1), False, 2),
        ("tʃ", "final", (2, 2), False, 2),
        ("ɹ", "initial", (1, 1), False, 2),
        ("ɹ", "final", (1, 1), False, 3),
        ("ð", "medial", (2, 2), False, 3),
        ("ɝ", "any", (1, 1), False, 2),
        ("ɝ", "any", (3, 3), False, 3),
        ("ɝ", "any", (2, 2), True, 3),
    ],
)
def test_a1_tier(phoneme: str, position: str, span: tuple[int, int], aged: bool, tier: int) -> None:
    assert a1.tier(phoneme, position, span, aged=aged) == tier


def test_a1_asks_for_vocalic_r_anywhere_and_for_no_medial_sound_in_a_monosyllable(fixture_lexicon: Lexicon) -> None:
    drafts = list(a1.drafts(fixture_lexicon))
    # 15 consonants × (initial 3 + medial 2 + final 3 lengths) × (aged or not), and ɝ × 3 lengths × 2
    assert len(drafts) == 15 * 8 * 2 + 3 * 2
    assert {draft.slots["position"] for draft in drafts if draft.slots["phoneme"] == "ɝ"} == {"any"}
    assert not [d for d in drafts if d.slots["position"] == "medial" and d.slots["syllables"] == [1, 1]]


def _a2_tier(draft: Draft) -> int:
    slots = draft.slots
    if slots["bands"] or slots.get("syllables") in ([3, 3], [3, 4]):
        return 3
    return 1 if slots.get("position") == "initial" else 2


def test_a2_tiers_and_its_whole_product(fixture_lexicon: Lexicon) -> None:
    drafts = list(a2.drafts(fixture_lexicon))
    # (7 initial + 3 final clusters) × 3 lengths, 2 shapes × 8 targets, 8 long targets; all aged or not
    assert len(drafts) == (10 * 3 + 2 * 8 + 8) * 2
    assert [draft.tier for draft in drafts] == [_a2_tier(draft) for draft in drafts]


def test_a2_ends_no_word_in_a_stop_and_a_liquid(fixture_lexicon: Lexicon) -> None:
    final = [d.slots["cluster"] for d in a2.drafts(fixture_lexicon) if d.slots.get("position") == "final"]
    assert {"".join(cluster) for cluster in final} == {"sp", "st", "sk"}


def test_a3_tier_is_the_kind_and_lists_are_eight_pairs_or_four_sets() -> None:
    drafts = list(a3.drafts())
    # 4 places × 3 lengths, less medial in monosyllables, for 6 minimal, 3 maximal, 10 multiple contrasts
    assert len(drafts) == (6 + 3 + 10) * 11
    kinds = {(draft.slots["kind"], draft.tier, draft.list_length) for draft in drafts}
    assert kinds == {("minimal", 1, 8), ("maximal", 2, 8), ("multiple", 3, 4)}


def test_b1_tier_is_the_number_of_bands(fixture_lexicon: Lexicon) -> None:
    drafts = list(b.b1_drafts(fixture_lexicon))
    plain = [draft for draft in drafts if not draft.reserve]
    assert [sum(d.tier == tier for d in plain) for tier in (1, 2, 3)] == [6, 12, 8]
    assert all(draft.tier == len(draft.slots["bands"]) for draft in drafts)
    assert {None if d.slots["syllables"] is None else d.slots["syllables"][0] for d in drafts if d.reserve} == {1, 2}


def test_b2_tiers(fixture_lexicon: Lexicon) -> None:
    drafts = list(b.b2_drafts(fixture_lexicon))
    # density × 5 lengths; density × 2 norms × 2 levels; density × 2 levels of frequency × 4 lengths
    assert [sum(d.tier == tier for d in drafts) for tier in (1, 2, 3)] == [10, 8, 16]
    for draft in drafts:
        others = set(draft.slots["bands"]) - {"neighborhood_density"}
        assert others <= {1: set(), 2: {"aoa", "concreteness"}, 3: {"log_frequency"}}[draft.tier]
