"""`verify`: whether an archive says what its own trials say, from the bytes of its lines to the last statistic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .chain import RECORDS, Chain, Damage, check_end, read_seal
from .code import analysis_code_sha
from .draws import RESAMPLES
from .panel_files import PanelTexts, changed_panels, panel_faults, read_panels
from .protocols import pairing_faults, protocol_faults
from .runs import RunParts, run_faults
from .schema import Wrong, check_record
from .vectors import vector_faults


@dataclass
class Report:
    """What was found.

    Attributes:
        faults: everything that is not right, in words, with the line where there is one.
        notes: what could not be checked, or is worth knowing.
        counted: records by type, and what was computed again.
    """

    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)

    @property
    def whole(self) -> bool:
        """Tell whether nothing is wrong."""
        return not self.faults


def verify(folder: Path, panels: list[Path] | None = None, *, on_run: Callable[[str], None] | None = None) -> Report:
    """Check an archive's folder; nothing is changed.

    Args:
        folder: holds `records.jsonl` and `seal.json`.
        panels: folders of panel files; default: `panels` inside `folder`, if it exists.
        on_run: called with each run's id before its statistics are computed again, which takes about a second.

    Of a chain that is damaged only that is told, with its line: what such lines say means nothing.
    """
    report = Report()
    for fault in vector_faults():
        report.faults.append(f"golden vectors: {fault}")
    if panels is None:
        panels = [folder / "panels"] if (folder / "panels").is_dir() else []
    texts = read_panels(panels)
    report.faults += [fault for found in texts for fault in found.faults]
    parts, misfits = Parts(), list[str]()
    try:
        for number, record in _chained(folder):
            report.counted[str(record.get("record_type"))] += 1
            try:
                check_record(record)
            except Wrong as wrong:
                misfits.append(f"line {number}: {wrong}")
                continue
            parts.add(number, record)
    except Damage as damage:
        report.faults.append(f"{RECORDS}, {damage}")
        return report
    report.faults += misfits
    report.faults += changed_panels(texts, (records[-1][1] for records in parts.protocols.values()))
    check_parts(parts, {panel.panel_sha256: panel for panel in texts}, report, on_run or (lambda _: None))
    return report


def told(report: Report) -> Iterator[str]:
    """A report as lines of text."""
    for fault in report.faults:
        yield f"WRONG  {fault}"
    for note in report.notes:
        yield f"note   {note}"
    counted = ", ".join(f"{count} {name}" for name, count in sorted(report.counted.items()))
    yield f"{'whole' if report.whole else 'not whole'}: {counted or 'no record'}"


class Parts:
    """The records of a chain by what belongs together; the texts of trials are read and let go."""

    def __init__(self) -> None:
        self.protocols: dict[str, list[tuple[int, dict[str, Any]]]] = {}
        self.runs: dict[str, RunParts] = {}

    def add(self, number: int, record: dict[str, Any]) -> None:
        """Take the next record in the chain's order."""
        kind = record["record_type"]
        if kind == "protocol":
            self.protocols.setdefault(record["protocol_id"], []).append((number, record))
        elif kind in ("experiment_run", "trial", "measurement"):
            before = self.protocols.get(record["protocol_id"])
            self._run(record).add(number, record, before[-1][1] if before else None)

    def withhold(self, number: int, stub: Mapping[str, Any]) -> None:
        """Take note of a trial that stands in a published chain by its hash alone."""
        self._run(stub).withhold(number)

    def _run(self, record: Mapping[str, Any]) -> RunParts:
        return self.runs.setdefault(record["run_id"], RunParts(record["run_id"]))


def _chained(folder: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    seal = read_seal(folder)
    chain = Chain(folder / RECORDS, seal.mark if seal else None)
    for link in chain:
        yield link.number, link.record
    check_end(chain, seal)
    if chain.torn or (seal is not None and chain.mark != seal.mark):
        raise Damage(chain.mark.lines + 1, "a write was killed before it was whole: the next writing cuts it off")


def check_parts(parts: Parts, panels: Mapping[str, PanelTexts], report: Report, on_run: Callable[[str], None]) -> None:
    """Check protocols and runs, and every statistic again; what is found is added to the report."""
    report.faults += protocol_faults(parts.protocols)
    report.faults += pairing_faults({name: records[-1][1] for name, records in parts.protocols.items()})
    own_code = analysis_code_sha()
    unread = others = quick = mute = 0
    for run_id, run in parts.runs.items():
        on_run(run_id)
        before = [record for number, record in parts.protocols.get(run.protocol_id, []) if number < run.first_line]
        report.faults += run_faults(run, before[-1] if before else None)
        report.counted["measurements computed again"] += len(run.measurements)
        mute += run.unread
        quick += any(record["resamples"] != RESAMPLES for _, record in run.measurements)
        others += any(record["analysis_code_sha"] != own_code for _, record in run.measurements)
        panel = panels.get(run.panel_sha256)
        if panel is None:
            unread += 1
        else:
            report.faults += panel_faults(panel, run)
    if unread:
        report.notes.append(f"{unread} runs: the texts of their panel are not here, so that prompts were not compared")
    if mute:
        report.notes.append(f"{mute} trials tell no text, so that their outcomes could not be read again")
    if quick:
        report.notes.append(
            f"{quick} measurements have other than {RESAMPLES:,} resamples, as tests and simulations do"
        )
    if others:
        report.notes.append(f"{others} measurements were computed by another version of this code, and agree with it")
