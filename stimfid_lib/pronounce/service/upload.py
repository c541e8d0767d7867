"""The uploaded recording: its declared type, its size, and what its bytes really are."""

from __future__ import annotations

from fastapi import UploadFile

from stimfid_lib.base.errors import Refused
from stimfid_lib.pronounce.containers import container_of, told_kind
from stimfid_lib.pronounce.service.limit import MAX_AUDIO, TOO_LARGE

ALLOWED = "wav, ogg, mp3, m4a, webm, flac, aiff or aac"


async def recording_of(audio: UploadFile) -> bytes:
    """Read an upload and check it before any decoder sees it.

    Raises:
        Refused: the declared type is not audio/*, nothing or too much was sent, or the bytes are no audio container.
    """
    declared = (audio.content_type or "").partition(";")[0].strip().lower()
    if not declared.startswith("audio/"):
        told = f"declared as {declared[:60]!r}" if declared else "sent without a content type"
        raise Refused(f"wrong type: the recording was {told}; audio/* is taken ({ALLOWED})")
    if audio.size is not None and audio.size > MAX_AUDIO:
        raise Refused(TOO_LARGE)
    data = await audio.read()
    if not data:
        raise Refused("the recording is empty (0 bytes): record the word again")
    if container_of(data) is None:
        raise Refused(f"wrong type: declared as {declared!r}, but the bytes are {told_kind(data)}; send {ALLOWED}")
    return data
