"""The archive: units, seal, torn tails, damage, one writer."""

from __future__ import annotations

import json
import logging
import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.measure.chain import RECORDS, SEAL, START, sha256_of
from stimfid_lib.stability.measure.schema import CURRENT
from stimfid_lib.stability.records.archive import Archive
from tests.stability.records.records import archive_of, gap, lines_of


def _ids(archive: Archive) -> list[str]:
    return [record["subject_model_id"] for record in archive.records()]


def _state(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != ".lock"}


def test_each_line_carries_the_hash_of_the_line_before(tmp_path: Path) -> None:
    archive = archive_of(tmp_path, 3)
    lines = [line.removesuffix(b"\n") for line in lines_of(tmp_path)]
    previous = [json.loads(line)["prev_sha256"] for line in lines]
    assert previous == [START, sha256_of(lines[0]), sha256_of(lines[1])]
    seal = json.loads((tmp_path / SEAL).read_text())
    assert seal == {"lines": 3, "last_sha256": sha256_of(lines[2]), "next": None}
    assert {record["schema_sha256"] for record in archive.records()} == {CURRENT.sha256}
    assert CURRENT.sha256 == sha256_of(
        (Path(__file__).parents[3] / "stimfid_lib/stability/measure/schemas/record.v1.json").read_bytes()
    )


