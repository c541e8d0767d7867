"""One guard protocol opened by a named person; what comes out has the hashes that stood there before."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.measure.chain import sha256_of
from stimfid_lib.stability.measure.published import verify_published
from stimfid_lib.stability.publish.declassify import declassify
from stimfid_lib.stability.publish.leaks import Private
from stimfid_lib.stability.publish.publication import publish
from stimfid_lib.stability.records.archive import Archive
from tests.stability.publish.made import DAY, GUARD, OPEN, SEALED, SOUND


@pytest.fixture
def own(archive: Archive, tmp_path: Path) -> Archive:
    return Archive(Path(shutil.copytree(archive.folder, tmp_path / "archive")))


def test_what_comes_out_is_what_was_withheld(own: Archive, original: Path, tmp_path: Path) -> None:
    earlier = [json.loads(line) for line in (original / "chain.jsonl").read_text(encoding="utf-8").splitlines()]
    stubs = {record["sha256"] for record in earlier if record.get("withheld") and record.get("record_type") == "trial"}
    declassify(own, GUARD, day=DAY, by="A. Person", reason="four generations have passed")
    publish(own, tmp_path / "out", day=DAY, instrument=SOUND, private=Private())
    lines = (tmp_path / "out" / "open-lane" / "2027.jsonl").read_bytes().splitlines()
    assert len(lines) == 240
    assert {sha256_of(line) for line in lines} == stubs
    assert (tmp_path / "out" / "panels" / "risky_choice_framing__anchoring.json").is_file()
    assert verify_published(tmp_path / "out").whole


@pytest.mark.parametrize(
    ("protocol_id", "by", "reason", "told"),
    [
        (OPEN, "A. Person", "x", "is public already"),
        (SEALED, "A. Person", "x", "is of lane sealed: only a guard protocol"),
        ("sunk_cost_fallacy__order__v0", "A. Person", "x", "no protocol 'sunk_cost_fallacy__order__v0'"),
        (GUARD, "", "x", "by is empty"),
        (GUARD, "A. Person", " ", "reason is empty"),
    ],
)
def test_who_may_open_what(own: Archive, protocol_id: str, by: str, reason: str, told: str) -> None:
    before = own.path.read_bytes()
    with pytest.raises(Refused, match=told):
        declassify(own, protocol_id, day=DAY, by=by, reason=reason)
    assert own.path.read_bytes() == before


def test_twice_is_refused(own: Archive) -> None:
    declassify(own, GUARD, day=DAY, by="A. Person", reason="x")
    with pytest.raises(Refused, match="is public already"):
        declassify(own, GUARD, day=DAY, by="A. Person", reason="x")
