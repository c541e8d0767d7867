"""Small pieces of the sentences that explain verdicts: sounds, counts, places, numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

PLACES = {"initial": "at the beginning", "medial": "in the middle", "final": "at the end"}


def quoted(word: str) -> str:
    """A word between single quotation marks, as people quote a word that they talk about."""
    return f"‘{word}’"


def said(phonemes: Iterable[str]) -> str:
    """Sounds between slashes, divided by blanks: /k æ t/."""
    return f"/{' '.join(phonemes)}/"


def sounds(phonemes: Sequence[str], last: str = "or") -> str:
    """Single sounds, each between slashes: /t/, /ʃ/ or /θ/."""
    return either([f"/{phoneme}/" for phoneme in phonemes], last)


def either(parts: Sequence[str], last: str = "or") -> str:
    """Join as people write: "a", "a or b", "a, b or c"."""
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}" if len(parts) > 1 else "".join(parts)


def counted(number: int, noun: str) -> str:
    """A count with its noun: "1 syllable", "3 syllables"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def span(params: Mapping[str, Any]) -> str:
    """A band of whole numbers: "2", "1 or 2", "2 to 4", "at least 3", "at most 2"."""
    low, high = params["min"], params["max"]
    if low is None or high is None:
        return f"at most {high}" if low is None else f"at least {low}"
    if high - low < 2:
        return f"{low}" if low == high else f"{low} or {high}"
    return f"{low} to {high}"


def figure(value: float, beside: float) -> str:
    """A measured number with as few decimals as keep it apart from the bound that it stands beside."""
    for decimals in (1, 2, 3):
        text = f"{value:.{decimals}f}"
        if value == beside or float(text) != beside:
            return text.removesuffix(".0") if value == int(value) else text
    return f"{value:g}"
