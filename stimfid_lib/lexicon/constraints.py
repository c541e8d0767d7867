"""What can be asked of a word: six kinds of constraint, validated when made, with one spelling each."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import canonical_json
from stimfid_lib.phonology.ipa import to_ipa

PARAMETERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "phoneme_at": ("phoneme", "position"),
        "contains_phoneme": ("phoneme",),
        "cluster_at": ("phonemes", "position"),
        "syllable_count": ("min", "max"),
        "cv_shape": ("shape",),
        "norm_band": ("prop", "min", "max"),
    }
)
"""The kinds and the parameters that each takes; an absent `min` or `max` is an open end."""

KINDS = tuple(PARAMETERS)
POSITIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"phoneme_at": ("initial", "medial", "final"), "cluster_at": ("initial", "final")}
)
_OPTIONAL = frozenset({"min", "max"})


@dataclass(frozen=True)
class Constraint:
    """One requirement on a word, over its primary pronunciation or its norms.

    - `phoneme_at {phoneme, position: initial|medial|final}`: medial is any place but the two edges
    - `contains_phoneme {phoneme}`: at any place
    - `cluster_at {phonemes, position: initial|final}`: all of them, in order, contiguous at that edge
    - `syllable_count {min, max}`: whole numbers, both ends included, either end may be open (None)
    - `cv_shape {shape}`: over phonemes, a diphthong is one V, an affricate one C
    - `norm_band {prop, min, max}`: both ends included, either end may be open; a word without the norm fails

    `params` is read-only and normalised: phonemes by `to_ipa` (ASCII g is ɡ), syllables as int, norm bounds as
    float, open ends as None, shapes in capitals. Equal constraints are equal, hash alike and have the same JSON.
    Which norms exist is the lexicon's to say, so `prop` is checked when a lexicon is asked.

    Raises:
        Refused: unknown kind, parameter, position or phoneme; a parameter missing or of the wrong type; an empty
            band (min > max) or one that is open at both ends.
    """

    kind: str
    params: Mapping[str, Any] = field(hash=False, compare=False)
    _key: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        params = MappingProxyType(_normalised(self.kind, self.params))
        object.__setattr__(self, "params", params)
        object.__setattr__(self, "_key", canonical_json({"kind": self.kind, "params": dict(params)}))

    def __repr__(self) -> str:
        return f"Constraint({self.kind!r}, {dict(self.params)!r})"

    def __reduce__(self) -> tuple[type[Constraint], tuple[str, dict[str, Any]]]:
        return Constraint, (self.kind, dict(self.params))  # a mapping proxy cannot be pickled

    def to_json(self) -> str:
        """Canonical JSON, `{"kind": …, "params": {…}}`; the same constraint always gives the same text."""
        return self._key

    @classmethod
    def from_json(cls, text: str) -> Constraint:
        """Read one constraint.

        Raises:
            Refused: no JSON object of the form that `to_json` writes, or a constraint that is refused.
        """
        return _from_object(_parsed(text))


def constraints_to_json(constraints: Iterable[Constraint]) -> str:
    """Canonical JSON list of constraints, in the order given; no constraints is `[]`."""
    return "[" + ",".join(constraint.to_json() for constraint in constraints) + "]"


def constraints_from_json(text: str) -> list[Constraint]:
    """Read a JSON list of constraints.

    Raises:
        Refused: not a list, or an entry that is refused; the text names the entry.
    """
    entries = _parsed(text)
    if not isinstance(entries, list):
        raise Refused(f"constraints must be a JSON list, not {text[:80]!r}; write [] for none")
    read = []
    for number, entry in enumerate(entries, start=1):
        try:
            read.append(_from_object(entry))
        except Refused as error:
            raise Refused(f"constraint {number} of {len(entries)}: {error}") from error
    return read


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise Refused(f"not JSON ({error}): {text[:80]!r}") from error


def _from_object(value: Any) -> Constraint:
    if not isinstance(value, dict) or set(value) != {"kind", "params"} or not isinstance(value["params"], dict):
        raise Refused(f"a constraint is an object with the keys kind and params, not {value!r}")
    return Constraint(value["kind"], value["params"])


def _normalised(kind: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """Check names first, then each value; the order of the keys is that of `PARAMETERS`."""
    if not isinstance(kind, str) or kind not in PARAMETERS:
        raise Refused(f"unknown constraint kind {kind!r}: allowed are {', '.join(KINDS)}")
    if not isinstance(params, Mapping):
        raise Refused(f"{kind}: params must map names to values, not {params!r}")
    allowed = PARAMETERS[kind]
    unknown = [name for name in params if name not in allowed]
    if unknown:
        raise Refused(f"{kind}: unknown parameter {unknown[0]!r}: allowed are {', '.join(allowed)}")
    missing = [name for name in allowed if name not in params and name not in _OPTIONAL]
    if missing:
        raise Refused(f"{kind}: parameter {missing[0]!r} is missing: give {', '.join(allowed)}")
    values = {name: _value(kind, name, params.get(name)) for name in allowed}
    if "min" in values:
        _check_band(kind, values["min"], values["max"])
    return values


def _value(kind: str, name: str, value: Any) -> Any:
    match name:
        case "phoneme":
            return _phoneme(kind, value)
        case "phonemes":
            if isinstance(value, str) or not isinstance(value, (list, tuple)) or len(value) < 2:
                raise Refused(f"{kind}: phonemes must be a list of at least two symbols, not {value!r}")
            return tuple(_phoneme(kind, phoneme) for phoneme in value)
        case "position":
            if value not in POSITIONS[kind]:
                raise Refused(f"{kind}: unknown position {value!r}: allowed are {', '.join(POSITIONS[kind])}")
            return value
        case "shape":
            if not isinstance(value, str) or not value or set(value.upper()) - {"C", "V"}:
                raise Refused(f"{kind}: shape {value!r} must be written with C and V, such as CVC")
            return value.upper()
        case "prop":
            if not isinstance(value, str) or not value.strip():
                raise Refused(f"{kind}: prop {value!r} must name a norm of the lexicon, such as aoa")
            return value.strip()
        case _:
            return _bound(kind, name, value)


def _phoneme(kind: str, value: Any) -> str:
    if not isinstance(value, str):
        raise Refused(f"{kind}: a phoneme is a symbol such as 'k', not {value!r}")
    try:
        return to_ipa(value)
    except Refused as error:
        raise Refused(f"{kind}: {error}") from error


def _bound(kind: str, name: str, value: Any) -> int | float | None:
    """One spelling per number: 2, 2.0 and numpy's 2.0 are the same syllable count, 4 and 4.0 the same norm bound."""
    if value is None:
        return None
    if isinstance(value, (bool, str)):
        raise Refused(f"{kind}: {name} {value!r} must be a number or None (open)")
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise Refused(f"{kind}: {name} {str(value)[:40]!r} must be a number or None (open)") from error
    if not math.isfinite(number):
        raise Refused(f"{kind}: {name} {value!r} must be finite; leave an open end None")
    if kind == "norm_band":
        return number + 0.0  # -0.0 is 0.0
    if number != int(number) or number < 0:
        raise Refused(f"{kind}: {name} {value!r} must be a whole number of syllables, 0 or more")
    return int(number)


def _check_band(kind: str, low: float | None, high: float | None) -> None:
    if low is None and high is None:
        raise Refused(f"{kind}: min and max are both open, which asks nothing: give at least one of them")
    if low is not None and high is not None and low > high:
        raise Refused(f"{kind}: empty band, min {low} > max {high}: give min <= max")
