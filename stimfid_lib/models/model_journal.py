"""One model's file in a run folder: checked, mended, appended to."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import atomic_writer
from stimfid_lib.models.completion import settings_of
from stimfid_lib.models.lines import LineWriter, Reading, cannot_write, iterate_lines, mend
from stimfid_lib.models.record import Asked, Record, asked, check_record, is_clean

ATTEMPTS = "attempts.jsonl"
"""The ledger's name, which no model's file may have."""

BATCHES = "batches.jsonl"
"""The record of batches sent to vendors, see `models.batch`; no model's file may have this name either."""

Settings = Mapping[str, Any]
"""What decides a model's replies besides prompt and seed (`completion.settings_of`)."""

log = logging.getLogger("stimfid.runs")


def journal_path(folder: Path, model_key: str) -> Path:
    """The file of one model in a run folder: `<folder>/<model_key>.jsonl`.

    Raises:
        Refused: the key would name the ledger of attempts or a file elsewhere.
    """
    if (
        f"{model_key}.jsonl" in (ATTEMPTS, BATCHES)
        or Path(model_key).name != model_key
        or not model_key
        or model_key.startswith(".")
    ):
        raise Refused(
            f"model key {model_key!r} cannot name a file: use letters, digits, _ and -, not 'attempts' or 'batches'"
        )
    return folder / f"{model_key}.jsonl"


class ModelJournal:
    """One model's file: what is answered already, and the place where the next answer goes.

    Making one only reads and checks; `mend` then repairs what a killed run left, and must come before `write`.

    Raises:
        Refused: a damaged line before the last, a record of another suite or temperature, an answer given under
            other settings, or a prompt answered twice.
    """

    def __init__(
        self,
        folder: Path,
        model_key: str,
        *,
        suite_sha256: str,
        temperature: float | None,
        settings: Settings | None = None,
    ) -> None:
        self.path = journal_path(folder, model_key)
        self.key = model_key
        self._answered: dict[str, int] = {}
        self._reading = Reading(self.path)
        latest = Latest(self.path)
        for line in self._reading:
            record = check_record(self.path, line, model_key)
            where = f"{self.path}, line {line.number}"
            _check_same_run(where, record, suite_sha256, temperature)
            if settings is not None and is_clean(record):
                _check_same_settings(where, record, settings)
            latest.add(line.number, record)
            self._note(record)
        self._has_errors = latest.has_errors
        self._writer = LineWriter(self.path)

    @property
    def answered(self) -> set[Asked]:
        """What is answered."""
        return {
            (prompt_id, replicate)
            for prompt_id, bits in self._answered.items()
            for replicate in range(bits.bit_length())
            if bits >> replicate & 1
        }

    def holds(self, question: Asked) -> bool:
        """Tell whether a question is answered."""
        prompt_id, replicate = question
        return bool(self._answered.get(prompt_id, 0) >> replicate & 1)

    def records(self) -> Iterator[Record]:
        """Every sound record of the file, one at a time."""
        return (line.value for line in iterate_lines(self.path))

    def mend(self) -> None:
        """Cut off a torn last line and take out errored lines that were answered, or failed again, later."""
        if self._reading.torn:
            size = len(self._reading.torn)
            log.warning("%s: cut off a torn last line of %d bytes; its prompt is asked again", self.path, size)
        mend(self.path, self._reading)
        self._drop_superseded()

    def write(self, records: Sequence[Record], lines: bytes) -> None:
        """Write some records, already encoded; clean ones count as answered from here on.

        Raises:
            ValueError: a question is answered already; nothing is written then.
            Refused: see `LineWriter.write`.
        """
        clean = [asked(record) for record in records if is_clean(record)]
        if len(set(clean)) < len(clean) or any(self.holds(question) for question in clean):
            raise ValueError(f"{self.path}: one of {clean} would be answered twice")
        self._has_errors = self._has_errors or len(clean) < len(records)
        self._writer.write(lines)
        for record in records:
            self._note(record)

    def sync(self) -> None:
        """Force what was written to the disk."""
        self._writer.sync()

    def close(self) -> None:
        """Close the file and take out errored lines that were answered, or failed again, later."""
        self._writer.close()
        self._drop_superseded()

    def _note(self, record: Record) -> None:
        if is_clean(record):
            prompt_id, replicate = asked(record)
            # a bit a replicate: a set of pairs grows by 10 MB over 100,000 answers
            self._answered[prompt_id] = self._answered.get(prompt_id, 0) | 1 << replicate

    def _drop_superseded(self) -> None:
        if not self._has_errors:
            return
        latest = Latest(self.path)
        for line in iterate_lines(self.path):
            latest.add(line.number, line.value)
        if latest.dropped:
            try:
                with atomic_writer(self.path) as out, self.path.open("rb") as old:
                    out.writelines(piece for number, piece in enumerate(old, start=1) if number in latest.numbers)
            except OSError as error:
                raise cannot_write(self.path, error) from error


def answered_in(folder: Path, model_key: str) -> set[Asked]:
    """What a model has answered in a run folder; a torn last line is passed over, nothing is changed.

    Raises:
        Refused: a damaged line.
    """
    path = journal_path(folder, model_key)
    records = (check_record(path, line, model_key) for line in iterate_lines(path))
    return {asked(record) for record in records if is_clean(record)}


class Latest:
    """Which line of a model's file stands for each question: the clean one, else the last errored one."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.dropped = 0
        self._found: dict[Asked, tuple[int, bool]] = {}

    @property
    def numbers(self) -> set[int]:
        """Numbers of the lines that stand."""
        return {number for number, _ in self._found.values()}

    @property
    def has_errors(self) -> bool:
        """Tell whether any line is or was an error."""
        return self.dropped > 0 or any(not clean for _, clean in self._found.values())

    def add(self, number: int, record: Record) -> None:
        """Take the next line in the file's order.

        Raises:
            Refused: it is a second clean record of the same prompt and replicate.
        """
        earlier, clean = self._found.get(asked(record)), is_clean(record)
        if earlier is not None:
            self.dropped += 1
            if earlier[1] and clean:
                raise Refused(
                    f"{self.path}: lines {earlier[0]} and {number} both answer {record['prompt_id']}, replicate "
                    f"{record['replicate']}: nothing was changed. Take one of them out by hand"
                )
            if earlier[1]:
                return
        self._found[asked(record)] = (number, clean)


def _check_same_run(where: str, record: Record, suite_sha256: str, temperature: float | None) -> None:
    if record["suite_sha256"] != suite_sha256:
        raise Refused(
            f"{where}: asked from suite {str(record['suite_sha256'])[:12]}…, this run asks suite {suite_sha256[:12]}…: "
            "nothing was changed. Use another run folder for another suite"
        )
    if record["temperature"] != temperature:
        raise Refused(
            f"{where}: asked at temperature {record['temperature']}, this run asks at {temperature}: nothing was "
            "changed. Use another run folder for another temperature"
        )


def _check_same_settings(where: str, record: Record, settings: Settings) -> None:
    then = settings_of(record["request"])
    differ = sorted(name for name in {*then, *settings} if then.get(name) != settings.get(name))
    if differ:
        changes = "; ".join(f"{name}: {then.get(name)!r}, now {settings.get(name)!r}" for name in differ)
        raise Refused(
            f"{where}: answered under other settings ({changes}): nothing was changed. Use another run folder, or move "
            "that file away to ask this model anew"
        )
