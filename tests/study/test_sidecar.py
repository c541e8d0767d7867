from __future__ import annotations

from pathlib import Path

import pytest

from stimfid_lib.study.made import Made
from stimfid_lib.study.sidecar import code_sha256, is_current, made_before, read_sidecar, sidecar_path, write_sidecar

RECIPE = {"inputs": {"a": "1"}, "parameters": {"n": 2}}


@pytest.fixture
def made(tmp_path: Path) -> Path:
    (tmp_path / "table.txt").write_text("one\n")
    path = sidecar_path(tmp_path, "stage")
    write_sidecar(path, RECIPE, ["table.txt"])
    return path


def test_a_stage_just_made_is_current(made: Path) -> None:
    assert made.name == "stage.meta.json"
    assert is_current(made, RECIPE)


def test_another_recipe_is_not_current(made: Path) -> None:
    assert not is_current(made, {**RECIPE, "parameters": {"n": 3}})


def test_a_changed_output_is_not_current(made: Path) -> None:
    (made.parent / "table.txt").write_text("two\n")
    assert not is_current(made, RECIPE)


def test_a_missing_output_is_not_current(made: Path) -> None:
    (made.parent / "table.txt").unlink()
    assert not is_current(made, RECIPE)


def test_a_stage_that_owes_something_is_tried_again(made: Path) -> None:
    write_sidecar(made, RECIPE, ["table.txt"], made=Made(owed=("three replies",)))
    assert not is_current(made, RECIPE)


def test_a_torn_sidecar_counts_as_none(made: Path) -> None:
    made.write_text(made.read_text()[:40])
    assert read_sidecar(made) is None
    assert not is_current(made, RECIPE)


@pytest.mark.parametrize("left", [b"{}", b"[]", b"\xff\xfe\x00", b'{"recipe": {}, "outputs": []}', b""])
def test_a_sidecar_of_another_shape_counts_as_none(made: Path, left: bytes) -> None:
    made.write_bytes(left)
    assert read_sidecar(made) is None
    assert not is_current(made, RECIPE)


def test_no_sidecar_is_not_current(tmp_path: Path) -> None:
    assert not is_current(sidecar_path(tmp_path, "stage"), RECIPE)


def test_the_code_digest_tells_floors_apart() -> None:
    assert code_sha256(("phonology",)) != code_sha256(("base",))
    assert code_sha256(("base/files.py",)) == code_sha256(("base/files.py",))


def test_a_note_is_kept_and_owes_nothing(made: Path) -> None:
    write_sidecar(made, RECIPE, ["table.txt"], made=Made(notes=("no AVX2",)))
    assert is_current(made, RECIPE)
    assert made_before(made) == Made(notes=("no AVX2",))


def test_what_is_left_to_be_said_is_told_apart() -> None:
    assert Made(("two replies",), ("no AVX2",)).lines == ("still owed: two replies", "note: no AVX2")
