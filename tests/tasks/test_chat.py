"""How a task asks: a schema is passed on where the server takes one, and a refusal of it is no failure."""

from __future__ import annotations

import pytest

from stimfid_lib.models.clients.fake import FakeClient
from stimfid_lib.models.clients.openai_compatible import OpenAICompatibleClient
from stimfid_lib.models.clients.parameters import Parameters
from stimfid_lib.models.completion import BindingClient
from stimfid_lib.models.local import EmbeddedModelUnavailable, LocalClient
from stimfid_lib.models.messages import Messages
from stimfid_lib.models.roster import load_roster
from stimfid_lib.tasks import tagging
from stimfid_lib.tasks.answer import read_answer
from stimfid_lib.tasks.chat import CallFailed, chat_of, json_schema
from stimfid_lib.tasks.feed import Explanation, ItemTags, Reaction
from tests.loopback.openai_wire import Answer, Json, chat, refuse, serving

HELLO: Messages = [{"role": "system", "content": "Say it."}, {"role": "user", "content": "hello"}]
LINE = '{"line": "x"}'


def client(url: str) -> OpenAICompatibleClient:
    return OpenAICompatibleClient("own", Parameters("m", extra={"top_k": 4}), base_url=url)


def test_a_server_is_sent_the_schema_and_the_clients_own_settings() -> None:
    with serving(lambda _body: Answer(chat(LINE))) as server:
        own = client(server.url)
        ask = chat_of(own)
        assert ask(HELLO, Explanation) == LINE
        assert ask(HELLO) == LINE
        own.close()
    bound, free = server.requests
    assert bound["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "Explanation", "strict": True, "schema": json_schema(Explanation)},
    }
    assert bound["top_k"] == 4
    assert bound["messages"] == [{"role": "user", "content": "Say it.\n\nhello"}]
    assert "response_format" not in free, "one bound question binds no other"


def test_nothing_is_bound_on_request() -> None:
    with serving(lambda _body: Answer(chat(LINE))) as server:
        own = client(server.url)
        chat_of(own, bind=False)(HELLO, Explanation)
        own.close()
    assert "response_format" not in server.requests[0]


def test_a_server_that_refuses_a_schema_is_asked_without_from_then_on() -> None:
    def script(body: Json) -> Answer:
        return refuse(400, message="response_format is unknown") if "response_format" in body else Answer(chat(LINE))

    with serving(script) as server:
        own = client(server.url)
        ask = chat_of(own)
        assert [ask(HELLO, Explanation), ask(HELLO, Explanation)] == [LINE, LINE]
        own.close()
    assert ["response_format" in body for body in server.requests] == [True, False, False]


@pytest.mark.parametrize("status", [401, 429, 500])
def test_a_failure_that_has_nothing_to_do_with_the_schema_is_told_as_one(status: int) -> None:
    with serving(lambda _body: refuse(status)) as server:
        own = client(server.url)
        with pytest.raises(CallFailed, match="own: "):
            chat_of(own)(HELLO, Explanation)
        own.close()
    assert len(server.requests) == 1, "neither repeated nor asked without the schema"


def test_a_client_that_cannot_bind_is_asked_plainly() -> None:
    fake = FakeClient("m", [LINE])
    assert not isinstance(fake, BindingClient)
    assert chat_of(fake)(HELLO, Explanation) == LINE
    assert fake.calls == ["Say it.\n\nhello"]


@pytest.mark.parametrize("schema", [ItemTags, Reaction, Explanation])
def test_schemas_are_closed_so_that_a_strict_server_takes_them(schema: type) -> None:
    told = json_schema(schema)
    assert told["additionalProperties"] is False
    assert told["required"] == list(told["properties"])


@pytest.mark.weights
def test_the_embedded_model_is_bound_to_the_schema() -> None:
    try:
        embedded = LocalClient("smollm2_135m", load_roster().entry("smollm2_135m"))  # type: ignore[arg-type]
    except EmbeddedModelUnavailable as error:
        pytest.skip(str(error))
    with embedded:
        text = chat_of(embedded)(tagging.TASK.messages(tagging.load_cases()[0]), ItemTags)
    answer = read_answer(text, ItemTags)
    assert (answer.error, answer.how) == (None, "as it stands")
