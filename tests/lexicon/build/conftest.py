"""The built open lexicon, for tests marked `lexicon`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest


@pytest.fixture(scope="session")
def words(open_lexicon_dir: Path) -> pl.DataFrame:
    """The open lexicon's word table."""
    return pl.read_parquet(open_lexicon_dir / "words.parquet")


@pytest.fixture(scope="session")
def pairs(open_lexicon_dir: Path) -> pl.DataFrame:
    """The open lexicon's pair table."""
    return pl.read_parquet(open_lexicon_dir / "pairs.parquet")


@pytest.fixture(scope="session")
def about(open_lexicon_dir: Path) -> dict[str, Any]:
    """What the open lexicon says of itself."""
    content: dict[str, Any] = json.loads((open_lexicon_dir / "lexicon.json").read_text(encoding="utf-8"))
    return content
