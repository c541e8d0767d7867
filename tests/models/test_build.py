"""From keys of the roster to clients; nothing live is ever made."""

from __future__ import annotations

import polars as pl
import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.models.build import build_clients, clients_open
from stimfid_lib.models.reference import LexiconClient, SpellingClient
from stimfid_lib.models.roster import Roster, load_roster
from tests.loopback.openai_wire import Answer, chat, serving


def roster(**entries: dict[str, object]) -> Roster:
    return Roster.model_validate({"models": entries})


def test_reference_generators(seven_suite: pl.DataFrame, fixture_lexicon: Lexicon) -> None:
    clients = build_clients(["spelling", "lexicon"], load_roster(), seven_suite, fixture_lexicon)
    assert list(clients) == ["spelling", "lexicon"]
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


@pytest.mark.parametrize("key", ["claude_free", "gemini_free"])
def test_vendors_without_a_client_are_refused(key: str, seven_suite: pl.DataFrame, fixture_lexicon: Lexicon) -> None:
    with pytest.raises(Refused, match=f"model '{key}': this version has no client for"):
        build_clients([key], load_roster(), seven_suite, fixture_lexicon)


def test_a_live_vendor_is_refused_until_the_guards_exist(
    seven_suite: pl.DataFrame, fixture_lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "planted")
    with pytest.raises(Refused, match=r"api\.openai\.com.* asks no live model before its guards exist") as refusal:
        build_clients(["chatgpt_paid"], load_roster(), seven_suite, fixture_lexicon)
    assert "planted" not in str(refusal.value)


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
