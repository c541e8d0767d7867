"""What a served model is sent besides the prompt: decided by its roster entry and the run's wishes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from stimfid_lib.models.completion import requested_and_sent

CapName = Literal["max_tokens", "max_completion_tokens", "max_output_tokens"]

Takes = float | int | Literal["run"] | None
"""What a model takes of a parameter: None is not sent, "run" sends what the run asks for, a number is always sent."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """A model's id and its parameters.

    Attributes:
        model_id: the id that is asked for.
        temperature, seed: see `Takes`.
        max_tokens: cap on the reply's tokens; None is not sent.
        max_tokens_name: how the server calls the cap (OpenAI: `max_completion_tokens`, Google:
            `max_output_tokens`, most others: `max_tokens`).
        extra: further parameters of the server, sent as they are (sampler settings, a grammar, thinking turned off).
    """

    model_id: str
    temperature: Takes = "run"
    seed: Literal["run"] | None = "run"
    max_tokens: int | None = None
    max_tokens_name: CapName = "max_tokens"
    extra: Mapping[str, Any] = field(default_factory=dict)

    def named(self, temperature: float | None, seed: int | None) -> dict[str, Any]:
        """The parameters of one call that the API names, without the model's id and the `extra` ones."""
        named: dict[str, Any] = {}
        if self.max_tokens is not None:
            named[self.max_tokens_name] = self.max_tokens
        heat = temperature if self.temperature == "run" else self.temperature
        if heat is not None:
            named["temperature"] = heat
        if self.seed is not None and seed is not None:
            named["seed"] = seed
        return named

    def request(self, temperature: float | None, seed: int | None) -> dict[str, Any]:
        """One call as its record tells it."""
        sent = {"model": self.model_id, **self.named(temperature, seed), **self.extra}
        return requested_and_sent({"temperature": temperature, "seed": seed}, sent)
