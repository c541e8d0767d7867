from __future__ import annotations

from typing import Any

import pytest

from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.scoring.explain import explain_item
from stimfid_lib.scoring.score import score_response
from tests.scoring.prompts import REAL_WORDS, pairs_prompt, words_prompt


def _told(lexicon: Lexicon, prompt: dict[str, Any], entry: str, threshold: float | None = None) -> str:
    items, _ = score_response(prompt, f"1. {entry}", lexicon, REAL_WORDS, distance_threshold=threshold)
    return explain_item(items[0], prompt, lexicon)


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("cat", "‘cat’ /k æ t/: no /ɹ/ at the beginning"),
        ("ring", "‘ring’ /ɹ ɪ ŋ/: meets all that was asked"),
        ("zephyr", "‘zephyr’: a real word that the lexicon does not hold, so it is not scored"),
        ("florb", "‘florb’: in neither the lexicon nor the word list"),
        ("hot dog", "‘hot dog’: more than one word"),
    ],
)
def test_words(fixture_lexicon: Lexicon, entry: str, sentence: str) -> None:
    assert _told(fixture_lexicon, words_prompt(), entry) == sentence


@pytest.mark.parametrize(
    ("kind", "params", "reason"),
    [
        ("phoneme_at", {"phoneme": "k", "position": "final"}, "no /k/ at the end"),
        ("phoneme_at", {"phoneme": "t", "position": "medial"}, "no /t/ in the middle"),
        ("contains_phoneme", {"phoneme": "g"}, "no /ɡ/"),
        ("cluster_at", {"phonemes": ["s", "t"], "position": "initial"}, "no /s t/ at the beginning"),
        ("syllable_count", {"min": 2, "max": 3}, "1 syllable, 2 to 3 asked for"),
        ("syllable_count", {"min": 2, "max": 2}, "1 syllable, 2 asked for"),
        ("cv_shape", {"shape": "CCVC"}, "shape CVC, CCVC asked for"),
        ("norm_band", {"prop": "aoa", "max": 2.5}, "age of acquisition 3 (years), at most 2.5 asked for"),
        ("norm_band", {"prop": "familiarity", "min": 600}, "familiarity 580 (rating), at least 600 asked for"),
    ],
)
def test_every_kind_of_constraint(fixture_lexicon: Lexicon, kind: str, params: dict[str, Any], reason: str) -> None:
    assert _told(fixture_lexicon, words_prompt(Constraint(kind, params)), "cat") == f"‘cat’ /k æ t/: {reason}"


def test_several_reasons_a_missing_norm_and_a_variant(fixture_lexicon: Lexicon) -> None:
    final_t = Constraint("phoneme_at", {"phoneme": "t", "position": "final"})
    concrete = Constraint("norm_band", {"prop": "concreteness", "min": 3})
    assert _told(fixture_lexicon, words_prompt(final_t, concrete), "missing") == (
        "‘missing’ /m ɪ s ɪ ŋ/: no /t/ at the end; the lexicon has no concreteness for it"
    )
    schwa = Constraint("contains_phoneme", {"phoneme": "ə"})
    assert _told(fixture_lexicon, words_prompt(schwa), "rabbit") == (
        "‘rabbit’ /ɹ æ b ɪ t/: no /ə/; only a secondary pronunciation would do, so it is not scored"
    )


@pytest.mark.parametrize(
    ("prompt", "entry", "reason"),
    [
        (pairs_prompt(), "cat - bat", "they differ in /k/ and /b/, as asked"),
        (pairs_prompt(phonemes="t k"), "cat - bat", "they differ in /k/ and /b/, /t/ against /k/ asked for"),
        (pairs_prompt(position="final"), "cat - bat", "they differ in /k/ and /b/, but not at the end, as asked"),
        (pairs_prompt(syllables=2), "cat - bat", "they differ in /k/ and /b/, with 1 and 1 syllables, 2 asked for"),
        (pairs_prompt(), "cat - rabbit", "they differ in more than one phoneme"),
        (pairs_prompt(), "night - knight", "they sound alike"),
        (
            pairs_prompt("maximal"),
            "cat - bat",
            "they differ in /k/ and /b/, only 4.50 apart, too near for a maximal contrast",
        ),
        (
            pairs_prompt("maximal", "p k"),
            "cat - pat",
            "they differ in /k/ and /p/, whose distance the pair table does not hold",
        ),
    ],
)
def test_pairs(more_words: Lexicon, prompt: dict[str, Any], entry: str, reason: str) -> None:
    assert _told(more_words, prompt, entry, threshold=4.9).partition(": ")[2] == reason


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("cat", "‘cat’ /k æ t/: no second word"),
        ("cat - florb", "‘cat’ /k æ t/ and ‘florb’: ‘florb’ is in neither the lexicon nor the word list"),
        ("hot dog - cat", "‘hot dog’ and ‘cat’ /k æ t/: ‘hot dog’ is more than one word"),
        ("zephyr - florb", "‘zephyr’ and ‘florb’: one of the two is in neither the lexicon nor the word list"),
    ],
)
def test_pairs_with_a_bad_side(fixture_lexicon: Lexicon, entry: str, sentence: str) -> None:
    assert _told(fixture_lexicon, pairs_prompt(), entry) == sentence
