"""Lanes and twins: which lane a protocol may be given, and who its twin is, by rule and not by choice."""

from __future__ import annotations

from collections.abc import Iterable

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.measure.protocols import pairing_faults
from stimfid_lib.stability.panels.protocol import LANES, Protocol

OPEN = ("risky_choice_framing__wording", "base_rate_neglect__wording")
"""The panels whose whole text is published."""

_TWIN_TYPE = {"wording": "anchoring", "anchoring": "wording"}
_PAIRED = tuple(name.split("__")[0] for name in OPEN)

SEALED = 2
"""How many sealed panels there are at most; they are held outside this repository."""


def twin_of(protocol: Protocol) -> str | None:
    """The id of a protocol's twin: wording and anchoring of the two paired families, within one series."""
    other = _TWIN_TYPE.get(protocol.rewording_type)
    if other is None or protocol.family not in _PAIRED:
        return None
    return f"{protocol.family}__{other}__{protocol.series_tag}"


def allowed_lanes(protocol: Protocol, *, private: bool) -> tuple[str, ...]:
    """The lanes that the rule leaves to a protocol.

    Args:
        protocol: any.
        private: whether it stands in a private folder; what ships in public can never be sealed.
    """
    if protocol.panel_name in OPEN:
        return ("open",)
    if twin_of(protocol) is not None or not private:
        return ("guard",)
    return ("guard", "sealed")


def check_lane(protocol: Protocol, lane: str, *, private: bool, others: Iterable[Protocol] = ()) -> None:
    """See that a protocol may be given a lane.

    Args:
        protocol: which one.
        lane: which lane.
        private: whether it stands in a private folder.
        others: the protocols that were admitted before; of these at most two panels are sealed.

    Raises:
        Refused: no such lane, or not for this protocol.
    """
    if lane not in LANES:
        raise Refused(f"lane {lane!r}: allowed are {', '.join(LANES)}")
    allowed = allowed_lanes(protocol, private=private)
    if lane not in allowed:
        raise Refused(f"{protocol.protocol_id} may not be {lane}: by rule its lane is {' or '.join(allowed)}")
    sealed = {other.panel_sha256 for other in others if other.lane == "sealed"} | {protocol.panel_sha256}
    if lane == "sealed" and len(sealed) > SEALED:
        raise Refused(f"{protocol.protocol_id} would be a third sealed panel: there are {SEALED}")


def pairing_problems(protocols: Iterable[Protocol]) -> list[str]:
    """What is wrong with the twins of the admitted protocols: a side missing, or what `verify` finds in records."""
    admitted = {protocol.protocol_id: protocol for protocol in protocols if protocol.status == "admitted"}
    missing = [
        f"{name} names {protocol.twin_id} as its twin, which is not admitted"
        for name, protocol in admitted.items()
        if protocol.twin_id is not None and protocol.twin_id not in admitted
    ]
    records = {name: {**one.hashed(), "lane": one.lane, "twin_id": one.twin_id} for name, one in admitted.items()}
    return [*missing, *pairing_faults(records)]
