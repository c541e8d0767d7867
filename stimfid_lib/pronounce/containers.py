"""Which audio container bytes are, by their first bytes: an allow-list, since nothing else may reach a decoder."""

from __future__ import annotations

HEAD = 4096
"""How many bytes are looked at."""

_MAGIC: tuple[tuple[str, int, bytes], ...] = (
    ("wav", 8, b"WAVE"),
    ("flac", 0, b"fLaC"),
    ("ogg", 0, b"OggS"),
    ("matroska", 0, b"\x1a\x45\xdf\xa3"),
    ("mov", 4, b"ftyp"),
    ("aiff", 8, b"AIFF"),
    ("aiff", 8, b"AIFC"),
    ("au", 0, b".snd"),
    ("caf", 0, b"caff"),
    ("mp3", 0, b"ID3"),
)
"""Container as FFmpeg's demuxers are called, offset, bytes there (RFC 9639, 3533, 8794; ISO/IEC 14496-12)."""

_OUTER = {"wav": (b"RIFF", b"RF64"), "aiff": (b"FORM",)}

_OTHERS: tuple[tuple[str, bytes], ...] = (
    ("a PNG image", b"\x89PNG\r\n\x1a\n"),
    ("a JPEG image", b"\xff\xd8\xff"),
    ("a GIF image", b"GIF8"),
    ("a PDF document", b"%PDF-"),
    ("a ZIP archive or an office document", b"PK\x03\x04"),
    ("a web page", b"<!DOCTYPE"),
    ("a web page", b"<html"),
    ("a playlist", b"#EXTM3U"),
)


def container_of(data: bytes) -> str | None:
    """Name the audio container that bytes begin as, or None for anything else.

    Names are those of FFmpeg's demuxers: wav, flac, ogg, matroska (WebM too), mov (MP4 and M4A), aiff, au, caf, mp3,
    aac. A decoder is to be opened with that name and never left to probe: a playlist in disguise would make it open
    files and addresses of this machine. A right beginning does not mean that the rest can be decoded.
    """
    for name, offset, magic in _MAGIC:
        if data[offset : offset + len(magic)] == magic and data[:4] in _OUTER.get(name, (data[:4],)):
            return name
    return _frame(data)


def _frame(data: bytes) -> str | None:
    """MP3 and AAC have no header of their own: a frame begins with set bits (ISO/IEC 11172-3, 13818-7)."""
    if len(data) < 4 or data[0] != 0xFF:
        return None
    if data[1] & 0xF6 == 0xF0:  # layer bits 00: ADTS
        return "aac"
    version, layer, rate, sampling = data[1] >> 3 & 3, data[1] >> 1 & 3, data[2] >> 4, data[2] >> 2 & 3
    whole = data[1] & 0xE0 == 0xE0 and version != 1 and layer == 1 and rate not in (0, 15) and sampling != 3
    return "mp3" if whole else None


def is_cut_off(data: bytes) -> bool:
    """Tell whether a file is shorter than it says, where its container says (wav, aiff) or marks its end (ogg).

    A length of 0 or of all bits, as recorders write that do not know it yet, says nothing.
    """
    match container_of(data):
        case "wav" | "aiff" as name:
            said = int.from_bytes(data[4:8], "little" if name == "wav" else "big")
            return said not in (0, 0xFFFFFFFF) and len(data) < said + 8
        case "ogg":
            last = data.rfind(b"OggS")
            return len(data) < last + 6 or not data[last + 5] & 4  # RFC 3533: bit 3 marks the last page
        case _:
            return False


def told_kind(data: bytes) -> str:
    """What bytes that are no audio seem to be, in words for the person who sent them."""
    start = data[:HEAD].lstrip()
    for words, magic in _OTHERS:
        if start[: len(magic)].lower() == magic.lower():
            return words
    return "no audio format that is known here"
