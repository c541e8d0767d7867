from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import write_json
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.schema import NORMS
from stimfid_lib.scoring.explain import explain_item
from stimfid_lib.scoring.rows import STATUSES
from stimfid_lib.scoring.score import score_response
from stimfid_lib.scoring.wording import figure
from tests.scoring.prompts import REAL_WORDS, pairs_prompt, words_prompt
from tests.strategies import constraints


def _told(lexicon: Lexicon, prompt: dict[str, Any], entry: str, threshold: float | None = None) -> str:
    items, _ = score_response(prompt, f"1. {entry}", lexicon, REAL_WORDS, distance_threshold=threshold)
    return explain_item(items[0], prompt, lexicon)


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("cat", "‘cat’ starts with /k/, not /ɹ/."),
        ("ring", "‘ring’, said /ɹ ɪ ŋ/, is as asked."),
        ("zephyr", "‘zephyr’ is a real word that the lexicon does not hold, so its sounds could not be checked."),
        ("florb", "‘florb’ is in neither the lexicon nor the list of real words."),
        ("hot dog", "‘hot dog’ is more than one word."),
    ],
)
def test_words(fixture_lexicon: Lexicon, entry: str, sentence: str) -> None:
    assert _told(fixture_lexicon, words_prompt(), entry) == sentence


@pytest.mark.parametrize(
    ("kind", "params", "reason"),
    [
        ("phoneme_at", {"phoneme": "k", "position": "final"}, "ends with /t/, not /k/"),
        ("phoneme_at", {"phoneme": "t", "position": "medial"}, "has /t/ only at the end, not in the middle"),
        ("phoneme_at", {"phoneme": "l", "position": "medial"}, "has no /l/ in the middle"),
        ("contains_phoneme", {"phoneme": "g"}, "has no /ɡ/"),
        ("cluster_at", {"phonemes": ["s", "t"], "position": "initial"}, "starts with /k æ/, not /s t/"),
        ("cluster_at", {"phonemes": ["s", "t"], "position": "final"}, "ends with /æ t/, not /s t/"),
        ("syllable_count", {"min": 2, "max": 4}, "has 1 syllable, not 2 to 4"),
        ("syllable_count", {"min": 2, "max": 3}, "has 1 syllable, not 2 or 3"),
        ("syllable_count", {"min": 2, "max": 2}, "has 1 syllable, not 2"),
        ("syllable_count", {"min": 2}, "has 1 syllable, not at least 2"),
        ("syllable_count", {"max": 0}, "has 1 syllable, not at most 0"),
        ("cv_shape", {"shape": "CCVC"}, "has the shape CVC, not CCVC"),
        ("norm_band", {"prop": "aoa", "max": 2.5}, "is learned at about 3 years, later than 2.5"),
        ("norm_band", {"prop": "aoa", "min": 4}, "is learned at about 3 years, earlier than 4"),
        (
            "norm_band",
            {"prop": "concreteness", "max": 4.88},
            "is rated 4.9 for concreteness on a scale from 1 to 5, above 4.88",
        ),
        ("norm_band", {"prop": "familiarity", "min": 600}, "is rated 580 for familiarity, below 600"),
        (
            "norm_band",
            {"prop": "log_frequency", "min": 3.6},
            "has a word frequency (log10 of its count) of 3.5, below 3.6",
        ),
        ("norm_band", {"prop": "neighborhood_density", "max": 12}, "has 40 phonological neighbors, more than 12"),
    ],
)
def test_every_kind_of_constraint(fixture_lexicon: Lexicon, kind: str, params: dict[str, Any], reason: str) -> None:
    assert _told(fixture_lexicon, words_prompt(Constraint(kind, params)), "cat") == f"‘cat’ {reason}."


def test_several_reasons_a_missing_norm_and_a_variant(fixture_lexicon: Lexicon) -> None:
    final_t = Constraint("phoneme_at", {"phoneme": "t", "position": "final"})
    concrete = Constraint("norm_band", {"prop": "concreteness", "min": 3})
    early = Constraint("norm_band", {"prop": "aoa", "max": 4})
    assert _told(fixture_lexicon, words_prompt(final_t, concrete, early), "missing") == (
        "‘missing’ ends with /ŋ/, not /t/; it also has no concreteness in the lexicon; "
        "it is also learned at about 7 years, later than 4."
    )
    schwa = Constraint("contains_phoneme", {"phoneme": "ə"})
    assert _told(fixture_lexicon, words_prompt(schwa), "rabbit") == (
        "‘rabbit’ has no /ə/; it can also be said /ɹ æ b ə t/, which is as asked, so it counts neither way."
    )


