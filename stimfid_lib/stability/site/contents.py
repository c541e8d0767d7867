"""What stands on each page, as the templates ask for it; every number is computed from the published folders."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from itertools import groupby
from typing import Any

from stimfid_lib.stability.measure.change import IMPROVED, REGRESSED
from stimfid_lib.stability.site import words
from stimfid_lib.stability.site.comparison import compared
from stimfid_lib.stability.site.coverage import PARTS, RAN, Coverage
from stimfid_lib.stability.site.drawer import drawer
from stimfid_lib.stability.site.drawn_coverage import drawn_bar, drawn_swatch, drawn_sweeps, part_name
from stimfid_lib.stability.site.drawn_curve import Days, days_between, days_of, drawn_curve, models_of
from stimfid_lib.stability.site.drawn_rows import drawn_answers, drawn_families, drawn_twins
from stimfid_lib.stability.site.example import Example, example_of
from stimfid_lib.stability.site.history import Latest, Line, latest, lines, order_of
from stimfid_lib.stability.site.move import Move, Moves, moves_of
from stimfid_lib.stability.site.pairs import side_by_side, twins_of
from stimfid_lib.stability.site.reading import Published
from stimfid_lib.stability.site.table import Cell, Column, Table, comparison, history, scan, twins

VERSIONS_TOLD = {
    "A": "the base question",
    "A_prime": "other line breaks and quotation marks",
    "B": "the same in other words",
    "C": "option B made better whatever happens",
}

COMMERCIAL = "commercial"


def home(folders: Sequence[Published]) -> dict[str, Any]:
    """Counts for the first page."""
    measured = [one for folder in folders for one in folder.of_type("measurement")]
    return {
        "measurements": words.count(len(measured)),
        "answers": words.count(sum(4 * one["n"] for one in measured)),
        "protocols": words.count(len({one["protocol_id"] for one in measured})),
        "models": words.count(len({one["subject_model_id"] for one in measured})),
    }


def coverage(found: Coverage) -> dict[str, Any]:
    """The coverage bar in its two places, the sweeps, and the gaps of other jobs."""
    told = [part for part in PARTS if found.parts[part]]
    days = list(found.sweeps)
    columns = (Column("Sweep of"), *(Column(part_name(part).capitalize(), True) for part in told))
    rows = tuple((Cell(words.short_day(day)), *(Cell(str(found.sweeps[day][part])) for part in told)) for day in days)
    return {
        "bars": {name: _bar(found, name) for name in ("home-coverage", "results-coverage")},
        "by_sweep": drawn_sweeps(found, "sweep-hatch"),
        "sweep_table": Table("", "Sweeps one by one", columns, rows),
        "period": found.period,
        "share": words.pct(found.share_pct),
        "measured": words.count(found.parts[RAN]),
        "due": words.count(found.due),
        "first": words.month(days[0]),
        "last": words.month(days[-1]),
        "simulated": found.simulated,
        "others": _others(found),
    }


def _bar(found: Coverage, name: str) -> dict[str, Any]:
    """One bar with its legend; ids of its own, since what is hidden on one page draws nothing on another."""
    both = drawn_bar(found, f"{name}-hatch")
    legend = [
        {
            "name": part_name(part),
            "count": words.count(found.parts[part]),
            "share": words.pct(100 * found.parts[part] / found.due),
            "swatch": drawn_swatch(part, f"{name}-swatch-{part}"),
        }
        for part in PARTS
        if found.parts[part]
    ]
    return {"wide": both.wide, "narrow": both.narrow, "parts": legend}


def _others(found: Coverage) -> Table:
    rows = tuple(
        (Cell(words.JOBS.get(job, words.spoken(job))), Cell(words.cause_name(cause)), Cell(words.count(count)))
        for (job, cause), count in sorted(found.others.items())
    )
    return Table("", "Gaps of other jobs", (Column("Job"), Column("Cause"), Column("Gaps", True)), rows)


def example(folders: Sequence[Published]) -> dict[str, Any] | None:
    """The worked example of the first page."""
    found = example_of(folders)
    if found is None:
        return None
    measured = found.measured
    return {
        "item": found.item_id,
        "protocol": words.protocol_name(measured["protocol_id"]),
        "model": words.model_name(measured),
        "day": words.day(measured["run_date"]),
        "simulated": found.simulated,
        "versions": _versions(found),
        **{f"n_{name.lower()}": measured["n_valid"][name] for name in ("A", "B")},
        **{name.lower(): measured["outcomes"][name]["A"] for name in ("A", "B")},
        "gap": words.pct(measured["gap_pct"]),
        "stability": words.pct(measured["stability_pct"]),
        "floor": words.pct(measured["null_floor_pct"]),
        "entropy_a": words.share(measured["entropy_a"]),
        "entropy_b": words.share(measured["entropy_b"]),
        "flags": ", ".join(map(words.flag_name, measured["flags"])),
        "answers": drawn_answers(measured),
    }


def _versions(found: Example) -> list[dict[str, Any]]:
    return [
        {
            "name": words.VERSION_NAMES[told.version],
            "what": VERSIONS_TOLD[told.version],
            "whole": told.paragraphs if told.version == "A" else (),
            "changed": [text for text, is_new in zip(told.paragraphs, told.changed, strict=True) if is_new],
            "decided": ", ".join(f"{count} × {words.spoken(outcome)}" for outcome, count in told.decided.items()),
        }
        for told in found.versions
    ]


def curves(found: Sequence[Line]) -> list[dict[str, Any]]:
    """The figures of every curve, by model family."""
    if not found:
        return []
    days = days_of(found)
    told = []
    for (family, simulated), group in groupby(found, key=lambda line: (line.model_family, line.simulated)):
        told.append({"name": family, "simulated": simulated, "figures": [_figure(line, days) for line in group]})
    return told


def _figure(line: Line, days: Days) -> dict[str, Any]:
    of_profile = "" if line.profile == "default" else f", profile {words.spoken(line.profile)}"
    return {
        "title": words.protocol_name(line.protocol_id),
        "drawn": drawn_curve(line, days),
        "caption": f"{len(line.points)} measurements, {line.on_curve} on the curve{of_profile}. {_models(line)}",
        "table": history(line),
    }


def _models(line: Line) -> str:
    known = models_of(line)
    if len(known) == 1:
        return f"Model: {next(iter(known))}."
    return f"Models: {', '.join(f'{number} {name}' for name, number in known.items())}."


def move(found: Moves) -> dict[str, Any]:
    """The biggest move and how many comparisons it was picked from."""
    return {
        "compared": words.count(found.compared),
        "improved": words.count(found.verdicts[IMPROVED]),
        "regressed": words.count(found.verdicts[REGRESSED]),
        "flat": words.count(found.compared - found.verdicts[IMPROVED] - found.verdicts[REGRESSED]),
        "biggest": None if found.biggest is None else _biggest(found.biggest),
    }


def _biggest(found: Move) -> dict[str, Any]:
    told = {
        "protocol": words.protocol_name(found.line.protocol_id),
        "simulated": found.line.simulated,
        "delta": words.points(found.told["delta_pct"]),
        "verdict": found.told["verdict"],
        "bound": words.pct(found.told["bound_pct"]),
        "cap": words.pct(found.told["cap_pct"]),
    }
    for name, one in (("from", found.before), ("to", found.after)):
        told |= {
            name: words.pct(one["stability_pct"]),
            f"{name}_model": words.model_name(one),
            f"{name}_day": words.day(one["run_date"]),
            f"{name}_entropy": f"{words.share(one['entropy_a'])} in A, {words.share(one['entropy_b'])} in B",
        }
    return told


def instrument(folders: Sequence[Published]) -> dict[str, Any]:
    """What the published folder tells of the instrument."""
    measured = [one for folder in folders for one in folder.of_type("measurement")]
    suspect = [one for one in measured if "instrument_suspect" in one["flags"]]
    return {
        "told": "; ".join(dict.fromkeys(str(folder.status["instrument"]) for folder in folders)),
        "all": words.count(len(measured)),
        "suspect": len(suspect),
        "days": ", ".join(words.day(day) for day in sorted({one["run_date"] for one in suspect})),
    }


def families(found: Sequence[Latest]) -> list[dict[str, Any]]:
    """The three families of each type, by model family."""
    told = []
    for model_family, group in groupby(side_by_side(found), key=lambda one: one.model_family):
        of_family = list(group)
        figures = [
            {
                "title": words.TYPE_NAMES[one.kind],
                "drawn": drawn_families(one),
                "caption": f"Latest measurements, {_between([m['run_date'] for m in one.measured])}.",
            }
            for one in of_family
        ]
        told.append({"name": model_family, "simulated": any(o.simulated for o in of_family), "figures": figures})
    return told


def _between(days: Sequence[str]) -> str:
    first, last = min(days), max(days)
    return words.day(first) if first == last else f"{words.day(first)} to {words.day(last)}"


def twin_figures(folders: Sequence[Published], found: Sequence[Line]) -> list[dict[str, Any]]:
    """Every pair of twins."""
    told, pairs = [], twins_of(folders, COMMERCIAL)
    reach = max((abs(one.delta_pct) + one.bound_pct for pair in pairs for one in pair.differences), default=0.0)
    for pair in pairs:
        days = days_of(found) if found else days_between([one.opened["run_date"] for one in pair.differences])
        last = pair.differences[-1]
        told.append(
            {
                "title": f"{words.family_of(pair.open_id)}, model family {pair.model_family}",
                "simulated": pair.simulated,
                "drawn": drawn_twins(pair, days, reach),
                "caption": (
                    f"{words.type_of(pair.open_id)} (open) minus {words.type_of(pair.guard_id).lower()} (guard). On "
                    f"{words.day(last.opened['run_date'])}: {words.points(last.delta_pct)} points, may be off by "
                    f"{words.pct(last.bound_pct)}; entropy of A and B {_entropies(last.opened)} (open) and "
                    f"{_entropies(last.guarded)} (guard). Hollow: one of the two is flagged."
                ),
                "table": twins(pair),
            }
        )
    return told


def _entropies(one: Any) -> str:
    return f"{words.share(one['entropy_a'])} and {words.share(one['entropy_b'])}"


def results(folders: Sequence[Published]) -> dict[str, Any]:
    """Everything of the results page but the coverage."""
    commercial, weights = latest(folders, (COMMERCIAL,)), latest(folders, ("open_weights",))
    found = lines(folders, COMMERCIAL)
    shown = [*commercial, *weights]
    return {
        "scan": scan("scan-table", "Latest measurement of every protocol, commercial series", commercial),
        "curves": curves(found),
        "move": move(moves_of(found)),
        "instrument": instrument(folders),
        "families": families(commercial),
        "twins": twin_figures(folders, found),
        "open_weights": scan(
            "open-weights-table", "Latest measurement of every protocol, open-weights series", weights
        ),
        "comparison": comparison(compared(folders)),
        "drawers": [drawer(one) for one in shown],
    }


def design(folders: Sequence[Published]) -> dict[str, Any]:
    """The protocols of the archive."""
    known: dict[str, tuple[Any, int]] = {}
    for folder in folders:
        runs = Counter(one["protocol_id"] for one in folder.of_type("measurement"))
        for record in folder.of_type("protocol"):
            before = known.get(record["protocol_id"], (None, 0))[1]
            known[record["protocol_id"]] = (record, max(before, runs[record["protocol_id"]]))
    columns = (
        *(Column("Protocol"), Column("Status"), Column("Lane"), Column("n a version", True)),
        *(Column("Grammar", True), Column("Runs", True), Column("Hash of the panel")),
    )
    rows = tuple(
        (
            Cell(words.protocol_name(name)),
            Cell(record["status"]),
            Cell(record["lane"] or "none"),
            Cell(str(record["n"])),
            Cell(str(record["grammar_version"])),
            Cell(words.count(runs)),
            Cell(f"{record['panel_sha256'][:16]}…"),
        )
        for name, (record, runs) in sorted(known.items(), key=lambda item: order_of(item[0]))
    )
    return {"protocols": Table("protocols", "Protocols", columns, rows)}


def glossary() -> list[dict[str, Any]]:
    """Terms, flags and causes in alphabetical order."""
    kept = json.loads(files(__package__).joinpath("glossary.json").read_text(encoding="utf-8"))
    terms = [{"name": name, "id": name.lower().replace(" ", "-"), "told": told, "code": None} for name, told in kept]
    for kind, known in (("Flag", words.FLAGS), ("Cause of a gap", words.CAUSES)):
        for code, (name, told) in known.items():
            terms.append({"name": f"{kind}: {name}", "id": code.replace("_", "-"), "told": told, "code": code})
    return sorted(terms, key=lambda term: str(term["name"]).lower())
