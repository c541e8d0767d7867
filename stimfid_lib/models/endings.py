"""How a reply ended, in one vocabulary for all vendors: a cut list is no bad list, a blocked one no empty one."""

from __future__ import annotations

from typing import Literal, get_args

Ending = Literal["complete", "cut", "refused", "blocked", "empty", "other"]
"""`cut` at the token limit · `refused` by the model, marked as such by the vendor · `blocked` by the vendor's filters ·
`empty`: ended well without a text · `other`: ended for a reason of which the study knows nothing."""

ENDINGS: tuple[Ending, ...] = get_args(Ending)

_NAMES: dict[Ending, frozenset[str]] = {
    "complete": frozenset({"stop", "end_turn", "stop_sequence"}),
    "cut": frozenset({"length", "max_tokens", "model_context_window_exceeded"}),
    "refused": frozenset({"refusal"}),
    "blocked": frozenset(
        {
            *("content_filter", "safety", "recitation", "blocklist", "prohibited_content", "spii", "language"),
            *("model_armor", "jailbreak", "escalation", "image_safety"),
        }
    ),
}


def ending_of(finish_reason: str | None, text: str) -> Ending:
    """Tell how a reply ended.

    Args:
        finish_reason: as the server named it, see `Completion.finish_reason`; None counts as a normal end.
        text: the reply.

    A refusal in words only (the model says "I can't") is `complete` here; the extraction finds it.
    """
    name = (finish_reason or "stop").lower()
    if name.startswith("prompt_blocked"):
        return "blocked"
    ending: Ending = next((ending for ending, names in _NAMES.items() if name in names), "other")
    return "empty" if ending == "complete" and not text.strip() else ending
