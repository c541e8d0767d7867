"""The root is found from any folder, by the environment first."""

from __future__ import annotations

from pathlib import Path

import pytest

from stimfid_lib.base import paths
from stimfid_lib.base.errors import MissingInput


@pytest.fixture(autouse=True)
def _no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STIMFID_HOME", raising=False)


def test_the_checkout_is_found_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    root = paths.repo_root()
    assert (root / "stimfid_lib" / "base" / "paths.py").is_file()
    assert paths.data_dir() == root / "data"


def test_the_environment_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STIMFID_HOME", str(tmp_path))
    assert paths.repo_root() == tmp_path.resolve()


def test_an_environment_that_names_no_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STIMFID_HOME", str(tmp_path / "absent"))
    with pytest.raises(MissingInput, match=r"absent.*unset it"):
        paths.repo_root()


def test_an_installed_package_looks_at_and_above_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "__file__", str(tmp_path / "site" / "stimfid_lib" / "base" / "paths.py"))
    checkout = tmp_path / "checkout"
    (checkout / "stimfid_lib").mkdir(parents=True)
    (checkout / "pyproject.toml").touch()
    (checkout / "notebooks").mkdir()
    assert paths.repo_root(checkout / "notebooks") == checkout.resolve()
    with pytest.raises(MissingInput, match="STIMFID_HOME"):
        paths.repo_root(tmp_path / "site")
