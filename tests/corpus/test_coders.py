from __future__ import annotations

from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.corpus.coders import compare_sheets
from stimfid_lib.corpus.sheet import write_sheet


def write(path: Path, *rows: tuple[str, str]) -> Path:
    write_sheet(path, ("post_id", "tier"), [{"post_id": post, "tier": tier} for post, tier in rows])
    return path


def test_rows_are_matched_by_their_key_and_not_by_their_order(tmp_path: Path) -> None:
    a = write(tmp_path / "a.csv", ("p1", "A"), ("p2", "B"), ("p3", "C"), ("p4", ""), ("p5", "A"))
    b = write(tmp_path / "b.csv", ("p3", "c "), ("p2", "A"), ("p1", "a"), ("p4", "B"))
    found = compare_sheets(a, b)
    assert (found.key, found.column) == ("post_id", "tier")
    assert (found.agreement.n, found.agreement.n_agreed) == (3, 2)
    # by hand: observed 2/3; a has a b c and b has a a c, so chance is (1·2 + 1·0 + 1·1)/9 = 1/3, κ = (2/3 - 1/3)/(2/3)
    assert found.agreement.kappa == pytest.approx(0.5)
    (line,) = found.disagreements
    assert "row 3 / row 3" in line
    assert "b against a" in line
    assert len(found.left_out) == 2
    assert "1 rows that the other sheet lacks" in found.left_out[0]
    assert "1 rows without a code" in found.left_out[1]


def test_what_cannot_be_compared(tmp_path: Path) -> None:
    a = write(tmp_path / "a.csv", ("p1", "A"), ("p1", "B"))
    b = write(tmp_path / "b.csv", ("p1", "A"))
    with pytest.raises(Refused, match=r"stands in row 2 and in row 3; name columns that tell rows apart with --key"):
        compare_sheets(a, b)
    with pytest.raises(Refused, match="no column 'tear'; did you mean 'tier'"):
        compare_sheets(b, b, column="tear")
    with pytest.raises(Refused, match="no row with a code"):
        compare_sheets(b, write(tmp_path / "c.csv", ("p2", "A")))
