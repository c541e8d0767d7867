"""`cadence.yaml`: how often each job is due, what follows after how long, and constants that nothing counts down."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, PlainSerializer, model_validator

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.base.settings import Strict, load_settings

SHIPPED = Path(__file__).with_name("cadence.yaml")

_PERIOD = re.compile(r"(?P<count>[1-9][0-9]{0,4})(?P<unit>[dh])")


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """A stretch of time that was written as `Nd` or `Nh`."""

    delta: timedelta

    @classmethod
    def parse(cls, text: object) -> Self:
        """Read `30d` or `36h`.

        Raises:
            ValueError: it is neither; pydantic tells where it stood.
        """
        if isinstance(text, cls):
            return text
        found = _PERIOD.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            raise ValueError("expected a number of days or hours such as 30d or 36h")
        count = int(found["count"])
        return cls(timedelta(days=count) if found["unit"] == "d" else timedelta(hours=count))

    @property
    def days(self) -> int:
        """Whole days of it."""
        return self.delta.days

    def __str__(self) -> str:
        hours = int(self.delta.total_seconds()) // 3600
        return f"{hours}h" if hours % 24 else f"{hours // 24}d"


def _whole_days(period: Period) -> Period:
    if period.delta % timedelta(days=1):
        raise ValueError(f"{period} is no number of whole days; a calendar of days needs one, such as 30d")
    return period


_Read = BeforeValidator(Period.parse)
_Written = PlainSerializer(str)
Spell = Annotated[Period, _Read, _Written]
Days = Annotated[Period, BeforeValidator(lambda value: _whole_days(Period.parse(value))), _Written]

DONE_BY_CODE = ("full_sweep", "subject_fingerprint", "runtime_fingerprint", "guard_margin_rotation", "coverage_publish")
DONE_BY_PERSON = (
    *("checkpoint_sign", "human_review", "release_publish", "strategy_review", "self_revision"),
    "integrity_declaration",
)
THRESHOLDS = (
    *("source_degraded_after", "deadman_alert", "vacation_after", "dormant_after", "succession_offer"),
    "concluded_after",
)


class Periods(Strict):
    """Everything that counts down. Jobs and thresholds of absence are whole days; the dead man's alert may be hours.

    A threshold of absence that lies before an earlier one would never be seen, and is refused.
    """

    full_sweep: Days
    subject_fingerprint: Days
    runtime_fingerprint: Days
    guard_margin_rotation: Days
    coverage_publish: Days
    checkpoint_sign: Days
    human_review: Days
    release_publish: Days
    strategy_review: Days
    self_revision: Days
    integrity_declaration: Days
    source_degraded_after: Days
    deadman_alert: Spell
    vacation_after: Days
    dormant_after: Days
    succession_offer: Days
    concluded_after: Days

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        absence = ("vacation_after", "dormant_after", "succession_offer", "concluded_after")
        values = [self.of(name) for name in absence]
        if values != sorted(set(values)):
            told = ", ".join(f"{name} {self.of(name)}" for name in absence)
            raise ValueError(f"{told}: each must be longer than the one before it")
        if self.source_degraded_after >= self.full_sweep:
            raise ValueError(
                f"source_degraded_after {self.source_degraded_after}: it must be shorter than full_sweep "
                f"{self.full_sweep}, or a sweep would still be open when the next one is due"
            )
        return self

    def of(self, name: str) -> Period:
        """A period by its name."""
        found = getattr(self, name)
        assert isinstance(found, Period)
        return found


class Policy(Strict):
    """Constants that no calendar counts down."""

    revalidation_daily: Annotated[int, Field(ge=1)]
    open_weights_series: Literal["on_new_generation"]
    sealed_scan: Literal["on_new_generation"]
    generation_bridge_protocols: Literal[4]
    bridge_trigger: Literal["any_new_model_id"]
    active_switch: Literal["explicit_provider_declaration"]
    retirement_threshold: Annotated[int, Field(ge=1)]
    declassify_after: Annotated[int, Field(ge=1)]


class Cadence(Strict):
    """The whole file."""

    periods: Periods
    policy: Policy


def load_cadence(path: Path | None = None) -> Cadence:
    """Read and validate a cadence (default: the one that ships).

    Raises:
        MissingInput: no such file.
        Refused: an unknown or missing key, a period that is none, or thresholds out of order; every fault at once.
    """
    path = path or SHIPPED
    if not path.is_file():
        raise MissingInput(f"no cadence {path}: copy {SHIPPED.name} of the package there, or leave the option out")
    parts: dict[Any, type[Strict]] = {"periods": Periods, "policy": Policy}
    return load_settings(
        path, Cadence, allowed_at=lambda place: list(parts.get(place[0], Cadence).model_fields if place else [])
    )
