"""The scripted client is a client."""

from __future__ import annotations

import pytest

from stimfid_lib.models.clients.fake import FakeClient
from stimfid_lib.models.completion import ChatClient, Completion


def test_replies_in_order_and_the_last_again() -> None:
    client = FakeClient("m", ["red", TimeoutError("slow"), Completion("", finish_reason="length"), "run"])
    got = [client.complete(f"prompt {number}", 0.7, seed=number) for number in range(5)]
    assert [completion.text for completion in got] == ["red", None, "", "run", "run"]
    assert got[1].error == "TimeoutError: slow"
    assert client.calls[:2] == ["prompt 0", "prompt 1"]
    assert client.seeds == [0, 1, 2, 3, 4]
    assert got[0].request["sent"] == {"temperature": 0.7, "seed": 0}
    assert isinstance(client, ChatClient)


def test_a_script_may_depend_on_prompt_and_seed() -> None:
    client = FakeClient("m", lambda prompt, seed: f"{prompt}/{seed}")
    assert client.complete("a", seed=3).text == "a/3"


def test_no_replies_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one reply"):
        FakeClient("m", [])
