"""Models that do not answer: a server that is not there is owed, a model that cannot run here is only noted."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import polars as pl
import pytest

from tests.study.conftest import stimfid

pytestmark = pytest.mark.lexicon


def _closed_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def test_what_failed_is_owed_and_what_cannot_run_is_noted(home: Path) -> None:
    address = f"http://127.0.0.1:{_closed_port()}/v1"
    with (home / "models.yaml").open("a", encoding="utf-8") as roster:
        roster.write(f"  nobody: {{kind: endpoint, base_url: '{address}', model_id: none}}\n")
        weights = f"{{path: {home}/none.gguf, sha256: '{'0' * 64}'}}"
        roster.write(f"  absent: {{kind: embedded, model_id: none, weights: {weights}}}\n")
    params = "snapshot: own\nmodels: [lexicon, absent, nobody]\ncells_per_stratum: 1\nreplicates: 1\n"
    (home / "params/own.yaml").write_text(params, encoding="utf-8")
    for stage in ("grid", "suite"):
        assert stimfid(home, stage, "--params", "params/own.yaml").returncode == 0

    done = stimfid(home, "run", "--params", "params/own.yaml")
    assert done.returncode == 1
    assert f"its server is {address}: does it run?" in done.stdout
    assert "note: absent: no weights" in done.stdout
    runs = pl.read_parquet(home / "build/own/runs.parquet")
    assert runs["model_key"].unique().to_list() == ["lexicon"], "an error is no answer"
    record = json.loads((home / "build/own/run.meta.json").read_text(encoding="utf-8"))
    assert len(record["incomplete"]) == 1

    without = params.replace(", nobody", "")
    (home / "params/own.yaml").write_text(without, encoding="utf-8")
    done = stimfid(home, "run", "--params", "params/own.yaml")
    assert (done.returncode, "still owed" in done.stdout) == (0, False)
    assert "unchanged" in stimfid(home, "run", "--params", "params/own.yaml").stdout


def test_a_vendor_s_suite_is_frozen_and_its_model_refused(home: Path) -> None:
    params = "snapshot: own\nmodels: [lexicon, claude_free]\n"
    (home / "params/own.yaml").write_text(params, encoding="utf-8")
    for stage in ("grid", "suite"):
        assert stimfid(home, stage, "--params", "params/own.yaml").returncode == 0
    done = stimfid(home, "run", "--params", "params/own.yaml")
    assert done.returncode == 1
    assert "no live model (claude_free) is asked before this is mended" in done.stderr
    assert "verified is null" in done.stderr
    assert not (home / "build/own/runs").exists()
