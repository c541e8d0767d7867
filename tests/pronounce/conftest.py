"""One running service for the tests that only ask it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from stimfid_lib.pronounce.service.settings import Settings
from tests.pronounce.service.serving import ready, running, small_lexicon


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A service over the small lexicon, with the recogniser inside it."""
    return Settings(lexicon_dir=small_lexicon(tmp_path_factory.mktemp("words")).folder)


@pytest.fixture(scope="session")
def service(settings: Settings) -> Iterator[str]:
    """Its address, once it has scored its first recording."""
    with running(settings) as url:
        ready(url)
        yield url
