"""A checkout of its own for tests that make stage files, so that the developer's build folder stays as it is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def make_home(folder: Path) -> Path:
    """Lay out a checkout in a folder: what is read is copied; the library, downloads and weights are linked."""
    folder.mkdir(parents=True)
    for name in ("pyproject.toml", "models.yaml", "CITATION.cff", "LICENSE-CC-BY-4.0"):
        shutil.copy(ROOT / name, folder / name)
    for name in ("params", "notebooks"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copytree(ROOT / "docs/simulation", folder / "docs/simulation")
    (folder / "stimfid_lib").symlink_to(ROOT / "stimfid_lib")
    (folder / "data").mkdir()
    if (ROOT / "data/lexicon").is_dir():  # a copy, so that no build of another test changes it under a running study
        shutil.copytree(ROOT / "data/lexicon", folder / "data/lexicon")
    for name in ("cache", "models"):
        (folder / "data" / name).symlink_to(ROOT / "data" / name)
    return folder


def stimfid(home: Path, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command line in a checkout, as a user would."""
    environment = {**os.environ, "STIMFID_HOME": str(home), "COLUMNS": "160", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "stimfid_lib", *arguments]
    return subprocess.run(command, cwd=cwd or home, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def home(tmp_path: Path, open_lexicon_dir: Path) -> Path:
    return make_home(tmp_path / "checkout")


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, open_lexicon_dir: Path) -> Path:
    """A checkout in which the whole tiny study has run; one file holds all that ask for it."""
    home = make_home(tmp_path_factory.mktemp("study") / "checkout")
    done = stimfid(home, "study", "--params", "params/tiny.yaml")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "report.html" in done.stdout
    assert "satisfaction_by_tier.png" in done.stdout
    return home
