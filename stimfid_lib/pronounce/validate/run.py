"""A whole run: utterance by utterance, with checkpoints, until the end or until somebody asks to stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from stimfid_lib.base.errors import StimfidError
from stimfid_lib.base.files import write_json, write_parquet
from stimfid_lib.models.interrupt import Interrupt
from stimfid_lib.pronounce.errors import Misconfigured
from stimfid_lib.pronounce.validate.checkpoint import Done, checkpoint_path, read_checkpoint, write_checkpoint
from stimfid_lib.pronounce.validate.corpus import Corpus
from stimfid_lib.pronounce.validate.ear import Ear
from stimfid_lib.pronounce.validate.patience import Patience, StillWarming
from stimfid_lib.pronounce.validate.progress import Progress
from stimfid_lib.pronounce.validate.rows import SCHEMA
from stimfid_lib.pronounce.validate.tally import Tally

EVERY = 200
"""Utterances between two checkpoints."""
STRIKES = 3
"""Utterances in a row that a transcriber refuses before the run stops: it is the server then, and not the recording."""
REFUSED = "the transcriber refused it; the next run tries again"

Say = Callable[[str], None]


class Stopped(StimfidError):
    """A transcriber that does not answer ended the run; what was done is in the checkpoint."""


@dataclass(frozen=True)
class Outcome:
    """How a run ended: the tally of what is done, and whether all is (else it was asked to stop)."""

    tally: Tally
    finished: bool


def run(
    corpus: Corpus,
    out: Path,
    ear: Ear,
    *,
    wish: Interrupt,
    say: Say,
    every: int = EVERY,
    patience: Patience | None = None,
) -> Outcome:
    """Measure every utterance that the checkpoint does not hold; at the end write the rows and the tally.

    Writes `<out>` (by speaker, utterance and place; schema in `rows.SCHEMA`) and `<out stem>.tally.json` when all is
    done, and the checkpoint every `every` utterances, when asked to stop, and when the run fails.

    Raises:
        Refused: the checkpoint belongs to another transcriber or is damaged.
        Stopped: the transcriber did not answer, or refused several utterances in a row.
    """
    path = checkpoint_path(out)
    done = _still_valid(corpus, read_checkpoint(path, ear.name))
    if done:
        say(f"going on: {len(done)} of {len(corpus.entries)} utterances are in {path.name}")
    try:
        whole = _measure_all(corpus, done, ear, wish, say, patience or Patience(), path, every)
    finally:
        with wish.deferred():
            write_checkpoint(path, ear.name, done)
    in_order = [done[entry.key] for entry in corpus.entries if entry.key in done]
    refused = [Done(entry.key, "", bad=REFUSED) for entry in corpus.entries if entry.key not in done]
    tally = Tally.of([*in_order, *refused] if whole else in_order, corpus.aside)
    if whole:
        write_parquet(out, pl.DataFrame([row for one in in_order for row in one.rows], schema=SCHEMA))
        write_json(out.with_name(f"{out.stem}.tally.json"), {"transcriber": ear.name} | tally.as_dict())
    return Outcome(tally, finished=whole)


def _measure_all(
    corpus: Corpus,
    done: dict[str, Done],
    ear: Ear,
    wish: Interrupt,
    say: Say,
    patience: Patience,
    path: Path,
    every: int,
) -> bool:
    """Add to `done` what is missing; False if somebody asked to stop before the end."""
    progress, strikes = Progress(len(corpus.entries), len(done), say), 0
    for entry in corpus.entries:
        if entry.key in done:
            continue
        if wish.asked:
            return False
        try:
            done[entry.key] = patience.measure(entry, ear, wish, say)
        except StillWarming as error:
            if wish.asked:
                return False
            raise Stopped(f"{error}; what is done is kept: start again when it answers") from error
        except Misconfigured as error:
            strikes += 1
            if strikes == STRIKES:
                raise Stopped(
                    f"{error}; that was the answer to {STRIKES} utterances in a row, the last {entry.key}. What is "
                    "done is kept: mend the transcriber or its address and start again"
                ) from error
            say(f"{entry.key}: {error}")
            continue
        strikes = 0 if done[entry.key].rows else strikes
        progress.count(len(done))
        if progress.new % every == 0:
            write_checkpoint(path, ear.name, done)
    return True


def _still_valid(corpus: Corpus, done: dict[str, Done]) -> dict[str, Done]:
    """What a checkpoint holds of this corpus, without utterances whose files have changed since."""
    kept = {}
    for entry in corpus.entries:
        before = done.get(entry.key)
        try:
            if before is not None and before.fingerprint == entry.fingerprint():
                kept[entry.key] = before
        except OSError:
            continue
    return kept
