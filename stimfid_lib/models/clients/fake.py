"""A real client whose replies are written in advance: for tests of everything that asks models."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stimfid_lib.models.completion import Completion, requested_and_sent

Reply = str | Exception | Completion
"""A text, an exception (told as an error), or a whole completion."""


class FakeClient:
    """Answers from a script and counts the calls.

    Args:
        key: the model key.
        replies: either the replies in order (the last one is repeated when they run out), or a function
            of (prompt, seed) for replies that do not depend on the order of asking.

    `calls` lists the prompts asked so far, `seeds` and `temperatures` what came with them.
    """

    def __init__(self, key: str, replies: Sequence[Reply] | Callable[[str, int | None], Reply]) -> None:
        if not callable(replies) and not replies:
            raise ValueError("a fake client needs at least one reply")
        self.key = key
        self.calls: list[str] = []
        self.seeds: list[int | None] = []
        self.temperatures: list[float | None] = []
        self._replies = replies

    def complete(self, prompt: str, temperature: float | None = None, *, seed: int | None = None) -> Completion:
        """Return the next scripted reply."""
        number = len(self.calls)
        self.calls.append(prompt)
        self.seeds.append(seed)
        self.temperatures.append(temperature)
        reply = (
            self._replies(prompt, seed)
            if callable(self._replies)
            else self._replies[min(number, len(self._replies) - 1)]
        )
        if isinstance(reply, Completion):
            return reply
        wishes = {"temperature": temperature, "seed": seed}
        request = requested_and_sent(wishes, {name: value for name, value in wishes.items() if value is not None})
        if isinstance(reply, Exception):
            return Completion(None, error=f"{type(reply).__name__}: {reply}", latency_s=0.0, request=request)
        return Completion(reply, model_id=f"fake-{self.key}", finish_reason="stop", latency_s=0.0, request=request)
