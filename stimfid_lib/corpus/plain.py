"""Text as it was typed: what web dumps and editors put in its place is taken back before any rule reads it."""

from __future__ import annotations

import html
import re

UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
"""Characters that nobody sees: zero-width space and joiners, word joiner, byte order mark, soft hyphen."""

LETTER = "A-Za-z0-9\u00c0-\u024f"
"""What may not touch a name: Latin letters and digits. An underscore may (markdown's italics), and so may another
alphabet, which puts no space between ChatGPT and its particle."""

GONE = frozenset({"", "[deleted]", "[removed]", "[deleted by user]"})
"""What stands where a post was taken down."""

_UNSEEN = re.compile(f"[{UNSEEN}]")
_ESCAPED = re.compile(r"\\(?=[\"'_*>`“”])")


def plain(text: str) -> str:
    """Return a post's text with HTML entities, markdown's backslashes and unseen characters taken back.

    Places that `Mention` and `Quote` tell are places in this text. A post that was taken down is empty.
    """
    if text.strip().lower() in GONE:
        return ""
    if "&" in text:
        text = html.unescape(text)
    if not text.isascii():
        text = _UNSEEN.sub("", text).replace("\u00a0", " ")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _ESCAPED.sub("", text) if "\\" in text else text


def word(pattern: str) -> str:
    """Regular expression for a pattern that touches no further Latin letter or digit."""
    return f"(?<![{LETTER}])(?:{pattern})(?![{LETTER}])"
