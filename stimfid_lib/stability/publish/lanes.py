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
        open_ids: protocols whose trials and texts are public.
        sealed_ids: protocols of which existence and count alone are public.
        run_protocols: the protocol of each run.
        run_years: the year of each run, as its trials are filed.
    """

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
            frozenset(open_protocols(kept)),
            frozenset(name for name, lane in latest.items() if lane == "sealed"),
            {run["run_id"]: run["protocol_id"] for run in runs},
            {run["run_id"]: run["run_date"][:4] for run in runs},
        )

    def is_sealed(self, record: Mapping[str, Any]) -> bool:
        """Tell whether a record is of a sealed protocol."""
        name = record.get("protocol_id") or self.run_protocols.get(str(record.get("run_id")))
        return name in self.sealed_ids

    def is_open_trial(self, record: Mapping[str, Any]) -> bool:
        """Tell whether a record is a trial that is public with its text."""
        return record["record_type"] == "trial" and record["protocol_id"] in self.open_ids


def published_lines(records: Iterable[Mapping[str, Any]], lanes: Lanes) -> Iterator[tuple[str, str | None, str | None]]:
    """Turn an archive's records, in order, into what is published of each.

    Yields:
        The line of the published chain; for a public trial also the year under which it is filed and its own line.
    """
    for record in records:
        line = canonical(record)
        sha256 = sha256_of(line.encode("utf-8"))
        if lanes.is_sealed(record):
            yield canonical(stub(record, sha256, named=False)), None, None
        elif record["record_type"] != "trial":
            yield line, None, None
        elif lanes.is_open_trial(record):
            yield canonical(stub(record, sha256, named=True)), lanes.run_years[record["run_id"]], line
        else:
            yield canonical(stub(record, sha256, named=True)), None, None
