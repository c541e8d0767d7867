"""A disk that is full and a folder that may not be written, met by a real process: a clear message, nothing lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from stimfid_lib.base.paths import repo_root
from stimfid_lib.models.journal import Journal
from stimfid_lib.models.lines import read_lines
from stimfid_lib.models.model_journal import ATTEMPTS
from stimfid_lib.models.runner import run_suite
from stimfid_lib.models.runs import read_runs
from tests.models.suites import SHA, small_suite, steady

LIMITED = """
import resource, sys
from pathlib import Path
from stimfid_lib.base.errors import StimfidError
from stimfid_lib.models.clients.fake import FakeClient
from stimfid_lib.models.runner import run_suite
from tests.models.suites import SHA, small_suite, steady
folder, limit, kind = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
failing = lambda prompt, seed: ConnectionError("gone") if seed % 2 else "red"
client = steady("one") if kind == "steady" else FakeClient("one", failing)
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    run_suite(small_suite(40), {"one": client}, folder, 2, suite_sha256=SHA)
except StimfidError as error:
    sys.exit(f"told: {error}")
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="resource limits are POSIX")


def limited(folder: Path, limit: int, kind: str = "steady") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", LIMITED, str(folder), str(limit), kind]
    return subprocess.run(command, cwd=repo_root(), capture_output=True, text=True, check=False)


@pytest.mark.parametrize("limit", [1, 5_000, 20_000])
def test_a_file_size_limit_is_told_and_what_is_on_file_stays(tmp_path: Path, limit: int) -> None:
    done = limited(tmp_path, limit)
    assert done.returncode == 1
    assert "told: " in done.stderr
    assert "cannot be written (File too large): what stands in it is whole. Make room" in done.stderr
    assert "Traceback" not in done.stderr
    for name in ("one.jsonl", ATTEMPTS):
        contents = read_lines(tmp_path / name)
        assert contents.torn == b""
        assert not contents.ends_open
    before = len(read_lines(tmp_path / "one.jsonl").lines)
    rest = steady("one")
    run_suite(small_suite(40), {"one": rest}, tmp_path, 2, suite_sha256=SHA)
    assert len(rest.calls) == 80 - before
    assert read_runs(tmp_path).height == 80


def test_tidying_at_the_end_may_find_the_disk_full_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from stimfid_lib.base.errors import Refused
    from stimfid_lib.models.completion import Completion
    from tests.models.test_journal import ANSWER, record

    journal = Journal(tmp_path, {"m": None}, suite_sha256=SHA, temperature=1.0)
    journal.append(record("P1", Completion(None, error="gone")))
    journal.append(record("P1", ANSWER))
    before = (tmp_path / "m.jsonl").read_bytes()

    def full(*_args: object, **_named: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("stimfid_lib.base.files.os.fsync", full)
        with pytest.raises(Refused, match=r"m\.jsonl cannot be written \(No space left on device\)"):
            journal.close()
    assert (tmp_path / "m.jsonl").read_bytes() == before
    with Journal(tmp_path, {"m": None}, suite_sha256=SHA, temperature=1.0) as again:
        assert again.answered("m") == {("P1", 1)}
    assert len(read_lines(tmp_path / ATTEMPTS).lines) == 2


def test_a_disk_too_full_for_the_lock_s_number_is_told_as_any_other(tmp_path: Path) -> None:
    done = limited(tmp_path, 0)
    assert done.returncode == 1
    assert "told: " in done.stderr
    assert "Traceback" not in done.stderr


AS_NOBODY = LIMITED.replace(
    "resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))",
    "import os; os.geteuid() == 0 and os.seteuid(65534)  # after the imports, which nobody may not be able to read",
)


@pytest.mark.parametrize("written_before", [False, True])
def test_a_folder_that_may_not_be_written(tmp_path: Path, written_before: bool) -> None:
    folder = tmp_path / "runs"
    folder.mkdir()
    if written_before:
        run_suite(small_suite(3), {"one": steady("one")}, folder, 1, suite_sha256=SHA)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    for path in (*folder.iterdir(), folder):
        path.chmod(0o555 if path.is_dir() else 0o444)
    for parent in (tmp_path, *tmp_path.parents[:2]):
        parent.chmod(0o755)
    command = [sys.executable, "-c", AS_NOBODY, str(folder), str(10**9), "steady"]
    done = subprocess.run(command, cwd=repo_root(), capture_output=True, text=True, check=False, env=os.environ)
    folder.chmod(0o755)
    assert done.returncode == 1, done.stderr
    assert f"told: run folder {folder} cannot be written (Permission denied)" in done.stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
