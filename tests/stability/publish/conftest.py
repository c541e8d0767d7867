"""One archive and one publication for the whole folder; tests copy what they spoil."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from stimfid_lib.stability.panels.catalogue import PRIVATE
from stimfid_lib.stability.publish.leaks import Private
from stimfid_lib.stability.publish.publication import publish
from stimfid_lib.stability.records.archive import Archive
from tests.stability.publish.made import DAY, SOUND, admitted_folder, archive_of


@pytest.fixture(scope="package")
def admitted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = admitted_folder(tmp_path_factory.mktemp("private") / "panels")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(PRIVATE, str(folder))
        yield folder


@pytest.fixture(scope="package")
def archive(admitted: Path, tmp_path_factory: pytest.TempPathFactory) -> Archive:
    folder = tmp_path_factory.mktemp("archive")
    return archive_of(folder / "archive", folder / "runs")


@pytest.fixture(scope="package")
def original(archive: Archive, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Published once; never changed."""
    folder = tmp_path_factory.mktemp("publication") / "published"
    publish(archive, folder, day=DAY, instrument=SOUND, private=Private())
    return folder


@pytest.fixture
def published(original: Path, tmp_path: Path) -> Path:
    """A copy that a test may spoil."""
    return Path(shutil.copytree(original, tmp_path / "published"))
