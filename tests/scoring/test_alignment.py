from __future__ import annotations

import pytest

from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.scoring.alignment import PairJudge, PairVerdict, align
from stimfid_lib.scoring.ladder import Ladder
from tests.scoring.prompts import REAL_WORDS

CAT, BAT, CAB, CATS = tuple("kæt"), tuple("bæt"), tuple("kæb"), tuple("kæts")
RABBIT, HABIT = tuple("ɹæbɪt"), tuple("hæbɪt")


@pytest.mark.parametrize(
    ("one", "other", "contrast", "status", "substitution"),
    [
        (CAT, BAT, Contrast("minimal", ("b", "k")), "pass", ("k", "b")),
        (BAT, CAT, Contrast("minimal", ("b", "k")), "pass", ("b", "k")),
        (CAT, BAT, Contrast("minimal", ("t", "k")), "wrong_contrast", ("k", "b")),
        (CAT, CATS, Contrast("minimal", ("b", "k")), "variant_or_gt1", None),
        (CAB, BAT, Contrast("minimal", ("b", "k")), "variant_or_gt1", None),
        (CAT, CAT, Contrast("minimal", ("b", "k")), "not_minimal", None),
        (CAT, BAT, Contrast("minimal", ("b", "k"), "initial"), "pass", ("k", "b")),
        (CAT, BAT, Contrast("minimal", ("b", "k"), "final"), "wrong_position", ("k", "b")),
        (CAT, CAB, Contrast("minimal", ("b", "t"), "final"), "pass", ("t", "b")),
        (CAT, CAB, Contrast("minimal", ("b", "t"), "medial"), "wrong_position", ("t", "b")),
        (CAT, BAT, Contrast("minimal", ("b", "k"), None, 1), "pass", ("k", "b")),
        (CAT, BAT, Contrast("minimal", ("b", "k"), None, 2), "wrong_length", ("k", "b")),
        (CAT, BAT, Contrast("minimal", ("b", "k"), "final", 2), "wrong_position", ("k", "b")),
        (RABBIT, HABIT, Contrast("minimal", ("h", "ɹ"), "initial", 2), "pass", ("ɹ", "h")),
        (CAT, BAT, Contrast("multiple", ("k", "b", "m")), "pass", ("k", "b")),
        (BAT, CAT, Contrast("multiple", ("k", "b", "m")), "wrong_contrast", ("b", "k")),
    ],
)
def test_two_pronunciations_against_a_contrast(
    one: tuple[str, ...], other: tuple[str, ...], contrast: Contrast, status: str, substitution: tuple[str, str] | None
) -> None:
    assert align(one, other, contrast) == PairVerdict(status, substitution=substitution)


def _judge(lexicon: Lexicon, kind: str, phonemes: str, threshold: float | None = None) -> PairJudge:
    return PairJudge(Ladder(lexicon, REAL_WORDS), Contrast(kind, tuple(phonemes.split())), threshold)


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("cat", "bat"), "pass"),
        (("Bat", "CAT"), "pass"),
        (("rabbit", "ring"), "variant_or_gt1"),
        (("cat", "florb"), "not_a_word"),
        (("cat", "zephyr"), "oov"),
        (("cat", "hot dog"), "multiword"),
        (("cat", ""), "malformed"),
        (("florb", "hot dog"), "not_a_word"),
        (("hot dog", "zephyr"), "multiword"),
        (("zephyr", "florb"), "not_a_word"),
        (("zephyr", "hot dog"), "multiword"),
        (("florb", ""), "malformed"),
        (("cat", "cat"), "not_minimal"),
    ],
)
def test_two_words(fixture_lexicon: Lexicon, words: tuple[str, str], status: str) -> None:
    assert _judge(fixture_lexicon, "minimal", "b k").verdict(*words).status == status


def test_homophones_are_not_minimal(more_words: Lexicon) -> None:
    assert _judge(more_words, "minimal", "n m").verdict("night", "knight").status == "not_minimal"


def test_a_pair_that_only_a_variant_makes(more_words: Lexicon) -> None:
    # route is /ɹ u t/ and also /ɹ aʊ t/, shout is /ʃ aʊ t/
    verdict = _judge(more_words, "minimal", "ɹ ʃ").verdict("route", "shout")
    assert (verdict.status, verdict.variant_only) == ("variant_or_gt1", True)
    other = _judge(more_words, "minimal", "ɹ s").verdict("route", "shout")
    assert (other.status, other.variant_only) == ("variant_or_gt1", False)


def test_the_distance_of_a_maximal_pair_must_reach_the_threshold(more_words: Lexicon) -> None:
    # the pair table has bat-cat at 4.5
    assert _judge(more_words, "maximal", "b k", 4.5).verdict("cat", "bat") == PairVerdict(
        "pass", False, ("k", "b"), 4.5, distance_met=True, pair_table_miss=False
    )
    assert _judge(more_words, "maximal", "b k", 4.6).verdict("cat", "bat") == PairVerdict(
        "below_distance", False, ("k", "b"), 4.5, distance_met=False, pair_table_miss=False
    )


def test_without_a_threshold_the_lexicon_gives_its_own(more_words: Lexicon) -> None:
    # distances 3.0, 3.5, 4.5: the 75th percentile is 3.5 or above, whatever the interpolation, and at most 4.5
    assert _judge(more_words, "maximal", "b k").verdict("cat", "bat").status == "pass"
    assert _judge(more_words, "maximal", "b m").verdict("mat", "bat").status == "below_distance"


def test_a_pair_that_the_table_misses_keeps_its_verdict(more_words: Lexicon) -> None:
    assert _judge(more_words, "maximal", "p k", 4.0).verdict("pat", "cat") == PairVerdict(
        "pass", False, ("p", "k"), None, distance_met=False, pair_table_miss=True
    )
    assert _judge(more_words, "minimal", "p k").verdict("pat", "cat") == PairVerdict(
        "pass", False, ("p", "k"), None, distance_met=None, pair_table_miss=True
    )


def test_a_wrong_contrast_stays_one_whatever_its_distance(more_words: Lexicon) -> None:
    verdict = _judge(more_words, "maximal", "t k", 4.0).verdict("cat", "bat")
    assert (verdict.status, verdict.distance_met) == ("wrong_contrast", True)
