"""Only a provider's explicit words declare a successor."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import sha256_file
from stimfid_lib.stability.archive.declarations import keep, read_declaration

OLD, NEW, TODAY = "alder-2.1-2026", "alder-3.0-2027", date(2028, 1, 15)


def _file(folder: Path, name: str, content: Any) -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


@pytest.mark.parametrize(
    "told",
    [
        {"id": OLD, "successor": NEW},
        {"data": [{"id": "x"}, {"model": OLD, "deprecation": 1, "replacement": NEW}]},
        [[{"name": OLD, "recommended_replacement": NEW}]],
    ],
)
def test_a_successor_field_declares(tmp_path: Path, told: Any) -> None:
    path = _file(tmp_path, "models.json", told)
    found = read_declaration(path, OLD, NEW, dated=None, today=TODAY)
    assert (found.form, found.dated, found.sha256) == ("machine_readable", TODAY, sha256_file(path))


@pytest.mark.parametrize(
    "told",
    [
        {"id": OLD, "newer": NEW},
        {"id": NEW, "successor": OLD},
        {"id": OLD, "successor": f"{NEW}-mini"},
        {"data": [{"id": OLD}, {"successor": NEW}]},
        [OLD, NEW],
        "",
    ],
)
def test_json_that_does_not_say_it_declares_nothing(tmp_path: Path, told: Any) -> None:
    with pytest.raises(Refused, match=r"models\.json"):
        read_declaration(_file(tmp_path, "models.json", told), OLD, NEW, dated=None, today=TODAY)


def test_a_dated_snapshot_declares(tmp_path: Path) -> None:
    path = _file(tmp_path, "page.html", f"<p>{OLD} is retired; use <b>{NEW}</b>.</p>")
    found = read_declaration(path, OLD, NEW, dated=date(2028, 1, 2), today=TODAY)
    assert (found.form, found.dated) == ("dated_snapshot", date(2028, 1, 2))
    assert found.entry(TODAY) == {
        "kind": "declaration",
        "day": "2028-01-15",
        "old_model_id": OLD,
        "new_model_id": NEW,
        "form": "dated_snapshot",
        "dated": "2028-01-02",
        "sha256": sha256_file(path),
    }
    kept = keep(path, found, tmp_path / "state")
    path.unlink()
    assert sha256_file(kept) == found.sha256


def test_a_snapshot_without_a_day_or_of_tomorrow_or_without_the_ids_is_refused(tmp_path: Path) -> None:
    path = _file(tmp_path, "page.txt", f"{OLD} is retired; use {NEW}-mini or alder.")
    with pytest.raises(Refused, match=r"does not name alder-3\.0-2027"):
        read_declaration(path, OLD, NEW, dated=TODAY, today=TODAY)
    with pytest.raises(Refused, match="--dated"):
        read_declaration(path, OLD, NEW, dated=None, today=TODAY)
    with pytest.raises(Refused, match="still to come"):
        read_declaration(path, OLD, NEW, dated=date(2028, 1, 16), today=TODAY)
    with pytest.raises(Refused, match="succeed itself"):
        read_declaration(path, OLD, OLD, dated=TODAY, today=TODAY)
    with pytest.raises(MissingInput, match="save the provider's answer"):
        read_declaration(tmp_path / "none.txt", OLD, NEW, dated=TODAY, today=TODAY)


def test_a_file_that_changes_is_not_kept(tmp_path: Path) -> None:
    path = _file(tmp_path, "page.txt", f"{OLD} -> {NEW}")
    found = read_declaration(path, OLD, NEW, dated=TODAY, today=TODAY)
    path.write_text("something else")
    with pytest.raises(Refused, match="was changed"):
        keep(path, found, tmp_path / "state")
    assert not (tmp_path / "state").exists()
