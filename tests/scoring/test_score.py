from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.scoring.extract import extract_runs
from stimfid_lib.scoring.pairs import score_pairs_response
from stimfid_lib.scoring.rows import ITEM_SCHEMA, LIST_SCHEMA, STATUSES
from stimfid_lib.scoring.score import score_response, score_runs
from tests.scoring.prompts import REAL_WORDS, pairs_prompt, words_prompt


def _numbered(*entries: str) -> str:
    return "\n".join(f"{number}. {entry}" for number, entry in enumerate(entries, start=1))


def _counts(row: dict[str, Any]) -> dict[str, int]:
    """The counts by status that are not 0."""
    return {status: row[f"n_{status}"] for status in STATUSES if row[f"n_{status}"]}


def test_the_ladder_example(fixture_lexicon: Lexicon) -> None:
    reply = _numbered("rabbit", "ring", "cat", "zephyr", "florb", "hot dog", "Rabbit")
    items, row = score_response(words_prompt(), reply, fixture_lexicon, REAL_WORDS)
    assert [(item["item"], item["status"]) for item in items] == [
        ("rabbit", "pass"),
        ("ring", "pass"),
        ("cat", "fail"),
        ("zephyr", "oov"),
        ("florb", "not_a_word"),
        ("hot dog", "multiword"),
        ("Rabbit", "pass"),
    ]
    assert [item["duplicate"] for item in items] == [False] * 6 + [True]
    assert [item["failed"] for item in items] == [[], [], ["phoneme_at"], [], [], [], []]
    assert _counts(row) == {"pass": 3, "fail": 1, "oov": 1, "not_a_word": 1, "multiword": 1}
    assert (row["n_requested"], row["n_returned"], row["n_dupes"], row["n_morph_pad"]) == (10, 7, 1, 0)
    assert (row["all_pass"], row["clean_pass"], row["refusal"], row["extract_method"]) == (
        False,
        False,
        False,
        "numbered",
    )


def test_rows_have_the_columns_of_the_schemas(fixture_lexicon: Lexicon) -> None:
    prompt = words_prompt() | {"model_key": "tiny", "replicate": 2}
    items, row = score_response(prompt, "1. rabbit", fixture_lexicon, REAL_WORDS)
    assert list(items[0]) == list(ITEM_SCHEMA)
    assert list(row) == list(LIST_SCHEMA)
    assert (items[0]["prompt_id"], items[0]["model_key"], items[0]["replicate"]) == ("A1-001:expert", "tiny", 2)
    assert (items[0]["item_index"], items[0]["set_index"], items[0]["w1"]) == (0, None, None)
    assert row["contrast_phonemes_distinct"] is None


@pytest.mark.parametrize(
    ("entries", "length", "all_pass", "clean_pass"),
    [
        (("rabbit", "ring"), 2, True, True),
        (("rabbit",), 2, False, False),  # fewer than asked
        (("rabbit", "ring", "Ring"), 2, True, False),  # more than asked, one of them twice
        (("rabbit", "rabbit"), 2, True, False),
        (("rabbit", "rabbits"), 2, False, False),  # rabbits is in neither list
        (("rabbit", "zephyr"), 2, True, True),  # oov is not scored
        (("zephyr", "dog"), 2, False, False),  # nothing is scored
        (("rabbit", "ring", "cat"), 2, False, False),
        (("rabbit", "hot dog"), 2, False, False),
        (("rabbit", "florb"), 2, False, False),
    ],
)
def test_when_a_list_passes(
    fixture_lexicon: Lexicon, entries: tuple[str, ...], length: int, all_pass: bool, clean_pass: bool
) -> None:
    _, row = score_response(words_prompt(length=length), _numbered(*entries), fixture_lexicon, REAL_WORDS)
    assert (row["all_pass"], row["clean_pass"]) == (all_pass, clean_pass)


def test_a_variant_only_item_is_in_no_count_but_its_own(fixture_lexicon: Lexicon) -> None:
    # kingdom has /ə/; rabbit has it only in its variant
    schwa = words_prompt(Constraint("contains_phoneme", {"phoneme": "ə"}), length=2)
    items, row = score_response(schwa, _numbered("kingdom", "rabbit"), fixture_lexicon, REAL_WORDS)
    assert [(item["status"], item["variant_only"]) for item in items] == [("pass", False), ("fail", True)]
    assert _counts(row) == {"pass": 1}
    assert (row["n_returned"], row["n_variant_only"], row["all_pass"], row["clean_pass"]) == (2, 1, True, True)


