"""JSON and the lists of programming languages in a reply, turned into marked lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import json_repair

from stimfid_lib.scoring.reading.characters import DATA_MARK, PART
from stimfid_lib.scoring.reading.labels import names_item, names_list

_START = re.compile(r"[\[{]\s*(?:[\"'“]|[\[{]\s*[\"'“])")
_TOKEN = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|[\[\]{}]|\n[ \t]*(?:```|~~~)|\n\s*\n(?=[^\s\[\]{}\"'])")
_ASSIGNED = re.compile(r"(?:(?:const|let|var|final|export)\s+)?[\w.]{1,40}(?:\s*:\s*[\w\[\], .]{1,30})?\s*=\s*")
_NUMBERED_KEY = re.compile(r"\W*(?:[a-z_ ]{1,12})?[_ ]?\d{1,3}\W*", re.IGNORECASE)
_LONGEST_REPAIR = 50_000
"""Characters; a torn value longer than this is left as text, which keeps reading linear."""
_MOST_BRACKETS = 400
_DEEPEST = 12


def data_drawn(text: str) -> str:
    """Return the text with every JSON value in it replaced by a line for each entry, marked with `DATA_MARK`.

    A list of strings gives an entry each; keys that hold lists give headings; an object gives the values of the keys
    that name an item ("word", "target", "contrast"), several of them as the parts of one entry. A value that is cut
    off or written with single quotes is read as far as it goes.
    """
    if "[" not in text and "{" not in text:
        return text
    pieces: list[str] = []
    position = 0
    while (opening := _START.search(text, position)) is not None:
        end = _end_of(text, opening.start())
        lines = list(_lines(_parsed(text[opening.start() : end]), 0))
        if lines:
            before = text[position : opening.start()]
            cut = before.rfind("\n") + 1
            pieces.append(before[:cut] if _ASSIGNED.fullmatch(before[cut:].strip()) else before)
            pieces.append("\n" + "\n".join(lines) + "\n")
        else:
            pieces.append(text[position:end])
        position = end
    return "".join(pieces) + text[position:]


def _end_of(text: str, start: int) -> int:
    """Find where the value that opens at `start` is closed, or where the text of it breaks off."""
    depth = 0
    for token in _TOKEN.finditer(text, start):
        sign = token[0][0]
        if sign in "[{":
            depth += 1
        elif sign in "]}":
            depth -= 1
            if depth == 0:
                return token.end()
        elif sign == "\n":
            return token.start()
    return len(text)


def _parsed(span: str) -> Any:
    try:
        return json.loads(span)
    except (ValueError, RecursionError):
        pass
    if len(span) > _LONGEST_REPAIR or span.count("[") + span.count("{") > _MOST_BRACKETS:
        return None
    try:
        return json_repair.loads(span)
    except (ValueError, RecursionError, IndexError, TypeError):
        return None


def _lines(value: Any, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        return
    if isinstance(value, list):
        for one in value:
            if isinstance(one, str):
                yield _entry([one])
            elif isinstance(one, list) and one and all(isinstance(part, str) for part in one):
                yield _entry(one)
            elif isinstance(one, dict):
                yield from _record(one, depth)
            else:
                yield from _lines(one, depth + 1)
    elif isinstance(value, dict):
        yield from _mapping(value, depth)


def _record(record: dict[str, Any], depth: int) -> Iterator[str]:
    """An object among others in a list: one entry, of the values that name items."""
    parts: list[str] = []
    for key, value in record.items():
        if isinstance(value, str) and names_item(str(key)):
            parts.append(value)
        elif isinstance(value, list) and value and all(isinstance(one, str) for one in value):
            parts += value if names_item(str(key)) or names_list(str(key)) else []
    strings = [value for value in record.values() if isinstance(value, str)]
    if parts:
        yield _entry(parts)
    elif any(isinstance(value, (list, dict)) for value in record.values()):
        yield from _mapping(record, depth + 1)
    elif strings:
        yield _entry(strings[:1])


def _mapping(mapping: dict[str, Any], depth: int) -> Iterator[str]:
    nested = {str(key): value for key, value in mapping.items() if isinstance(value, (list, dict))}
    texts = {str(key): value for key, value in mapping.items() if isinstance(value, str)}
    items = [value for key, value in texts.items() if names_item(key)]
    for key, value in nested.items():
        yield ""
        yield f"{_flat(key).replace('_', ' ')}:"
        yield from _lines(value, depth + 1)
    if nested:
        return
    if items:
        yield _entry(items)
        return
    numbered = sum(_NUMBERED_KEY.fullmatch(key) is not None for key in texts) * 2 > len(texts)
    for key, text in texts.items():
        yield _entry([text] if numbered else [f"{key}: {text}"])


def _entry(parts: list[str]) -> str:
    return f"{DATA_MARK} {PART.join(map(_flat, parts))}"


def _flat(text: str) -> str:
    return " ".join(text.replace(PART, " ").split())
