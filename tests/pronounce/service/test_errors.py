"""Every refusal: its status, its one field, and words that a person can act on."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import httpx
import numpy as np
import pytest

from stimfid_lib.base.files import write_text
from stimfid_lib.pronounce.service.settings import Settings
from tests.pronounce.service.making import RATE, at_rate, by_av, clip, encoded, silence, wav
from tests.pronounce.service.serving import ask, running


def png() -> bytes:
    """A true image of one pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")


def refused(reply: httpx.Response, status: int, *words: str) -> None:
    """Hold a reply to be `{"detail": text}` with these words."""
    assert reply.status_code == status, reply.text
    assert set(reply.json()) == {"detail"}
    for word in words:
        assert word in reply.json()["detail"]


def test_no_audio(service: str) -> None:
    refused(ask(service, None), 400, "no audio", "audio")


def test_audio_as_text(service: str) -> None:
    reply = httpx.post(f"{service}/api/audio/pronounce", data={"audio": "hello", "target_word": "cat"})
    refused(reply, 400, "no audio", "file")


@pytest.mark.parametrize("word", [None, "", "   "])
def test_no_target_word(service: str, word: str | None) -> None:
    refused(ask(service, wav(), word), 400, "no target word")


def test_neither(service: str) -> None:
    refused(httpx.post(f"{service}/api/audio/pronounce"), 400, "no audio", "no target word")


@pytest.mark.parametrize("word", ["blorf", "two words", "кот", "<script>alert(1)</script>", "cat\x00", "-"])
def test_a_word_that_the_lexicon_lacks(service: str, word: str) -> None:
    refused(ask(service, wav(), word), 404, "is not in the lexicon", "check the spelling")


def test_a_word_longer_than_any(service: str) -> None:
    refused(ask(service, wav(), "a" * 61), 400, "61 characters", "at most 60")


@pytest.mark.parametrize("kind", ["text/plain", "video/webm", "application/octet-stream", "image/png", "audiox/wav"])
def test_a_type_that_is_no_audio(service: str, kind: str) -> None:
    refused(ask(service, wav(), kind=kind), 400, "wrong type", kind, "audio/*")


def test_an_image_named_wav(service: str) -> None:
    refused(ask(service, png()), 400, "wrong type", "PNG image")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<!doctype html><p>no", "web page"),
        (b"%PDF-1.7 ...", "PDF document"),
        (b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n", "playlist"),
        (b"RIFF\0\0\0\0AVI LIST", "no audio format"),
        (b"\xff\xff\xff\xff" * 100, "no audio format"),
        (b"hello", "no audio format"),
    ],
)
def test_bytes_that_are_no_audio(service: str, data: bytes, words: str) -> None:
    refused(ask(service, data), 400, "wrong type", words)


def test_nothing_at_all(service: str) -> None:
    refused(ask(service, b""), 400, "empty", "0 bytes")


@pytest.mark.parametrize("length", [12, 30, 44])
def test_a_file_without_its_sound(service: str, length: int) -> None:
    refused(ask(service, wav()[:length]), 400, "recording")


def test_a_file_cut_before_its_first_sound(service: str) -> None:
    webm = by_av(at_rate(clip(), 48000), 48000, "webm", "libopus")
    refused(ask(service, webm[:60], kind="audio/webm"), 400, "cannot be decoded")
    mp4 = by_av(at_rate(clip(), 44100), 44100, "mp4", "aac")
    refused(ask(service, mp4[: len(mp4) // 2], kind="audio/mp4"), 400, "cannot be decoded")


def test_a_playlist_behind_a_tag_is_never_followed(service: str, tmp_path: Path) -> None:
    inner = tmp_path / "inner.wav"
    inner.write_bytes(wav())
    tag = b"ID3\x04\0\0\0\0\0\x0a" + b"\0" * 10
    playlist = f"#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n{inner.as_uri()}\n#EXT-X-ENDLIST\n".encode()
    refused(ask(service, tag + playlist, kind="audio/mpeg"), 400, "cannot be decoded")


def test_a_recording_longer_than_a_word_is_not_decoded_to_its_end(service: str) -> None:
    hours = encoded(np.zeros(RATE * 3600, np.float32), RATE, "FLAC")
    assert len(hours) < 1_000_000, "an hour of silence is small, which is the danger"
    refused(ask(service, hours, kind="audio/flac"), 400, "longer than 30 seconds")


def test_samples_that_are_no_numbers(service: str) -> None:
    data = encoded(np.full(RATE, np.nan, np.float32), RATE, "WAV", "FLOAT")
    refused(ask(service, data), 400, "no numbers")


def test_a_transcriber_that_there_is_not(service: str) -> None:
    refused(ask(service, wav(), transcriber="whisper"), 400, "transcriber", "whisper", "off-the-shelf", "pocketsphinx")


def test_ft_without_a_remote_server(service: str) -> None:
    refused(ask(service, wav(), transcriber="ft"), 400, "ft", "AUDIO_INFERENCE_URL")


def test_a_first_language_as_long_as_a_book(service: str) -> None:
    refused(ask(service, wav(), l1="x" * 61), 400, "l1")
    refused(ask(service, wav(), l1="x" * 100_000), 400)


def test_more_files_or_fields_than_there_are(service: str) -> None:
    url = f"{service}/api/audio/pronounce"
    twice = [("audio", ("a.wav", wav(), "audio/wav")), ("audio", ("b.wav", wav(), "audio/wav"))]
    refused(httpx.post(url, data={"target_word": "cat"}, files=twice), 400, "files")
    many = {f"field{n}": "x" for n in range(50)}
    refused(httpx.post(url, data=many | {"target_word": "cat"}, files=twice[:1]), 400, "fields")


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b'{"target_word": "cat"}'),
        ("multipart/form-data", b"no boundary"),
        ("multipart/form-data; boundary=x", b"--x\r\nrubbish\r\n"),
        ("text/plain", b"cat"),
    ],
)
def test_a_body_that_is_no_form(service: str, kind: str, body: bytes) -> None:
    reply = httpx.post(f"{service}/api/audio/pronounce", content=body, headers={"content-type": kind})
    refused(reply, 400)


def test_another_method_or_address(service: str) -> None:
    refused(httpx.get(f"{service}/api/audio/pronounce"), 405)
    refused(httpx.get(f"{service}/nowhere"), 404)
    refused(httpx.get(f"{service}/dev/pronounce/clips/..%2Fclips.json"), 404)
    refused(httpx.get(f"{service}/dev/pronounce/clips/clips.json"), 404)


def test_a_service_without_its_lexicon_says_what_to_run(tmp_path: Path) -> None:
    with running(Settings(lexicon_dir=tmp_path / "nowhere")) as url:
        reply = ask(url, silence())
        while reply.status_code == 503:
            reply = ask(url, silence())
        refused(reply, 500, "misconfigured", "lexicon", "stimfid lexicon build")
        refused(httpx.get(f"{url}/api/audio/about"), 500, "lexicon")


def test_a_lexicon_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    for name in ("words.parquet", "pairs.parquet"):
        write_text(tmp_path / name, "no parquet")
    with running(Settings(lexicon_dir=tmp_path)) as url:
        reply = ask(url, silence())
        while reply.status_code == 503:
            reply = ask(url, silence())
        refused(reply, 500, "misconfigured", "words.parquet")
