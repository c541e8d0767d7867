"""The smoke run: one cell, every model, once, into a folder of its own whose replies enter no result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from stimfid_lib.models.roster import load_roster
from stimfid_lib.models.runs import read_failures, read_runs
from stimfid_lib.study.question_run import SMOKE, QuestionRun

if TYPE_CHECKING:
    from stimfid_lib.study.workspace import Study


def smoke_run(study: Study) -> QuestionRun:
    """The smallest run that meets every model: the first cell of the suite in both wordings, one replicate.

    Raises:
        MissingInput: the suite is not frozen yet.
        Refused: the suite is not the one that was frozen.
    """
    suite = study.suite()
    cell = suite.filter(suite["cell_id"] == suite["cell_id"].min())
    prompts = dict.fromkeys(study.params.models, cell)
    return QuestionRun(study, load_roster(study.roster_path), suite, study.path(SMOKE), 1, prompts)


def smoke_lines(run: QuestionRun) -> list[str]:
    """What every model answered to, under which id, and what was sent, a line each."""
    lines: list[str] = []
    replies, failures = read_runs(run.folder), read_failures(run.folder)
    for key in run.prompts:
        mine = replies.filter(pl.col("model_key") == key)
        lines += [
            f"{key}: answered as {row['model_id']}, ended {row['finish_reason']}, {len(row['text'])} characters, "
            f"{row['latency_s']:.1f} s, tokens {row['usage']}, request {row['request']}"
            for row in mine.iter_rows(named=True)
        ]
        failed = failures.filter(pl.col("model_key") == key)
        lines += [f"{key}: failed: {error}" for error in failed["error"]]
        if mine.is_empty() and failed.is_empty():
            lines.append(f"{key}: not asked")
    return lines
