from __future__ import annotations

from pathlib import Path

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import write_json, write_parquet
from stimfid_lib.study.drift import drift_between
from stimfid_lib.suite.manifest import suite_sha256
from tests.analysis.planned import MANIFEST, planted_toy


def snapshot(folder: Path, passes: int, **manifest: object) -> str:
    """A scored snapshot on disk in which `passes` (more or less one) of 20 items pass everywhere."""
    items, lists, suite = planted_toy(lambda *_: passes, cells=2).frames
    for name, table in {"scored_items": items, "scored_lists": lists, "suite": suite}.items():
        write_parquet(folder / f"{name}.parquet", table)
    write_json(folder / "suite_manifest.json", MANIFEST | {"suite_sha256": suite_sha256(suite)} | manifest)
    write_json(folder / "score.meta.json", {"suite_sha256": "a sidecar is no manifest"})
    return str(folder)


def test_two_folders_of_one_suite_are_compared(tmp_path: Path) -> None:
    found = drift_between(snapshot(tmp_path / "a", 10), snapshot(tmp_path / "b", 12))
    row = found.table.filter(rate="constraint_satisfaction", family="all", arm="naive").row(0, named=True)
    assert row["difference"] == pytest.approx(0.1)
    assert row["change"] == "improved"


def test_another_lexicon_is_refused(tmp_path: Path) -> None:
    other = snapshot(tmp_path / "b", 12, lexicon_words_sha256="e" * 64)
    with pytest.raises(Refused, match="differ in the lexicon's words"):
        drift_between(snapshot(tmp_path / "a", 10), other)


def test_a_suite_without_its_manifest_is_refused(tmp_path: Path) -> None:
    other = snapshot(tmp_path / "b", 12, suite_sha256="e" * 64)
    with pytest.raises(Refused, match="no manifest of its suite"):
        drift_between(snapshot(tmp_path / "a", 10), other)


def test_a_snapshot_that_was_not_scored_is_missing(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    with pytest.raises(MissingInput, match=r"lacks scored_items\.parquet"):
        drift_between(snapshot(tmp_path / "a", 10), str(tmp_path / "b"))
