"""What the notebook `stability` shows: the runs of the embedded model that are kept in the repository."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.paths import repo_root
from stimfid_lib.study.views.picture import picture
from stimfid_lib.study.views.plain import show, show_texts

if TYPE_CHECKING:
    from great_tables import GT
    from IPython.display import Image

KEPT = "docs/stability/archive"
"""The archive of the runs on record."""


def stability_verified() -> GT:
    """Check the kept archive, as `stimfid stability verify` does, and tell what was found; takes some seconds."""
    from stimfid_lib.stability.measure.checking import told, verify
    from stimfid_lib.stability.panels.catalogue import SHIPPED

    lines = list(told(verify(_folder(), [SHIPPED])))
    return show(pl.DataFrame({"found": lines}), "The archive, checked from its bytes upwards")


def stability_example(protocol_id: str, item_id: str) -> GT:
    """One scenario in its four versions, and what the model decided in the last kept run of a protocol."""
    from stimfid_lib.stability.panels.catalogue import load_panel, load_protocol
    from stimfid_lib.stability.shown.rows import example_rows

    run = _measurements(protocol_id)[-1]["run_id"]
    trials = [trial for trial in _records("trial") if trial["run_id"] == run]
    rows = example_rows(load_panel(load_protocol(protocol_id)), item_id, trials)
    title = f"One scenario, four versions ({protocol_id}, {item_id})"
    return show_texts(pl.DataFrame(rows), title, longest=4000)


def stability_scan() -> GT:
    """Every kept measurement in one row."""
    from stimfid_lib.stability.shown.rows import scan_rows

    note = "Percent, but for n and the entropies (0: always the same decision, 1: half and half)."
    return show(_frame(scan_rows(_measurements())), "Scan table", note)


def stability_outcomes() -> GT:
    """How often each outcome came, by measurement and version."""
    from stimfid_lib.stability.shown.rows import outcome_rows

    return show(_frame(outcome_rows(_measurements())), "Outcomes")


def stability_scenarios() -> GT:
    """The gap of every scenario in every kept measurement."""
    from stimfid_lib.stability.shown.rows import scenario_rows

    return show(_frame(scenario_rows(_measurements())), "The fifteen gaps", "Gap A–B in percent.")


def stability_figure(name: str) -> Image:
    """`gap`: gap, null floor, controls and entropy; `scenarios`: the gap of every scenario.

    Raises:
        Refused: another name.
    """
    from stimfid_lib.stability.shown.figures import gap_figure, scenario_figure

    figures = {"gap": gap_figure, "scenarios": scenario_figure}
    if name not in figures:
        raise Refused(f"no figure {name!r}: allowed are {', '.join(figures)}")
    return picture(figures[name](_measurements()), f"Figure {name} of the kept runs; the tables hold its numbers.")


def _frame(rows: list[dict[str, Any]]) -> pl.DataFrame:
    return pl.DataFrame(rows, infer_schema_length=None)


def _measurements(protocol_id: str | None = None) -> list[dict[str, Any]]:
    found = [one for one in _records("measurement") if protocol_id in (None, one["protocol_id"])]
    if not found:
        raise Refused(f"{KEPT} holds no measurement of {protocol_id or 'any protocol'}: restore it from the repository")
    return found


def _records(kind: str) -> list[dict[str, Any]]:
    from stimfid_lib.stability.records.archive import Archive

    return list(Archive(_folder()).records(kind))


def _folder() -> Path:
    return repo_root() / KEPT
