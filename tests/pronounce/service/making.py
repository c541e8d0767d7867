"""Recordings in the formats that people send, made from the bundled clips: real speech-like sound, real encoders."""

from __future__ import annotations

import io

import av
import numpy as np
import numpy.typing as npt
import soundfile
import soxr

from stimfid_lib.pronounce.service.page import clip_bytes

Samples = npt.NDArray[np.float32]
RATE = 16000


def clip(name: str = "cat") -> Samples:
    """A bundled clip's samples, mono 16 kHz."""
    data = clip_bytes(f"{name}.ogg")
    assert data is not None
    samples, rate = soundfile.read(io.BytesIO(data), dtype="float32")
    assert rate == RATE
    return np.asarray(samples, dtype=np.float32)


def at_rate(samples: Samples, rate: int) -> Samples:
    """The same sound at another sampling rate."""
    return np.asarray(soxr.resample(samples, RATE, rate), dtype=np.float32)


def stereo(samples: Samples) -> Samples:
    """The sound in the left channel, its half in the right one."""
    return np.stack([samples, samples / 2], axis=1)


def encoded(samples: Samples | npt.NDArray[np.int16], rate: int, kind: str, subtype: str | None = None) -> bytes:
    """Encode by libsndfile: WAV, OGG, FLAC, MP3, AIFF."""
    buffer = io.BytesIO()
    soundfile.write(buffer, samples, rate, format=kind, subtype=subtype)
    return buffer.getvalue()


def by_av(samples: Samples, rate: int, container: str, codec: str) -> bytes:
    """Encode mono sound by FFmpeg's libraries: webm with libopus, mp4 with aac."""
    buffer = io.BytesIO()
    with av.open(buffer, "w", format=container) as out:
        stream = out.add_stream(codec, rate=rate, layout="mono")
        frame = av.AudioFrame.from_ndarray(samples[None, :], format="flt", layout="mono")
        frame.sample_rate = rate
        size = stream.codec_context.frame_size or 960
        resampler = av.AudioResampler(format=stream.codec_context.format, layout="mono", rate=rate, frame_size=size)
        for piece in [*resampler.resample(frame), *resampler.resample(None)]:
            out.mux(stream.encode(piece))
        out.mux(stream.encode(None))
    return buffer.getvalue()


def silence(seconds: float = 1.0) -> bytes:
    """Digital silence as WAV."""
    return encoded(np.zeros(int(seconds * RATE), dtype=np.float32), RATE, "WAV")


def wav(name: str = "cat") -> bytes:
    """A bundled clip as WAV."""
    return encoded(clip(name), RATE, "WAV")