def test_padding_is_a_root_that_came_before(fixture_lexicon: Lexicon) -> None:
    reply = _numbered("missing", "miss", "misses", "Missing", "ring", "rings", "hot dog", "hot dogs")
    items, row = score_response(words_prompt(), reply, fixture_lexicon, REAL_WORDS)
    assert [item["morph_pad"] for item in items] == [False, True, True, False, False, True, False, False]
    assert [item["duplicate"] for item in items] == [False, False, False, True, False, False, False, False]
    assert (row["n_morph_pad"], row["n_dupes"]) == (3, 1)


@pytest.mark.parametrize(
    ("reply", "refusal"), [("I can't help with that.", True), ("", True), ("What age?", True), ("A fine sound.", False)]
)
def test_a_reply_without_items(fixture_lexicon: Lexicon, reply: str, refusal: bool) -> None:
    items, row = score_response(words_prompt(), reply, fixture_lexicon, REAL_WORDS)
    assert items == []
    assert _counts(row) == {}
    assert (row["n_returned"], row["n_dupes"], row["all_pass"], row["clean_pass"]) == (0, 0, False, False)
    assert (row["refusal"], row["extract_method"]) == (refusal, "none")


def test_a_missing_norm_and_a_norm_outside_its_band(fixture_lexicon: Lexicon) -> None:
    concrete = words_prompt(Constraint("norm_band", {"prop": "concreteness", "min": 4.0}))
    items, _ = score_response(concrete, _numbered("cat", "kingdom", "missing"), fixture_lexicon, REAL_WORDS)
    assert [item["failed"] for item in items] == [[], ["norm_band:concreteness"], ["norm_missing:concreteness"]]


def test_the_pair_example(fixture_lexicon: Lexicon) -> None:
    reply = _numbered("cat - bat", "rabbit - ring", "cat - florb", "cat", "Bat – Cat")
    items, row = score_pairs_response(pairs_prompt(), reply, fixture_lexicon, REAL_WORDS)
    assert [item["status"] for item in items] == ["pass", "variant_or_gt1", "not_a_word", "malformed", "pass"]
    assert [item["item"] for item in items] == ["cat - bat", "rabbit - ring", "cat - florb", "cat", "Bat - Cat"]
    assert [(item["w1"], item["w2"]) for item in items][3:] == [("cat", ""), ("Bat", "Cat")]
    assert [item["duplicate"] for item in items] == [False, False, False, False, True]
    assert (items[0]["feature_distance"], items[0]["distance_met"], items[0]["pair_table_miss"]) == (4.5, None, False)
    assert _counts(row) == {"pass": 2, "variant_or_gt1": 1, "not_a_word": 1, "malformed": 1}
    assert (row["n_requested"], row["n_returned"], row["n_dupes"]) == (8, 5, 1)
    wrong, _ = score_pairs_response(pairs_prompt(phonemes="t k"), "1. cat - bat", fixture_lexicon, REAL_WORDS)
    assert wrong[0]["status"] == "wrong_contrast"


def test_a_pair_of_plurals_pads_the_pair_it_comes_from(more_words: Lexicon) -> None:
    reply = _numbered("cat - bat", "bats - cats", "cat - mat")
    items, _ = score_pairs_response(pairs_prompt(), reply, more_words, REAL_WORDS)
    assert [item["morph_pad"] for item in items] == [False, True, False]
    assert [item["duplicate"] for item in items] == [False, False, False]


def test_incomplete_pairs_repeat_nothing(fixture_lexicon: Lexicon) -> None:
    items, row = score_pairs_response(pairs_prompt(), _numbered("cat", "cat", "cat - bat"), fixture_lexicon, REAL_WORDS)
    assert [item["duplicate"] for item in items] == [False, False, False]
    assert row["n_malformed"] == 2


def test_a_pair_that_only_a_variant_makes_is_no_false_pair(more_words: Lexicon) -> None:
    items, row = score_pairs_response(pairs_prompt(phonemes="ɹ ʃ"), "1. route - shout", more_words, REAL_WORDS)
    assert (items[0]["status"], items[0]["variant_only"]) == ("variant_or_gt1", True)
    assert (_counts(row), row["n_variant_only"]) == ({}, 1)


