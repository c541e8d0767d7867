"""One character for each thing: plain spaces and hyphens, plain digits, nothing invisible."""

from __future__ import annotations

import re
import unicodedata

PART = "\x1f"
"""Stands between parts of an entry that are known to be apart (cells of a row, strings of an array); in no reply."""

LIST_MARK = "\ue000"
"""Stands before an entry that HTML or XML marks as one (`<li>`); in no reply, since private characters are dropped."""

DATA_MARK = "\ue001"
"""Stands before an entry that a JSON value holds; in no reply, as above."""

_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064"
)
_SELECTORS = "".join(map(chr, range(0xFE00, 0xFE10))) + "\ufeff\ufffe\ufffc"
_DIRECTIONS = "".join(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
_TONES_OF_SKIN = "".join(map(chr, range(0x1F3FB, 0x1F400)))
_CONTROLS = "".join(map(chr, (*range(9), *range(0x0E, 0x1C), 0x1F, 0x7F, *range(0x80, 0x85), *range(0x86, 0xA0))))
_HALVES = "".join(map(chr, range(0xD800, 0xE000)))  # halves of a character that was cut; no table can hold them
_PRIVATE = "".join(map(chr, range(0xE000, 0xF900)))
_SPACES = "\u00a0\u1680\u202f\u205f\u2800\u3000\u3164" + "".join(map(chr, range(0x2000, 0x200B)))
_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_STYLED = {
    code: unicodedata.normalize("NFKC", chr(code))
    for code in (*range(0x1D400, 0x1D800), *range(0xFB00, 0xFB07))
    if unicodedata.normalize("NFKC", chr(code)) != chr(code)
}
_CHARACTERS = str.maketrans(
    dict.fromkeys(_INVISIBLE + _SELECTORS + _DIRECTIONS + _TONES_OF_SKIN + _CONTROLS + _HALVES + _PRIVATE, "")
    | dict.fromkeys(_SPACES, " ")
    | dict.fromkeys("\u2010\u2011\u2212\ufe63─━═╌┄", "-")
    | dict.fromkeys("│┃║╎┆", "|")
    | dict.fromkeys("┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╰╯", "+")
    | _WIDE
    | _STYLED
)
_ASCII_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1b\x1f\x7f]+")
_KEYCAPS = re.compile(r"(?:[0-9]\u20e3)+")
_CIRCLED = {0x1F51F: 10} | {
    start + offset: offset + 1
    for start, count in (
        (0x2460, 20),  # circled
        (0x2474, 20),  # in parentheses
        (0x2488, 20),  # with a full stop
        (0x2776, 10),  # white on black
        (0x2780, 10),
        (0x278A, 10),
        (0x24F5, 10),
    )
    for offset in range(count)
}
_CIRCLED_MARK = re.compile(f"(?<!\\S)[{''.join(map(chr, _CIRCLED))}]\\s?")


def plain_characters(text: str) -> str:
    """Return the text in NFC with one character for each thing; line ends stay as they are.

    Spaces, hyphens, full-width and styled characters become their plain forms; keycaps and circled numbers become
    "1. "; invisible, private and control characters and variation selectors go.
    """
    if text.isascii():
        return _ASCII_CONTROLS.sub("", text)
    text = unicodedata.normalize("NFC", text).translate(_CHARACTERS)
    if "\u20e3" in text:
        text = _KEYCAPS.sub(lambda caps: f"{caps[0].replace(chr(0x20E3), '')}. ", text)
    return _CIRCLED_MARK.sub(lambda mark: f"{_CIRCLED[ord(mark[0][0])]}. ", text)
