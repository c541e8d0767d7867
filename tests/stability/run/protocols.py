"""A small instrument for tests of runs: fifteen one-line dilemmas, and protocols of both series."""

from __future__ import annotations

import json
from pathlib import Path

from stimfid_lib.stability.panels.panel import Panel
from stimfid_lib.stability.panels.protocol import Protocol
from stimfid_lib.stability.panels.scenario import ITEMS, OPTIONS, VERSIONS, Scenario

FAMILY, KIND = "sunk_cost_fallacy", "wording"


def small_panel(rewording_type: str = KIND) -> Panel:
    """Fifteen scenarios whose texts differ; the structure is a stand-in that gates would not pass."""
    scenarios = tuple(
        Scenario(
            item,
            OPTIONS,
            {
                version: f"Bridge {item}, told as {version}. End with DECISION: A or DECISION: B."
                for version in VERSIONS
            },
            {"right_answer": {version: "B" if version == "C" else None for version in VERSIONS}},
        )
        for item in ITEMS
    )
    return Panel(FAMILY, rewording_type, scenarios)


def small_protocol(series: str = "v0", panel: Panel | None = None) -> Protocol:
    """A protocol on `small_panel`."""
    panel = panel or small_panel()
    n, grammar = {"v0": (30, 1), "v1": (120, 2)}[series]
    return Protocol(f"{panel.name}__{series}", FAMILY, panel.rewording_type, panel.panel_sha256, n, grammar)


def private_folder(folder: Path) -> Path:
    """A folder as `STIMFID_PRIVATE_PANELS` names it, with the small panel and its two protocols."""
    (folder / "protocols").mkdir(parents=True)
    panel = small_panel()
    (folder / f"{panel.name}.json").write_text(json.dumps(panel.as_json()))
    for series in ("v0", "v1"):
        protocol = small_protocol(series)
        (folder / "protocols" / f"{protocol.protocol_id}.json").write_text(json.dumps(protocol.as_json()))
    return folder