def test_the_threshold_of_the_manifest_is_the_one_that_counts(more_words: Lexicon) -> None:
    prompt = pairs_prompt("maximal")
    for threshold, status in ((4.5, "pass"), (4.6, "below_distance")):
        items, _ = score_pairs_response(prompt, "1. cat - bat", more_words, REAL_WORDS, distance_threshold=threshold)
        assert (items[0]["status"], items[0]["distance_met"]) == (status, status == "pass")


def test_sets(more_words: Lexicon) -> None:
    prompt = pairs_prompt("multiple", "k b m p", length=2)
    reply = "cat - bat - mat - pat\ncat - bat - night"
    items, row = score_pairs_response(prompt, reply, more_words, REAL_WORDS)
    assert [(item["set_index"], item["item"], item["status"]) for item in items] == [
        (0, "cat - bat", "pass"),
        (0, "cat - mat", "pass"),
        (0, "cat - pat", "pass"),
        (1, "cat - bat", "pass"),
        (1, "cat - night", "variant_or_gt1"),
        (1, "cat", "malformed"),
    ]
    assert [item["duplicate"] for item in items] == [False, False, False, True, False, False]
    assert (row["n_requested"], row["n_returned"]) == (6, 6)
    assert row["contrast_phonemes_distinct"] is True


def test_the_first_word_of_a_set_is_the_target(more_words: Lexicon) -> None:
    items, row = score_pairs_response(
        pairs_prompt("multiple", "k b m", length=1), "1. bat - cat - mat", more_words, REAL_WORDS
    )
    assert [item["status"] for item in items] == ["wrong_contrast", "wrong_contrast"]
    assert row["all_pass"] is False


def test_a_set_that_shows_one_phoneme_twice(more_words: Lexicon) -> None:
    prompt = pairs_prompt("multiple", "k b m", length=1)
    _, row = score_pairs_response(prompt, "1. cat - bat - Bat", more_words, REAL_WORDS)
    assert (row["contrast_phonemes_distinct"], row["all_pass"], row["clean_pass"]) == (False, False, False)
    _, none = score_pairs_response(prompt, "1. cat - night - shout", more_words, REAL_WORDS)
    assert none["contrast_phonemes_distinct"] is None


def test_words_are_not_scored_as_pairs(fixture_lexicon: Lexicon) -> None:
    with pytest.raises(Refused, match="asks for words"):
        score_pairs_response(words_prompt(), "1. cat", fixture_lexicon, REAL_WORDS)


SUITE = pl.DataFrame(
    [
        words_prompt(prompt_id="A1-001:naive"),
        pairs_prompt(prompt_id="A3-001:naive"),
        pairs_prompt("maximal", prompt_id="A3-002:naive"),
        pairs_prompt("multiple", "k b m", length=2, prompt_id="A3-003:naive"),
    ]
)


