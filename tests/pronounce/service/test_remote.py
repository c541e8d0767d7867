"""A remote transcriber on this machine that warms up, hangs, dies, answers rubbish: what the service makes of it."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from stimfid_lib.pronounce.service.settings import Settings
from tests.loopback.server import Answer, LoopbackServer, serving
from tests.pronounce.service.making import silence, wav
from tests.pronounce.service.serving import ask, running

KAET: dict[str, Any] = {"phonemes": ["k", "æ", "d"], "confidences": [0.9, 0.8, None], "duration_ms": 812}


@contextmanager
def remote(
    settings: Settings, script: Callable[[Any], Answer] | list[Answer], deadline_s: float = 20.0
) -> Iterator[tuple[str, LoopbackServer]]:
    """A service that sends its recordings to a server that answers by this script."""
    with serving(script) as server, running(Settings(server.root, settings.lexicon_dir, deadline_s)) as url:
        yield url, server


def once(settings: Settings, answer: Answer, **fields: str) -> httpx.Response:
    """Ask such a service one thing."""
    with remote(settings, [answer]) as (url, _):
        return settled(url, **fields)


def settled(url: str, **fields: str) -> httpx.Response:
    """Ask until the service's own lexicon is there."""
    reply = ask(url, wav(), **fields)
    while reply.status_code == 503 and "lexicon" in reply.text:
        reply = ask(url, wav(), **fields)
    return reply


def warming(reply: httpx.Response, *words: str) -> None:
    """Hold a reply to be the contract's `warming`."""
    assert reply.status_code == 503, reply.text
    body = reply.json()
    assert set(body) == {"detail", "warming"}
    assert body["warming"] is True
    assert body["detail"]["warming"] is True
    assert body["detail"]["retry_after_s"] == int(reply.headers["retry-after"]) >= 1
    for word in words:
        assert word in body["detail"]["message"]


def test_a_remote_transcript_is_scored_and_has_no_likelihood(settings: Settings) -> None:
    more = {"coverage": "broad-phoneme", "limitations": ["Trained on read speech."], "model": "x"}
    with remote(settings, [Answer(KAET | more)]) as (url, server):
        reply = settled(url)
        assert server.paths == ["/transcribe"]
        assert b"RIFF" in server.requests[0]
        assert b'name="audio"' in server.requests[0]
    assert reply.status_code == 200
    answer = reply.json()
    assert answer["transcript"] == KAET | {"coverage": "broad-phoneme", "limitations": ["Trained on read speech."]}
    assert [row["op"] for row in answer["per_position"]] == ["match", "match", "sub"]
    assert answer["transcriber"] == "off-the-shelf"
    assert (answer["position_llr"], answer["overall_llr"], answer["llr_class"]) == (None, None, None)
    assert answer["false_flag_rates"]["llr_class"] is None
    assert answer["false_flag_rates"]["variant_vs_error_class"] is None, "nobody measured that server"
    assert any("remote server" in text for text in answer["limitations"])


def test_what_a_remote_server_leaves_out_is_filled_in(settings: Settings) -> None:
    told = once(settings, Answer({"phonemes": ["k", "æ", "t"]})).json()["transcript"]
    assert told["confidences"] == [None, None, None]
    assert told["duration_ms"] == pytest.approx(900, abs=20)
    assert told["coverage"] == "broad-phoneme"
    assert told["limitations"] == []


def test_other_spellings_of_a_phoneme_are_the_phoneme(settings: Settings) -> None:
    answer = once(settings, Answer({"phonemes": ["ʃ", "ˈɪ", "p"]}), word="ship").json()
    assert [row["op"] for row in answer["per_position"]] == ["match", "match", "match"]
    answer = once(settings, Answer({"phonemes": ["r", "æ", "b", "ɪ", "t"]}), word="rabbit").json()
    assert answer["overall_score"] == 1
    assert answer["canonical_phonemes"] == ["ɹ", "æ", "b", "ɪ", "t"], "the pronunciation that was said"


def test_a_phoneme_that_english_lacks_is_as_far_as_can_be_and_named(settings: Settings) -> None:
    answer = once(settings, Answer({"phonemes": ["q", "æ", "t"]})).json()
    assert answer["per_position"][0] == {"canonical": "k", "produced": "q", "cos_dist": 1, "op": "sub"}
    assert any("q" in text and "distance 1" in text for text in answer["limitations"])


