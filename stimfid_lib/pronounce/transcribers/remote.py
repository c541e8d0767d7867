"""A transcriber at another address: one recording is one request with a deadline, and what comes back is checked."""

from __future__ import annotations

import io
import time
from typing import Annotated, TypeVar
from urllib.parse import urlsplit

import httpx
import soundfile
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from stimfid_lib.pronounce.audio import RATE, Samples
from stimfid_lib.pronounce.errors import Misconfigured, Warming
from stimfid_lib.pronounce.score import spelled
from stimfid_lib.pronounce.transcript import BROAD, Transcript

CONNECT_S = 3.0
DEADLINE_S = 30.0
"""Seconds within which a whole answer must be here, however it drips; a model on a processor may take ten."""
MOST_BYTES = 1024 * 1024
"""Of an answer; a word's transcript takes a few hundred."""
NOT_READY = frozenset({408, 425, 429, 502, 503, 504})
"""Statuses by which a server or the proxy before it says: later."""

NO_FT = "The remote server gave no fine-tuned transcript; its baseline is scored."

Text = Annotated[str, StringConstraints(max_length=1000)]
Symbol = Annotated[str, StringConstraints(min_length=1, max_length=16, strip_whitespace=True)]
Confidence = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class Reply(BaseModel):
    """A transcript as the remote server writes it; fields that nobody asked for are left aside."""

    model_config = ConfigDict(extra="ignore", strict=True)

    phonemes: list[Symbol] = Field(max_length=500)
    confidences: list[Confidence | None] | None = None
    duration_ms: Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)] | None = None
    coverage: Text | None = None
    limitations: list[Text] | None = Field(None, max_length=50)


class Compared(BaseModel):
    """Two transcripts of one recording, by the fine-tuned model and by the one it was made from."""

    model_config = ConfigDict(extra="ignore", strict=True)

    ft: Reply | None = None
    baseline: Reply | None = None


Shape = TypeVar("Shape", bound=BaseModel)


class RemoteTranscriber:
    """Sends recordings to `POST {url}/transcribe` and `/compare` as the file field `audio`: WAV, 16 kHz, mono.

    It may be used from several threads at once. No redirect is followed and no proxy asked, so that a recording goes
    to the address that was named and nowhere else.

    Raises:
        Misconfigured: the address is no http or https address.
    """

    def __init__(self, url: str, *, deadline_s: float = DEADLINE_S) -> None:
        self.url = _checked(url)
        self._deadline_s = deadline_s
        timeout = httpx.Timeout(deadline_s, connect=min(CONNECT_S, deadline_s))
        self._http = httpx.Client(timeout=timeout, follow_redirects=False, trust_env=False)

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def transcribe(self, samples: Samples) -> Transcript:
        """Send a recording to `/transcribe`.

        Raises:
            Warming: unreachable, too slow, or not ready.
            Misconfigured: it refuses, fails, or answers what is no transcript.
        """
        return _transcript(_read(Reply, self._ask("/transcribe", samples), self._at("/transcribe")), samples)

    def compare(self, samples: Samples) -> Transcript:
        """Send a recording to `/compare`; take `ft`, else `baseline`, in which case the transcript says so.

        Raises:
            Warming, Misconfigured: as `transcribe`.
        """
        both = _read(Compared, self._ask("/compare", samples), self._at("/compare"))
        if both.ft is not None:
            return _transcript(both.ft, samples)
        if both.baseline is None:
            raise Misconfigured(f"{self._at('/compare')} answered neither ft nor baseline")
        return _transcript(both.baseline, samples, NO_FT)

    def _at(self, path: str) -> str:
        return f"the remote transcriber ({self.url}{path})"

    def _ask(self, path: str, samples: Samples) -> bytes:
        name, deadline = self._at(path), time.monotonic() + self._deadline_s
        files = {"audio": ("recording.wav", _wav(samples), "audio/wav")}
        try:
            with self._http.stream("POST", self.url + path, files=files) as reply:
                _check_status(reply.status_code, name)
                body = b""
                for piece in reply.iter_bytes():
                    body += piece
                    if len(body) > MOST_BYTES:
                        raise Misconfigured(f"{name} answered more than {MOST_BYTES} bytes, which is no transcript")
                    if time.monotonic() > deadline:
                        raise Warming(f"{name} did not finish its answer within {self._deadline_s:.0f} seconds")
        except httpx.TimeoutException as error:
            raise Warming(f"{name} did not answer within {self._deadline_s:.0f} seconds") from error
        except httpx.TransportError as error:
            raise Warming(f"{name} cannot be reached ({type(error).__name__})") from error
        except httpx.HTTPError as error:
            raise Misconfigured(f"{name} answered what cannot be read ({type(error).__name__})") from error
        return body


def _checked(url: str) -> str:
    try:
        parts = urlsplit(url)
        port_is_right = parts.port is None or parts.port > 0
    except ValueError:
        parts, port_is_right = urlsplit(""), False
    if (
        parts.scheme not in ("http", "https")
        or not parts.hostname
        or not port_is_right
        or parts.query
        or parts.fragment
    ):
        raise Misconfigured(
            f"AUDIO_INFERENCE_URL is {url!r}, which is no address of a server: give one like "
            "http://127.0.0.1:9000, or unset it to use the recogniser inside this service"
        )
    if parts.username or parts.password:
        raise Misconfigured("AUDIO_INFERENCE_URL holds a password, which would stand in errors: take it out")
    return url.rstrip("/")


def _wav(samples: Samples) -> bytes:
    buffer = io.BytesIO()
    soundfile.write(buffer, samples, RATE, format="WAV", subtype="PCM_16")
    return buffer.getvalue()


def _check_status(status: int, name: str) -> None:
    if status in NOT_READY:
        raise Warming(f"{name} is not ready (status {status})")
    if not 200 <= status < 300:
        raise Misconfigured(f"{name} answered status {status}: is this the right address?")


def _read(kind: type[Shape], body: bytes, name: str) -> Shape:
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        told = f"{where}: {first['msg']}" if where else first["msg"]
        raise Misconfigured(f"{name} answered what is no transcript ({told})") from None


def _transcript(reply: Reply, samples: Samples, *more: str) -> Transcript:
    phonemes = tuple(spelled(symbol) for symbol in reply.phonemes)
    limitations = (*(reply.limitations or ()), *more)
    confidences = reply.confidences
    if confidences is not None and len(confidences) != len(phonemes):
        limitations = (*limitations, "The remote server's confidences do not go with its phonemes and are left out.")
        confidences = None
    return Transcript(
        phonemes,
        tuple(confidences) if confidences is not None else (None,) * len(phonemes),
        round(1000 * len(samples) / RATE) if reply.duration_ms is None else round(reply.duration_ms),
        reply.coverage or BROAD,
        limitations,
    )
