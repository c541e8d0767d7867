"""From a reference generator to verdicts, through the study's own stages."""

from __future__ import annotations

import tempfile
from collections.abc import Collection
from pathlib import Path

import polars as pl

from stimfid_lib.models.completion import ChatClient
from stimfid_lib.models.runner import run_suite
from stimfid_lib.models.runs import read_runs
from stimfid_lib.scoring.extract import extract_runs
from stimfid_lib.scoring.score import score_runs
from tests.models.conftest import FrozenSuite


def scored_by(client: ChatClient, frozen: FrozenSuite, wordlist: Collection[str]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Item and list rows of one replicate of the whole suite."""
    manifest = frozen.manifest
    with tempfile.TemporaryDirectory() as folder:
        run_suite(frozen.frame, {client.key: client}, Path(folder), 1, suite_sha256=manifest["suite_sha256"])
        extracted = extract_runs(read_runs(Path(folder)), frozen.frame)
    return score_runs(
        extracted, frozen.frame, frozen.lexicon, wordlist, distance_threshold=manifest["feature_distance_threshold"]
    )
