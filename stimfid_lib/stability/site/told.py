"""What stands on the pages Data, Metric and Methodology; every number is computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from stimfid_lib.stability.interval_coverage import interval_coverage
from stimfid_lib.stability.measure.chain import SEAL
from stimfid_lib.stability.publish.about import COLUMNS, DESCRIPTIONS
from stimfid_lib.stability.site import words
from stimfid_lib.stability.site.example import exact_floor, sum_of
from stimfid_lib.stability.site.reading import Published, sealed_at
from stimfid_lib.stability.site.table import Cell, Column, Table

FILES = (Column("File"), Column("What it is"), Column("Bytes", True), Column("SHA-256"))
EVENTS = ("subject_model", "generation_bridge", "bridge_incomplete", "series_closed", "needs_review", "status")


def data(folders: Sequence[Published]) -> dict[str, Any]:
    """Every published file with its hash, the code apart."""
    told = []
    for folder in folders:
        names = sorted(folder.files)
        told.append(
            {
                "told": f"Published on {words.day(folder.published_on)}"
                + ("; simulated." if folder.simulated else "; nothing in it is simulated."),
                "table": _files(folder, [name for name in names if not name.startswith("measure/")], "Published files"),
                "code": _files(folder, [name for name in names if name.startswith("measure/")], "Code"),
            }
        )
    return {"folders": told, "columns": list(COLUMNS.items())}


def _files(folder: Published, names: Sequence[str], caption: str) -> Table:
    rows = tuple(
        (
            Cell(Markup("<code>{}</code>").format(name), name),
            Cell(_what(name)),
            Cell(words.count((folder.folder / name).stat().st_size)),
            Cell(Markup('<span class="hash">{}</span>').format(folder.files[name]), folder.files[name]),
        )
        for name in names
    )
    return Table("", caption, FILES, rows)


def _what(name: str) -> str:
    if name.startswith("open-lane/"):
        return "Every trial of the open protocols of that year."
    if name.startswith("panels/"):
        return "The full text of an open protocol's scenarios."
    if name == "croissant.json":
        return "The tables' columns for machines."
    return DESCRIPTIONS.get(name, "Code that measures and verifies.")


SMALL_A, SMALL_B = (7, 3), (4, 6)
"""Answers of the small example, by option."""


def metric() -> dict[str, Any]:
    """The small example, the null floors and what the interval covers, worked out by the code that measures."""
    found = sum_of(SMALL_A, SMALL_B)
    apart = [abs(of_a - of_b) for of_a, of_b in zip(found.shares_a, found.shares_b, strict=True)]
    return {
        "sum": found,
        "a_first": _pct(found.shares_a[0]),
        "a_second": _pct(found.shares_a[1]),
        "b_first": _pct(found.shares_b[0]),
        "b_second": _pct(found.shares_b[1]),
        "first_apart": _pct(apart[0]),
        "second_apart": _pct(apart[1]),
        "gap": _pct(found.gap),
        "stability": _pct(1 - found.gap),
        "pooled": sum(found.a) + sum(found.b),
        "hand": sum(found.a),
        "floor": words.pct(float(100 * found.floor)),
        "verdict": "above" if found.gap > found.floor else "not above",
        "entropy_a": words.share(found.entropy_a),
        "entropy_b": words.share(found.entropy_b),
        "floors": _floors(),
        "coverage": _coverage(),
    }


def _floors() -> Table:
    rows = tuple(
        (Cell(str(n)), Cell(words.pct(float(100 * exact_floor((n // 2, n - n // 2), (n // 2, n - n // 2))), 2)))
        for n in (30, 120, 150, 450)
    )
    columns = (Column("Answers a version", True), Column("Null floor, %", True))
    return Table("", "Null floor by the number of answers, exact", columns, rows)


def _coverage() -> Table:
    cases = [(n, p_a, p_b) for n in (30, 120) for p_a, p_b in ((0.5, 0.5), (0.5, 0.7))]
    found = [interval_coverage(*case) for case in cases]
    rows = tuple(
        (
            Cell(str(one.n)),
            Cell(f"{one.p_a:g}, {one.p_b:g}"),
            Cell(words.pct(one.gap_pct, 0)),
            Cell(words.pct(100 * one.covered)),
        )
        for one in found
    )
    columns = (
        *(Column("Answers a version", True), Column("Share of option A in A, B", True)),
        *(Column("True gap, %", True), Column("Interval holds it, %", True)),
    )
    return Table("", "How often the 95 % interval holds the true gap", columns, rows)


def _pct(share: Fraction) -> str:
    return f"{float(100 * share):g}"


def method(folders: Sequence[Published]) -> dict[str, Any]:
    """Outcomes, flags and events of the archive in numbers."""
    measured = [one for folder in folders for one in folder.of_type("measurement")]
    seals = [sealed_at(folder.folder / SEAL) for folder in folders]
    return {
        "outcomes": _outcomes(measured),
        "flags": _flags(measured),
        "events": _events(folders),
        "lines": " and ".join(words.count(lines) for lines, _ in seals),
        "last": " and ".join(last for _, last in seals),
    }


def _outcomes(measured: Sequence[Any]) -> Table:
    found = Counter[str]()
    for one in measured:
        for counts in one["outcomes"].values():
            found.update(counts)
    names = ["A", "B", *words.OUTCOMES]
    rows = tuple(
        (
            Cell(f"option {name}" if name in ("A", "B") else words.OUTCOMES[name]),
            Cell(words.count(found[name])),
            Cell(words.pct(100 * found[name] / found.total() if found.total() else None)),
        )
        for name in names
    )
    columns = (Column("What was read"), Column("Answers", True), Column("Share, %", True))
    return Table("", "Outcomes of all answers", columns, rows)


def _flags(measured: Sequence[Any]) -> Table:
    found = Counter(flag for one in measured for flag in one["flags"])
    rows = tuple(
        (
            Cell(Markup('<span id="flag-{}">{}</span>').format(flag.replace("_", "-"), name)),
            Cell(told),
            Cell(words.count(found[flag])),
        )
        for flag, (name, told) in words.FLAGS.items()
    )
    columns = (Column("Flag"), Column("What it means"), Column("Measurements", True))
    return Table("", f"Flags, and how many of {words.count(len(measured))} measurements carry them", columns, rows)


def _events(folders: Sequence[Published]) -> Table:
    found = sorted(_event(record) for folder in folders for record in folder.records if record["record_type"] in EVENTS)
    rows = tuple((Cell(words.short_day(day), day), Cell(what), Cell(whom)) for day, what, whom in found)
    return Table("", "What happened to models and series", (Column("Day"), Column("What"), Column("Whom")), rows)


def _event(record: Any) -> tuple[str, str, str]:
    match record["record_type"]:
        case "subject_model":
            return record["observed_on"], f"model {words.spoken(record['state'])}", record["subject_model_id"]
        case "generation_bridge":
            models = f"{record['old_model_id']} and {record['new_model_id']}"
            return record["decided_on"], f"bridge of {len(record['protocol_ids'])} protocols", models
        case "bridge_incomplete":
            models = f"{record['old_model_id']} and {record['new_model_id']}"
            return record["as_of"], f"bridge incomplete, {len(record['missing'])} runs missing", models
        case "series_closed":
            return record["closed_on"], f"series closed: {words.spoken(record['reason'])}", record["subject_model_id"]
        case "needs_review":
            return record["as_of"], f"a person has to decide: {words.spoken(record['reason'])}", record["subject"]
        case _:
            return record["as_of"], words.spoken(record["state"]), str(record["detail"].get("protocol_id", "archive"))
