"""The alignment: the specification's examples, every alignment tried, and what must hold of any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.phonology.align import AlignResult, align_wper, cos_dist, heard_distance
from tests.strategies import phonemes

words = st.lists(phonemes, max_size=5)
letters = st.text("abc", max_size=5)


def near(a: str, b: str) -> float:
    """cos(a, b) = 0.8, cos(a, c) = cos(b, c) = 0."""
    return 0.2 if {a, b} == {"a", "b"} else 1.0


def rows(aligned: AlignResult) -> list[tuple[str, str | None, float, str]]:
    return [(row.canonical, row.produced, pytest.approx(row.cos_dist), row.op) for row in aligned.per_position]


def insertions(aligned: AlignResult) -> list[tuple[str, int]]:
    return [(one.produced, one.after_canonical_index) for one in aligned.insertions]


@pytest.mark.parametrize(
    ("canonical", "produced", "expected", "added", "wper"),
    [
        ("aa", "ab", [("a", "a", 0, "match"), ("a", "b", 0.2, "sub")], [], 0.1),
        ("ab", "a", [("a", "a", 0, "match"), ("b", None, 1, "del")], [], 0.5),
        ("a", "ac", [("a", "a", 0, "match")], [("c", 0)], 1),
        ("ab", "", [("a", None, 1, "del"), ("b", None, 1, "del")], [], 1),
        ("a", "aa", [("a", "a", 0, "match")], [("a", -1)], 1),
        ("", "", [], [], 0),
        ("", "ab", [], [("a", -1), ("b", -1)], 1),
        # a gap and a far substitution cost the same: substitution first, then deletion
        ("c", "a", [("c", "a", 1, "sub")], [], 1),
        ("ca", "b", [("c", None, 1, "del"), ("a", "b", 0.2, "sub")], [], 0.6),
        # deletion before insertion, from the end: b stands before the deleted c
        ("bc", "cb", [("b", "c", 1, "sub"), ("c", "b", 1, "sub")], [], 1),
    ],
)
def test_the_examples(
    canonical: str,
    produced: str,
    expected: list[tuple[str, str | None, float, str]],
    added: list[tuple[str, int]],
    wper: float,
) -> None:
    aligned = align_wper(canonical, produced, distance=near)
    assert rows(aligned) == expected
    assert insertions(aligned) == added
    assert aligned.wper == pytest.approx(wper)


def paths(canonical: Sequence[str], produced: Sequence[str]) -> Iterator[list[tuple[str | None, str | None]]]:
    """Every alignment, read from the end, substitution before deletion before insertion."""
    if not canonical and not produced:
        yield []
    if canonical and produced:
        yield from ([(canonical[-1], produced[-1]), *rest] for rest in paths(canonical[:-1], produced[:-1]))
    if canonical:
        yield from ([(canonical[-1], None), *rest] for rest in paths(canonical[:-1], produced))
    if produced:
        yield from ([(None, produced[-1]), *rest] for rest in paths(canonical, produced[:-1]))


def cost(path: list[tuple[str | None, str | None]]) -> float:
    return round(sum(1.0 if a is None or b is None else 0.0 if a == b else near(a, b) for a, b in path), 9)


@settings(max_examples=60, deadline=None)
@given(st.text("abc", max_size=4), st.text("abc", max_size=4))
def test_it_is_the_first_of_the_cheapest_of_all_alignments(canonical: str, produced: str) -> None:
    best = min(paths(canonical, produced), key=cost)
    place, expected, added = -1, [], []
    for a, b in reversed(best):
        if a is None:
            added.append((b, place))
        else:
            place += 1
            expected.append((a, b))
    aligned = align_wper(canonical, produced, distance=near)
    assert [(row.canonical, row.produced) for row in aligned.per_position] == expected
    assert insertions(aligned) == added
    assert aligned.cost == pytest.approx(cost(best))


@given(words, words)
def test_both_sequences_can_be_read_off_the_alignment(canonical: list[str], produced: list[str]) -> None:
    aligned = align_wper(canonical, produced)
    assert [row.canonical for row in aligned.per_position] == canonical
    assert list(aligned.produced()) == produced


@given(words, words)
def test_the_cost_is_that_of_its_rows_symmetric_and_in_range(canonical: list[str], produced: list[str]) -> None:
    aligned = align_wper(canonical, produced)
    assert aligned.cost == pytest.approx(sum(row.cos_dist for row in aligned.per_position) + len(aligned.insertions))
    assert aligned.cost == pytest.approx(align_wper(produced, canonical).cost)
    assert 0 <= aligned.cost <= max(len(canonical), len(produced))
    assert (aligned.cost == 0) == (canonical == produced)
    if canonical:
        assert aligned.wper == pytest.approx(aligned.cost / len(canonical))


@given(words, words)
def test_an_op_says_what_stands_in_its_row(canonical: list[str], produced: list[str]) -> None:
    for row in align_wper(canonical, produced).per_position:
        expected = "del" if row.produced is None else "match" if row.produced == row.canonical else "sub"
        assert row.op == expected
        assert (row.cos_dist == 0) == (row.op == "match")


@given(phonemes, phonemes)
def test_distances_are_symmetric_and_within_0_and_1(a: str, b: str) -> None:
    assert cos_dist(a, b) == cos_dist(b, a)
    assert 0 <= cos_dist(a, b) <= 1
    assert (cos_dist(a, b) == 0) == (a == b)


@pytest.mark.parametrize(
    ("pair", "distance"),
    [("v b", 0.200), ("s ʃ", 0.190), ("θ s", 0.190), ("ɹ w", 0.414), ("i ɪ", 0.100), ("t d", 0.095), ("tʃ u", 1)],
)
def test_the_surveyed_distances(pair: str, distance: float) -> None:
    assert cos_dist(*pair.split()) == pytest.approx(distance, abs=0.0006)


def test_another_spelling_is_the_same_phoneme() -> None:
    assert cos_dist("g", "ɡ") == 0
    assert cos_dist("t͡ʃ", "tʃ") == 0


def test_an_unknown_canonical_phoneme_is_named_whatever_was_produced() -> None:
    for produced in ([], ["ʘ"], ["k"]):
        with pytest.raises(Refused, match="ʘ"):
            align_wper(["k", "ʘ"], produced)


def test_an_unknown_produced_phoneme_is_as_far_as_can_be() -> None:
    aligned = align_wper(["k", "æ"], ["k", "ʘ"])
    assert rows(aligned)[1] == ("æ", "ʘ", 1.0, "sub")
    assert heard_distance("æ", "ʘ") == 1
