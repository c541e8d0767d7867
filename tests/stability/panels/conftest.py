"""A private folder of panels, and the shipped ones read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from stimfid_lib.stability.panels.catalogue import PRIVATE, SHIPPED
from stimfid_lib.stability.panels.panel import Panel, read_panel
from stimfid_lib.stability.panels.scenario import FAMILIES, TYPES
from tests.stability.admitted import panels_copied

NAMES = tuple(f"{family}__{rewording_type}" for family in FAMILIES for rewording_type in TYPES)


@cache
def shipped(name: str) -> Panel:
    return read_panel(SHIPPED / f"{name}.json")


@pytest.fixture(autouse=True)
def no_private_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PRIVATE, raising=False)


@pytest.fixture
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A private folder that holds copies of all shipped panels and protocols."""
    folder = panels_copied(tmp_path / "panels")
    monkeypatch.setenv(PRIVATE, str(folder))
    return folder
