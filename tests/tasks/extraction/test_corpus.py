"""The corpus keeps what docs/extraction.md promises of it."""

from __future__ import annotations

from collections import Counter

import pytest

from stimfid_lib.scoring.verbatim import is_verbatim
from stimfid_lib.tasks.extraction import load_cases
from stimfid_lib.tasks.extraction.case import LEVELS, ExtractionCase
from tests.tasks.likeness import alike

CASES = load_cases()


def test_counts_and_splits() -> None:
    assert len(CASES) == 241
    by = Counter((case.level, case.split) for case in CASES)
    for level in LEVELS:
        assert abs(by[level, "train"] - by[level, "dev"]) <= 1, "half of each level in each split"
    shapes = Counter(case.shape for case in CASES)
    assert shapes["words"] >= 100
    assert shapes["pairs"] >= 30
    assert shapes["sets"] >= 15


@pytest.mark.parametrize("split", ["train", "dev"])
def test_each_split_has_lists_refusals_and_failures(split: str) -> None:
    kinds = Counter((bool(case.items), case.refusal) for case in CASES if case.split == split)
    assert kinds[True, False] > 50
    assert kinds[False, True] >= 8, "refusals"
    assert kinds[False, False] >= 2, "extraction failures"


def test_no_two_replies_share_sixty_per_cent_of_their_five_grams() -> None:
    assert alike(case.reply for case in CASES) == []


def test_no_two_replies_or_notes_are_the_same() -> None:
    assert len({case.reply for case in CASES}) == len(CASES)
    assert len({case.note for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", [case for case in CASES if case.items], ids=lambda case: case.id)
def test_the_gold_stands_in_the_reply(case: ExtractionCase) -> None:
    missing = [item for item in case.items if not is_verbatim(item, case.reply)]
    assert missing == []


def test_lengths_vary() -> None:
    lengths = sorted(len(case.reply) for case in CASES)
    assert lengths[len(lengths) // 10] < 100
    assert lengths[-len(lengths) // 20] > 300
    assert lengths[-1] > 1000
