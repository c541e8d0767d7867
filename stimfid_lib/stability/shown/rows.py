"""An archive's measurements as rows of small tables; numbers are rounded here and nowhere else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.panels.panel import Panel
from stimfid_lib.stability.panels.scenario import VERSIONS

Row = dict[str, Any]

VERSION_TOLD: Mapping[str, str] = {
    "A": "A, as written",
    "A_prime": "A′, other line breaks and quotation marks",
    "B": "B, reworded",
    "C": "C, option B made better in every case",
}


def scan_rows(measurements: Iterable[Mapping[str, Any]]) -> list[Row]:
    """One row a measurement: stability with its interval and the entropy beside it, controls, loss, flags.

    All numbers but n and the entropies are percent.
    """
    return [
        {
            "protocol": one["protocol_id"],
            "model": one["subject_model_id"],
            "profile": one["condition_profile"],
            "n": one["n"],
            "stability": _rounded(one["stability_pct"]),
            "interval": _interval(one["ci_low_pct"], one["ci_high_pct"]),
            "entropy A": _rounded(one["entropy_a"], 2),
            "entropy B": _rounded(one["entropy_b"], 2),
            "gap A–B": _rounded(one["gap_pct"]),
            "null floor": _rounded(one["null_floor_pct"]),
            "gap A–A′": _rounded(one["gap_null_pct"]),
            "gap A–C": _rounded(one["gap_positive_pct"]),
            "without decision": _rounded(_lost(one)),
            "flags": ", ".join(one["flags"]).replace("_", " ") or "none",
        }
        for one in measurements
    ]


def scenario_rows(measurements: Iterable[Mapping[str, Any]]) -> list[Row]:
    """One row a scenario: its gap A–B in each measurement, in percent; a scenario without a decision has none."""
    measurements = list(measurements)
    columns = [
        (name, one["scenario_gaps_pct"]) for name, one in zip(labels_of(measurements), measurements, strict=True)
    ]
    items = sorted({item for _, gaps in columns for item in gaps})
    return [{"scenario": item, **{name: _rounded(gaps.get(item)) for name, gaps in columns}} for item in items]


def outcome_rows(measurements: Iterable[Mapping[str, Any]]) -> list[Row]:
    """One row a measurement and version: how often each outcome came; outcomes that never came are left out."""
    measurements = list(measurements)
    every = (outcome for one in measurements for counted in one["outcomes"].values() for outcome in counted)
    came = [
        outcome
        for outcome in dict.fromkeys(every)
        if any(counted.get(outcome) for one in measurements for counted in one["outcomes"].values())
    ]
    return [
        {
            "measurement": label,
            "version": version.replace("_prime", "′"),
            **{name: one["outcomes"][version].get(name, 0) for name in came},
        }
        for label, one in zip(labels_of(measurements), measurements, strict=True)
        for version in VERSIONS
    ]


def example_rows(panel: Panel, item_id: str, trials: Iterable[Mapping[str, Any]]) -> list[Row]:
    """One scenario in four versions: what stands otherwise than in A, and what was decided.

    Args:
        panel: its texts.
        item_id: which scenario.
        trials: of one run on that panel.

    Raises:
        Refused: no such scenario.
    """
    scenario = next((one for one in panel.scenarios if one.item_id == item_id), None)
    if scenario is None:
        raise Refused(f"no scenario {item_id!r} in {panel.name}: allowed are s01 … s15")
    decided: dict[str, Counter[str]] = {version: Counter() for version in VERSIONS}
    for trial in trials:
        if trial["item_id"] == item_id:
            decided[trial["version"]][trial["outcome"]] += 1
    base = _paragraphs(scenario.texts["A"])
    rows = []
    for version in VERSIONS:
        other = [one for one in _paragraphs(scenario.texts[version]) if version == "A" or one not in base]
        counted = ", ".join(f"{count} × {outcome}" for outcome, count in sorted(decided[version].items()))
        text = "\n\n".join(other) or "(the same words in the same order)"
        rows.append({"version": VERSION_TOLD[version], "text": text, "decided": counted})
    return rows


def labels_of(measurements: Sequence[Mapping[str, Any]]) -> list[str]:
    """Name each measurement by family, type, series and profile, and by model, day and replicate where these differ."""
    more = [
        name
        for name in ("subject_model_id", "run_date", "replicate_index")
        if len({one[name] for one in measurements}) > 1
    ]
    return [", ".join([_protocol(one), *(str(one[name]) for name in more)]) for one in measurements]


def _protocol(one: Mapping[str, Any]) -> str:
    family, rewording_type, series = one["protocol_id"].split("__")
    return f"{family.replace('_', ' ')}, {rewording_type}, {series}, {one['condition_profile']}"


def _paragraphs(text: str) -> list[str]:
    """Paragraphs without their line breaks and with straight quotation marks, so that A′ is seen to say what A says."""
    plain = text.translate(str.maketrans("“”‘’", "\"\"''"))
    return [" ".join(paragraph.split()) for paragraph in plain.split("\n\n")]


def _lost(one: Mapping[str, Any]) -> float:
    return 100 * max(float(one[name]) for name in ("u_a", "u_a_prime", "u_b", "u_c"))


def _interval(low: float | None, high: float | None) -> str | None:
    return None if low is None or high is None else f"{low:.1f} to {high:.1f}"


def _rounded(value: float | None, digits: int = 1) -> float | None:
    return None if value is None else round(value, digits)
