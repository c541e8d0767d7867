"""The private budget file: what a month may cost, what is kept for the heartbeat and for bridges, and the plan."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.base.settings import Strict, load_settings
from stimfid_lib.stability.archive.days import month_of

BUDGET = "budget.yaml"

Money = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Month = Annotated[str, Field(pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])$")]


class BudgetFile(Strict):
    """Figures that are never published.

    Attributes:
        currency: three letters; that of the roster's prices.
        monthly_ceiling: the most that sweeps and heartbeat may cost together in a calendar month (UTC).
        heartbeat_reserve: the part of it that no sweep may touch, so that the daily fingerprint never ends.
        bridge_reserve: what bridges may cost in all, beside the ceiling; a person raises it after a bridge.
        plan: the cut in force, see `ladder.PLANS`.
        months: months with another ceiling.
    """

    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")] = "USD"
    monthly_ceiling: Money
    heartbeat_reserve: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    bridge_reserve: Money
    plan: Literal["12", "8", "6", "quarterly", "cheaper_tier"] = "12"
    months: dict[Month, Money] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _heartbeat_fits(self) -> Self:
        others = {f"months.{name}": value for name, value in self.months.items()}
        for name, value in {"monthly_ceiling": self.monthly_ceiling, **others}.items():
            if value < self.heartbeat_reserve:
                raise ValueError(
                    f"{name} is lower than heartbeat_reserve: the fingerprint is never cut; a month without money has "
                    "a ceiling equal to heartbeat_reserve"
                )
        return self

    def ceiling(self, day: date) -> float:
        """The ceiling of a day's month."""
        return self.months.get(month_of(day), self.monthly_ceiling)


def no_money() -> BudgetFile:
    """The budget of an archive for which nobody wrote one: nothing is paid for, whatever is free goes on."""
    return BudgetFile.model_construct(
        currency="USD", monthly_ceiling=0.0, heartbeat_reserve=0.0, bridge_reserve=0.0, plan="12", months={}
    )


def load_budget(folder: Path) -> BudgetFile:
    """Read the budget of an archive's private folder.

    Raises:
        MissingInput: there is none; nothing is paid for without one.
        Refused: a wrong figure; its value is not told.
    """
    path = folder / BUDGET
    if not path.is_file():
        raise MissingInput(
            f"no {path}: nothing is paid for without one; write it with monthly_ceiling, heartbeat_reserve and "
            "bridge_reserve (figures in the currency of models.yaml), and keep it private"
        )
    return load_settings(path, BudgetFile, private=tuple(BudgetFile.model_fields))
