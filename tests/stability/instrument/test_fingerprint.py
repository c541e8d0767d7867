"""Two fingerprints are equal, or what differs is named."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.instrument.fingerprint import RuntimeFingerprint, differences
from tests.stability.instrument.prints import ANSWERS, CONDITIONS, PRINT, answering, under


def test_equal_prints_differ_in_nothing() -> None:
    assert differences(PRINT, RuntimeFingerprint(CONDITIONS, ANSWERS)) == ()


@pytest.mark.parametrize("name", sorted(asdict(CONDITIONS)))
def test_each_condition_alone_is_named(name: str) -> None:
    was = asdict(CONDITIONS)[name]
    now = not was if isinstance(was, bool) else was + 1 if isinstance(was, int) else was + "x"
    other = under(**{name: now})
    assert differences(PRINT, other) == (f"{name}: {was!r} in the baseline, {now!r} now",)
    assert other.sha256 != PRINT.sha256


@pytest.mark.parametrize("number", range(1, 13))
def test_each_answer_alone_is_named(number: int) -> None:
    text = answering(number, text_sha256="other", logprobs_sha256="other")
    assert differences(PRINT, text) == (f"question {number}: another text",)
    bits = answering(number, logprobs_sha256="other")
    assert differences(PRINT, bits) == (f"question {number}: the same text, other probabilities",)
    assert len({PRINT.sha256, text.sha256, bits.sha256}) == 3


def test_other_questions_are_no_comparison() -> None:
    told = "the fixed questions are others than the baseline's"
    assert differences(PRINT, answering(3, prompt_sha256="other", text_sha256="other")) == (told,)
    assert differences(PRINT, RuntimeFingerprint(CONDITIONS, ANSWERS[:-1])) == (told,)


def test_it_comes_back_from_json() -> None:
    assert RuntimeFingerprint.from_json(json.loads(json.dumps(PRINT.to_json())), "here") == PRINT


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda value: value.pop("answers"), "'answers'"),
        (lambda value: value["conditions"].pop("build"), "build"),
        (lambda value: value["conditions"].update(colour="red"), "colour"),
        (lambda value: value["conditions"].update(threads="1"), "threads is '1', expected int"),
        (lambda value: value["conditions"].update(threads=True), "threads is True, expected int"),
        (lambda value: value["conditions"].update(flash_attention=1), "flash_attention is 1, expected bool"),
        (lambda value: value["answers"][0].pop("text_sha256"), "text_sha256"),
    ],
)
def test_what_is_no_fingerprint(spoil, told: str) -> None:  # type: ignore[no-untyped-def]
    value = json.loads(json.dumps(PRINT.to_json()))
    spoil(value)
    with pytest.raises(Refused, match=told):
        RuntimeFingerprint.from_json(value, "here")
