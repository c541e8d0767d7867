"""When two spellings are the same item, and when an item is more than one word."""

from __future__ import annotations

import re
import unicodedata

import polars as pl

APOSTROPHES = "’‘ʼ＇′`´"
"""Marks that stand for the straight apostrophe U+0027."""

HYPHENS = "-\u2010\u2011\u2012\u2013\u2014\u2212"
"""Hyphen-minus, hyphen, non-breaking hyphen, figure, en and em dash, minus."""

_STRAIGHT = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
_SEPARATOR = rf"\s{re.escape(HYPHENS)}"
_INSIDE_PATTERN = f"[^{_SEPARATOR}][{_SEPARATOR}]+[^{_SEPARATOR}]"
_INSIDE = re.compile(_INSIDE_PATTERN)


def normal_spelling(text: str) -> str:
    """Return the form under which an item is looked up: NFC, lower case, straight apostrophes, no outer spaces."""
    if text.isascii():  # most items are, and then the grave accent is the one mark to change
        return text.replace("`", "'").strip().lower()
    return unicodedata.normalize("NFC", text).translate(_STRAIGHT).strip().lower()


def without_accents(text: str) -> str:
    """Return a spelling with its accents dropped: café -> cafe, naïve -> naive."""
    if text.isascii():
        return text
    bare = "".join(mark for mark in unicodedata.normalize("NFD", text) if not unicodedata.combining(mark))
    return unicodedata.normalize("NFC", bare)


def is_multiword(text: str) -> bool:
    """Tell whether a space or a hyphen stands inside the item ("hot dog", "merry-go-round"; not "-cat")."""
    return _INSIDE.search(text) is not None


def normal_spelling_expr(column: str) -> pl.Expr:
    """`normal_spelling` over a column of a table."""
    straight = pl.col(column).str.normalize("NFC").str.replace_all(f"[{APOSTROPHES}]", "'")
    return straight.str.strip_chars().str.to_lowercase()


def is_multiword_expr(column: str) -> pl.Expr:
    """`is_multiword` over a column of a table."""
    return pl.col(column).str.contains(_INSIDE_PATTERN)
