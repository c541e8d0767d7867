"""Settings files: YAML for people, validated by a pydantic model, refused by place, value and remedy."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from stimfid_lib.base.errors import Refused

Place = tuple[Any, ...]
"""Where an error stands, as pydantic gives it: keys and, for unions, tags."""


class Strict(BaseModel):
    """Base of every settings model: unknown keys are refused, and nothing changes after loading."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Model = TypeVar("Model", bound=BaseModel)


def load_settings(
    path: Path,
    model: type[Model],
    *,
    allowed_at: Callable[[Place], Iterable[str]] | None = None,
    hidden: Collection[str] = (),
    private: Collection[str] = (),
) -> Model:
    """Read a YAML file into a model; the file must exist.

    Args:
        path: the file.
        model: what it must be.
        allowed_at: names that are allowed at the place of an unknown one (default: the model's own fields).
        hidden: union tags that stand in pydantic's places and in no file.
        private: keys whose wrong value is never told, because it may be a password or an API key.

    Raises:
        Refused: not YAML, a key that stands twice, an unknown key (the nearest right name is proposed), a missing
            one, or a value out of range; every fault of the file is told at once.
    """
    try:
        raw = yaml.load(path.read_text(encoding="utf-8"), Loader=_NoKeyTwice)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise Refused(f"{path} is not YAML: {error}") from error
    if not isinstance(raw, dict):
        needed = ", ".join(model.model_fields)
        raise Refused(f"{path} holds {type(raw).__name__}, expected a mapping with some of the keys {needed}")
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        names = allowed_at or (lambda _: model.model_fields)
        told = [_in_words(entry, names, hidden, private) for entry in error.errors()]
        raise Refused(f"{path}: {'; '.join(told)}") from None


def proposal(wrong: object, allowed: Iterable[str]) -> str:
    """The end of a refusal: the nearest allowed name, if one is near, and all that are allowed."""
    names = list(allowed)
    near = difflib.get_close_matches(str(wrong), names, n=1)
    return (f"; did you mean {near[0]!r}?" if near else "") + f" (allowed: {', '.join(names)})"


def _in_words(
    error: Any, allowed_at: Callable[[Place], Iterable[str]], hidden: Collection[str], private: Collection[str]
) -> str:
    """Put one of pydantic's errors into: where, which value, what is allowed."""
    place: Place = error["loc"]
    where = ".".join(str(part) for part in place if part not in hidden)
    match error["type"]:
        case "extra_forbidden":
            return f"unknown key {where!r}{proposal(place[-1], allowed_at(place))}"
        case "missing":
            return f"{where} is missing"
        case "union_tag_not_found":
            return f"{where}.kind is missing: allowed are {error['ctx'].get('expected_tags', ', '.join(hidden))}"
        case "union_tag_invalid":
            return f"{where}.kind = {error['ctx']['tag']!r}{proposal(error['ctx']['tag'], hidden)}"
        case _ if any(part in private for part in place):
            return f"{where} = (not shown, it may be secret): {error['msg']}"
        case "value_error" if isinstance(error["input"], dict):  # a whole entry; the text says what is wrong in it
            return f"{where}: {error['msg'].removeprefix('Value error, ')}"
        case _:
            return f"{where} = {error['input']!r}: {error['msg'].removeprefix('Value error, ')}"


class _NoKeyTwice(yaml.SafeLoader):
    """YAML's own loader lets the last of two equal keys win, which would drop a setting without a word."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise yaml.constructor.ConstructorError(None, None, "a key must be a plain name", key.start_mark)
            if key.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key.value!r} stands twice", key.start_mark
                )
            seen.add(key.value)
        return super().construct_mapping(node, deep)
