"""The record of a run folder: one file a model, and the ledger of every attempt."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Self

from stimfid_lib.models.lines import LineWriter, mend, read_lines
from stimfid_lib.models.model_journal import ATTEMPTS, ModelJournal, Settings
from stimfid_lib.models.record import Asked, Record


class Journal:
    """All files of a run folder that a run writes. Use as a context manager.

    A record goes to its model's file first and to the ledger second; a process killed between the two leaves the
    ledger one line short, which opening makes good. So the ledger never lacks an attempt that a model's file shows.

    `models` names the models of this run, each with its settings, or None where a client does not tell them.

    Raises:
        Refused: a file that cannot be gone on with (see `ModelJournal`, `read_lines`); then no file was changed.
    """

    def __init__(
        self,
        folder: Path,
        models: Mapping[str, Settings | None],
        *,
        suite_sha256: str,
        temperature: float | None,
    ) -> None:
        ledger = read_lines(folder / ATTEMPTS)
        self.models = {
            key: ModelJournal(folder, key, suite_sha256=suite_sha256, temperature=temperature, settings=settings)
            for key, settings in models.items()
        }
        mend(folder / ATTEMPTS, ledger)
        self._attempts = LineWriter(folder / ATTEMPTS)
        known = {_attempt(line.value) for line in ledger.lines}
        for journal in self.models.values():
            for record in journal.found:
                if _attempt(record) not in known:
                    self._attempts.append(record)
            journal.mend()

    def answered(self, model_key: str) -> set[Asked]:
        """What a model has answered, in this run and before it."""
        return self.models[model_key].answered

    def append(self, record: Record) -> None:
        """Write one attempt into its model's file and into the ledger."""
        self.models[record["model_key"]].append(record)
        self._attempts.append(record)

    def close(self) -> None:
        """Close every file."""
        for journal in self.models.values():
            journal.close()
        self._attempts.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def _attempt(record: Record) -> tuple[object, ...]:
    return tuple(record.get(name) for name in ("model_key", "prompt_id", "replicate", "ts"))
