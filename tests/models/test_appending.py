"""A file is opened for appending once it is known to be sound, and by one process at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.appending import appending


def test_sound_lines_are_taken_and_a_torn_end_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    path.write_bytes(b'{"n":1}\n{"n":2}\n{"n"')
    taken: list[int] = []
    with appending(path, "writing into", lambda line: taken.append(line.value["n"])) as writer:
        assert taken == [1, 2]
        writer.append({"n": 3})
    assert path.read_bytes() == b'{"n":1}\n{"n":2}\n{"n":3}\n'


def test_damage_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    path.write_bytes(b'{"n"\n{"n":2}\n{"n"')
    with pytest.raises(Refused, match="line 1, is damaged"), appending(path, "writing into"):
        raise AssertionError("not reached")
    assert path.read_bytes() == b'{"n"\n{"n":2}\n{"n"'


def test_the_folder_is_held_and_free_again_after_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"

    def fail() -> None:
        with appending(path, "writing into") as writer:
            writer.append({"n": 1})
            with pytest.raises(Refused, match="is counting"), appending(path, "counting"):
                pass
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with appending(path, "writing into") as writer:
        writer.append({"n": 2})
    assert path.read_bytes() == b'{"n":1}\n{"n":2}\n'
