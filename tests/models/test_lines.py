"""What a killed process may leave of a file, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import canonical_json
from stimfid_lib.models.lines import LineWriter, mend, read_lines

THREE = [{"n": 1, "text": "k æ t"}, {"n": 2, "text": "a\nb"}, {"n": 3, "text": ""}]
WHOLE = "".join(canonical_json(value) + "\n" for value in THREE).encode()


def values(path: Path) -> list[dict[str, object]]:
    return [line.value for line in read_lines(path).lines]


def test_what_is_appended_is_read_back(tmp_path: Path) -> None:
    writer = LineWriter(tmp_path / "deep" / "x.jsonl")
    for value in THREE:
        writer.append(value)
    assert (tmp_path / "deep" / "x.jsonl").read_bytes() == WHOLE, "each line is on file before the next"
    writer.close()
    assert values(tmp_path / "deep" / "x.jsonl") == THREE


def test_an_unused_writer_makes_no_file(tmp_path: Path) -> None:
    LineWriter(tmp_path / "x.jsonl").close()
    assert not (tmp_path / "x.jsonl").exists()
    assert read_lines(tmp_path / "x.jsonl").lines == ()


def test_torn_at_every_byte_of_the_last_line(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    before_last = WHOLE.rindex(b"\n", 0, len(WHOLE) - 1) + 1
    for cut in range(before_last, len(WHOLE)):
        path.write_bytes(WHOLE[:cut])
        contents = read_lines(path)
        assert path.read_bytes() == WHOLE[:cut], "reading changes nothing"
        mend(path, contents)
        whole_but_for_its_end = cut == len(WHOLE) - 1
        assert path.read_bytes() == (WHOLE if whole_but_for_its_end else WHOLE[:before_last])


@pytest.mark.parametrize("tail", [b"\0\0\0", b"[" * 100_000, b'{"n": 4\n', b'{"n": 4, "text": "\xc9', b"  \n{\n\n"])
def test_other_torn_ends(tmp_path: Path, tail: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(WHOLE + tail)
    mend(path, read_lines(path))
    assert values(path) == THREE
    LineWriter(path).append({"n": 4})
    assert values(path) == [*THREE, {"n": 4}]


@given(position=st.integers(0, len(WHOLE) - 1))
def test_any_cut_is_readable(tmp_path_factory: pytest.TempPathFactory, position: int) -> None:
    path = tmp_path_factory.mktemp("cut") / "x.jsonl"
    path.write_bytes(WHOLE[:position])
    mend(path, read_lines(path))
    kept = values(path)
    assert kept == THREE[: len(kept)]
    assert len(kept) >= WHOLE[:position].count(b"\n")


def test_damage_in_the_middle_is_refused_by_line(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    damaged = WHOLE.replace(b'"n":2', b'"n":2"') + b'{"torn'
    path.write_bytes(damaged)
    with pytest.raises(Refused, match=r"x\.jsonl, line 2, is damaged .* nothing was changed"):
        read_lines(path)
    assert path.read_bytes() == damaged


def test_a_line_that_is_no_object_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(WHOLE + b"[1]\n")
    with pytest.raises(Refused, match=r"line 4, is damaged .*expected an object, found list"):
        read_lines(path)


def test_a_failed_write_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.jsonl"
    writer = LineWriter(path)
    writer.append(THREE[0])
    import os

    real = os.write

    def full(descriptor: int, data: bytes) -> int:
        if len(data) < 10:
            raise OSError(28, "No space left on device")
        return real(descriptor, bytes(data[:8]))

    monkeypatch.setattr("stimfid_lib.models.lines.os.write", full)
    with pytest.raises(Refused, match=r"x\.jsonl cannot be written \(No space left on device\).*run again"):
        writer.append(THREE[1])
    monkeypatch.undo()
    writer.close()
    assert values(path) == THREE[:1]
