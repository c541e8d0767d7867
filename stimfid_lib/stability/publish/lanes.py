"""Which records go out, and how: whole, or by their hashes alone, as the protocol's lane says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from stimfid_lib.stability.measure.chain import canonical, sha256_of
from stimfid_lib.stability.measure.partial import stub
from stimfid_lib.stability.measure.published import open_protocols


@dataclass(frozen=True)
class Lanes:
    """What is public of each protocol.

    Attributes:
        protocol_ids: every protocol of the archive.
        open_ids: protocols whose trials and texts are public.
        sealed_ids: protocols of which existence and count alone are public.
        run_protocols: the protocol of each run.
        run_years: the year of each run, as its trials are filed.
    """

    protocol_ids: frozenset[str]
    open_ids: frozenset[str]
    sealed_ids: frozenset[str]
    run_protocols: Mapping[str, str] = field(default_factory=dict)
    run_years: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, records: Iterable[Mapping[str, Any]]) -> Self:
        """Read them from an archive's records; the last record of a protocol decides."""
        kept = [record for record in records if record["record_type"] in ("protocol", "experiment_run", "status")]
        latest = {record["protocol_id"]: record["lane"] for record in kept if record["record_type"] == "protocol"}
        runs = [record for record in kept if record["record_type"] == "experiment_run"]
        return cls(
            frozenset(latest),
            frozenset(open_protocols(kept)),
            frozenset(name for name, lane in latest.items() if lane == "sealed"),
            {run["run_id"]: run["protocol_id"] for run in runs},
            {run["run_id"]: run["run_date"][:4] for run in runs},
        )

    def is_sealed(self, record: Mapping[str, Any]) -> bool:
        """Tell whether a record is of a sealed protocol."""
        name = record.get("protocol_id") or self.run_protocols.get(str(record.get("run_id")))
        return name in self.sealed_ids


@dataclass(frozen=True)
class PublicLine:
    """What is published of one record.

    Attributes:
        line: its line in the published chain: the record, or a stub in its place.
        record: the record, where it stands in the chain itself.
        trial: of a public trial the year under which it is filed, and its own line.
    """

    line: str
    record: Mapping[str, Any] | None = None
    trial: tuple[str, str] | None = None


def published_lines(records: Iterable[Mapping[str, Any]], lanes: Lanes) -> Iterator[PublicLine]:
    """Turn an archive's records, in order, into what is published of each."""
    for record in records:
        line = canonical(record)
        sealed, is_trial = lanes.is_sealed(record), record["record_type"] == "trial"
        if not sealed and not is_trial:
            yield PublicLine(line, record)
            continue
        place = canonical(stub(record, sha256_of(line.encode("utf-8")), named=not sealed))
        public = not sealed and record["protocol_id"] in lanes.open_ids
        yield PublicLine(place, trial=(lanes.run_years[record["run_id"]], line) if public else None)
