"""What is published verifies alone, byte for byte the same, by lane, and fails after any single change."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.instrument.state import Alarm, InstrumentState
from stimfid_lib.stability.measure.published import MANIFEST, manifest_text, verify_published
from stimfid_lib.stability.publish.leaks import Private
from stimfid_lib.stability.publish.publication import PublicationStopped, publish
from stimfid_lib.stability.records.archive import Archive
from tests.stability.publish.made import DAY, GUARD, OPEN, SEALED, SOUND


def paths(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_it_verifies_alone_without_installing_or_private_files(published: Path) -> None:
    bare = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG")}
    done = subprocess.run(
        [sys.executable, "-I", "-S", "measure/verify.py", "."],
        cwd=published,
        env=bare,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "whole: " in done.stdout
    assert "120 trial," in done.stdout
    assert "120 trial withheld" in done.stdout
    assert "3 measurements computed again" not in done.stdout, "nothing of the sealed run is there to compute"
    assert "2 measurements computed again" in done.stdout


def test_the_same_archive_on_the_same_day_gives_the_same_bytes(
    archive: Archive, original: Path, tmp_path: Path
) -> None:
    publish(archive, tmp_path / "again", day=DAY, instrument=SOUND, private=Private())
    assert paths(tmp_path / "again") == paths(original)
    for name in paths(original):
        assert (tmp_path / "again" / name).read_bytes() == (original / name).read_bytes(), name


def test_the_record_of_a_publication_can_enter_the_archive(archive: Archive, tmp_path: Path) -> None:
    made = publish(archive, tmp_path / "again", day=DAY, instrument=SOUND, private=Private())
    copy = Archive(Path(shutil.copytree(archive.folder, tmp_path / "archive")))
    copy.append(made.record)
    assert next(copy.records("render_manifest"))["files"] == dict(made.files)


def test_lanes_decide_what_goes_out(archive: Archive, published: Path) -> None:
    whole = b"".join((published / name).read_bytes() for name in paths(published)).decode("utf-8")
    assert SEALED not in whole
    trials = {True: [], False: []}  # type: ignore[var-annotated]
    for trial in archive.records("trial"):
        trials[trial["protocol_id"] == OPEN].append(trial)
    lines = (published / "open-lane" / "2027.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == trials[True]
    chain = [json.loads(line) for line in (published / "chain.jsonl").read_text(encoding="utf-8").splitlines()]
    told = [record for record in chain if record.get("withheld") is not True]
    assert {record["protocol_id"] for record in told if "protocol_id" in record} == {OPEN, GUARD}
    assert not [record for record in told if record["record_type"] == "trial"]
    guard = next(record for record in told if record["record_type"] == "measurement" and record["lane"] == "guard")
    assert guard["decisions"]["A"], "outcome categories of a guard protocol are public"
    assert paths(published / "panels") == ["risky_choice_framing__wording.json"]


@pytest.mark.parametrize("spoil", ["flip", "cut", "delete", "grow"])
def test_any_single_change_of_any_file_is_found(original: Path, tmp_path: Path, spoil: str) -> None:
    for name in paths(original):
        folder = Path(shutil.copytree(original, tmp_path / "spoilt"))
        path = folder / name
        data = path.read_bytes()
        middle = len(data) // 2
        if spoil == "flip" and data:
            path.write_bytes(data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :])
        elif spoil == "cut" and data:
            path.write_bytes(data[:-1])
        elif spoil == "delete":
            path.unlink()
        else:
            path.write_bytes(data + b"\n")
        assert not verify_published(folder).whole, name
        shutil.rmtree(folder)


def test_a_file_that_was_put_in_is_found(published: Path) -> None:
    (published / "panels" / "extra.txt").write_text("hello")
    assert verify_published(published).faults == [f"panels/extra.txt is here and does not stand in {MANIFEST}"]


def remake_manifest(folder: Path) -> None:
    """What somebody would do who wants a change to pass: the manifest again, from the spoilt files."""
    from stimfid_lib.base.files import sha256_file

    told = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    about = {name: value for name, value in told.items() if name not in ("files", "manifest_sha256")}
    digests = {name: sha256_file(folder / name) for name in paths(folder) if name != MANIFEST}
    (folder / MANIFEST).write_text(manifest_text(digests, about), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "was", "now", "told"),
    [
        ("stability.csv", "random", "randum", "stability.csv is not what the records"),
        ("outcomes.csv", ",A,A,", ",A,A,1", "outcomes.csv is not what the records"),
        ("coverage.csv", "provider_outage", "dormant", "coverage.csv is not what the records"),
        ("chain.jsonl", '"on_curve":false', '"on_curve":true', "does not follow the line before it"),
        ("chain.jsonl", '"cause":"provider_outage"', '"cause":"dormant"', "seal.json does not bear witness"),
        ("seal.json", '"lines":', '"lines":1', "seal.json does not bear witness"),
        ("open-lane/2027.jsonl", "DECISION: A", "DECISION: B", "its trials are withheld"),
        ("panels/risky_choice_framing__wording.json", "Option A", "Option  A", "the panel was changed"),
        ("measure/vectors/grammar1.json", '"outcome": "A"', '"outcome": "B"', ""),
    ],
)
def test_a_change_with_the_manifest_remade_is_found(published: Path, name: str, was: str, now: str, told: str) -> None:
    path = published / name
    text = path.read_text(encoding="utf-8")
    assert was in text
    path.write_text(text.replace(was, now, 1), encoding="utf-8", newline="")
    remake_manifest(published)
    if name.startswith("measure/"):
        done = subprocess.run([sys.executable, "-I", "-S", "measure/verify.py", "."], cwd=published, check=False)
        assert done.returncode == 1
        return
    faults = verify_published(published).faults
    assert any(told in fault for fault in faults), faults


def test_lines_put_out_of_order_are_found(published: Path) -> None:
    path = published / "chain.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[1], lines[0], *lines[2:]]))
    remake_manifest(published)
    assert any("line 1" in fault for fault in verify_published(published).faults)


def test_nothing_is_published_on_an_alarm_or_a_day_without_a_fingerprint(
    archive: Archive, published: Path, tmp_path: Path
) -> None:
    before = (published / MANIFEST).read_bytes()
    alarmed = InstrumentState((Alarm(DAY, "runtime_fingerprint", ("question 2: another text",)),), frozenset({DAY}))
    for state, told in ((alarmed, "question 2: another text"), (InstrumentState((), frozenset()), "no runtime finger")):
        with pytest.raises(PublicationStopped, match=told):
            publish(archive, published, day=DAY, instrument=state, private=Private())
        with pytest.raises(PublicationStopped):
            publish(archive, tmp_path / "new", day=DAY, instrument=state, private=Private())
    assert (published / MANIFEST).read_bytes() == before
    assert not (tmp_path / "new").exists()


def test_a_folder_of_something_else_is_left_alone(archive: Archive, published: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.txt").write_text("years of work")
    (published / "notes.txt").write_text("mine")
    for folder in (other, published):
        with pytest.raises(Refused, match="nothing there was changed"):
            publish(archive, folder, day=DAY, instrument=SOUND, private=Private())
    assert (other / "thesis.txt").read_text() == "years of work"
    assert (published / "notes.txt").read_text() == "mine"


def test_an_earlier_publication_gives_way(archive: Archive, published: Path) -> None:
    publish(
        archive,
        published,
        day="2027-03-02",
        instrument=InstrumentState((), frozenset({"2027-03-02"})),
        private=Private(),
    )
    assert json.loads((published / MANIFEST).read_text())["published_on"] == "2027-03-02"
    assert verify_published(published).whole


def test_croissant_is_valid_and_its_rows_are_the_tables(published: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # rdflib's own, in mlcroissant's parser
        import mlcroissant

        dataset = mlcroissant.Dataset(published / "croissant.json")
        assert not dataset.metadata.ctx.issues.errors
        rows = list(dataset.records("outcomes"))
    counted = (published / "outcomes.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == len(counted) - 1
    assert sum(row["outcomes/count"] for row in rows) == 2 * 120
