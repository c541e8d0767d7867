"""Scoring a reply of pairs or sets, for callers that hold one prompt and one reply."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.scoring.rows import Row
from stimfid_lib.scoring.score import score_response
from stimfid_lib.suite.request import Request


def score_pairs_response(
    prompt_row: Mapping[str, Any],
    raw: str,
    lex: Lexicon,
    wordlist: Collection[str],
    *,
    distance_threshold: float | None = None,
) -> tuple[list[Row], Row]:
    """Score one reply to a prompt that asks for pairs or sets; otherwise as `score.score_response`.

    Raises:
        Refused: the prompt asks for words.
    """
    asked = Request.from_row(prompt_row)
    if asked.contrast is None:
        raise Refused(f"prompt {asked.prompt_id!r} asks for words: score its replies with score_response")
    return score_response(prompt_row, raw, lex, wordlist, distance_threshold=distance_threshold)
