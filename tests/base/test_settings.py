from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import Field

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.settings import Strict, load_settings, proposal


class Oven(Strict):
    degrees: int = Field(ge=0, le=300)
    fan: bool = False


def _load(folder: Path, text: str) -> Oven:
    path = folder / "oven.yaml"
    path.write_text(text, encoding="utf-8")
    return load_settings(path, Oven)


def test_a_good_file_becomes_its_model(tmp_path: Path) -> None:
    assert _load(tmp_path, "degrees: 180\n") == Oven(degrees=180, fan=False)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("degres: 180\ndegrees: 1\n", r"unknown key 'degres'; did you mean 'degrees'\? \(allowed: degrees, fan\)"),
        ("fan: true\n", "degrees is missing"),
        ("degrees: 301\n", "degrees = 301: .*less than or equal to 300"),
        ("degrees: 1\ndegrees: 2\n", "'degrees' stands twice"),
        ("- 1\n", "holds list, expected a mapping"),
        ("degrees: [1\n", "is not YAML"),
        ("? [degrees]\n: 1\n", "a key must be a plain name"),
    ],
)
def test_a_fault_is_told_with_its_file(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(Refused, match=rf"oven\.yaml.*{told}"):
        _load(tmp_path, text)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "oven.yaml").write_bytes(b"degrees: \xff\n")
    with pytest.raises(Refused, match="is not YAML"):
        load_settings(tmp_path / "oven.yaml", Oven)


def test_a_proposal_names_the_nearest_and_all() -> None:
    assert proposal("naiv", ["naive", "expert"]) == "; did you mean 'naive'? (allowed: naive, expert)"
    assert proposal("xyz", ["naive"]) == " (allowed: naive)"
