"""Panels from outside: their SHA-256 from their texts, and whether a run was asked these texts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .chain import canonical, sha256_of
from .runs import RunParts


@dataclass(frozen=True)
class PanelTexts:
    """The texts of one panel file.

    Attributes:
        path: the file.
        panel_sha256: computed from what the file holds.
        prompts: SHA-256 of each prompt, by item and version.
        faults: what is wrong with the file.
    """

    path: Path
    panel_sha256: str
    prompts: dict[tuple[str, str], str] = field(default_factory=dict)
    faults: tuple[str, ...] = ()


def panel_sha256(scenarios: list[dict[str, Any]]) -> str:
    """SHA-256 of the canonical JSON of the ordered `{item_id, options, texts, structure}`."""
    hashed = [{name: one[name] for name in ("item_id", "options", "texts", "structure")} for one in scenarios]
    return sha256_of(canonical(hashed).encode("utf-8"))


def read_panels(folders: list[Path]) -> list[PanelTexts]:
    """Read every panel file (`<family>__<type>.json`) of some folders."""
    paths = sorted(path for folder in folders for path in folder.glob("*__*.json"))
    return [_read(path) for path in paths]


def changed_panels(panels: Iterable[PanelTexts], protocols: Iterable[Mapping[str, Any]]) -> list[str]:
    """Protocols of whose panel there is a file, by its name, but none with the panel's SHA-256: a changed panel."""
    found: dict[str, set[str]] = {}
    for panel in panels:
        found.setdefault(panel.path.stem, set()).add(panel.panel_sha256)
    return [
        f"{protocol['protocol_id']}: its panel has sha256 {protocol['panel_sha256'][:12]}…, the texts of {name}.json "
        f"give {' and '.join(sorted(sha[:12] for sha in found[name]))}…: the panel was changed"
        for protocol in protocols
        if (name := f"{protocol['family']}__{protocol['rewording_type']}") in found
        and protocol["panel_sha256"] not in found[name]
    ]


def panel_faults(panel: PanelTexts, run: RunParts) -> list[str]:
    """Trials whose prompt is not the panel's text."""
    wrong = [
        number
        for number, trial in run.trials
        if panel.prompts.get((trial["item_id"], trial["version"])) != trial["prompt_sha256"]
    ]
    if not wrong:
        return []
    return [f"line {wrong[0]}: run {run.run_id}: {len(wrong)} prompts are not those of {panel.path.name}"]


def _read(path: Path) -> PanelTexts:
    try:
        told = json.loads(path.read_bytes())
        scenarios = told["scenarios"]
        prompts = {
            (one["item_id"], version): sha256_of(text.encode("utf-8"))
            for one in scenarios
            for version, text in one["texts"].items()
        }
        found = panel_sha256(scenarios)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return PanelTexts(path, "", faults=(f"{path.name} is no panel file ({error!r})",))
    stated = told.get("panel_sha256", found)
    if stated != found:
        return PanelTexts(
            path, found, prompts, (f"{path.name} says panel_sha256 {stated[:12]}…, its texts give {found[:12]}…",)
        )
    return PanelTexts(path, found, prompts)
