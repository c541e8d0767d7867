"""How families, arms and models are called in figures and tables, and in which order they stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

from stimfid_lib.base.errors import Refused

FAMILIES: Mapping[str, str] = MappingProxyType(
    {
        "A1": "A1 Sounds in position",
        "A2": "A2 Clusters and word shapes",
        "A3": "A3 Contrast pairs and sets",
        "B1": "B1 Word norms",
        "B2": "B2 Neighbourhood density",
    }
)

ARMS: Mapping[str, str] = MappingProxyType(
    {"naive": "Naive: as clinicians write", "expert": "Expert: exact, sounds in IPA"}
)

TIERS = (1, 2, 3)

ModelKind = Literal["vendor", "embedded", "reference"]

KIND_NOTES: Mapping[str, str] = MappingProxyType(
    {"vendor": "vendor", "embedded": "smoke-test model", "reference": "reference generator"}
)

CEILING, FLOOR = "lexicon", "spelling"
"""Keys of the two reference generators that the checks and the figure look for."""

_REFERENCES = (CEILING, FLOOR, "common", "echo")


@dataclass(frozen=True)
class ModelLabel:
    """What a model is called and what kind it is.

    `vendor` is whatever a claim may be about (an endpoint of the user's own included), `embedded` the small model
    that comes with the install and shows only that the chain works, `reference` a generator of the study itself.
    """

    key: str
    name: str
    kind: ModelKind = "vendor"

    def __post_init__(self) -> None:
        if self.kind not in get_args(ModelKind):
            raise Refused(
                f"model {self.key!r} has the kind {self.kind!r}: allowed are {', '.join(get_args(ModelKind))}"
            )

    @property
    def is_reference(self) -> bool:
        """Tell whether the model is one of the study's own generators."""
        return self.kind == "reference"

    @property
    def note(self) -> str:
        """The kind in words."""
        return KIND_NOTES[self.kind]


def model_labels(keys: Iterable[str], known: Mapping[str, ModelLabel] | None = None) -> list[ModelLabel]:
    """Label every model key, in the order of display: vendors, embedded, references; each by key.

    Keys that `known` (usually from the roster) does not name are labelled by themselves: the four generators'
    keys as references, any other as vendor.
    """
    known = known or {}

    def label(key: str) -> ModelLabel:
        if key in known:
            return known[key]
        return ModelLabel(key, f"“{key}” generator", "reference") if key in _REFERENCES else ModelLabel(key, key)

    kinds = get_args(ModelKind)
    references = {key: place for place, key in enumerate(_REFERENCES)}
    return sorted(
        (label(key) for key in set(keys)),
        key=lambda model: (kinds.index(model.kind), references.get(model.key, len(references)), model.key),
    )
