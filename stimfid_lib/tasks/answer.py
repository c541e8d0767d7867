"""Reading a structured answer: tolerant of how it is wrapped, strict in what it holds."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

import json_repair
from pydantic import BaseModel, ValidationError

A = TypeVar("A", bound=BaseModel)

How = Literal["as it stands", "repaired", "unreadable"]
"""`as it stands`: the whole text is the JSON object; `repaired`: found in prose, a code fence, or mended."""

LONGEST = 20_000
"""Characters of an answer that are looked at; the answers that are asked for have some hundred."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[A]):
    """A model's answer: its `value`, or None and the `error` in prose; `how` it could be read."""

    value: A | None
    error: str | None
    how: How


def read_answer(text: str, schema: type[A]) -> Answer[A]:
    """Read the JSON object of an answer, whatever stands around it, and validate it; never raises.

    What comes before a closing `</think>` is not the answer. Of several objects the first one counts.
    """
    found, how = _object(text.rpartition("</think>")[2][:LONGEST].strip())
    if found is None:
        return Answer(None, f"no JSON object in the answer: {_start(text)}", "unreadable")
    try:
        return Answer(schema.model_validate(found), None, how)
    except ValidationError as error:
        return Answer(None, f"the answer does not validate: {'; '.join(map(_told, error.errors()))}", how)


def _object(text: str) -> tuple[dict[str, Any] | None, How]:
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        whole = None
    if isinstance(whole, dict):
        return whole, "as it stands"
    if "{" not in text:
        return None, "unreadable"
    inner = text[text.index("{") :]
    try:
        first, _ = json.JSONDecoder().raw_decode(inner)  # json_repair lets a second object overwrite the first
        return first, "repaired"
    except (ValueError, RecursionError):
        pass
    try:
        mended = json_repair.loads(inner, skip_json_loads=True)
    except (ValueError, RecursionError, LookupError, TypeError):
        return None, "unreadable"
    objects = [part for part in (mended if isinstance(mended, list) else [mended]) if isinstance(part, dict)]
    return (objects[0], "repaired") if objects else (None, "unreadable")


def _told(fault: Any) -> str:
    place = ".".join(map(str, fault["loc"])) or "the whole"
    if fault["type"] == "missing":
        return f"{place} is missing"
    return f"{place} = {_start(repr(fault['input']))}: {fault['msg'].removeprefix('Value error, ')}"


def _start(text: str, length: int = 80) -> str:
    line = " ".join(text.split())
    return (line if len(line) <= length else line[:length] + "…") or "(empty)"
