from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.checks import ItemVerdict, check_item
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.lexicon import Lexicon
from tests.fixtures import lexicon_of


def at(phoneme: str, position: str) -> Constraint:
    return Constraint("phoneme_at", {"phoneme": phoneme, "position": position})


def cluster(phonemes: str, position: str) -> Constraint:
    return Constraint("cluster_at", {"phonemes": phonemes.split(), "position": position})


def band(prop: str, low: float | None = None, high: float | None = None) -> Constraint:
    return Constraint("norm_band", {"prop": prop, "min": low, "max": high})


def test_the_plans_ladder(fixture_lexicon: Lexicon) -> None:
    asked = [at("r", "initial")]
    assert check_item("rabbit", asked, fixture_lexicon) == ItemVerdict("rabbit", "pass")
    assert check_item("ring", asked, fixture_lexicon) == ItemVerdict("ring", "pass")
    assert check_item("cat", asked, fixture_lexicon) == ItemVerdict("cat", "fail", ("phoneme_at",))
    assert check_item("zephyr", asked, fixture_lexicon) == ItemVerdict("zephyr", "oov")
    assert check_item("florb", asked, fixture_lexicon) == ItemVerdict("florb", "oov")
    assert check_item("hot dog", asked, fixture_lexicon) == ItemVerdict("hot dog", "multiword")


def test_the_verdict_keeps_the_item_as_given(fixture_lexicon: Lexicon) -> None:
    assert check_item("RABBIT", [], fixture_lexicon) == ItemVerdict("RABBIT", "pass")


@pytest.mark.parametrize(
    ("word", "constraint", "passes"),
    [
        ("rabbit", at("b", "medial"), True),
        ("rabbit", at("ɹ", "medial"), False),
        ("rabbit", at("t", "medial"), False),
        ("rabbit", at("t", "final"), True),
        ("bat", at("b", "medial"), False),
        ("wig", at("g", "final"), True),
        ("ring", at("g", "final"), False),
        ("ring", Constraint("contains_phoneme", {"phoneme": "g"}), False),
        ("kingdom", Constraint("contains_phoneme", {"phoneme": "d"}), True),
        ("kingdom", cluster("k ɪ ŋ", "initial"), True),
        ("kingdom", cluster("k ŋ", "initial"), False),
        ("kingdom", cluster("ə m", "final"), True),
        ("kingdom", cluster("d m", "final"), False),
        ("kingdom", cluster("ŋ d", "final"), False),
        ("cat", cluster("k æ t", "final"), True),
        ("cat", cluster("s k æ t", "final"), False),
        ("kingdom", Constraint("syllable_count", {"min": 2, "max": 2}), True),
        ("kingdom", Constraint("syllable_count", {"min": 3}), False),
        ("kingdom", Constraint("syllable_count", {"max": 1}), False),
        ("kingdom", Constraint("cv_shape", {"shape": "CVCCVC"}), True),
        ("kingdom", Constraint("cv_shape", {"shape": "CVC"}), False),
        ("cat", band("aoa", high=3), True),
        ("cat", band("aoa", low=3, high=3), True),
        ("cat", band("aoa", low=3.1), False),
        ("kingdom", band("neighborhood_density", high=0), True),
    ],
)
def test_each_kind(fixture_lexicon: Lexicon, word: str, constraint: Constraint, passes: bool) -> None:
    assert (check_item(word, [constraint], fixture_lexicon).status == "pass") is passes
    assert (word in fixture_lexicon.satisfying([constraint])["word"].to_list()) is passes


def test_a_sound_at_both_edge_and_middle_counts_as_medial(tmp_path: Path) -> None:
    lex = lexicon_of(tmp_path, {"dodo": "d oʊ d oʊ", "add": "æ d", "oh": "oʊ"})
    assert lex.satisfying([at("d", "medial")])["word"].to_list() == ["dodo"]
    assert lex.satisfying([at("oʊ", "medial")])["word"].to_list() == ["dodo"]
    # a word of one phoneme begins and ends with it
    assert check_item("oh", [at("oʊ", "initial"), at("oʊ", "final")], lex).status == "pass"
    assert check_item("oh", [at("oʊ", "medial")], lex).status == "fail"


def test_a_missing_norm_and_a_failed_band_are_told_apart(fixture_lexicon: Lexicon) -> None:
    asked = [band("concreteness", low=1), band("aoa", high=4)]
    verdict = check_item("missing", asked, fixture_lexicon)
    assert verdict.failed == ("norm_missing:concreteness", "norm_band:aoa")
    assert verdict.status == "fail"


def test_one_entry_for_each_constraint_that_fails_in_order(fixture_lexicon: Lexicon) -> None:
    asked = [at("k", "initial"), band("aoa", high=3), at("k", "final"), Constraint("syllable_count", {"min": 2})]
    assert check_item("wig", asked, fixture_lexicon).failed == (
        "phoneme_at",
        "norm_band:aoa",
        "phoneme_at",
        "syllable_count",
    )


def test_an_unknown_norm_is_refused_with_those_there_are(fixture_lexicon: Lexicon) -> None:
    with pytest.raises(Refused, match="unknown norm 'valence': this lexicon has aoa"):
        check_item("cat", [band("valence", low=1)], fixture_lexicon)
    with pytest.raises(Refused, match="unknown norm 'valence': this lexicon has aoa"):
        fixture_lexicon.count([band("valence", low=1)])


@pytest.mark.parametrize("item", ["hot-dog", "rabbit ring", "rab\u2011bit", "rab\u00a0bit"])
def test_space_or_hyphen_inside_is_multiword_before_any_look_up(fixture_lexicon: Lexicon, item: str) -> None:
    assert check_item(item, [], fixture_lexicon) == ItemVerdict(item, "multiword")


def test_a_word_that_only_a_variant_saves_is_variant_only(fixture_lexicon: Lexicon) -> None:
    schwa = Constraint("contains_phoneme", {"phoneme": "ə"})
    assert check_item("rabbit", [schwa], fixture_lexicon) == ItemVerdict("rabbit", "fail", ("contains_phoneme",), True)
    # one variant must meet all of them, and no pronunciation mends a norm
    assert not check_item("rabbit", [schwa, at("k", "initial")], fixture_lexicon).variant_only
    assert check_item("rabbit", [schwa, band("aoa", high=2)], fixture_lexicon).variant_only
    assert not check_item("rabbit", [schwa, band("aoa", low=3)], fixture_lexicon).variant_only
    assert not check_item("rabbit", [Constraint("contains_phoneme", {"phoneme": "ɪ"})], fixture_lexicon).variant_only


def test_a_variants_syllables_and_shape_are_its_own(tmp_path: Path) -> None:
    pronunciations: dict[str, str] = {"family": "f æ m ə l i", "cat": "k æ t"}
    variants: list[Any] = [["|f|æ|m|l|i|"], []]
    lex = lexicon_of(tmp_path, pronunciations, variants=variants)
    two = Constraint("syllable_count", {"min": 2, "max": 2})
    assert check_item("family", [two, Constraint("cv_shape", {"shape": "CVCCV"})], lex).variant_only
    assert not check_item("family", [two, at("ə", "medial")], lex).variant_only
