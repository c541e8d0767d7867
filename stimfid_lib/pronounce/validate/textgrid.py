"""Praat's TextGrid files: bytes in, tiers out, whole or refused."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Any

from stimfid_lib.base.errors import Refused

_TIERS = re.compile(r"<exists>\s*\n(?:size = )?(\d+)\s*\n")
_LONG_SIZE = re.compile(r"^\s*intervals: size = (\d+)", re.MULTILINE)
_SHORT_SIZE = re.compile(r'^"IntervalTier"\s*\n"(?:[^"]|"")*"\s*\n\S+\s*\n\S+\s*\n(\d+)', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Interval:
    """A stretch of time, in seconds, and its label without blanks around it."""

    start: float
    end: float
    text: str

    @property
    def middle(self) -> float:
        """Its middle, in seconds."""
        return (self.start + self.end) / 2


@dataclass(frozen=True, slots=True)
class TextGrid:
    """Interval tiers by name (lower case), in time order, empty intervals kept; `end` is the file's, in seconds."""

    end: float
    tiers: dict[str, tuple[Interval, ...]]


def read_textgrid(data: bytes) -> TextGrid:
    """Read a TextGrid in Praat's long or short format, UTF-8 or UTF-16, with or without a byte order mark.

    A tier may be longer than the file: its labels are kept. Of tiers of one name the first counts.

    Raises:
        Refused: another encoding, no TextGrid, or fewer intervals than a tier's head announces (a file cut off).
    """
    # imported here: the metrics and the notebook read rows without it
    from praatio.utilities.errors import PraatioException
    from praatio.utilities.textgrid_io import parseTextgridStr

    text = _decoded(data).replace("\r\n", "\n").replace("\r", "\n")
    try:
        parsed = parseTextgridStr(text, includeEmptyIntervals=True)
        end = float(parsed["xmax"])
        found = [(tier["name"], _intervals(tier)) for tier in parsed["tiers"] if tier["class"] == "IntervalTier"]
    except (PraatioException, ValueError, IndexError, KeyError, TypeError, AttributeError) as error:
        raise Refused(f"no TextGrid can be read from it ({type(error).__name__}: {error})") from error
    tiers_announced = _TIERS.search(text)
    if tiers_announced is None or int(tiers_announced[1]) != len(parsed["tiers"]):
        raise Refused(f"it announces other tiers than the {len(parsed['tiers'])} that it holds: is it cut off?")
    announced = [int(size) for size in _LONG_SIZE.findall(text) or _SHORT_SIZE.findall(text)]
    held = [len(intervals) for _, intervals in found]
    if announced != held:
        raise Refused(f"its tiers announce {_listed(announced)} intervals and hold {_listed(held)}: is it cut off?")
    tiers: dict[str, tuple[Interval, ...]] = {}
    for name, intervals in found:
        tiers.setdefault(name.strip().lower(), intervals)
    return TextGrid(end, tiers)


def _intervals(tier: dict[str, Any]) -> tuple[Interval, ...]:
    read = (Interval(float(start), float(end), str(text).strip()) for start, end, text in tier["entries"])
    return tuple(sorted(read, key=lambda one: (one.start, one.end)))


def _decoded(data: bytes) -> str:
    encoding = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    if data[1:2] == b"\0" or data[:1] == b"\0":
        encoding = "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise Refused(f"its text is neither UTF-8 nor UTF-16 ({error.reason} at byte {error.start})") from error


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers)) or "no"
