"""The three hand-written corpora of the feed keep what docs/tasks.md promises of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from stimfid_lib.tasks import explanation, reaction, tagging
from stimfid_lib.tasks.feed.simulate import load_feed
from stimfid_lib.tasks.feed.tags import KINDS, LEVELS, TOPICS
from stimfid_lib.tasks.keywords import content_words
from stimfid_lib.tasks.structured import family_of
from tests.tasks.likeness import alike, five_grams

MODULES: dict[str, Any] = {"tagging": tagging, "reaction": reaction, "explanation": explanation}
CASES: dict[str, Any] = {name: module.load_cases() for name, module in MODULES.items()}
SPLITS = ("train", "dev")


def test_counts() -> None:
    assert {name: len(cases) for name, cases in CASES.items()} == {"tagging": 51, "reaction": 100, "explanation": 40}


@pytest.mark.parametrize("name", CASES)
def test_ids_are_unique_and_both_splits_are_there(name: str) -> None:
    cases = CASES[name]
    assert len({case.id for case in cases}) == len(cases)
    splits = Counter(case.split for case in cases)
    assert set(splits) == set(SPLITS)
    assert min(splits.values()) >= 0.4 * len(cases), "neither split is a remnant"
    for split in SPLITS:
        assert MODULES[name].load_cases(split=split) == tuple(case for case in cases if case.split == split)


@pytest.mark.parametrize("name", CASES)
def test_each_note_is_a_sentence_of_its_own(name: str) -> None:
    notes = [case.note for case in CASES[name]]
    assert len(set(notes)) == len(notes)
    assert all(note[0].isupper() and note.endswith(".") and len(note.split()) >= 6 for note in notes)


@pytest.mark.parametrize("name", CASES)
def test_no_two_items_share_sixty_per_cent_of_their_five_grams(name: str) -> None:
    items = {f"{case.title} {case.summary}" for case in CASES[name]}
    assert alike(sorted(items)) == []


def test_the_measure_of_likeness_sees_a_copy_with_one_word_changed() -> None:
    text = "one two three four five six seven eight nine ten eleven twelve thirteen"
    assert len(five_grams(text)) == 9
    assert alike([text, text.replace("thirteen", "more")]) != []
    assert alike([text, " ".join(reversed(text.split()))]) == []


def test_no_item_of_the_sample_feed_stands_in_a_corpus() -> None:
    of_the_corpora = {case.title for cases in CASES.values() for case in cases}
    assert not of_the_corpora & {item.title for item in load_feed().items}


# tagging


@pytest.mark.parametrize("split", SPLITS)
def test_tagging_each_split_has_one_topic_and_several_and_every_kind_and_level(split: str) -> None:
    cases = tagging.load_cases(split=split)
    assert {len(case.topics) > 1 for case in cases} == {True, False}
    assert {case.kind for case in cases} == set(KINDS)
    assert {case.level for case in cases} == set(LEVELS)
    assert {family_of(case) for case in cases} == {"plain", "several", "decoy", "unnamed"}


def test_tagging_every_topic_is_asked_for_and_families_keep_their_word() -> None:
    counts = Counter(topic for case in CASES["tagging"] for topic in case.topics)
    assert set(counts) == set(TOPICS)
    assert min(counts.values()) >= 3
    for case in CASES["tagging"]:
        assert 1 <= len(case.topics) <= 3
        assert len(set(case.topics)) == len(case.topics)
        assert (len(case.topics) > 1) == (family_of(case) == "several")


# reaction


def test_reaction_two_personas_with_forty_items_each_and_twenty_hard_cases() -> None:
    cases = CASES["reaction"]
    families = Counter(family_of(case) for case in cases)
    assert families == {"plain": 80, "adjacent": 5, "bait": 5, "terse": 4, "crossover": 6}
    plain = [case for case in cases if family_of(case) == "plain"]
    by_persona = Counter(case.persona for case in plain)
    assert sorted(by_persona.values()) == [40, 40]
    assert len({case.title for case in plain}) == 40
    assert len({(case.persona, case.interests) for case in cases}) == 2, "a persona's interests never change"


@pytest.mark.parametrize("split", SPLITS)
def test_reaction_both_verdicts_for_each_persona_in_each_split(split: str) -> None:
    counts = Counter((case.persona, case.verdict) for case in reaction.load_cases(split=split))
    assert len(counts) == 4
    assert min(counts.values()) >= 9


def test_reaction_dev_holds_every_bait_and_adjacent_case_and_some_of_all_families() -> None:
    hard = [case for case in CASES["reaction"] if family_of(case) in ("bait", "adjacent")]
    assert {case.split for case in hard} == {"dev"}
    assert {family_of(case) for case in reaction.load_cases(split="dev")} >= {"terse", "crossover", "plain"}


def test_reaction_verdicts_of_the_families() -> None:
    for case in CASES["reaction"]:
        if family_of(case) in ("bait", "adjacent", "terse"):
            assert case.verdict == (family_of(case) == "terse"), case.id
    crossed = Counter(case.verdict for case in CASES["reaction"] if family_of(case) == "crossover")
    assert crossed == {True: 4, False: 2}


def test_reaction_an_item_stays_in_one_split_whoever_reads_it() -> None:
    split: dict[str, str] = {}
    for case in CASES["reaction"]:
        assert split.setdefault(case.title, case.split) == case.split, case.id


def test_reaction_every_title_can_be_named() -> None:
    assert [case.id for case in CASES["reaction"] if not content_words(case.title)] == []


# explanation


def test_explanation_thirty_share_a_topic_and_ten_do_not() -> None:
    assert Counter(case.refuse for case in CASES["explanation"]) == {False: 30, True: 10}
    refused_in_dev = [case.id for case in explanation.load_cases(split="dev") if case.refuse]
    assert len(refused_in_dev) >= 5
    assert "decoy-termites" in refused_in_dev


@pytest.mark.parametrize("split", SPLITS)
def test_explanation_both_classes_in_each_split(split: str) -> None:
    counts = Counter(case.refuse for case in explanation.load_cases(split=split))
    assert counts[True] >= 4
    assert counts[False] >= 12


def test_explanation_families_say_what_is_right() -> None:
    for case in CASES["explanation"]:
        assert case.refuse == (family_of(case) in ("decoy", "far")), case.id
