"""The record of a run folder: one file a model, and the ledger of every attempt."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Self

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.lines import LineWriter, Reading, encode, mend
from stimfid_lib.models.model_journal import ATTEMPTS, ModelJournal, Settings
from stimfid_lib.models.record import Asked, Record


class Journal:
    """All files of a run folder that a run writes. Use as a context manager.

    A record goes to its model's file first and to the ledger second; a process killed between the two leaves the
    ledger one line short, which opening makes good. So the ledger never lacks an attempt that a model's file shows.

    `models` names the models of this run, each with its settings, or None where a client does not tell them.

    Raises:
        Refused: a file that cannot be gone on with (see `ModelJournal`, `Reading`); then no file was changed.
    """

    def __init__(
        self,
        folder: Path,
        models: Mapping[str, Settings | None],
        *,
        suite_sha256: str,
        temperature: float | None,
    ) -> None:
        ledger = Reading(folder / ATTEMPTS)
        known = {_attempt(line.value) for line in ledger}
        self.models = {
            key: ModelJournal(folder, key, suite_sha256=suite_sha256, temperature=temperature, settings=settings)
            for key, settings in models.items()
        }
        mend(folder / ATTEMPTS, ledger)
        self._attempts = LineWriter(folder / ATTEMPTS)
        for journal in self.models.values():
            for record in journal.records():
                if _attempt(record) not in known:
                    self._attempts.append(record)
            journal.mend()

    def answered(self, model_key: str) -> set[Asked]:
        """What a model has answered, in this run and before it."""
        return self.models[model_key].answered

    def holds(self, model_key: str, question: Asked) -> bool:
        """Tell whether a model has answered a question."""
        return self.models[model_key].holds(question)

    def append(self, *records: Record) -> None:
        """Write attempts, each into its model's file and into the ledger; the system has them when this returns.

        Raises:
            Refused: a file cannot be written; of a record that stands in a model's file the ledger is made good at the
                next opening.
        """
        encoded = [(record["model_key"], record, encode(record)) for record in records]
        for key in dict.fromkeys(key for key, _, _ in encoded):
            mine = [(record, line) for owner, record, line in encoded if owner == key]
            self.models[key].write([record for record, _ in mine], b"".join(line for _, line in mine))
        self._attempts.write(b"".join(line for _, _, line in encoded))

    def commit(self) -> None:
        """Force everything written so far to the disk: from here on a power cut takes none of it."""
        for journal in self.models.values():
            journal.sync()
        self._attempts.sync()

    def close(self) -> None:
        """Close every file, whatever fails on the way.

        Raises:
            Refused: a file could not be written or tidied; what stands in it is whole.
        """
        failures: list[Refused] = []
        parts: list[ModelJournal | LineWriter] = [*self.models.values(), self._attempts]
        for part in parts:
            try:
                part.close()
            except Refused as failure:
                failures.append(failure)
        if failures:
            raise failures[0]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def _attempt(record: Record) -> tuple[object, ...]:
    return tuple(record.get(name) for name in ("model_key", "prompt_id", "replicate", "ts"))
