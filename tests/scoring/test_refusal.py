from __future__ import annotations

import pytest

from stimfid_lib.scoring.refusal import REFUSAL_PHRASES, has_refusal_phrase


@pytest.mark.parametrize("phrase", REFUSAL_PHRASES)
def test_every_phrase_counts_in_any_case_and_with_curly_apostrophes(phrase: str) -> None:
    assert has_refusal_phrase(f"Well, {phrase.upper().replace(chr(39), '’')} do that.")


def test_the_phrases_of_the_specification_are_among_them() -> None:
    assert {"i can't", "i cannot", "i'm unable", "as an ai", "consult a"} <= set(REFUSAL_PHRASES)


@pytest.mark.parametrize("text", ["", "Use it as an aid.", "Hi can't", "They consult about it.", "I can help."])
def test_what_only_looks_like_a_refusal(text: str) -> None:
    assert not has_refusal_phrase(text)


def test_a_phrase_may_be_broken_over_lines() -> None:
    assert has_refusal_phrase("I\ncannot")
