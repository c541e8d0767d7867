"""Subjects and profiles: what each is sent beside the prompt, and the grammar that forces a closing line."""

from __future__ import annotations

import re
from typing import Any

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.clients.base import close_all
from stimfid_lib.models.clients.served import ServedClient
from stimfid_lib.models.live import Leave
from stimfid_lib.models.local import LocalClient
from stimfid_lib.models.roster import Roster, load_roster
from stimfid_lib.stability.measure.grammar import classify
from stimfid_lib.stability.run.profiles import LINE, closing_line_grammar, embedded_profile
from stimfid_lib.stability.run.schedule import Schedule
from stimfid_lib.stability.run.subject import client_of, family_of, subject_of
from tests.stability.run.protocols import small_panel, small_protocol

VENDORS = {
    "openai": ({"reasoning_effort": "none"}, "gpt-5.1-mini", "gpt"),
    "anthropic": ({"thinking": {"type": "disabled"}}, "claude-sonnet-5", "claude"),
    "google": ({"thinking_config": {"thinking_budget": 0}}, "gemini-2.5-flash", "gemini"),
}


def _roster(provider: str, model_id: str) -> Roster:
    entry: dict[str, Any] = {"provider": provider, "model_id": model_id, "access": "paid", "max_tokens": 100}
    return Roster.model_validate({"models": {"asked": entry}})


@pytest.mark.parametrize("provider", VENDORS)
def test_thinking_is_disabled_explicitly_where_the_vendor_takes_it(
    provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, "planted-Secret-123abc")
    off, model_id, family = VENDORS[provider]
    roster, schedule = _roster(provider, model_id), Schedule(small_protocol(), small_panel())
    subject = subject_of("asked", roster, schedule.protocol)
    assert (subject.series, subject.model_family, subject.profile.name) == ("commercial", family, "default")
    assert subject.live
    with pytest.raises(Refused, match="no live model is asked without"):
        client_of(subject, schedule, roster)
    client = client_of(subject, schedule, roster, Leave(frozenset({"asked"}), schedule.sha256))
    try:
        assert isinstance(client, ServedClient)
        sent = client.parameters.request(1.0, 7)["sent"]
    finally:
        close_all([client])
    assert sent.items() >= off.items()
    assert "temperature" not in sent, "as models.yaml says"


def test_a_server_of_one_s_own_is_sent_no_word_for_thinking() -> None:
    roster = Roster.model_validate(
        {"models": {"own": {"kind": "endpoint", "base_url": "http://127.0.0.1:9/v1", "model_id": "llama3.2:3b"}}}
    )
    subject = subject_of("own", roster, small_protocol())
    assert dict(subject.profile.extra) == {}
    assert (subject.series, subject.model_family, subject.live) == ("open_weights", "llama3", False)


@pytest.mark.parametrize(
    ("model_id", "family"),
    [("SmolLM2-135M-Instruct.Q4_1", "smollm2"), ("openai/GPT-5.1", "gpt"), ("claude_x", "claude"), ("-", "unknown")],
)
def test_families(model_id: str, family: str) -> None:
    assert family_of(model_id) == family


def _readings(text: str) -> set[str]:
    return {classify(text, "complete", ("A", "B"), version) for version in (1, 2)}


def test_whatever_the_grammar_allows_holds_exactly_one_decision() -> None:
    assert closing_line_grammar(("A", "B")) == f'root ::= [^\\n:]{{0,{LINE}}} "\\nDECISION: " ("A" | "B")'
    allowed = re.compile(rf"[^\n:]{{0,{LINE}}}\nDECISION: (?:A|B)")
    for line in ("", "I think", "DECISION", "**decision** B", "x" * LINE, "DECISION A\u2028", "Decision\uff1a B"):
        for token in ("A", "B"):
            text = f"{line}\nDECISION: {token}"
            assert allowed.fullmatch(text)
            assert _readings(text) == {token}


def test_profiles_of_the_embedded_model() -> None:
    free, constrained = (embedded_profile(name, ("A", "B")) for name in ("free", "constrained"))
    assert "grammar" not in free.extra
    assert constrained.max_tokens is not None
    assert constrained.max_tokens > LINE + len("DECISION: A"), "no reply that the grammar allows is cut"
    subject = subject_of("smollm2_135m", load_roster(), small_protocol())
    assert subject.profile.name == "constrained"
    assert subject.profile.extra["chat_template_kwargs"] == {"enable_thinking": False}


@pytest.mark.weights
def test_the_embedded_model_closes_with_a_decision_when_it_must() -> None:
    roster, schedule = load_roster(), Schedule(small_protocol(), small_panel())
    subject = subject_of("smollm2_135m", roster, schedule.protocol, profile="constrained")
    client = client_of(subject, schedule, roster)
    assert isinstance(client, LocalClient)
    try:
        prompt = schedule.calls[0].task.prompt
        replies = [client.complete(prompt, 1.0, seed=seed) for seed in range(4)]
        again = client.complete(prompt, 1.0, seed=0)
    finally:
        client.close()
    assert again.text == replies[0].text
    assert len({reply.text for reply in replies}) > 1, "seeds tell replies apart"
    for reply in replies:
        assert reply.error is None
        assert _readings(str(reply.text)) in ({"A"}, {"B"})
        assert reply.request["sent"]["grammar"] == closing_line_grammar(("A", "B"))
        assert reply.request["sent"]["max_tokens"] == subject.profile.max_tokens
