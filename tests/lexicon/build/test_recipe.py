"""The same sources give the same bytes, in another process and with another order of hashing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import sha256_file
from stimfid_lib.base.paths import data_dir, repo_root
from stimfid_lib.lexicon.lexicon import Lexicon
from tests.fixtures import write_fixture_lexicon

_BUILD = """
import sys
from pathlib import Path
from stimfid_lib.lexicon.build import build_open_lexicon
build_open_lexicon(Path(sys.argv[1]), cache_dir=Path(sys.argv[2]))
"""


@pytest.mark.lexicon
@pytest.mark.slow
def test_two_builds_are_the_same_to_the_byte(tmp_path: Path, open_lexicon_dir: Path) -> None:
    builds = []
    for seed in ("1", "2"):
        command = [sys.executable, "-c", _BUILD, str(tmp_path / seed), str(data_dir() / "cache")]
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PIP_NO_INDEX": "1"}
        builds.append(subprocess.Popen(command, cwd=repo_root(), env=environment))
    assert [build.wait() for build in builds] == [0, 0]
    for name in ("words.parquet", "pairs.parquet", "wordlist.txt", "names.txt"):
        assert sha256_file(tmp_path / "1" / name) == sha256_file(tmp_path / "2" / name)


_CUT_SHORT = """
import os, signal
replace = Path.replace
def cut(self, target):
    if Path(target) == Path(sys.argv[1]) / sys.argv[3]:
        os.kill(os.getpid(), signal.SIGKILL)
    return replace(self, target)
Path.replace = cut
"""


@pytest.mark.lexicon
@pytest.mark.slow
@pytest.mark.parametrize(("stands", "error"), [(False, MissingInput), (True, Refused)])
def test_a_build_killed_among_its_files_is_never_taken_for_a_lexicon(
    tmp_path: Path, open_lexicon_dir: Path, stands: bool, error: type[Exception]
) -> None:
    """Killed before the words, with nothing or another lexicon's words in their place."""
    head, call = _BUILD.rsplit("\n", 2)[:2]
    if stands:
        write_fixture_lexicon(tmp_path)
    script = head + _CUT_SHORT + call
    command = [sys.executable, "-c", script, str(tmp_path), str(data_dir() / "cache"), "words.parquet"]
    environment = {**os.environ, "PIP_NO_INDEX": "1"}
    killed = subprocess.run(command, cwd=repo_root(), env=environment, check=False)
    assert killed.returncode == -signal.SIGKILL
    with pytest.raises(error, match=r"words\.parquet.*stimfid lexicon build|words\.parquet.*build the lexicon again"):
        Lexicon.from_dir(tmp_path)
