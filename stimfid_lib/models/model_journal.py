"""One model's file in a run folder: checked, mended, appended to."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import write_jsonl
from stimfid_lib.models.completion import settings_of
from stimfid_lib.models.lines import Contents, LineWriter, mend, read_lines
from stimfid_lib.models.record import Asked, Record, asked, check_record, is_clean

ATTEMPTS = "attempts.jsonl"
"""The ledger's name, which no model's file may have."""

Settings = Mapping[str, Any]
"""What decides a model's replies besides prompt and seed (`completion.settings_of`)."""

log = logging.getLogger("stimfid.runs")


def journal_path(folder: Path, model_key: str) -> Path:
    """The file of one model in a run folder: `<folder>/<model_key>.jsonl`.

    Raises:
        Refused: the key would name the ledger of attempts or a file elsewhere.
    """
    if (
        f"{model_key}.jsonl" == ATTEMPTS
        or Path(model_key).name != model_key
        or not model_key
        or model_key.startswith(".")
    ):
        raise Refused(f"model key {model_key!r} cannot name a file: use letters, digits, _ and -, not 'attempts'")
    return folder / f"{model_key}.jsonl"


class ModelJournal:
    """One model's file: what is answered already, and the place where the next answer goes.

    Making one only reads and checks; `mend` then repairs what a killed run left, and must come before `append`.

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
        contents = read_lines(self.path)
        self.found = [check_record(self.path, line, model_key) for line in contents.lines]
        for line, record in zip(contents.lines, self.found, strict=True):
            _check_same_run(f"{self.path}, line {line.number}", record, suite_sha256, temperature)
            if settings is not None and is_clean(record):
                _check_same_settings(f"{self.path}, line {line.number}", record, settings)
        kept = latest(self.path, contents, self.found)
        self.answered: set[Asked] = {asked(record) for record in kept if is_clean(record)}
        self._has_errors = len(self.answered) < len(self.found)
        self._writer = LineWriter(self.path)

    def mend(self) -> None:
        """Cut off a torn last line and take out errored lines that were answered, or failed again, later."""
        contents = read_lines(self.path)
        if contents.torn:
            size = len(contents.torn)
            log.warning("%s: cut off a torn last line of %d bytes; its prompt is asked again", self.path, size)
        mend(self.path, contents)
        self._drop_superseded()
        self.found = []

    def append(self, record: Record) -> None:
        """Write one record; a clean one counts as answered from here on."""
        self._writer.append(record)
        if is_clean(record):
            self.answered.add(asked(record))
        else:
            self._has_errors = True

    def close(self) -> None:
        """Close the file and take out errored lines that were answered, or failed again, later."""
        self._writer.close()
        self._drop_superseded()

    def _drop_superseded(self) -> None:
        if not self._has_errors:
            return
        contents = read_lines(self.path)
        records = [line.value for line in contents.lines]
        kept = latest(self.path, contents, records)
        if len(kept) < len(records):
            write_jsonl(self.path, kept)


def latest(path: Path, contents: Contents, records: Iterable[Record]) -> list[Record]:
    """One record of each (prompt, replicate), in the file's order: the clean one, else the last errored one.

    Raises:
        Refused: two clean records of the same prompt and replicate.
    """
    kept: dict[Asked, tuple[int, Record]] = {}
    for line, record in zip(contents.lines, records, strict=True):
        earlier = kept.get(asked(record))
        if earlier and is_clean(earlier[1]):
            if is_clean(record):
                raise Refused(
                    f"{path}: lines {earlier[0]} and {line.number} both answer {record['prompt_id']}, replicate "
                    f"{record['replicate']}: nothing was changed. Take one of them out by hand"
                )
            continue
        kept.pop(asked(record), None)
        kept[asked(record)] = (line.number, record)
    return [record for _, record in kept.values()]


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
