"""A protocol: a panel, how often it is asked, and the rules by which its answers are read and judged."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import canonical_json, sha256_text
from stimfid_lib.stability.panels.panel import read_json
from stimfid_lib.stability.panels.scenario import FAMILIES, ITEMS, OPTIONS, TYPES

SERIES = {"v0": (30, 1), "v1": (120, 2)}
"""Each series' n per version and grammar: another n or another grammar is another series, never a continuation."""

STATUSES = ("candidate", "admitted")
LANES = ("open", "guard", "sealed")

_ID = re.compile(rf"(?P<family>{'|'.join(FAMILIES)})__(?P<type>{'|'.join(TYPES)})__(?P<series>{'|'.join(SERIES)})")


@dataclass(frozen=True)
class Protocol:
    """What is asked and by which rules.

    Attributes:
        protocol_id: `<family>__<type>__v0` or `…__v1`.
        family, rewording_type: which panel.
        panel_sha256: the panel's identity.
        n: valid or invalid responses per version, the same number for each scenario.
        grammar_version: 1 or 2, see `measure.grammar`.
        options: the tokens of a decision.
        system: the system prompt; none.
        thinking: `disabled`, and sent explicitly.
        effort: none is asked for.
        theta_positive_pct: what the gap A to C must exceed, in percent, after its drop bound is taken off.
        scenario_dominated_share_pct: above this share of the total gap two scenarios dominate, in percent.
        primary_contrast: the one pair of versions whose change is confirmatory.
        status, lane, twin_id, review: outside the hash; a protocol is born a candidate without lane or twin.
    """

    protocol_id: str
    family: str
    rewording_type: str
    panel_sha256: str
    n: int
    grammar_version: int
    options: tuple[str, ...] = OPTIONS
    system: str | None = None
    thinking: str = "disabled"
    effort: str | None = None
    theta_positive_pct: float = 15
    scenario_dominated_share_pct: float = 40
    primary_contrast: str = "A-B"
    status: str = "candidate"
    lane: str | None = None
    twin_id: str | None = None
    review: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        parts = _ID.fullmatch(self.protocol_id)
        if parts is None:
            raise Refused(f"protocol_id {self.protocol_id!r}: allowed are <family>__<type>__v0 and …__v1")
        if (parts["family"], parts["type"]) != (self.family, self.rewording_type):
            raise Refused(f"{self.protocol_id} names another panel than {self.family}__{self.rewording_type}")
        if (self.n, self.grammar_version) != SERIES[parts["series"]]:
            raise Refused(
                f"{self.protocol_id}: n = {self.n} with grammar {self.grammar_version}; the series {parts['series']} "
                f"has n = {SERIES[parts['series']][0]} with grammar {SERIES[parts['series']][1]}"
            )
        if self.status not in STATUSES or self.lane not in (None, *LANES):
            allowed = ", ".join((*STATUSES, *LANES))
            raise Refused(f"{self.protocol_id}: status {self.status!r}, lane {self.lane!r}: allowed are {allowed}")
        if (self.status == "admitted") != (self.lane is not None and self.review is not None):
            raise Refused(f"{self.protocol_id}: an admitted protocol, and no other, has a lane and a review")

    @property
    def panel_name(self) -> str:
        """`<family>__<type>`."""
        return f"{self.family}__{self.rewording_type}"

    @property
    def series_tag(self) -> str:
        """`v0` or `v1`."""
        return self.protocol_id.rsplit("__", 1)[1]

    @property
    def per_item(self) -> int:
        """How often each scenario is asked in each version."""
        return self.n // len(ITEMS)

    def hashed(self) -> dict[str, Any]:
        """Everything inside `protocol_sha256`, JSON-ready."""
        outside = {"status", "lane", "twin_id", "review"}
        told = {field.name: getattr(self, field.name) for field in fields(self) if field.name not in outside}
        return {**told, "options": list(self.options)}

    @cached_property
    def protocol_sha256(self) -> str:
        """SHA-256 of the canonical JSON of `hashed()`."""
        return sha256_text(canonical_json(self.hashed()))

    def as_json(self) -> dict[str, Any]:
        """The protocol as its file holds it: the hashed part, its hash, and what stands outside."""
        return {
            "protocol": self.hashed(),
            "protocol_sha256": self.protocol_sha256,
            "status": self.status,
            "lane": self.lane,
            "twin_id": self.twin_id,
            "review": None if self.review is None else dict(self.review),
        }


def read_protocol(path: Path) -> Protocol:
    """Read a protocol's file.

    Raises:
        MissingInput: no such file.
        Refused: it is no protocol, its hash is not the one that the file states, or a review belongs to another text.
    """
    told = read_json(path, "protocol")
    try:
        hashed = told["protocol"]
        outside = {key: told[key] for key in ("status", "lane", "twin_id", "review")}
        if set(told) != {"protocol", "protocol_sha256", *outside}:
            raise ValueError(f"its keys are {sorted(told)}")
        protocol = Protocol(**{**hashed, "options": tuple(hashed["options"])}, **outside)
        if protocol.hashed() != hashed:
            raise ValueError("a hashed key is missing")
    except (KeyError, TypeError, ValueError) as error:
        raise Refused(f"{path.name} is no protocol: {error}") from None
    if path.stem != protocol.protocol_id:
        raise Refused(f"{path.name} holds {protocol.protocol_id}: the file must be called {protocol.protocol_id}.json")
    if protocol.protocol_sha256 != told["protocol_sha256"]:
        raise Refused(
            f"{path.name}: protocol_sha256 is {protocol.protocol_sha256[:12]}…, the file states "
            f"{str(told['protocol_sha256'])[:12]}…: it was changed by hand; a changed protocol needs another series"
        )
    return protocol
