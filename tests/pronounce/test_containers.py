"""Containers by their first bytes: what real encoders write is known, everything else is not let through."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.pronounce.containers import container_of, is_cut_off, told_kind
from tests.pronounce.service.making import at_rate, by_av, clip, encoded

WRITTEN = {
    "wav": encoded(clip(), 16000, "WAV"),
    "flac": encoded(clip(), 16000, "FLAC"),
    "ogg": encoded(clip(), 16000, "OGG"),
    "mp3": encoded(clip(), 16000, "MP3"),
    "aiff": encoded(clip(), 16000, "AIFF"),
    "au": encoded(clip(), 16000, "AU"),
    "caf": encoded(clip(), 16000, "CAF"),
    "matroska": by_av(at_rate(clip(), 48000), 48000, "webm", "libopus"),
    "mov": by_av(at_rate(clip(), 44100), 44100, "mp4", "aac"),
    "aac": by_av(at_rate(clip(), 44100), 44100, "adts", "aac"),
}
KNOWN = {*WRITTEN, None}


@pytest.mark.parametrize("name", WRITTEN)
def test_what_an_encoder_wrote_is_known_by_its_beginning(name: str) -> None:
    assert container_of(WRITTEN[name]) == name
    assert container_of(WRITTEN[name][:64]) == name


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x89PNG\r\n\x1a\n....", "a PNG image"),
        (b"\xff\xd8\xff\xe0....", "a JPEG image"),
        (b"  \n<HTML><body>", "a web page"),
        (b"%PDF-1.4", "a PDF document"),
        (b"#EXTM3U\n", "a playlist"),
        (b"RIFF\x00\x00\x00\x00WEBP", "no audio format that is known here"),
        (b"", "no audio format that is known here"),
    ],
)
def test_what_is_no_audio_is_named(data: bytes, words: str) -> None:
    assert container_of(data) is None
    assert told_kind(data) == words


@given(st.binary(max_size=64))
def test_any_bytes_have_one_known_name_or_none(data: bytes) -> None:
    assert container_of(data) in KNOWN
    assert told_kind(data)
    assert is_cut_off(data) in (True, False)


@pytest.mark.parametrize("name", ["wav", "aiff", "ogg"])
def test_a_whole_file_is_whole_and_a_part_of_it_is_not(name: str) -> None:
    data = WRITTEN[name]
    assert not is_cut_off(data)
    assert is_cut_off(data[:-1]) or name == "ogg"
    assert is_cut_off(data[: len(data) // 2])


@pytest.mark.parametrize("length", [b"\x00\x00\x00\x00", b"\xff\xff\xff\xff"])
def test_a_length_that_the_recorder_did_not_know_says_nothing(length: bytes) -> None:
    data = WRITTEN["wav"]
    assert not is_cut_off(data[:4] + length + data[8:])
