"""The noun of this floor: one answer of one model to one prompt, or the error that came in its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class Fault:
    """What an error means for the one who asked: whether to ask again, and when.

    Attributes:
        again: the same question may succeed when it is asked again soon (overload, a lost connection, a broken body).
        after_s: seconds that the server asked to wait, None if it did not say.
        crowded: the server wants fewer requests (429, 503, 529).
        hopeless: no question to this model can succeed before somebody mends something (key, model id, account).
        unpaid: the server said no by a status of its own, or nobody listens, so that the call cost nothing.
    """

    again: bool = False
    after_s: float | None = None
    crowded: bool = False
    hopeless: bool = False
    unpaid: bool = False


@dataclass(frozen=True, slots=True)
class Completion:
    """What came back from one call; an error is never an answer.

    Exactly one of `text` and `error` is set. An empty text is an answer (its `finish_reason` says why), a refusal
    or a reply cut at the token limit is an answer too; only a call that brought no reply is an error.

    Attributes:
        text: the reply as the model wrote it, unchanged.
        model_id: the id that the server returned, not the one that was asked for; None when no reply came.
        usage: token counts as the server reported them: `input_tokens`, `output_tokens`, where given
            `cached_tokens` and `reasoning_tokens`; empty when none were reported.
        error: what went wrong, in words that hold no key; see `clients.faults.error_text`.
        finish_reason: `stop`, `length`, `content_filter`, `SAFETY`, … as the server named it; `refusal` for a refusal
            that the server marked as one. `models.endings` puts all vendors' names into one vocabulary.
        latency_s: seconds from sending to the whole reply, measured here.
        request: what was asked for and what was sent, see `requested_and_sent`.
        fault: what the error means for asking again; None where there is no error or nothing is known. Not recorded.

    Raises:
        ValueError: both or neither of `text` and `error` are set.
    """

    text: str | None
    model_id: str | None = None
    usage: Mapping[str, int] = field(default_factory=dict)
    error: str | None = None
    finish_reason: str | None = None
    latency_s: float | None = None
    request: Mapping[str, Any] = field(default_factory=dict)
    fault: Fault | None = None

    def __post_init__(self) -> None:
        if (self.text is None) == (self.error is None):
            raise ValueError(
                f"a completion holds either a text or an error, not text={self.text!r} with error={self.error!r}"
            )


@runtime_checkable
class ChatClient(Protocol):
    """Anything that can be asked: a vendor, an endpoint, the embedded model, a reference generator.

    `key` names the model in records and file names. A client may also have `close()` (see `clients.base.close_all`)
    and `settings(temperature)` (see `settings_of`).
    """

    key: str

    def complete(self, prompt: str, temperature: float | None = None, *, seed: int | None = None) -> Completion:
        """Send one prompt as the only user message of a fresh conversation and return what came back.

        `temperature` and `seed` are wishes: what a model does not take is not sent, and the completion's `request`
        says so. A failed call is returned as a completion with `error`, never raised.
        """
        ...


@runtime_checkable
class BindingClient(ChatClient, Protocol):
    """A client whose server can bind an answer to a JSON schema (`response_format` of OpenAI-compatible servers)."""

    def complete_bound(
        self, prompt: str, schema: Mapping[str, Any], temperature: float | None = None, *, seed: int | None = None
    ) -> Completion:
        """`complete`, with the answer bound to a JSON schema whose `title` names it.

        A server that takes no schema answers with an error. An answer that was cut at the cap is no whole JSON, bound
        or not.
        """
        ...


def requested_and_sent(requested: Mapping[str, Any], sent: Mapping[str, Any]) -> dict[str, Any]:
    """Describe a call for its record: `requested`, `sent`, and `unsupported`, the wishes that were not sent.

    A wish that is None was none and does not count as unsupported.
    """
    wishes = {name: value for name, value in requested.items() if value is not None}
    return {
        "requested": wishes,
        "sent": dict(sent),
        "unsupported": sorted(name for name in wishes if name not in sent),
    }


def settings_of(request: Mapping[str, Any]) -> dict[str, Any]:
    """What decides a reply besides prompt and seed, from a completion's `request`; one model's replies agree in it.

    A client that can say so before it is asked has the method `settings(temperature)`, which returns the same.
    """
    sent = {name: "run" if name == "seed" else value for name, value in request.get("sent", {}).items()}
    told = {name: value for name, value in request.items() if name not in ("requested", "sent", "unsupported")}
    return {**sent, **told}
