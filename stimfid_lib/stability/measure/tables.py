"""The published tables as text, from the records alone: whoever has the records can write them again, byte for byte."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .chain import canonical

STABILITY = (
    *("run_id", "run_date", "series", "model_family", "subject_model_id", "returned_model_id", "condition_profile"),
    *("replicate_index", "protocol_id", "rewording_type", "lane", "twin_id", "stability_pct", "ci_low_pct"),
    *("ci_high_pct", "stratified_ci_low_pct", "stratified_ci_high_pct", "gap_pct", "gap_null_pct", "gap_positive_pct"),
    *("null_floor_pct", "at_noise_floor", "n", "n_valid", "n_items", "k", "entropy_a", "entropy_b", "u_a", "u_a_prime"),
    *("u_b", "u_c", "drop_bound_pct_ab", "drop_bound_pct_aa", "drop_bound_pct_ac", "drop_asymmetry_pct_ab"),
    *("drop_asymmetry_pct_aa", "drop_asymmetry_pct_ac", "scenario_gaps_pct", "scenario_spread_pct"),
    *("scenario_concentration_pct", "worst_scenarios", "outcomes", "decisions", "flags", "gates", "on_curve"),
    *("panel_sha256", "protocol_sha256", "extractor_sha", "analysis_code_sha", "schema_sha256", "schema_version"),
    *("grammar_version", "api_surface_sha", "resamples", "generator"),
)
"""Columns of `stability.csv`, a row a measurement; what is no scalar is one cell of canonical JSON."""

OUTCOMES = ("run_id", "version", "outcome", "count")
"""Columns of `outcomes.csv`: how often each outcome was met, a row each, zeros included."""

COVERAGE = ("scheduled_on", "job", "series", "subject_model_id", "protocol_id", "cause", "note")
"""Columns of `coverage.csv`: every scheduled job that did not run, with its one cause."""


def stability_csv(measurements: Iterable[Mapping[str, Any]]) -> str:
    """Write `stability.csv`."""
    return _table(STABILITY, measurements)


def outcomes_csv(measurements: Iterable[Mapping[str, Any]]) -> str:
    """Write `outcomes.csv`."""
    rows = (
        {"run_id": measured["run_id"], "version": version, "outcome": outcome, "count": count}
        for measured in measurements
        for version, counts in sorted(measured["outcomes"].items())
        for outcome, count in sorted(counts.items())
    )
    return _table(OUTCOMES, rows)


def coverage_csv(gaps: Iterable[Mapping[str, Any]]) -> str:
    """Write `coverage.csv`."""
    return _table(COVERAGE, gaps)


def cell(value: Any) -> str:
    """One value as a cell: empty for null, `true` and `false`, JSON for lists, objects and numbers, text as it is."""
    if value is None:
        return ""
    return value if isinstance(value, str) else canonical(value)


def _table(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([cell(row.get(name)) for name in columns] for row in rows)
    return text.getvalue()