def test_ft_asks_for_a_comparison_and_takes_ft(settings: Settings) -> None:
    both = {"ft": {"phonemes": ["k", "æ", "t"]}, "baseline": {"phonemes": ["t", "u"]}}
    with remote(settings, [Answer(both)]) as (url, server):
        answer = settled(url, transcriber="ft").json()
        assert server.paths == ["/compare"]
    assert answer["transcript"]["phonemes"] == ["k", "æ", "t"]
    assert answer["transcriber"] == "ft"
    assert not any("baseline" in text for text in answer["transcript"]["limitations"])


@pytest.mark.parametrize("both", [{"ft": None, "baseline": KAET}, {"baseline": KAET}])
def test_without_ft_the_baseline_is_scored_and_said_to_be(settings: Settings, both: dict[str, Any]) -> None:
    answer = once(settings, Answer(both), transcriber="ft").json()
    assert answer["transcript"]["phonemes"] == KAET["phonemes"]
    assert any("baseline" in text for text in answer["transcript"]["limitations"])


def test_pocketsphinx_stays_here(settings: Settings) -> None:
    with remote(settings, [Answer(KAET)]) as (url, server):
        reply = settled(url, transcriber="pocketsphinx")
        assert reply.status_code == 200, reply.text
        assert server.paths == []
    assert reply.json()["llr_class"] is not None


def test_a_server_that_warms_up_is_waited_for(settings: Settings) -> None:
    with remote(settings, [Answer(status=503), Answer(status=502), Answer(KAET)]) as (url, _):
        warming(settled(url), "not ready", "503")
        warming(ask(url, wav()), "not ready", "502")
        assert ask(url, wav()).status_code == 200


def test_a_server_that_hangs_is_left(settings: Settings) -> None:
    with remote(settings, [Answer(KAET, delay_s=60)], deadline_s=0.3) as (url, _):
        warming(settled(url), "did not answer within")


def test_a_server_that_drips_is_left(settings: Settings) -> None:
    with remote(settings, [Answer(KAET, drip_s=0.2)], deadline_s=0.5) as (url, _):
        warming(settled(url), "did not finish")


def test_a_server_that_dies_in_the_middle_is_asked_again(settings: Settings) -> None:
    with remote(settings, [Answer(KAET, cut_at=10), Answer(KAET)]) as (url, _):
        warming(settled(url), "cannot be reached")
        assert ask(url, wav()).status_code == 200


def test_a_server_that_is_not_there_is_waited_for(settings: Settings) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    with running(Settings(address, settings.lexicon_dir)) as url:
        warming(settled(url), "cannot be reached", address)


def body(value: Any) -> Answer:
    """JSON as Python writes it, NaN and Infinity included."""
    return Answer(json.dumps(value).encode())


RUBBISH: dict[str, Answer] = {
    "no field": body({}),
    "a list": body(["k"]),
    "a text": body("kæt"),
    "null": body(None),
    "phonemes as text": body({"phonemes": "kæt"}),
    "phonemes of numbers": body({"phonemes": [1, 2]}),
    "phonemes of null": body({"phonemes": [None]}),
    "empty symbols": body({"phonemes": [""]}),
    "a symbol like a book": body({"phonemes": ["k" * 17]}),
    "too many phonemes": body({"phonemes": ["k"] * 501}),
    "NaN confidence": body({"phonemes": ["k"], "confidences": [float("nan")]}),
    "infinite confidence": body({"phonemes": ["k"], "confidences": [float("inf")]}),
    "confidence over 1": body({"phonemes": ["k"], "confidences": [1.5]}),
    "confidence as text": body({"phonemes": ["k"], "confidences": ["0.5"]}),
    "negative length": body({"phonemes": ["k"], "duration_ms": -1}),
    "NaN length": body({"phonemes": ["k"], "duration_ms": float("nan")}),
    "length as text": body({"phonemes": ["k"], "duration_ms": "1"}),
    "coverage of another type": body({"phonemes": ["k"], "coverage": 3}),
    "limitations as text": body({"phonemes": ["k"], "limitations": "none"}),
    "HTML": Answer(b"<!doctype html><h1>It works!</h1>", content_type="text/html"),
    "no UTF-8": Answer(b"\xff\xfe\x00"),
    "nothing": Answer(b""),
    "half": Answer(b'{"phonemes": ["k"'),
    "deep": Answer(b"[" * 100_000),
    "huge": Answer(b'{"phonemes": ["' + b"k" * 3_000_000 + b'"]}'),
    "broken": Answer(status=500),
    "another address": Answer(status=404),
    "forbidden": Answer(status=403),
    "elsewhere": Answer(status=307, headers={"Location": "http://192.0.2.1/transcribe"}),
    "no gzip": Answer(b"no gzip", headers={"Content-Encoding": "gzip"}),
}