def test_records_of_one_type_are_read_in_their_order(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    status = {"record_type": "status", "as_of": "2026-12-01", "state": "active"}
    archive.extend([gap(1), status, gap(2)])
    assert [record["subject_model_id"] for record in archive.records("coverage_gap")] == ["Modèle-1", "Modèle-2"]
    assert len(list(archive.records())) == 3


def test_a_wrong_record_takes_its_whole_unit_with_it(tmp_path: Path) -> None:
    archive = archive_of(tmp_path, 1)
    before = _state(tmp_path)
    for wrong, named in (
        (gap(2, cause="weather"), "'weather', allowed are 'before_archive_start'"),
        (gap(2, colour="red"), "unknown field 'colour'"),
        (gap(2, scheduled_on="2026-13-01"), "'2026-13-01'"),
        ({"record_type": "spend"}, "record_type 'spend': allowed are protocol,"),
        ({key: value for key, value in gap(2).items() if key != "job"}, "lacks job"),
        (gap(2, subject_model_id="half \ud83d"), "what no record can hold"),
    ):
        with pytest.raises(Refused, match=named):
            archive.extend([gap(1), wrong])
        assert _state(tmp_path) == before


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    with archive_of(tmp_path, 1), pytest.raises(Refused, match="is writing records into"), Archive(tmp_path):
        pass
    assert _ids(Archive(tmp_path)) == ["Modèle-0"]


def test_blocks_may_be_nested(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    with archive:
        with archive:
            archive.append(gap(0))
        archive.append(gap(1))
        with pytest.raises(Refused, match="is writing records into"):
            Archive(tmp_path).append(gap(9))
    Archive(tmp_path).append(gap(2))
    assert len(_ids(archive)) == 3


@pytest.mark.parametrize("failing", range(1, 6))
def test_a_write_that_failed_is_looked_at_before_the_next(
    tmp_path: Path, failing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that does not force something down (seal, its folder, lines, seal, folder): the chain goes on rightly."""
    with archive_of(tmp_path, 2) as archive:
        asked = 0
        real = os.fsync

        def refuses(descriptor: int) -> None:
            nonlocal asked
            asked += 1
            if asked == failing:
                raise OSError(28, "No space left on device")
            real(descriptor)

        with monkeypatch.context() as patched:
            patched.setattr("os.fsync", refuses)
            with pytest.raises(Refused, match="cannot be written"):
                archive.append(gap(3))
        archive.append(gap(4))
        archive.append(gap(5))
    wanted = ["Modèle-0", "Modèle-1", "Modèle-3", "Modèle-4", "Modèle-5"]
    if failing <= 2:  # no byte of the record was written yet
        wanted.remove("Modèle-3")
    assert _ids(Archive(tmp_path)) == wanted


@pytest.mark.parametrize("taken", [0, 30])
def test_a_disk_that_is_full_takes_no_part_of_a_unit(
    tmp_path: Path, taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with archive_of(tmp_path, 2) as archive:
        real = os.write

        def full(descriptor: int, data: bytes) -> int:
            if taken and len(data) > taken * 2:
                return real(descriptor, bytes(data[:taken]))
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr("os.write", full)
            with pytest.raises(Refused, match="cannot be written"):
                archive.append(gap(3))
        archive.append(gap(4))
    assert _ids(Archive(tmp_path)) == ["Modèle-0", "Modèle-1", "Modèle-4"]


def test_a_write_that_was_killed_at_any_byte_is_whole_or_gone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    archive_of(tmp_path / "before", 3)
    sound = lines_of(tmp_path / "before")
    shutil.copytree(tmp_path / "before", tmp_path / "after")
    Archive(tmp_path / "after").extend([gap(10), gap(11)])
    whole = (tmp_path / "after" / RECORDS).read_bytes()
    done = json.loads((tmp_path / "after" / SEAL).read_text())
    begun = {
        **json.loads((tmp_path / "before" / SEAL).read_text()),
        "next": {k: done[k] for k in ("lines", "last_sha256")},
    }
    start = len(b"".join(sound))
    caplog.set_level(logging.WARNING)
    last = whole.rindex(b"\n", 0, -1) + 1
    for cut in (*range(start, last, 9), *range(last, len(whole) + 1)):  # every byte of the last line
        folder = tmp_path / "killed"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / RECORDS).write_bytes(whole[:cut])
        (folder / SEAL).write_text(json.dumps(begun))
        caplog.clear()
        if cut % 40 == 0:
            assert len(_ids(Archive(folder))) == 3, "a reader sees sealed records only"
        with Archive(folder) as archive:
            wanted = 5 if cut == len(whole) else 3
            assert len(_ids(archive)) == wanted
            assert ("cut off" in caplog.text) == (start < cut < len(whole))
            if cut % 40 == 0 or cut >= len(whole) - 2:
                archive.append(gap(20))
                assert _ids(archive)[wanted:] == ["Modèle-20"]
        assert json.loads((folder / SEAL).read_text())["next"] is None


def test_a_last_line_that_was_sealed_is_never_cut_off(tmp_path: Path) -> None:
    archive_of(tmp_path, 3)
    whole = (tmp_path / RECORDS).read_bytes()
    start = len(b"".join(lines_of(tmp_path)[:2]))
    for cut in range(start, len(whole)):
        (tmp_path / RECORDS).write_bytes(whole[:cut])
        with pytest.raises(Refused, match=r"line 3: the file ends after 2 records.*sealed were 3: it was cut"):
            Archive(tmp_path).append(gap(3))
        assert (tmp_path / RECORDS).read_bytes() == whole[:cut], "nothing was changed"


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound archive of five records, which tests may break and must mend."""
    folder = tmp_path_factory.mktemp("five")
    archive_of(folder, 5)
    return folder


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_flipped_byte_is_refused_with_its_line(data: st.DataObject, five: Path) -> None:
    folder, path = five, five / RECORDS
    whole = path.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    changed = data.draw(st.integers(0, 255).filter(lambda byte: byte != whole[place]))
    path.write_bytes(whole[:place] + bytes([changed]) + whole[place + 1 :])
    line = whole[:place].count(b"\n") + 1
    try:
        with pytest.raises(Refused, match=rf"line {line}: .*Nothing was changed: restore"):
            Archive(folder).append(gap(9))
        assert path.read_bytes()[place] == changed
        with pytest.raises(Refused, match=rf"line {line}: "):
            list(Archive(folder).records())
    finally:
        path.write_bytes(whole)


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ([1, 0, 2, 3, 4], 1),  # the two first change places
        ([0, 2, 1, 3, 4], 2),
        ([0, 1, 3, 4], 2),  # the third is dropped: the one before it no longer fits what follows
        ([1, 2, 3, 4], 1),
        ([0, 1, 1, 2, 3, 4], 2),
        ([0, 1, 2, 3, 4, 4], 5),
    ],
)
def test_moved_dropped_and_doubled_records_are_found(tmp_path: Path, order: list[int], line: int) -> None:
    archive_of(tmp_path, 5)
    lines = lines_of(tmp_path)
    (tmp_path / RECORDS).write_bytes(b"".join(lines[index] for index in order))
    with pytest.raises(Refused, match=rf"line ({line}|{line + 1}): "):
        Archive(tmp_path).append(gap(9))


@pytest.mark.parametrize("dropped", [1, 2, 4])
def test_a_file_cut_between_two_lines_is_refused(tmp_path: Path, dropped: int) -> None:
    archive_of(tmp_path, 5)
    (tmp_path / RECORDS).write_bytes(b"".join(lines_of(tmp_path)[: 5 - dropped]))
    with pytest.raises(Refused, match=f"the file ends after {5 - dropped} records, sealed were 5"):
        Archive(tmp_path).append(gap(9))


def test_a_deleted_file_is_refused_where_the_seal_knows_of_records(tmp_path: Path) -> None:
    archive_of(tmp_path, 2)
    (tmp_path / RECORDS).unlink()
    with pytest.raises(Refused, match="ends after 0 records, sealed were 2"):
        Archive(tmp_path).append(gap(9))


def test_deleted_older_and_broken_seals_are_refused(tmp_path: Path) -> None:
    archive_of(tmp_path, 2)
    older = (tmp_path / SEAL).read_bytes()
    Archive(tmp_path).append(gap(2))
    newer = (tmp_path / SEAL).read_bytes()
    (tmp_path / SEAL).write_bytes(older)
    with pytest.raises(Refused, match=r"line 3: the file holds 3 records, the seal knows 2: seal\.json is older"):
        Archive(tmp_path).append(gap(9))
    (tmp_path / SEAL).unlink()
    with pytest.raises(Refused, match=r"seal\.json is missing beside 3 records"):
        Archive(tmp_path).append(gap(9))
    for broken in (b"", b"[]", b"{}", newer.replace(b'"lines": 3', b'"lines": "3"')):
        (tmp_path / SEAL).write_bytes(broken)
        with pytest.raises(Refused, match="is no seal"):
            Archive(tmp_path).append(gap(9))
    (tmp_path / SEAL).write_bytes(newer)
    assert len(_ids(Archive(tmp_path))) == 3


def test_a_seal_of_another_chain_is_refused(tmp_path: Path) -> None:
    archive_of(tmp_path / "one", 2)
    with Archive(tmp_path / "other") as other:
        other.extend([gap(7), gap(8)])
    shutil.copy(tmp_path / "other" / SEAL, tmp_path / "one" / SEAL)
    with pytest.raises(Refused, match=r"line 2: its hash is .* sealed was"):
        Archive(tmp_path / "one").append(gap(9))


@settings(max_examples=60, deadline=None)
@given(sizes=st.lists(st.integers(0, 4), max_size=6))
def test_units_of_any_size_make_one_chain(sizes: list[int], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("units")
    number = 0
    for size in sizes:
        Archive(folder).extend([gap(number + step) for step in range(size)])
        number += size
    assert _ids(Archive(folder)) == [f"Modèle-{index}" for index in range(number)]
