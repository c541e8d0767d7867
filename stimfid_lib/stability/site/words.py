"""How names and numbers are written on the page; numbers are rounded here and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

NONE = "–"
NNBSP = "\u202f"
MINUS = "\u2212"

FAMILY_NAMES: Mapping[str, str] = {
    "risky_choice_framing": "Risky choice",
    "sunk_cost_fallacy": "Sunk cost",
    "base_rate_neglect": "Base rates",
}
TYPE_NAMES: Mapping[str, str] = {
    "wording": "Wording",
    "anchoring": "Anchoring",
    "order": "Order",
    "default": "Default",
}
VERSION_NAMES: Mapping[str, str] = {"A": "A", "A_prime": "A′", "B": "B", "C": "C"}

FLAGS: Mapping[str, tuple[str, str]] = {
    "below_surface_noise": (
        "no larger than surface noise",
        "The rewording moved the decisions no more than new line breaks and quotation marks did.",
    ),
    "not_reading": (
        "not reading",
        "The decisions hardly moved when one option was made better whatever happens: the question may not have been "
        "read.",
    ),
    "degenerate_candidate": (
        "always the same answer",
        "Nearly every answer was the same option in A and in B, so a high stability says nothing.",
    ),
    "drop_confounded": (
        "too many lost answers",
        "More answers held no decision than the limit allows: the losses could have made a difference, or hidden one.",
    ),
    "asymmetric_missingness": (
        "lost answers differ",
        "One version lost more answers than the other, which can look like a change of mind.",
    ),
    "below_drop_bound": (
        "no larger than the losses",
        "The gap is no larger than what lost answers could have made; with no loss at all, the gap is zero.",
    ),
    "scenario_dominated": (
        "two scenarios dominate",
        "The two worst of the fifteen scenarios make up more than the allowed share of the total gap.",
    ),
    "instrument_suspect": (
        "instrument in doubt",
        "Measured while a check of the measuring instrument had failed and nobody had decided about it yet.",
    ),
    "exploratory": ("exploratory", "Not the contrast that was declared beforehand for this protocol."),
}
"""Of each flag what it is called on the page, and what it means."""

CAUSES: Mapping[str, tuple[str, str]] = {
    "before_archive_start": ("before the start", "The job was due before the archive could ask."),
    "budget_halted": ("no money left", "The month's budget had reached a rung at which this job is left out."),
    "dormant": ("archive dormant", "Nobody had tended the archive for so long that it had stopped asking."),
    "provider_outage": ("provider out", "The provider's service did not answer."),
    "protocol_confounded": (
        "protocol not usable",
        "The protocol could not be measured soundly, or was not registered.",
    ),
    "human_absent": ("nobody there", "The job needs a person, and none was there."),
    "generation_retired_early": ("model withdrawn", "The provider had withdrawn the model."),
    "generation_bridge": (
        "bridge went first",
        "Old and new model were compared that month instead of the usual sweep.",
    ),
}
"""Of each cause of a gap what it is called on the page, and what it means; in the order of precedence."""

OUTCOMES: Mapping[str, str] = {
    "blocked_upstream": "blocked by the provider's filter",
    "empty": "empty reply",
    "truncated": "cut off at the length limit",
    "refused": "refused, by the provider's own signal",
    "off_format": "ended as something other than text",
    "unparseable": "no decision, or contradictory ones",
}

JOBS: Mapping[str, str] = {
    "full_sweep": "monthly sweep of a protocol",
    "sealed_scan": "scan of a sealed protocol",
    "subject_fingerprint": "24 daily facts asked of the model",
    "runtime_fingerprint": "daily fingerprint of the instrument",
    "guard_margin_rotation": "daily guard protocol of the instrument",
    "coverage_publish": "publication of the coverage",
    "checkpoint_sign": "signing of a checkpoint",
    "human_review": "review by a person",
    "release_publish": "release of the data",
    "strategy_review": "review of the strategy",
    "self_revision": "revision of the method",
    "integrity_declaration": "declaration of integrity",
}


def pct(value: float | None, digits: int = 1) -> str:
    """A percentage without its sign: `84.2`."""
    return NONE if value is None else _signless(value, digits)


def points(value: float | None, digits: int = 1) -> str:
    """A difference with its sign: `+3.1`, `−2.0`."""
    if value is None:
        return NONE
    text = _signless(value, digits)
    return text if text.startswith(MINUS) or float(f"{value:.{digits}f}") == 0 else f"+{text}"


def share(value: float | None) -> str:
    """An entropy of [0, 1]: `0.87`."""
    return NONE if value is None else _signless(value, 2)


def span(low: float | None, high: float | None) -> str:
    """An interval: `78.1 to 90.4`."""
    return NONE if low is None or high is None else f"{pct(low)} to {pct(high)}"


def count(value: int) -> str:
    """A whole number with its thousands: `12,345`."""
    return f"{value:,}"


def day(text: str) -> str:
    """An ISO day as `4 January 2027`; days are absolute everywhere on the page."""
    told = date.fromisoformat(text)
    return f"{told.day}\u00a0{told:%B}\u00a0{told.year}"


def short_day(text: str) -> str:
    """An ISO day as `4 Jan 2027`, for tables and axes."""
    told = date.fromisoformat(text)
    return f"{told.day}\u00a0{told:%b}\u00a0{told.year}"


def month(text: str) -> str:
    """The month of an ISO day as `Jan 2027`."""
    told = date.fromisoformat(text)
    return f"{told:%b}\u00a0{told.year}"


def spoken(name: str) -> str:
    """A name from the records as words."""
    return name.replace("_", " ")


def family_of(protocol_id: str) -> str:
    """A protocol's family as it is called on the page."""
    family = protocol_id.split("__")[0]
    return FAMILY_NAMES.get(family, spoken(family))


def type_of(protocol_id: str) -> str:
    """A protocol's type of rewording as it is called on the page."""
    kind = protocol_id.split("__")[1]
    return TYPE_NAMES.get(kind, spoken(kind))


def protocol_name(protocol_id: str) -> str:
    """`Risky choice, wording (v0)`."""
    return f"{family_of(protocol_id)}, {type_of(protocol_id).lower()} ({protocol_id.rsplit('__', 1)[1]})"


def model_name(measured: Mapping[str, Any]) -> str:
    """A model with its profile where it has one of its own."""
    profile = measured["condition_profile"]
    return str(measured["subject_model_id"]) + ("" if profile == "default" else f", {spoken(profile)}")


def flag_name(flag: str) -> str:
    """What a flag is called on the page."""
    return FLAGS[flag][0] if flag in FLAGS else spoken(flag)


def cause_name(cause: str) -> str:
    """What a cause is called on the page."""
    return CAUSES[cause][0] if cause in CAUSES else spoken(cause)


def _signless(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}"
    if float(text) == 0:
        text = text.lstrip("-")
    return text.replace("-", MINUS)
