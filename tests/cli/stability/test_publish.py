"""`stimfid stability publish`, `declassify` and `verify` as a keeper runs them."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from stimfid_lib.base.errors import StimfidError
from stimfid_lib.cli import app
from stimfid_lib.stability.bookkeeping import Bookkeeping
from stimfid_lib.stability.panels.catalogue import PRIVATE
from tests.stability.publish.made import DAY, GUARD, admitted_folder, archive_of


def call(*arguments: str) -> Result:
    result = CliRunner().invoke(app, ["stability", *arguments])
    if result.exception is not None and not isinstance(result.exception, (SystemExit, StimfidError)):
        raise result.exception
    return result


def test_from_archive_to_folder_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PRIVATE, str(admitted_folder(tmp_path / "panels")))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-0123456789abcdef")
    archive = archive_of(tmp_path / "archive", tmp_path / "runs")
    common = ("--archive", str(archive.folder), "--date", DAY)
    to = ("--to", str(tmp_path / "out"), "--state", str(tmp_path / "state"))
    early = call("publish", *common, *to)
    assert "no runtime fingerprint was taken on" in str(early.exception)
    Bookkeeping(tmp_path / "state" / "books.jsonl").append(
        {"kind": "runtime_fingerprint", "day": DAY, "sha256": "f" * 64, "equal": True}
    )
    (tmp_path / "wheel.whl").write_bytes(b"PK\x05\x06" + bytes(18))
    assert call("publish", *common, *to, "--record", "--dist", str(tmp_path / "wheel.whl")).exit_code == 0
    assert next(archive.records("render_manifest"))["rendered_on"] == DAY
    done = call("verify", str(tmp_path / "out"))
    assert done.exit_code == 0
    assert "whole:" in done.stdout
    opened = call("declassify", GUARD, "--by", "A. Person", "--reason", "four generations", *common)
    assert f"{GUARD} is declassified" in " ".join(opened.stdout.split())
    assert call("publish", *common, *to).exit_code == 0
    assert (tmp_path / "out" / "panels" / "risky_choice_framing__anchoring.json").is_file()
    monkeypatch.setenv("OPENAI_API_KEY", "provider_outage")
    leak = call("publish", *common, *to)
    assert "coverage.csv: a key" in str(leak.exception)
    assert "provider_outage" not in str(leak.exception)
