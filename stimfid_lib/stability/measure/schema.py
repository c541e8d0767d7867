"""Records against their schema: a closed list of types, no unknown field; JSON Schema files, read without a library."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).with_name("schemas")
VERSION = "1"
"""The version that new records are written in."""

_KINDS: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_KNOWN = frozenset(
    {
        *("$ref", "additionalProperties", "anyOf", "const", "description", "enum", "items", "maxItems", "maxLength"),
        *("maximum", "minItems", "minLength", "minimum", "pattern", "properties", "required", "type"),
    }
)
"""The keywords of JSON Schema that are read here; a schema with another one is refused, so that none is passed over."""


class Wrong(ValueError):
    """A record that is not as its schema says; the text names the field, its value and what is allowed."""


@dataclass(frozen=True)
class Schema:
    """One version of the schema: its SHA-256 is that of the file."""

    version: str
    sha256: str
    definitions: Mapping[str, Mapping[str, Any]]
    types: tuple[str, ...]


@cache
def load_schema(version: str) -> Schema:
    """Read a version of the schema.

    Raises:
        Wrong: there is none, or it uses a keyword that is not read here.
    """
    path = _FOLDER / f"record.v{version}.json"
    if not re.fullmatch(r"[0-9]+", version) or not path.is_file():
        allowed = sorted(path.stem.partition(".v")[2] for path in _FOLDER.glob("record.v*.json"))
        raise Wrong(f"schema_version {version!r}: allowed are {', '.join(allowed)}")
    data = path.read_bytes()
    whole = json.loads(data)
    for name, part in whole["$defs"].items():
        _check_keywords(name, part)
    types = tuple(entry["$ref"].rpartition("/")[2] for entry in whole["oneOf"])
    return Schema(version, hashlib.sha256(data).hexdigest(), whole["$defs"], types)


def check_record(record: Mapping[str, Any]) -> None:
    """Refuse a record that is not as the schema of its version says.

    Raises:
        Wrong: another schema, an unknown type or field, a missing one, or a value that is not allowed.
    """
    schema = load_schema(str(record.get("schema_version")))
    if record.get("schema_sha256") != schema.sha256:
        raise Wrong(
            f"schema_sha256 is {str(record.get('schema_sha256'))[:12]}…, version {schema.version} has "
            f"{schema.sha256[:12]}…"
        )
    kind = record.get("record_type")
    if kind not in schema.types:
        raise Wrong(f"record_type {kind!r}: allowed are {', '.join(schema.types)}")
    for fault in _faults(dict(record), schema.definitions[str(kind)], schema, str(kind)):
        raise Wrong(fault)


def _faults(value: Any, rule: Mapping[str, Any], schema: Schema, place: str) -> Iterator[str]:
    if "$ref" in rule:
        yield from _faults(value, schema.definitions[rule["$ref"].rpartition("/")[2]], schema, place)
    if "anyOf" in rule:
        each = [list(_faults(value, part, schema, place)) for part in rule["anyOf"]]
        if all(each):
            yield " or ".join(faults[0] for faults in each)
    if "const" in rule and not _same(value, rule["const"]):
        yield f"{place} is {value!r}, allowed is {rule['const']!r}"
    if "enum" in rule and not any(_same(value, allowed) for allowed in rule["enum"]):
        yield f"{place} is {value!r}, allowed are {', '.join(map(repr, rule['enum']))}"
    if "type" in rule and not _is(value, rule["type"]):
        yield f"{place} is {_short(value)}, allowed is any {rule['type']}"
        return
    if isinstance(value, str):
        yield from _of_text(value, rule, place)
    elif isinstance(value, list):
        yield from _of_list(value, rule, schema, place)
    elif isinstance(value, dict):
        yield from _of_object(value, rule, schema, place)
    elif _is(value, "number") and not rule.get("minimum", value) <= value <= rule.get("maximum", value):
        yield f"{place} is {value}, allowed is {rule.get('minimum', '…')} to {rule.get('maximum', '…')}"


def _of_text(value: str, rule: Mapping[str, Any], place: str) -> Iterator[str]:
    if not rule.get("minLength", 0) <= len(value) <= rule.get("maxLength", len(value)):
        yield f"{place} is {_short(value)}, which is too short or too long"
    if "pattern" in rule and not re.search(rule["pattern"], value):
        yield f"{place} is {_short(value)}, allowed is {rule['pattern']}"


def _of_list(value: list[Any], rule: Mapping[str, Any], schema: Schema, place: str) -> Iterator[str]:
    if not rule.get("minItems", 0) <= len(value) <= rule.get("maxItems", len(value)):
        yield f"{place} has {len(value)} entries, allowed are {rule.get('minItems', 0)} to {rule.get('maxItems', '…')}"
    for number, entry in enumerate(value):
        yield from _faults(entry, rule.get("items", {}), schema, f"{place}[{number}]")


def _of_object(value: dict[str, Any], rule: Mapping[str, Any], schema: Schema, place: str) -> Iterator[str]:
    properties = rule.get("properties", {})
    others = rule.get("additionalProperties", {})
    for name in rule.get("required", ()):
        if name not in value:
            yield f"{place} lacks {name}"
    for name, entry in value.items():
        if name in properties:
            yield from _faults(entry, properties[name], schema, f"{place}.{name}")
        elif others is False:
            yield f"{place} has the unknown field {name!r}; allowed are {', '.join(sorted(properties))}"
        else:
            yield from _faults(entry, others, schema, f"{place}.{name}")


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _KINDS[kind])


def _same(value: Any, allowed: Any) -> bool:
    """Equal as JSON: true is not 1."""
    return bool(value == allowed) and isinstance(value, bool) == isinstance(allowed, bool)


def _short(value: Any) -> str:
    told = repr(value)
    return told if len(told) <= 60 else f"{told[:57]}…"


def _check_keywords(place: str, rule: Mapping[str, Any]) -> None:
    unknown = set(rule) - _KNOWN
    if unknown:
        raise Wrong(f"schema, {place}: the keywords {', '.join(sorted(unknown))} are not read here")
    parts = [rule[name] for name in ("items", "additionalProperties") if isinstance(rule.get(name), dict)]
    for part in (*parts, *rule.get("anyOf", ()), *rule.get("properties", {}).values()):
        _check_keywords(place, part)


CURRENT = load_schema(VERSION)
RECORD_TYPES = CURRENT.types
"""The closed list of record types."""
