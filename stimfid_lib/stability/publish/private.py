"""Gathers what is private on this machine: keys of the roster's models, figures of the budget and the ledger."""

from __future__ import annotations

import os
from pathlib import Path

from stimfid_lib.models.build import KEY_OF
from stimfid_lib.models.clients.keys import load_env
from stimfid_lib.models.entries import EndpointEntry
from stimfid_lib.models.roster import Roster
from stimfid_lib.stability.archive.budget import BUDGET, load_budget
from stimfid_lib.stability.archive.ledger import LEDGER, Ledger
from stimfid_lib.stability.publish.leaks import Private


def private_of(state: Path, roster: Roster) -> Private:
    """What must not go out, as far as this machine knows it; texts of panels are added by `publish`.

    Args:
        state: the archive's private folder; without a budget or a ledger there is nothing of them to find.
        roster: names the variables of keys.

    Raises:
        Refused: budget or ledger are damaged: nothing is published before they can be read.
    """
    load_env()
    own = [entry.key_env for entry in roster.models.values() if isinstance(entry, EndpointEntry) and entry.key_env]
    keys = [value for name in (*KEY_OF.values(), *own) if (value := os.environ.get(name, "").strip())]
    return Private(tuple(keys), tuple(_figures(state)))


def _figures(state: Path) -> list[float]:
    figures: list[float] = []
    if (state / BUDGET).is_file():
        budget = load_budget(state)
        figures += [budget.monthly_ceiling, budget.heartbeat_reserve, budget.bridge_reserve, *budget.months.values()]
    if (state / LEDGER).is_file():
        for spent in Ledger(state / LEDGER).months().values():
            figures += [*spent.values(), sum(spent.values())]
    return figures