def test_a_norm_is_worded_by_the_lexicons_own_scale(fixture_lexicon_dir: Path) -> None:
    norms = {"aoa": {"unit": "rating", "scale": "1-7", "phrase": "rated age of acquisition"}}
    write_json(fixture_lexicon_dir / "lexicon.json", {"name": "rated", "norms": norms})
    early = Constraint("norm_band", {"prop": "aoa", "max": 2.5})
    assert _told(Lexicon.from_dir(fixture_lexicon_dir), words_prompt(early), "cat") == (
        "‘cat’ is rated 3 for age of acquisition on a scale from 1 to 7, above 2.5."
    )


@pytest.mark.parametrize(
    ("value", "bound", "text"),
    [(4.2, 5, "4.2"), (4.96, 5, "4.96"), (4.96, 4, "5.0"), (5, 6, "5"), (5.04, 5, "5.04"), (5.00004, 5, "5.00004")],
)
def test_a_number_is_rounded_only_as_far_as_it_stays_apart_from_its_bound(
    value: float, bound: float, text: str
) -> None:
    assert figure(value, bound) == text


@pytest.mark.lexicon
@pytest.mark.parametrize(
    ("word", "phoneme", "position", "sentence"),
    [
        ("gem", "ɡ", "initial", "‘gem’ starts with /dʒ/, not /ɡ/."),
        ("knight", "k", "initial", "‘knight’ starts with /n/; its k is silent."),
        ("Gnome", "ɡ", "initial", "‘Gnome’ starts with /n/; its g is silent."),
        ("psalm", "p", "initial", "‘psalm’ starts with /s/; its p is silent."),
        ("wrist", "w", "initial", "‘wrist’ starts with /ɹ/; its w is silent."),
        ("hour", "h", "initial", "‘hour’ starts with /aʊ/; its h is silent."),
        ("phone", "p", "initial", "‘phone’ starts with /f/, not /p/."),
        ("thumb", "t", "initial", "‘thumb’ starts with /θ/, not /t/."),
        ("city", "k", "initial", "‘city’ starts with /s/, not /k/."),
        ("comb", "b", "final", "‘comb’ ends with /m/; its b is silent."),
        ("autumn", "n", "final", "‘autumn’ ends with /m/; its n is silent."),
        ("nose", "s", "final", "‘nose’ ends with /z/, not /s/."),
        ("teacher", "ɹ", "final", "‘teacher’ ends with /ɝ/ (the er of “her”), not /ɹ/ (the r of “red”)."),
        ("castle", "t", "medial", "‘castle’ has no /t/ in the middle; its t is silent."),
        ("island", "s", "medial", "‘island’ has no /s/ in the middle; its s is silent."),
        ("vision", "s", "medial", "‘vision’ has no /s/ in the middle; its si is said /ʒ/."),
        ("singer", "ɡ", None, "‘singer’ has no /ɡ/; its ng is said /ŋ/."),
        ("walk", "l", None, "‘walk’ has no /l/; its l is silent."),
        ("cat", "ɡ", None, "‘cat’ has no /ɡ/."),
    ],
)
def test_letters_against_sounds(
    open_lexicon: Lexicon, word: str, phoneme: str, position: str | None, sentence: str
) -> None:
    params = {"phoneme": phoneme} | ({"position": position} if position else {})
    prompt = words_prompt(Constraint("phoneme_at" if position else "contains_phoneme", params))
    assert _told(open_lexicon, prompt, word) == sentence


