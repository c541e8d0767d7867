"""When a question is asked again, and how long to wait."""

from __future__ import annotations

import pytest

from stimfid_lib.models.completion import Completion, Fault
from stimfid_lib.models.retry import Retries


def failed(**fault: object) -> Completion:
    return Completion(None, error="x", fault=Fault(**fault))  # type: ignore[arg-type]


def test_waits_double_within_half_and_whole_and_end() -> None:
    retries = Retries(attempts=9, first_s=1.0, longest_s=20.0)
    waits = [retries.wait_s(failed(again=True), attempt) for attempt in range(1, 10)]
    for wait, most in zip(waits, (1, 2, 4, 8, 16, 20, 20, 20), strict=False):
        assert wait is not None
        assert most / 2 <= wait <= most
    assert waits[-1] is None


def test_questions_that_failed_together_do_not_come_back_together() -> None:
    retries = Retries()
    assert len({retries.wait_s(failed(again=True), 1) for _ in range(20)}) == 20


def test_the_server_s_wish_is_never_undercut() -> None:
    retries = Retries(patience_s=600.0)
    for attempt in (1, 4):
        at_once = retries.wait_s(failed(again=True, after_s=0.0), attempt)
        assert at_once is not None
        assert at_once >= 2.0 ** (attempt - 1) / 2, "nor do our own waits stop doubling where it asks for none"
        wait = retries.wait_s(failed(again=True, after_s=30.0), attempt)
        assert wait is not None
        assert 30.0 < wait <= 31.0
    assert retries.wait_s(failed(again=True, after_s=601.0), 1) is None
    assert retries.asks_too_much(failed(again=True, after_s=601.0))


@pytest.mark.parametrize(
    "completion", [Completion("red"), Completion(None, error="x"), failed(), failed(hopeless=True, after_s=1.0)]
)
def test_what_is_not_asked_again(completion: Completion) -> None:
    assert Retries().wait_s(completion, 1) is None
