"""The admitted fixtures that a simulation asks: the shipped panels, as if a person had reviewed them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from stimfid_lib.stability.panels.catalogue import SHIPPED
from stimfid_lib.stability.panels.lanes import allowed_lanes, twin_of
from stimfid_lib.stability.panels.panel import read_panel
from stimfid_lib.stability.panels.protocol import Protocol, read_protocol
from stimfid_lib.stability.panels.scenario import FAMILIES, TYPES
from stimfid_lib.stability.run.schedule import Schedule


def fixtures(day: date) -> tuple[Protocol, ...]:
    """The twelve protocols of series v0 with lane and twin by rule, admitted on a day by nobody but a simulation."""
    names = [f"{family}__{kind}__v0" for family in FAMILIES for kind in TYPES]
    found = [read_protocol(SHIPPED / "protocols" / f"{name}.json") for name in names]
    return tuple(
        _admitted(replace(one, status="candidate", lane=None, twin_id=None, review=None), day) for one in found
    )


def schedules(protocols: tuple[Protocol, ...]) -> dict[str, Schedule]:
    """The calls of each, by protocol_id."""
    return {one.protocol_id: Schedule(one, read_panel(SHIPPED / f"{one.panel_name}.json")) for one in protocols}


def _admitted(protocol: Protocol, day: date) -> Protocol:
    return replace(
        protocol,
        status="admitted",
        lane=allowed_lanes(protocol, private=False)[0],
        twin_id=twin_of(protocol),
        review={"reviewer": "nobody: a simulation's fixture", "admitted_on": day.isoformat()},
    )
