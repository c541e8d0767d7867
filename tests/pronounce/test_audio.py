"""Recordings in, samples out: what comes is mono, 16 kHz, finite and the sound that was encoded; or it is refused."""

from __future__ import annotations

import io

import av
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stimfid_lib.pronounce.audio import MAX_SECONDS, RATE, decode
from stimfid_lib.pronounce.errors import UndecodableAudio
from tests.pronounce.service.making import Samples, at_rate, by_av, clip, encoded, stereo
from tests.pronounce.test_containers import WRITTEN


def tone(hertz: float, seconds: float, rate: int) -> Samples:
    """A sine at half of full scale."""
    return (0.5 * np.sin(2 * np.pi * hertz * np.arange(int(seconds * rate)) / rate)).astype(np.float32)


def loudest(samples: Samples) -> float:
    """The frequency with most energy, in Hz."""
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.fft.rfftfreq(len(samples), 1 / RATE)[spectrum.argmax()])


@pytest.mark.parametrize("rate", [8000, 11025, 16000, 22050, 44100, 48000, 96000])
def test_a_tone_keeps_its_pitch_length_and_loudness(rate: int) -> None:
    samples = decode(encoded(tone(1000, 0.5, rate), rate, "WAV"))
    assert samples.dtype == np.float32
    assert samples.ndim == 1
    assert len(samples) == pytest.approx(RATE / 2, abs=2)
    assert loudest(samples) == pytest.approx(1000, abs=4)
    assert np.abs(samples[2000:-2000]).max() == pytest.approx(0.5, abs=0.01)


def test_what_16_khz_cannot_hold_is_taken_out_and_not_folded_back() -> None:
    samples = decode(encoded(tone(12000, 0.5, 48000), 48000, "WAV"))
    assert np.abs(samples[1000:-1000]).max() < 0.005, "12 kHz would fold to 4 kHz without a filter"


@pytest.mark.parametrize("name", WRITTEN)
def test_every_container_gives_back_its_sound(name: str) -> None:
    samples, whole = decode(WRITTEN[name]), clip()
    lag = int(np.correlate(samples, whole, "full").argmax()) - (len(whole) - 1)
    shared = min(len(samples) - max(lag, 0), len(whole) - max(-lag, 0))
    one, other = samples[max(lag, 0) :][:shared], whole[max(-lag, 0) :][:shared]
    assert np.corrcoef(one, other)[0, 1] > 0.95
    assert abs(lag) < 0.1 * RATE


@pytest.mark.parametrize("subtype", ["PCM_U8", "PCM_16", "PCM_24", "PCM_32", "FLOAT", "DOUBLE", "ULAW", "ALAW"])
def test_every_way_to_store_a_sample_gives_back_its_sound(subtype: str) -> None:
    samples = decode(encoded(clip(), RATE, "WAV", subtype))
    assert np.corrcoef(samples, clip())[0, 1] > 0.99


def test_channels_are_averaged() -> None:
    both = decode(encoded(stereo(tone(500, 0.2, RATE)), RATE, "WAV", "FLOAT"))
    assert np.allclose(both, 0.75 * tone(500, 0.2, RATE), atol=1e-6)


def test_the_longest_recording_is_taken_and_a_longer_one_is_not() -> None:
    most = np.zeros(int(MAX_SECONDS * RATE), np.float32)
    assert len(decode(encoded(most, RATE, "FLAC"))) == len(most)
    for data in (
        encoded(np.append(most, np.float32(0)), RATE, "FLAC"),
        by_av(at_rate(np.append(most, np.zeros(RATE, np.float32)), 48000), 48000, "webm", "libopus"),
    ):
        with pytest.raises(UndecodableAudio, match="longer than 30 seconds"):
            decode(data)


@pytest.mark.parametrize("rate", [100, 500_000])
def test_a_rate_that_no_recorder_has_is_refused(rate: int) -> None:
    with pytest.raises(UndecodableAudio, match=f"{rate} Hz: 4000 to 192000"):
        decode(encoded(np.zeros(1000, np.float32), rate, "WAV"))


def test_nothing_and_no_audio_are_refused() -> None:
    with pytest.raises(UndecodableAudio, match="0 bytes"):
        decode(b"")
    with pytest.raises(UndecodableAudio, match="a PDF document"):
        decode(b"%PDF-1.7")


def test_a_film_without_sound_is_refused() -> None:
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="matroska") as out:
        stream = out.add_stream("mpeg4", rate=5)
        stream.width, stream.height = 16, 16
        out.mux(stream.encode(av.VideoFrame.from_ndarray(np.zeros((16, 16, 3), np.uint8))))
        out.mux(stream.encode(None))
    with pytest.raises(UndecodableAudio, match="no sound track"):
        decode(buffer.getvalue())


@settings(max_examples=150)
@given(st.sampled_from(sorted(WRITTEN)), st.data())
def test_a_damaged_file_is_finite_sound_or_a_refusal(name: str, data: st.DataObject) -> None:
    damaged = bytearray(WRITTEN[name])
    reach = data.draw(st.sampled_from([64, 1024, len(damaged)]))
    places = st.integers(0, min(reach, len(damaged)) - 1)
    for place, value in data.draw(st.lists(st.tuples(places, st.integers(0, 255)), max_size=20)):
        damaged[place] = value
    cut = data.draw(st.one_of(st.none(), st.integers(0, len(damaged))))
    try:
        samples = decode(bytes(damaged[:cut]))
    except UndecodableAudio:
        return
    assert len(samples) > 0
    assert np.isfinite(samples).all()
    assert np.abs(samples).max() <= 1
