"""Recordings in, samples out: one channel, 16 kHz, whatever container, codec and rate they came in."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

import av
import av.error
import numpy as np
import numpy.typing as npt
import soundfile
import soxr

from stimfid_lib.pronounce.containers import container_of, told_kind
from stimfid_lib.pronounce.errors import UndecodableAudio

RATE = 16000
"""Samples a second that the recognisers take."""
MAX_SECONDS = 30.0
"""Longest recording: one word and the silence round it. Ten megabytes of compressed silence can be days of samples, so
decoding stops here."""
LOWEST_RATE, HIGHEST_RATE = 4000, 192000
_BLOCK = 65536

Samples = npt.NDArray[np.float32]

_BY_SOUNDFILE = frozenset({"wav", "flac", "aiff", "au", "caf"})
_TOO_LONG = f"the recording is longer than {MAX_SECONDS:.0f} seconds: send one spoken word"


def decode(data: bytes) -> Samples:
    """Decode a recording into float32 samples, mono (channels averaged), 16 kHz (band-limited resampling), -1 to 1.

    Uncompressed containers are read by libsndfile, compressed ones by FFmpeg's libraries, both from memory and with the
    container named, so that neither guesses and neither opens anything else.

    Raises:
        UndecodableAudio: no audio container, damaged, without samples, longer than `MAX_SECONDS`, or with samples that
            are no finite numbers.
    """
    if not data:
        raise UndecodableAudio("the recording is empty (0 bytes): record the word again")
    container = container_of(data)
    if container is None:
        raise UndecodableAudio(f"the bytes are {told_kind(data)}: send wav, ogg, mp3, m4a, webm or flac")
    try:
        samples, rate = _by_soundfile(data) if container in _BY_SOUNDFILE else _by_av(data, container)
    except (soundfile.LibsndfileError, av.error.FFmpegError, ValueError, OverflowError) as error:
        if isinstance(error, UndecodableAudio):
            raise
        raise UndecodableAudio(f"the recording cannot be decoded as {container}: {_reason(error)}") from error
    if samples.size == 0:
        raise UndecodableAudio(f"the recording ({container}) holds no sound that can be decoded; is it cut off?")
    if not np.isfinite(samples).all():
        raise UndecodableAudio(f"the recording ({container}) holds samples that are no numbers")
    at_rate = samples if rate == RATE else soxr.resample(samples, rate, RATE)
    return np.clip(at_rate, -1.0, 1.0).astype(np.float32)


def _reason(error: Exception) -> str:
    """The library's own words without what it adds of ours: a buffer's address, an error number."""
    if isinstance(error, av.error.EOFError):
        return "it ends before any sound does; was it cut off?"
    if isinstance(error, av.error.FFmpegError):
        return error.strerror or "no reason given"
    return str(error).rpartition(": ")[2][:200]


class _Bytes(io.BytesIO):
    """Bytes as a file; a damaged header makes libsndfile seek before the beginning, where an error cannot be raised."""

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self.tell()}.get(whence, len(self.getbuffer()))
        return super().seek(max(0, start + offset))


def _by_soundfile(data: bytes) -> tuple[Samples, int]:
    with soundfile.SoundFile(_Bytes(data)) as file:
        rate = _usable(file.samplerate)
        blocks = file.blocks(blocksize=_BLOCK, dtype="float32", always_2d=True)
        return _joined((block.mean(axis=1, dtype=np.float32) for block in blocks), rate), rate


def _joined(pieces: Iterable[Samples], rate: int) -> Samples:
    """Put mono pieces together; eight channels of half a minute are never in memory at once."""
    kept, count = [np.empty(0, np.float32)], 0
    for piece in pieces:
        kept.append(piece)
        count += len(piece)
        if count > MAX_SECONDS * rate:
            raise UndecodableAudio(_TOO_LONG)
    return np.concatenate(kept)


def _by_av(data: bytes, container: str) -> tuple[Samples, int]:
    with av.open(io.BytesIO(data), mode="r", format=container, metadata_errors="ignore") as file:
        if not file.streams.audio:
            raise UndecodableAudio(f"the file ({container}) holds no sound track")
        rate = _usable(file.streams.audio[0].rate)
        return _joined(_mono(file, rate), rate), rate


def _mono(file: av.container.InputContainer, rate: int) -> Iterator[Samples]:
    """Decoded pieces, channels averaged; a stream that breaks off gives what stands before the break."""
    planar = av.AudioResampler(format="fltp", rate=rate)
    frames = file.decode(file.streams.audio[0])
    got = False
    while True:
        try:
            frame = next(frames, None)
        except av.error.FFmpegError:
            if not got:
                raise
            return  # cut off while uploading: what came is scored, and its length is told
        for piece in planar.resample(frame):
            got = True
            yield piece.to_ndarray().mean(axis=0, dtype=np.float32)
        if frame is None:
            return


def _usable(rate: int | None) -> int:
    if rate is None or not LOWEST_RATE <= rate <= HIGHEST_RATE:
        raise UndecodableAudio(f"a sampling rate of {rate} Hz: {LOWEST_RATE} to {HIGHEST_RATE} Hz are taken")
    return rate
