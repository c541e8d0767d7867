"""Condition profiles: under which conditions a subject answers; a curve never mixes two of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.settings import proposal

TEMPERATURE = 1.0
"""The wish of every run; what a model does not take is not sent (`models.yaml`)."""

LINE = 160
"""Most characters that the constrained profile lets a model write before its closing line."""

THINKING_OFF: Mapping[str, Mapping[str, Any]] = {
    "openai": {"reasoning_effort": "none"},
    "anthropic": {"thinking": {"type": "disabled"}},
    "google": {"thinking_config": {"thinking_budget": 0}},
    "embedded": {"chat_template_kwargs": {"enable_thinking": False}},
}
"""How each kind of server is told not to think (Google: its 2.5 models; from 3.5 on a level takes the budget's place).
An endpoint of one's own has no agreed word for it: there nothing is sent, and `explicitly_set` shows that."""


@dataclass(frozen=True)
class Profile:
    """What is sent beside the prompt.

    Attributes:
        name: as records and curves call it.
        max_tokens: cap on the reply; None leaves the roster's.
        extra: further parameters, sent as they are.
    """

    name: str
    max_tokens: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


def closing_line_grammar(options: Sequence[str]) -> str:
    """A GBNF grammar: at most one line without a colon, then the closing line with one of the options.

    Without a colon the first line can be no decision line of its own, so every reply holds exactly one.
    """
    tokens = " | ".join(f'"{option}"' for option in options)
    return f'root ::= [^\\n:]{{0,{LINE}}} "\\nDECISION: " ({tokens})'


def embedded_profile(name: str, options: Sequence[str]) -> Profile:
    """`free` (the model writes as it likes) or `constrained` (a grammar forces the closing line).

    The constrained cap holds the longest reply that the grammar allows, of one token a character.

    Raises:
        Refused: another name.
    """
    if name == "free":
        return Profile("free", 256)
    if name == "constrained":
        return Profile("constrained", LINE + 20, {"grammar": closing_line_grammar(options)})
    raise Refused(f"condition profile {name!r}{proposal(name, EMBEDDED_PROFILES)}")


EMBEDDED_PROFILES = ("free", "constrained")

DEFAULT_PROFILE = "default"
"""Of every subject that is asked through a server: nothing binds its reply."""

SYNTHETIC_PROFILE = "synthetic"
"""Of responders, which are laws and no models."""

RESPONDER = "responder:"
"""What stands before a law's name where a model is named."""
