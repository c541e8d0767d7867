"""The same sources give the same bytes, in another process and with another order of hashing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from stimfid_lib.base.files import sha256_file
from stimfid_lib.base.paths import data_dir, repo_root

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
    for name in ("words.parquet", "pairs.parquet", "wordlist.txt"):
        assert sha256_file(tmp_path / "1" / name) == sha256_file(tmp_path / "2" / name)
