"""One vocabulary for how replies end."""

from __future__ import annotations

import pytest

from stimfid_lib.models.endings import Ending, ending_of


@pytest.mark.parametrize(
    ("finish", "text", "ending"),
    [
        ("stop", "red", "complete"),
        ("end_turn", "red", "complete"),
        ("STOP", "red", "complete"),
        (None, "red", "complete"),
        ("stop", "  \n", "empty"),
        (None, "", "empty"),
        ("length", "", "cut"),
        ("max_tokens", "re", "cut"),
        ("MAX_TOKENS", "re", "cut"),
        ("model_context_window_exceeded", "re", "cut"),
        ("refusal", "", "refused"),
        ("content_filter", "", "blocked"),
        ("SAFETY", "half", "blocked"),
        ("PROMPT_BLOCKED:OTHER", "", "blocked"),
        ("tool_calls", "", "other"),
        ("a_new_reason", "red", "other"),
    ],
)
def test_endings(finish: str | None, text: str, ending: Ending) -> None:
    assert ending_of(finish, text) == ending
