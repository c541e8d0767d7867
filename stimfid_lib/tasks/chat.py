"""How a task asks: one function from messages to an answer's text, whoever answers."""

from __future__ import annotations

from typing import Any, Protocol

from pydantic import BaseModel

from stimfid_lib.base.errors import StimfidError
from stimfid_lib.base.seed import SEED
from stimfid_lib.models.completion import BindingClient, ChatClient, Completion
from stimfid_lib.models.messages import Messages, as_prompt


class CallFailed(StimfidError, RuntimeError):
    """A call brought no answer: counted apart and never scored, since an error is not an answer."""


class ChatJson(Protocol):
    """Asks a model once.

    `schema` is the answer's pydantic model, which an endpoint that can do so binds its answer to; None asks for text.
    The answer's text is returned as it came: reading it, tolerantly, is the task's business.

    Raises:
        CallFailed: no answer came.
    """

    def __call__(self, messages: Messages, schema: type[BaseModel] | None = None, /) -> str:
        """Return the answer's text."""
        ...


def chat_of(client: ChatClient, *, temperature: float | None = 0.0, seed: int = SEED, bind: bool = True) -> ChatJson:
    """Ask through one of the study's own clients.

    A schema is passed on where the client can (`BindingClient`) and `bind` is not False. A server that refuses a
    bound question for good is asked without a schema from then on: the prompt itself states the form.
    """
    can_bind = bind and isinstance(client, BindingClient)

    def ask(prompt: str, schema: type[BaseModel] | None) -> Completion:
        nonlocal can_bind
        if schema is None or not can_bind or not isinstance(client, BindingClient):
            return client.complete(prompt, temperature, seed=seed)
        completion = client.complete_bound(prompt, json_schema(schema), temperature, seed=seed)
        if not _took_no_schema(completion):
            return completion
        can_bind = False
        return client.complete(prompt, temperature, seed=seed)

    def chat(messages: Messages, schema: type[BaseModel] | None = None, /) -> str:
        completion = ask(as_prompt(messages), schema)
        if completion.text is None:
            raise CallFailed(f"{client.key}: {completion.error}")
        return completion.text

    return chat


def json_schema(schema: type[BaseModel]) -> dict[str, Any]:
    """The schema as an endpoint takes it, named by its `title`; descriptions are for people and left out."""
    told = schema.model_json_schema()
    told.pop("description", None)
    return told


def _took_no_schema(completion: Completion) -> bool:
    """Tell a refusal that another question of the same form would meet again (400, 422) from a passing failure."""
    fault = completion.fault
    return fault is not None and fault.unpaid and not (fault.again or fault.hopeless)
