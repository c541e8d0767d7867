"""Reading structured answers: tolerant of the wrapping, strict in the content, and never a crash."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.tasks.answer import LONGEST, read_answer
from stimfid_lib.tasks.feed import Explanation, ItemTags, Reaction

PLAIN = '{"verdict": true, "confidence": 4, "reasoning": "about nickel"}'
RIGHT = Reaction(verdict=True, confidence=4, reasoning="about nickel")


@pytest.mark.parametrize(
    ("text", "how"),
    [
        (PLAIN, "as it stands"),
        (f"\n {PLAIN}\n", "as it stands"),
        (f"```json\n{PLAIN}\n```", "repaired"),
        (f"Sure! Here you go: {PLAIN} Anything else?", "repaired"),
        ("{'verdict': True, 'confidence': 4, 'reasoning': 'about nickel'}", "repaired"),
        ('{"verdict": true, "confidence": 4, "reasoning": "about nickel"', "repaired"),
        ('{"verdict": true, "confidence": 4, "reasoning": "about nickel",}', "repaired"),
        (f'<think>perhaps {{"verdict": false}}</think>{PLAIN}', "as it stands"),
        (f'{PLAIN}\n{{"verdict": false, "confidence": 1, "reasoning": "on second thought"}}', "repaired"),
    ],
)
def test_the_object_is_found(text: str, how: str) -> None:
    answer = read_answer(text, Reaction)
    assert (answer.value, answer.error, answer.how) == (RIGHT, None, how)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no JSON object in the answer: (empty)"),
        ("Yes, this reader would like it.", "no JSON object in the answer: Yes, this"),
        ("[1, 2]", "no JSON object"),
        ("true", "no JSON object"),
        ('{"verdict": true, "confidence": 4}', "reasoning is missing"),
        (PLAIN.replace("4", "6"), "confidence = 6: "),
        (PLAIN.replace("4", "0"), "confidence = 0: "),
        (PLAIN.replace("4", "3.5"), "confidence = 3.5: "),
        (PLAIN.replace("true", '"perhaps"'), "verdict = 'perhaps': "),
        (PLAIN.replace("verdict", "answer"), "verdict is missing"),
        (PLAIN.replace("}", ', "mood": "good"}'), "mood = 'good': "),
    ],
)
def test_what_does_not_validate_is_told_in_prose(text: str, told: str) -> None:
    answer = read_answer(text, Reaction)
    assert answer.value is None
    assert answer.error is not None
    assert told in answer.error


def test_topics_are_of_the_vocabulary_at_most_three_and_each_once() -> None:
    def topics(names: str) -> tuple[str, ...] | None:
        read = read_answer(f'{{"topics": [{names}], "kind": "news", "level": "public"}}', ItemTags)
        return read.value.topics if read.value else None

    assert topics('"energy", "energy", "robotics"') == ("energy", "robotics")
    assert topics('"energy", "robotics", "ecology", "genomics"') is None
    assert topics('"chemistry"') is None
    assert topics("") is None


@given(st.text(max_size=200) | st.text(alphabet='{}[]":,\\ truefalsn0123456789eE.-', max_size=200))
def test_no_text_crashes_the_reading(text: str) -> None:
    answer = read_answer(text, Explanation)
    assert (answer.value is None) == (answer.error is not None)


@pytest.mark.parametrize("text", ['{"a":' * 5000, "[" * 100_000, "{" * 5000, '{"line": "' + "x" * 3 * LONGEST])
def test_no_depth_or_length_crashes_the_reading(text: str) -> None:
    read_answer(text, Explanation)


@given(st.builds(Reaction, verdict=st.booleans(), confidence=st.integers(1, 5), reasoning=st.text(max_size=60)))
def test_what_validates_reads_back_as_it_was(reaction: Reaction) -> None:
    answer = read_answer(reaction.model_dump_json(), Reaction)
    assert (answer.value, answer.how) == (reaction, "as it stands")