def _runs(*rows: tuple[str, str, int, str | None, str | None]) -> pl.DataFrame:
    schema = {
        "prompt_id": pl.String,
        "model_key": pl.String,
        "replicate": pl.Int64,
        "text": pl.String,
        "error": pl.String,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def test_errors_never_become_replies() -> None:
    runs = _runs(
        ("A1-001:naive", "tiny", 0, "1. rabbit", None),
        ("A1-001:naive", "tiny", 1, None, "HTTP 500"),
        ("A1-001:naive", "tiny", 2, "", None),
        ("A1-001:naive", "tiny", 3, "1. ring", "cut off"),
    )
    extracted = extract_runs(runs, SUITE)
    assert extracted.select("replicate", "method", "refusal").rows() == [(0, "numbered", False), (2, "none", True)]


def test_what_is_extracted_has_the_shape_that_the_prompt_asks_for() -> None:
    runs = _runs(
        ("A3-003:naive", "tiny", 0, "1. cat - bat - mat", None),
        ("A3-001:naive", "tiny", 0, "1. cat - bat\n2. cat", None),
        ("A1-001:naive", "tiny", 0, "1. rabbit\n2. hot dog", None),
    )
    assert extract_runs(runs, SUITE).select("prompt_id", "kind", "entries").rows() == [
        ("A1-001:naive", "words", [["rabbit"], ["hot dog"]]),
        ("A3-001:naive", "pairs", [["cat", "bat"], ["cat", ""]]),
        ("A3-003:naive", "sets", [["cat", "bat", "mat"]]),
    ]


def test_runs_that_do_not_fit_the_suite_are_refused() -> None:
    with pytest.raises(Refused, match=r"A9-001.*not in the suite"):
        extract_runs(_runs(("A9-001", "tiny", 0, "1. cat", None)), SUITE)
    twice = ("A1-001:naive", "tiny", 0, "1. cat", None)
    with pytest.raises(Refused, match="more than one reply"):
        extract_runs(_runs(twice, twice), SUITE)
    with pytest.raises(Refused, match="'text'"):
        extract_runs(_runs(twice).drop("text"), SUITE)


def test_an_extraction_of_another_shape_is_refused(fixture_lexicon: Lexicon) -> None:
    extracted = extract_runs(_runs(("A1-001:naive", "tiny", 0, "1. cat", None)), SUITE)
    with pytest.raises(Refused, match="asks for words but was read as 'pairs'"):
        score_runs(extracted.with_columns(kind=pl.lit("pairs")), SUITE, fixture_lexicon, REAL_WORDS)
    with pytest.raises(Refused, match="not in the suite"):
        score_runs(extracted, SUITE.tail(3), fixture_lexicon, REAL_WORDS)
    with pytest.raises(Refused, match="'entries'"):
        score_runs(extracted.drop("entries"), SUITE, fixture_lexicon, REAL_WORDS)


def test_an_empty_run_gives_empty_tables(fixture_lexicon: Lexicon) -> None:
    items, lists = score_runs(extract_runs(_runs(), SUITE), SUITE, fixture_lexicon, REAL_WORDS)
    assert (items.schema, items.height) == (ITEM_SCHEMA, 0)
    assert (lists.schema, lists.height) == (LIST_SCHEMA, 0)


_WORDS = st.sampled_from(
    ["cat", "Cat", "bat", "mat", "pat", "cats", "bats", "rabbit", "route", "shout", "florb", "zephyr"]
)
_ENTRIES = st.lists(st.lists(_WORDS, min_size=1, max_size=4).map(" - ".join), max_size=5)


@settings(max_examples=50)
@given(st.lists(st.tuples(st.sampled_from(SUITE["prompt_id"].to_list()), _ENTRIES), max_size=6))
def test_a_table_of_replies_is_scored_as_each_reply_alone(
    more_words: Lexicon, replies: list[tuple[str, list[str]]]
) -> None:
    runs = _runs(*((prompt, "tiny", n, _numbered(*entries), None) for n, (prompt, entries) in enumerate(replies)))
    extracted = extract_runs(runs, SUITE)
    items, lists = score_runs(extracted, SUITE, more_words, REAL_WORDS, distance_threshold=4.0)
    prompts = {row["prompt_id"]: row for row in SUITE.iter_rows(named=True)}
    alone = [
        score_response(
            prompts[prompt] | {"model_key": "tiny", "replicate": n},
            text,
            more_words,
            REAL_WORDS,
            distance_threshold=4.0,
        )
        for prompt, _, n, text, _ in runs.sort("prompt_id", "replicate").iter_rows()
    ]
    assert items.to_dicts() == [item for rows, _ in alone for item in rows]
    assert lists.to_dicts() == [row for _, row in alone]


_TEXTS = st.text(st.characters(codec=None), max_size=40) | st.text("abcé \n-*/,:\ud800\x00", max_size=40)


@settings(max_examples=50)
@given(st.sampled_from(SUITE["prompt_id"].to_list()), _TEXTS, st.sampled_from(("", "1. cat - ", "- ")))
def test_any_text_can_be_scored(more_words: Lexicon, prompt_id: str, text: str, before: str) -> None:
    prompt = SUITE.row(by_predicate=pl.col("prompt_id") == prompt_id, named=True)
    items, row = score_response(prompt, before + text, more_words, REAL_WORDS)
    assert {item["status"] for item in items} <= set(STATUSES)
    assert row["n_returned"] == len(items)


@settings(max_examples=50)
@given(_ENTRIES)
def test_counts_of_a_list_are_those_of_its_items(more_words: Lexicon, entries: list[str]) -> None:
    items, row = score_response(pairs_prompt(), _numbered(*entries), more_words, REAL_WORDS)
    assert row["n_returned"] == len(items)
    assert sum(row[f"n_{status}"] for status in STATUSES) + row["n_variant_only"] == len(items)
    assert row["clean_pass"] <= row["all_pass"]
