"""What a drawer tells of one measurement: answers, scenarios, gates, and by which code and panel it was made."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from stimfid_lib.stability.site import words
from stimfid_lib.stability.site.drawn_rows import drawn_answers, drawn_scenarios
from stimfid_lib.stability.site.history import Latest, Measured
from stimfid_lib.stability.site.table import Cell, Column, Table, drawer_of, flags, number

GATES = {
    "drop_bound_ab": "Lost answers, A and B",
    "drop_bound_aa": "Lost answers, A and A′",
    "drop_bound_ac": "Lost answers, A and C",
    "drop_asymmetry_ab": "Difference in losses, A and B",
    "drop_asymmetry_aa": "Difference in losses, A and A′",
    "drop_asymmetry_ac": "Difference in losses, A and C",
    "above_drop_bound": "Gap above the losses",
    "above_surface_noise": "Gap above surface noise",
    "reading": "Reads the question",
}
"""Of each gate what it is called on the page."""


@dataclass(frozen=True)
class Drawer:
    """One measurement in full, ready to be shown."""

    name: str
    title: str
    subtitle: str
    simulated: bool
    facts: tuple[tuple[str, str], ...]
    answers: Markup
    scenarios: Markup
    tables: tuple[Table, ...]
    hashes: tuple[tuple[str, str], ...]


def drawer(one: Latest) -> Drawer:
    """Tell one measurement."""
    measured = one.measured
    at_floor = {True: "yes", False: "no", None: words.NONE}[measured["at_noise_floor"]]
    facts = (
        ("Stability, 95 % interval", f"{words.pct(measured['stability_pct'])} % ({_interval(measured)})"),
        ("Entropy of A and of B", f"{words.share(measured['entropy_a'])} and {words.share(measured['entropy_b'])}"),
        ("Gap of A and B", f"{words.pct(measured['gap_pct'])} %"),
        ("Null floor", f"{words.pct(measured['null_floor_pct'])} %; at the floor: {at_floor}"),
        ("Gap of A and A′ (line breaks only)", f"{words.pct(measured['gap_null_pct'])} %"),
        ("Gap of A and C (one option made better)", f"{words.pct(measured['gap_positive_pct'])} %"),
        ("Answers a version", f"{measured['n']}, of which held a decision: {_valid(measured)}"),
        (
            "Interval stratified by scenario",
            f"{words.span(measured['stratified_ci_low_pct'], measured['stratified_ci_high_pct'])} %",
        ),
        ("Two worst scenarios", _worst(measured)),
        ("Flags", flags(measured["flags"])),
    )
    hashes = tuple(
        (words.spoken(name), str(measured[name]))
        for name in ("run_id", "panel_sha256", "protocol_sha256", "extractor_sha", "analysis_code_sha", "generator")
    )
    return Drawer(
        drawer_of(measured["run_id"]),
        words.protocol_name(measured["protocol_id"]),
        f"{words.model_name(measured)}, {words.day(measured['run_date'])}",
        one.simulated,
        facts,
        drawn_answers(measured),
        drawn_scenarios(measured),
        (_scenarios(measured), _gates(measured), _outcomes(measured)),
        hashes,
    )


def _interval(measured: Measured) -> str:
    return words.span(measured["ci_low_pct"], measured["ci_high_pct"])


def _valid(measured: Measured) -> str:
    return ", ".join(f"{words.VERSION_NAMES[name]} {count}" for name, count in measured["n_valid"].items())


def _worst(measured: Measured) -> str:
    if measured["scenario_concentration_pct"] is None:
        return "no scenario has a gap"
    named = ", ".join(measured["worst_scenarios"])
    return f"{named}: the two largest are {words.pct(measured['scenario_concentration_pct'])} % of the summed gaps"


def _scenarios(measured: Measured) -> Table:
    rows = tuple((Cell(item), number(gap)) for item, gap in sorted(measured["scenario_gaps_pct"].items()))
    return Table("", "Gap of every scenario", (Column("Scenario"), Column("Gap A–B, %", True)), rows)


def _gates(measured: Measured) -> Table:
    rows = tuple(
        (
            Cell(GATES.get(name, words.spoken(name))),
            number(measured["gates"][name]["value_pct"]),
            number(measured["gates"][name]["limit_pct"]),
            Cell("passed" if measured["gates"][name]["passed"] else "not passed"),
        )
        for name in GATES
        if name in measured["gates"]
    )
    columns = (Column("Gate"), Column("Value, %", True), Column("Limit, %", True), Column("Result"))
    return Table("", "Gates", columns, rows)


def _outcomes(measured: Measured) -> Table:
    versions = [name for name in words.VERSION_NAMES if name in measured["outcomes"]]
    names = [
        name
        for name in dict.fromkeys(name for version in versions for name in measured["outcomes"][version])
        if any(measured["outcomes"][version].get(name) for version in versions)
    ]
    rows = tuple(
        (
            Cell(f"option {name}" if name in ("A", "B") else words.OUTCOMES.get(name, words.spoken(name))),
            *(Cell(str(measured["outcomes"][version].get(name, 0))) for version in versions),
        )
        for name in sorted(names, key=lambda name: (name not in ("A", "B"), name))
    )
    columns = (Column("Outcome"), *(Column(words.VERSION_NAMES[version], True) for version in versions))
    return Table("", "Outcomes by version; outcomes that never came are left out", columns, rows)