@pytest.fixture(scope="module")
def rubbish(settings: Settings) -> Iterator[tuple[str, list[Answer]]]:
    """One service for all the rubbish; the list holds what its server answers next."""
    following: list[Answer] = [Answer(KAET)]
    with remote(settings, lambda _: following[0]) as (url, _):
        assert settled(url).status_code == 200
        yield url, following


@pytest.mark.parametrize("kind", RUBBISH)
def test_rubbish_is_no_transcript_and_says_where_it_came_from(rubbish: tuple[str, list[Answer]], kind: str) -> None:
    url, following = rubbish
    following[0] = RUBBISH[kind]
    reply = ask(url, wav())
    assert reply.status_code == 500, reply.text
    assert set(reply.json()) == {"detail"}
    assert "misconfigured: the remote transcriber" in reply.json()["detail"]
    assert "/transcribe" in reply.json()["detail"]
    assert len(reply.text) < 1000
    following[0] = Answer(KAET)
    assert ask(url, wav()).status_code == 200, "and the service goes on"


@pytest.mark.parametrize("both", [{}, {"ft": {}}, {"ft": {"phonemes": 1}, "baseline": KAET}, {"ft": None}])
def test_rubbish_in_a_comparison(rubbish: tuple[str, list[Answer]], both: dict[str, Any]) -> None:
    url, following = rubbish
    following[0] = Answer(both)
    reply = ask(url, wav(), transcriber="ft")
    assert reply.status_code == 500
    assert "/compare" in reply.json()["detail"]


def test_confidences_that_do_not_go_with_the_phonemes_are_left_out(rubbish: tuple[str, list[Answer]]) -> None:
    url, following = rubbish
    following[0] = body({"phonemes": ["k", "æ"], "confidences": [0.5]})
    told = ask(url, wav()).json()["transcript"]
    assert told["confidences"] == [None, None]
    assert any("confidences" in text for text in told["limitations"])


@pytest.mark.parametrize(
    "address",
    ["localhost:9000", "ftp://host", "http://", "http://h:99999", "http://h:x", "file:///etc/passwd", "http://h?a=1"],
)
def test_an_address_that_is_none_is_misconfigured(settings: Settings, address: str) -> None:
    with running(Settings(address, settings.lexicon_dir)) as url:
        reply = settled(url)
        assert reply.status_code == 500
        assert "AUDIO_INFERENCE_URL" in reply.json()["detail"]
        assert address in reply.json()["detail"]


def test_a_password_in_the_address_is_not_told(settings: Settings) -> None:
    with running(Settings("http://me:hunter2@h", settings.lexicon_dir)) as url:
        reply = settled(url)
        assert reply.status_code == 500
        assert "hunter2" not in reply.text


def test_a_word_is_looked_up_before_a_recording_leaves(settings: Settings) -> None:
    with remote(settings, [Answer(KAET)]) as (url, server):
        assert settled(url).status_code == 200
        assert ask(url, wav(), "blorf").status_code == 404
        assert ask(url, b"no audio").status_code == 400
        assert ask(url, silence()).status_code == 200
        assert len(server.paths) == 2


def test_the_environment_names_the_server() -> None:
    assert Settings.from_environment({"AUDIO_INFERENCE_URL": " http://h:1 "}).inference_url == "http://h:1"
    assert Settings.from_environment({"AUDIO_INFERENCE_URL": "  "}).inference_url is None
    assert Settings.from_environment({}).inference_url is None