@pytest.mark.parametrize(
    ("prompt", "entry", "reason"),
    [
        (pairs_prompt(), "cat - bat", "differ only in /k/ and /b/, as asked"),
        (pairs_prompt(phonemes="t k"), "cat - bat", "differ only in /k/ and /b/, not in /t/ and /k/"),
        (pairs_prompt(position="final"), "cat - bat", "differ only in /k/ and /b/ at the beginning, not at the end"),
        (
            pairs_prompt(syllables=2),
            "cat - bat",
            "differ only in /k/ and /b/, as asked, but have 1 syllable each, not 2",
        ),
        (pairs_prompt(), "cat - rabbit", "have 3 and 5 sounds, /k æ t/ and /ɹ æ b ɪ t/, so they are no minimal pair"),
        (pairs_prompt(), "cat - wig", "differ in 3 sounds, /k æ t/ and /w ɪ ɡ/, so they are no minimal pair"),
        (pairs_prompt(), "night - knight", "sound alike, /n aɪ t/, so they are no pair"),
        (
            pairs_prompt("maximal"),
            "cat - bat",
            "differ only in /k/ and /b/, which are too much alike for a maximal contrast (their distance is 4.50)",
        ),
        (
            pairs_prompt("maximal", "p k"),
            "cat - pat",
            "differ only in /k/ and /p/, as asked; how far apart these are the pair table does not say",
        ),
        (
            pairs_prompt("multiple", "b p m", length=1),
            "cat - bat",
            "differ only in /k/ and /b/, not in /b/ in the first word and /p/ or /m/ in the second",
        ),
        (
            pairs_prompt(phonemes="ɹ ʃ"),
            "route - shout",
            "differ in 2 sounds, /ɹ u t/ and /ʃ aʊ t/, so they are no minimal pair; said in another way they are the "
            "pair asked for, so they count neither way",
        ),
    ],
)
def test_pairs(more_words: Lexicon, prompt: dict[str, Any], entry: str, reason: str) -> None:
    one, other = entry.split(" - ")
    assert _told(more_words, prompt, entry, threshold=4.9) == f"‘{one}’ and ‘{other}’ {reason}."


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("cat", "‘cat’ stands alone, without a second word."),
        ("cat - florb", "‘florb’ is in neither the lexicon nor the list of real words."),
        ("hot dog - cat", "‘hot dog’ is more than one word."),
        ("hot dog - ice cream", "‘hot dog’ and ‘ice cream’ are more than one word each."),
        ("zephyr - cat", "‘zephyr’ is a real word that the lexicon does not hold, so its sounds could not be checked."),
        (
            "zephyr - florb",
            "‘zephyr’ and ‘florb’ are not in the lexicon, and at least one of them is not in the list of real words "
            "either.",
        ),
    ],
)
def test_pairs_with_a_bad_side(fixture_lexicon: Lexicon, entry: str, sentence: str) -> None:
    assert _told(fixture_lexicon, pairs_prompt(), entry) == sentence


def test_a_verdict_of_another_lexicon_is_refused(fixture_lexicon: Lexicon, more_words: Lexicon) -> None:
    items, _ = score_response(words_prompt(), "1. night", more_words, REAL_WORDS)
    with pytest.raises(Refused, match="'night' was judged by its sounds"):
        explain_item(items[0], words_prompt(), fixture_lexicon)


_WORDS = st.sampled_from(
    "cat bat mat pat cab cats bats night knight KNIGHT route shout rabbit ring missing kingdom wig zephyr florb".split()
) | st.just("hot dog")
_CONTRASTS = st.sampled_from(
    [
        pairs_prompt(kind, phonemes, **narrow)
        for kind, phonemes in (("minimal", "k b"), ("minimal", "n ʃ"), ("maximal", "k b"), ("multiple", "k b m"))
        for narrow in ({}, {"position": "initial"}, {"position": "final"}, {"syllables": 1}, {"syllables": 2})
    ]
)


def _is_one_plain_sentence(sentence: str) -> None:
    assert sentence.endswith(".")
    assert not re.search(r"[.!?]\s", sentence), "more than one sentence"
    assert "_" not in sentence
    assert "None" not in sentence
    assert not set(re.findall(r"\w+", sentence)) & {*STATUSES} - {"pass", "fail"}, "a name of the code"


@settings(max_examples=80)
@given(_WORDS, st.lists(constraints(NORMS), min_size=1, max_size=3))
def test_every_verdict_on_a_word_is_one_sentence(more_words: Lexicon, word: str, asked: list[Constraint]) -> None:
    sentence = _told(more_words, words_prompt(*asked), word)
    _is_one_plain_sentence(sentence)
    assert word in sentence


@settings(max_examples=80)
@given(st.lists(_WORDS, min_size=1, max_size=2), _CONTRASTS, st.sampled_from([None, 4.0, 5.0]))
def test_every_verdict_on_a_pair_is_one_sentence(
    more_words: Lexicon, words: list[str], prompt: dict[str, Any], threshold: float | None
) -> None:
    sentence = _told(more_words, prompt, " - ".join(words), threshold=threshold or 4.4)
    _is_one_plain_sentence(sentence)
    assert any(word in sentence for word in words)
