"""The suites that several files of this floor read: the seven-word lexicon's and the open lexicon's."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.suite.cell import Cell
from stimfid_lib.suite.families import Omission, build_grid, build_grid_with_omissions
from stimfid_lib.suite.freeze import build_suite_with_manifest


@pytest.fixture(scope="session")
def fixture_cells(fixture_lexicon: Lexicon) -> list[Cell]:
    return build_grid(fixture_lexicon)


@pytest.fixture(scope="session")
def fixture_suite(fixture_lexicon: Lexicon) -> pl.DataFrame:
    return build_suite_with_manifest(fixture_lexicon)[0]


@pytest.fixture(scope="session")
def open_grid(open_lexicon: Lexicon) -> tuple[list[Cell], list[Omission]]:
    return build_grid_with_omissions(open_lexicon, min_satisfying=2)


@pytest.fixture(scope="session")
def open_suite(open_lexicon: Lexicon) -> tuple[pl.DataFrame, dict[str, Any]]:
    return build_suite_with_manifest(open_lexicon)
