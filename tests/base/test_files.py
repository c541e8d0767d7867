"""Files are whole or absent; digests are those that anyone can work out."""

from __future__ import annotations

import hashlib
import json
import signal
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base import files

ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
"""SHA-256 of "abc", from FIPS 180-2, appendix B.1."""
EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

_WRITER = """
import sys, time
from pathlib import Path
from stimfid_lib.base.files import atomic_writer
with atomic_writer(Path(sys.argv[1])) as handle:
    handle.write(b"half")
    handle.flush()
    sys.stdout.write("writing\\n")
    sys.stdout.flush()
    time.sleep(60)
"""


def test_digests_known_from_the_standard(tmp_path: Path) -> None:
    path = tmp_path / "abc"
    path.write_bytes(b"abc")
    assert files.sha256_file(path) == files.sha256_text("abc") == files.sha256_bytes(b"abc") == ABC
    assert files.sha256_text("") == EMPTY


def test_a_file_appears_whole_with_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "word.txt"
    files.write_text(path, "ɡɹin\n")
    assert path.read_bytes() == "ɡɹin\n".encode()
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_failed_write_keeps_the_old_file_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "word.txt"
    files.write_text(path, "old")

    def write_and_fail() -> None:
        with files.atomic_writer(path) as handle:
            handle.write(b"new")
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        write_and_fail()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_killed_writer_leaves_the_old_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "word.txt"
    files.write_text(path, "old")
    with subprocess.Popen([sys.executable, "-c", _WRITER, str(path)], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "writing\n"
        writer.send_signal(signal.SIGKILL)
    assert writer.returncode == -signal.SIGKILL
    assert path.read_text() == "old"
    files.write_text(path, "new")
    assert path.read_text() == "new"


def test_canonical_json_has_one_spelling() -> None:
    assert files.canonical_json({"b": [1, None], "a": "ɡ"}) == '{"a":"ɡ","b":[1,null]}'
    with pytest.raises(ValueError, match="Out of range"):
        files.canonical_json(float("nan"))


def test_json_lines_come_back(tmp_path: Path) -> None:
    rows = [{"word": "cat", "n": 1}, {"word": "ɡoʊt", "n": None}]
    path = tmp_path / "rows.jsonl"
    files.write_jsonl(path, rows)
    assert [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] == rows


def test_json_for_people_is_indented_and_sorted(tmp_path: Path) -> None:
    files.write_json(tmp_path / "a.json", {"b": 1, "a": "θ"})
    assert (tmp_path / "a.json").read_text(encoding="utf-8") == '{\n  "a": "θ",\n  "b": 1\n}\n'


def test_the_same_table_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        files.write_parquet(tmp_path / name, pl.DataFrame({"word": ["cat", None], "variants": [["|k|æ|t|"], []]}))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert pl.read_parquet(tmp_path / "one")["word"].to_list() == ["cat", None]


def test_a_table_digest_is_that_of_its_values_written_out() -> None:
    frame = pl.DataFrame({"word": ["cat", None], "n": [1, 2], "variants": [["a", "ɡ"], []]})
    text = 'word\x1fn\x1fvariants\x1ecat\x1f1\x1f["a","ɡ"]\x1e\x1f2\x1f[]'
    assert files.table_sha256(frame) == hashlib.sha256(text.encode()).hexdigest()


@given(st.lists(st.text(max_size=5), min_size=2, max_size=4, unique=True))
def test_a_table_digest_depends_on_the_order_of_rows(words: list[str]) -> None:
    frame = pl.DataFrame({"word": words})
    assert files.table_sha256(frame) != files.table_sha256(frame.reverse())
