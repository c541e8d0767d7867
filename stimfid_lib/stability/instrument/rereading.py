"""Stored answers read again: a few trials a day must still read as they were read when they were recorded."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from stimfid_lib.base.seed import SEED
from stimfid_lib.stability.bookkeeping import Bookkeeping
from stimfid_lib.stability.instrument.state import REREADING, alarm_entries
from stimfid_lib.stability.measure.grammar import classify

A_DAY = 10
"""Trials a day; the policy constant `revalidation_daily`."""


def trials_of_day(trials: Sequence[Mapping[str, Any]], day: str) -> tuple[Mapping[str, Any], ...]:
    """Draw a day's trials without replacement, by the day's own seed: the same day draws the same ones."""
    drawn = random.Random(f"{SEED}/{day}")
    return tuple(drawn.sample(list(trials), min(A_DAY, len(trials))))


def reread_trial(
    trial: Mapping[str, Any], runs: Mapping[str, Mapping[str, Any]], options: Mapping[str, Sequence[str]]
) -> str:
    """Read one stored trial by the current grammar.

    Args:
        trial: a trial record with its text.
        runs: the experiment_run records by run_id, which name the grammar's version.
        options: the options of each protocol by its id.
    """
    version = runs[trial["run_id"]]["grammar_version"]
    return classify(trial["text"], trial["ending"], tuple(options[trial["protocol_id"]]), version)


def reread_archive(books: Bookkeeping, records: Iterable[Mapping[str, Any]], day: str) -> tuple[str, ...]:
    """`reread` by the current grammar over an archive's records, in one pass."""
    runs: dict[str, Mapping[str, Any]] = {}
    options: dict[str, Sequence[str]] = {}
    trials: list[Mapping[str, Any]] = []
    for record in records:
        match record["record_type"]:
            case "experiment_run":
                runs[record["run_id"]] = record
            case "protocol":
                options[record["protocol_id"]] = record["options"]
            case "trial":
                trials.append(record)
    return reread(books, trials, lambda trial: reread_trial(trial, runs, options), day)


def reread(
    books: Bookkeeping,
    trials: Sequence[Mapping[str, Any]],
    read: Callable[[Mapping[str, Any]], str],
    day: str,
) -> tuple[str, ...]:
    """Read a day's trials again and write down whether each gives the outcome that is on record.

    Args:
        books: where the result, and the alarm if any, are written.
        trials: all trial records whose text is at hand.
        read: the current reader: from a trial to its outcome.
        day: ISO day.

    Returns:
        What reads otherwise, in words that quote no text; empty where all agree.
    """
    chosen = trials_of_day(trials, day)
    told = tuple(
        f"{trial['run_id']}, call {trial['call_index']}: recorded as {trial['outcome']}, read now as {now}"
        for trial in chosen
        if (now := read(trial)) != trial["outcome"]
    )
    books.append({"kind": REREADING, "day": day, "read": len(chosen)}, *alarm_entries(day, REREADING, told))
    return told
