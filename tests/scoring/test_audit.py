from __future__ import annotations

import polars as pl
import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.scoring.audit import make_audit_sample


@pytest.mark.parametrize(
    ("rows", "frac", "size"), [(100, 0.05, 5), (101, 0.05, 6), (100, 0.07, 7), (1, 0.05, 1), (3, 1.0, 3)]
)
def test_the_share_is_rounded_up(rows: int, frac: float, size: int) -> None:
    assert len(make_audit_sample(range(rows), frac)) == size


def test_a_table_gives_a_table_in_its_own_order_and_the_same_again() -> None:
    table = pl.DataFrame({"reply": range(400)})
    sample = make_audit_sample(table)
    assert sample.height == 20
    assert sample["reply"].to_list() == sorted(set(sample["reply"]))
    assert make_audit_sample(table).equals(sample)
    assert not make_audit_sample(table, seed=216).equals(sample)
    assert make_audit_sample(list(range(400))) == sample["reply"].to_list()


def test_nothing_gives_nothing() -> None:
    assert make_audit_sample([]) == []
    assert make_audit_sample(pl.DataFrame({"reply": []})).is_empty()


@pytest.mark.parametrize("frac", [0.0, -0.1, 1.5, float("nan")])
def test_a_share_that_is_none_is_refused(frac: float) -> None:
    with pytest.raises(Refused, match="frac"):
        make_audit_sample([1, 2, 3], frac)
