"""From keys of the roster to clients; nothing live is ever made."""

from __future__ import annotations

import polars as pl
import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.models.build import KEY_OF, build_clients, clients_open
from stimfid_lib.models.clients.anthropic_messages import AnthropicClient
from stimfid_lib.models.clients.gemini import GeminiClient
from stimfid_lib.models.clients.openai_compatible import OpenAICompatibleClient
from stimfid_lib.models.live import Leave
from stimfid_lib.models.pool import CrowdClient
from stimfid_lib.models.reference import CommonClient, EchoClient, LexiconClient, SpellingClient
from stimfid_lib.models.roster import VENDOR_LIMITS, Roster, load_roster
from tests.loopback.openai_wire import Answer, chat, serving


def roster(**entries: dict[str, object]) -> Roster:
    return Roster.model_validate({"models": entries})


def test_reference_generators(seven_suite: pl.DataFrame, fixture_lexicon: Lexicon) -> None:
    keys = ["spelling", "lexicon", "common", "echo"]
    clients = build_clients(keys, load_roster(), seven_suite, fixture_lexicon)
    assert list(clients) == keys
    assert isinstance(clients["common"], CommonClient)
    assert isinstance(clients["echo"], EchoClient)
    assert isinstance(clients["lexicon"], LexiconClient)
    assert isinstance(clients["spelling"], SpellingClient)
    assert clients["lexicon"].key == "lexicon"


def test_an_endpoint_on_this_machine(
    seven_suite: pl.DataFrame, fixture_lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "planted")
    with serving([Answer(chat("1. cat"))]) as server:
        entry = {"kind": "endpoint", "base_url": server.url, "model_id": "m", "key_env": "MY_KEY", "max_tokens": 9}
        with clients_open(["own"], roster(own=entry), seven_suite, fixture_lexicon) as clients:
            assert clients["own"].complete("hello", 1.0, seed=3).text == "1. cat"
        assert server.headers[0]["authorization"] == "Bearer planted"
        assert server.requests[0] == {
            "model": "m",
            "messages": [{"role": "user", "content": "hello"}],
            "max_tokens": 9,
        }, "temperature and seed are not sent unless the entry says so"


def test_openai_s_own_client_against_a_server_on_this_machine(
    seven_suite: pl.DataFrame, fixture_lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "planted")
    with serving([Answer(chat("1. cat"))]) as server:
        entry = {"provider": "openai", "model_id": "m", "access": "paid", "base_url": server.url, "max_tokens": 9}
        with clients_open(["gpt"], roster(gpt=entry), seven_suite, fixture_lexicon) as clients:
            assert clients["gpt"].complete("hello").text == "1. cat"
        assert server.requests[0]["max_completion_tokens"] == 9


LIVE = {
    "openai": ("https://api.openai.com/v1", OpenAICompatibleClient),
    "anthropic": ("https://api.anthropic.com", AnthropicClient),
    "google": ("https://generativelanguage.googleapis.com", GeminiClient),
}


@pytest.mark.parametrize("provider", LIVE)
def test_a_live_vendor_needs_leave(
    provider: str, seven_suite: pl.DataFrame, fixture_lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, kind = LIVE[provider]
    for name in KEY_OF.values():
        monkeypatch.setenv(name, "planted-Key-1")
    entry = {"provider": provider, "model_id": "m", "access": "paid", "max_tokens": 9}
    known = roster(one=entry, other=entry)
    for leave in (None, Leave(frozenset({"other"}), "a" * 64)):
        with pytest.raises(Refused, match=f"model 'one': {address} is not on this machine") as refusal:
            build_clients(["one"], known, seven_suite, fixture_lexicon, leave=leave)
        assert "planted" not in str(refusal.value)
    leave = Leave(frozenset({"one", "other"}), "a" * 64)
    with clients_open(["one", "other"], known, seven_suite, fixture_lexicon, leave=leave) as clients:
        one, other = clients["one"], clients["other"]
        assert isinstance(one, kind)
        assert isinstance(other, kind)
        assert (one.base_url, one.max_tokens) == (address, 9)
        assert one.lane == other.lane == provider, "models of one provider share its limits"


def test_a_vendor_s_limits_come_from_the_roster(
    seven_suite: pl.DataFrame, fixture_lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "planted-Key-1")
    entry = {"provider": "openai", "model_id": "m", "access": "paid", "base_url": "http://127.0.0.1:1/v1"}
    limited = Roster.model_validate({"limits": {"openai": {"concurrency": 3}}, "models": {"one": entry}})
    for known, wanted in ((limited, 3), (roster(one=entry), VENDOR_LIMITS.concurrency)):
        with clients_open(["one"], known, seven_suite, fixture_lexicon) as clients:
            client = clients["one"]
            assert isinstance(client, CrowdClient)
            assert client.limits.concurrency == wanted


@pytest.mark.parametrize("value", ["two words", "line\nend", "schlüssel"])
def test_a_key_that_no_header_can_carry_is_refused_untold(
    value: str, seven_suite: pl.DataFrame, fixture_lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", value)
    entry = {"provider": "openai", "model_id": "m", "access": "paid", "base_url": "http://127.0.0.1:1/v1"}
    with pytest.raises(Refused, match="needs the key OPENAI_API_KEY, which holds a character") as refusal:
        build_clients(["one"], roster(one=entry), seven_suite, fixture_lexicon)
    assert value not in str(refusal.value)


def test_a_live_endpoint_is_refused(seven_suite: pl.DataFrame, fixture_lexicon: Lexicon) -> None:
    entry = {"kind": "endpoint", "base_url": "http://192.168.0.4/v1", "model_id": "m"}
    with pytest.raises(Refused, match="not on this machine"):
        build_clients(["own"], roster(own=entry), seven_suite, fixture_lexicon)


def test_a_missing_key_is_named(
    seven_suite: pl.DataFrame, fixture_lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_SUCH_KEY", "")
    entry = {"kind": "endpoint", "base_url": "http://127.0.0.1:1/v1", "model_id": "m", "key_env": "NO_SUCH_KEY"}
    with pytest.raises(MissingInput, match="model 'own' needs the key NO_SUCH_KEY"):
        build_clients(["own"], roster(own=entry), seven_suite, fixture_lexicon)


def test_an_unknown_key(seven_suite: pl.DataFrame, fixture_lexicon: Lexicon) -> None:
    with pytest.raises(Refused, match="did you mean 'lexicon'"):
        build_clients(["lexikon"], load_roster(), seven_suite, fixture_lexicon)
