"""What happens in the two simulated years: who is listed when, what fails, what the person does. Data, no logic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from stimfid_lib.models.costs import Tariff
from stimfid_lib.models.entries import Prices
from stimfid_lib.stability.archive.simulated.models import SimulatedModel

D = date

EPOCH, START, END = D(2027, 1, 1), D(2027, 1, 12), D(2028, 12, 31)
NORTH, SOUTH = "north", "south"
LATE = "sunk_cost_fallacy__default__v0"
LOST = "base_rate_neglect__order__v0"
PERSON = "A. Keeper (simulated)"

MODELS = (
    SimulatedModel("alder-2.1-20261104", "commercial", NORTH, strength=1.1, drift=0.5),
    SimulatedModel("alder-3.0-20271012", "commercial", NORTH, strength=0.45, drift=0.1, since=D(2027, 10, 12)),
    SimulatedModel("alder-4.0-20281105", "commercial", NORTH, strength=0.8, base=0.5, since=D(2028, 11, 5)),
    SimulatedModel(
        "birch-large-20260812",
        "commercial",
        SOUTH,
        strength=0.8,
        drift=-0.35,
        base=0.7,
        loses=((LOST, D(2027, 9, 20), D(2028, 1, 1)),),
    ),
    SimulatedModel("birch-small-20280301", "commercial", SOUTH, strength=1.6, base=0.5, since=D(2028, 3, 1)),
    SimulatedModel("cedar-8b-v1", "open_weights", None, strength=1.4, base=0.55, collapsed=("default",)),
    SimulatedModel("cedar-8b-v2", "open_weights", None, strength=0.6, base=0.58),
)
"""Every invented model."""

LISTED: Mapping[str, tuple[date, date | None]] = {
    "alder-2.1-20261104": (D(2026, 11, 4), D(2028, 2, 20)),
    "alder-3.0-20271012": (D(2027, 10, 12), D(2028, 11, 28)),
    "alder-4.0-20281105": (D(2028, 11, 5), None),
    "birch-large-20260812": (D(2026, 8, 12), D(2028, 11, 20)),
    "birch-small-20280301": (D(2028, 3, 1), None),
}
"""From which day to before which day a model is listed."""

OUTAGES = ((NORTH, D(2027, 3, 2), D(2027, 3, 4)), (SOUTH, D(2027, 6, 28), D(2027, 7, 10)))
"""Source, first and last day on which it cannot be reached: a short one, and one that outlasts a sweep's days."""

BREAKS_OFF = ((NORTH, D(2027, 10, 28)),)
"""Days on which a source answers its listing and breaks off in the middle of a run."""

MACHINE_DOWN = ((D(2027, 12, 20), D(2027, 12, 22)),)
"""Days on which nothing works at all."""

ALARM, RECOVERY = D(2027, 7, 28), D(2027, 8, 3)
"""The instrument raises an alarm, and a person decides."""

REGISTERED_ON = {LATE: D(2027, 3, 20)}
"""A protocol that was not pre-registered in time."""

ABSENT = (D(2028, 3, 20), D(2028, 10, 2))
"""Between these days nobody acts: long enough for a vacation and for dormancy."""

DILIGENCE = 3
"""Days after which the person does what is due."""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that a person does on a day.

    Attributes:
        kind: `adopt`, `generation`, `bridge`, `declare`, `reject` or `readmit`.
        model_id: of which model; for `readmit` the protocol.
        old_model_id: which it succeeds, for `declare`.
    """

    day: date
    kind: str
    model_id: str
    old_model_id: str = ""


HAPPENINGS = (
    Happening(START, "adopt", "alder-2.1-20261104"),
    Happening(START, "adopt", "birch-large-20260812"),
    Happening(D(2027, 2, 1), "adopt", "cedar-8b-v1"),
    Happening(D(2027, 11, 22), "bridge", "alder-3.0-20271012"),
    Happening(D(2028, 1, 10), "readmit", LOST),
    Happening(D(2028, 1, 15), "declare", "alder-3.0-20271012", "alder-2.1-20261104"),
    Happening(D(2028, 2, 29), "generation", "cedar-8b-v2"),
    Happening(D(2028, 3, 6), "bridge", "birch-small-20280301"),
    Happening(D(2028, 3, 15), "reject", "birch-small-20280301"),
    Happening(D(2028, 11, 10), "declare", "alder-4.0-20281105", "alder-3.0-20271012"),
)

TARIFF = Tariff(Prices(input=3.0, output=15.0, as_of=EPOCH), max_tokens=256)
"""What a call to an invented provider costs."""

BUDGET = {
    "currency": "USD",
    "monthly_ceiling": 7.0,
    "heartbeat_reserve": 0.4,
    "bridge_reserve": 2.6,
    "months": {"2027-04": 0.4, "2027-08": 2.2},
}
"""The private figures: a sweep of two models costs about half of a month's ceiling. April 2027 has money for the
heartbeat alone, August 2027 less than a sweep's; in May 2027 two sweeps begin."""
