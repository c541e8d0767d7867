"""The grid: every combination of the slot pools by family, its tier by rule, and the sample that is asked."""

from __future__ import annotations

from stimfid_lib.suite.families.grid import build_grid, build_grid_with_omissions
from stimfid_lib.suite.families.omission import Omission, omissions_to_frame
from stimfid_lib.suite.pools import SUITE_MIN_SATISFYING

__all__ = ["SUITE_MIN_SATISFYING", "Omission", "build_grid", "build_grid_with_omissions", "omissions_to_frame"]
