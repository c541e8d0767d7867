"""Prompt rows as the suite has them."""

from __future__ import annotations

from typing import Any

from stimfid_lib.lexicon.constraints import Constraint, constraints_to_json
from stimfid_lib.lexicon.contrasts import Contrast

REAL_WORDS = frozenset(["bat", "cat", "dog", "hot", "kingdom", "missing", "rabbit", "ring", "wig", "zephyr"])

INITIAL_R = Constraint("phoneme_at", {"phoneme": "ɹ", "position": "initial"})


def words_prompt(*constraints: Constraint, length: int = 10, prompt_id: str = "A1-001:expert") -> dict[str, Any]:
    """A prompt that asks for words; without constraints, for words that begin with ɹ."""
    return {
        "prompt_id": prompt_id,
        "constraints_json": constraints_to_json(constraints or (INITIAL_R,)),
        "contrast_json": None,
        "list_length": length,
    }


def pairs_prompt(
    kind: str = "minimal", phonemes: str = "b k", length: int = 8, prompt_id: str = "A3-001:expert", **narrow: Any
) -> dict[str, Any]:
    """A prompt that asks for pairs, or for sets if the kind is multiple."""
    return {
        "prompt_id": prompt_id,
        "constraints_json": "[]",
        "contrast_json": Contrast(kind, tuple(phonemes.split()), **narrow).to_json(),
        "list_length": length,
    }
