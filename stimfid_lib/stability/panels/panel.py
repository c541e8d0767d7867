"""A panel: the fifteen scenarios of one family and one rewording type, frozen under one hash."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import canonical_json, sha256_text
from stimfid_lib.stability.panels.scenario import FAMILIES, ITEMS, OPTIONS, TYPES, VERSIONS, Scenario


@dataclass(frozen=True)
class Panel:
    """An instrument, not a sample: its scenarios are never resampled, and a changed one is another panel.

    Attributes:
        family: one of `FAMILIES`.
        rewording_type: one of `TYPES`.
        scenarios: `s01` … `s15`, in this order.
    """

    family: str
    rewording_type: str
    scenarios: tuple[Scenario, ...]

    @cached_property
    def panel_sha256(self) -> str:
        """SHA-256 of the canonical JSON of the ordered `{item_id, options, texts, structure}`."""
        return sha256_text(canonical_json([scenario.as_json() for scenario in self.scenarios]))

    @property
    def name(self) -> str:
        """`<family>__<type>`, which is also the stem of its file."""
        return f"{self.family}__{self.rewording_type}"

    def as_json(self) -> dict[str, Any]:
        """The panel as its file holds it."""
        return {
            "family": self.family,
            "rewording_type": self.rewording_type,
            "scenarios": [scenario.as_json() for scenario in self.scenarios],
        }


def read_json(path: Path, what: str) -> Any:
    """The JSON of a file of this folder; `what` it is (panel, protocol).

    Raises:
        MissingInput: no such file.
        Refused: it is no JSON.
    """
    try:
        return json.loads(path.read_bytes())
    except FileNotFoundError:
        raise MissingInput(f"{what} {path} is missing: build it, or correct STIMFID_PRIVATE_PANELS") from None
    except (ValueError, RecursionError) as error:
        raise Refused(f"{path} is no JSON ({error}): restore the file") from None


def read_panel(path: Path) -> Panel:
    """Read a panel's file.

    Raises:
        MissingInput: no such file.
        Refused: it is no panel: not JSON, an unknown or missing key, another family or type than the file's name
            says, other scenarios than `s01` … `s15` in order, other versions or options.
    """
    told = read_json(path, "panel")
    try:
        panel = _panel(told)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused(f"{path.name} is no panel ({error}): allowed is the format of docs/stability.md") from None
    if path.stem != panel.name:
        raise Refused(f"{path.name} holds the panel {panel.name}: the file must be called {panel.name}.json")
    return panel


def _panel(told: Any) -> Panel:
    _keys(told, {"family", "rewording_type", "scenarios"}, "panel")
    scenarios = []
    for entry in told["scenarios"]:
        _keys(entry, {"item_id", "options", "texts", "structure"}, "scenario")
        _keys(entry["texts"], set(VERSIONS), "texts")
        if not all(isinstance(text, str) for text in entry["texts"].values()):
            raise ValueError(f"{entry['item_id']}: texts must be strings")
        if tuple(entry["options"]) != OPTIONS:
            raise ValueError(f"{entry['item_id']}: options must be {list(OPTIONS)}")
        if not isinstance(entry["structure"], dict):
            raise ValueError(f"{entry['item_id']}: structure must be an object")
        scenarios.append(Scenario(entry["item_id"], OPTIONS, entry["texts"], entry["structure"]))
    if told["family"] not in FAMILIES or told["rewording_type"] not in TYPES:
        raise ValueError(f"family {told['family']!r}, rewording_type {told['rewording_type']!r}")
    if tuple(scenario.item_id for scenario in scenarios) != ITEMS:
        raise ValueError(f"its scenarios must be {ITEMS[0]} … {ITEMS[-1]}, in this order")
    return Panel(told["family"], told["rewording_type"], tuple(scenarios))


def _keys(entry: Any, wanted: set[str], what: str) -> None:
    if not isinstance(entry, dict) or set(entry) != wanted:
        found = sorted(entry) if isinstance(entry, dict) else type(entry).__name__
        raise ValueError(f"a {what} has the keys {sorted(wanted)}, found {found}")
