"""Real files in the formats and rates that browsers, phones and recorders make."""

from __future__ import annotations

import numpy as np
import pytest

from tests.pronounce.service.making import at_rate, by_av, clip, encoded, stereo, wav
from tests.pronounce.service.serving import ask

SECONDS = len(clip("cat")) / 16000
KINDS = {"WAV": "audio/wav", "OGG": "audio/ogg", "MP3": "audio/mpeg", "FLAC": "audio/flac", "AIFF": "audio/aiff"}


@pytest.mark.parametrize(
    ("kind", "rate"),
    [
        *(("WAV", rate) for rate in (8000, 11025, 22050, 44100, 48000)),
        *(("OGG", rate) for rate in (8000, 48000)),
        *(("MP3", rate) for rate in (16000, 44100)),
        ("FLAC", 48000),
        ("AIFF", 44100),
    ],
)
def test_containers_at_the_rates_of_recorders_are_scored(service: str, kind: str, rate: int) -> None:
    reply = ask(service, encoded(at_rate(clip("cat"), rate), rate, kind), kind=KINDS[kind])
    assert reply.status_code == 200, reply.text
    told = reply.json()["transcript"]
    # lossy encoders add up to two frames of padding
    assert told["duration_ms"] == pytest.approx(1000 * SECONDS, abs=110)
    assert told["phonemes"]


@pytest.mark.parametrize("rate", [8000, 48000])
def test_webm_as_a_browser_records_it_is_scored(service: str, rate: int) -> None:
    data = by_av(at_rate(clip("cat"), rate), rate, "webm", "libopus")
    reply = ask(service, data, kind="audio/webm;codecs=opus")
    assert reply.status_code == 200, reply.text
    assert reply.json()["transcript"]["duration_ms"] == pytest.approx(1000 * SECONDS, abs=60)


def test_mp4_as_a_phone_records_it_is_scored(service: str) -> None:
    reply = ask(service, by_av(at_rate(clip("cat"), 44100), 44100, "mp4", "aac"), kind="audio/mp4")
    assert reply.status_code == 200, reply.text


def test_two_channels_are_one_voice(service: str) -> None:
    both = ask(service, encoded(stereo(clip("cat")), 16000, "WAV", "FLOAT")).json()
    mean = ask(service, encoded(stereo(clip("cat")).mean(axis=1), 16000, "WAV", "FLOAT")).json()
    assert both == mean


def test_a_lossless_container_does_not_change_the_answer(service: str) -> None:
    samples = (clip() * 32767).astype(np.int16)
    wav, flac = (encoded(samples, 16000, kind) for kind in ("WAV", "FLAC"))
    assert ask(service, flac, kind="audio/flac").json() == ask(service, wav).json()


def test_the_declared_type_may_be_any_audio_and_the_bytes_decide(service: str) -> None:
    assert ask(service, encoded(clip(), 16000, "OGG"), kind="audio/x-whatever").status_code == 200


def test_a_recording_cut_off_while_it_was_sent_is_scored_as_far_as_it_goes(service: str) -> None:
    whole = wav("school")
    reply = ask(service, whole[: len(whole) // 2], "school")
    assert reply.status_code == 200
    assert reply.json()["transcript"]["duration_ms"] == pytest.approx(500 * len(clip("school")) / 16000, abs=5)
    assert any("cut off" in text for text in reply.json()["limitations"])
    assert not any("cut off" in text for text in ask(service, whole, "school").json()["limitations"])
    webm = by_av(at_rate(clip("school"), 48000), 48000, "webm", "libopus")
    assert ask(service, webm[: len(webm) // 2], "school", kind="audio/webm").status_code == 200
