"""The prompt as its own answer."""

from __future__ import annotations

import polars as pl
import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.models.reference import EchoClient


def test_it_repeats_the_prompt(seven_suite: pl.DataFrame, fixture_lexicon: Lexicon) -> None:
    client = EchoClient(seven_suite, fixture_lexicon)
    for prompt in seven_suite["prompt_text"]:
        completion = client.complete(prompt, 1.0, seed=3)
        assert (completion.text, completion.error, completion.model_id) == (prompt, None, "stimfid-echo-1")


def test_a_prompt_of_another_suite_is_refused(seven_suite: pl.DataFrame, fixture_lexicon: Lexicon) -> None:
    with pytest.raises(Refused, match="stimfid-echo-1: knows only the 4 prompts"):
        EchoClient(seven_suite, fixture_lexicon).complete("Hello")
