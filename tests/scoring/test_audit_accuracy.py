"""Accuracy of extraction on sheets that can be counted by hand; Wilson's interval against its formula."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.scoring.audit_accuracy import audit_figures, second_coder
from stimfid_lib.scoring.audit_sheet import AuditRow
from stimfid_lib.scoring.audit_table import AUDIT_SCHEMA, audit_table
from tests.scoring.audits import ROWS, right, skipped, wrong

FILLED = (right(ROWS[0]), wrong(ROWS[1], ("cat",)), wrong(ROWS[2], ("tea", "key")), skipped(ROWS[3]))
# judged: 3. found: 2 + 0 + 2 = 4 entries; gold: 2 + 1 + 1 = 4; in both: 2 + 0 + 1 = 3


def _wilson(right_count: int, n: int) -> tuple[float, float]:
    """Wilson (1927), by hand."""
    z = 1.959963984540054
    p = right_count / n
    centre, half = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return (centre - half) / (1 + z * z / n), (centre + half) / (1 + z * z / n)


def test_counts_by_hand() -> None:
    figures = audit_figures(FILLED)
    assert (figures.n_sampled, figures.n_judged, figures.n_skipped, figures.n_right) == (4, 3, 1, 1)
    assert figures.accuracy == pytest.approx(1 / 3)
    assert (figures.low, figures.high) == pytest.approx(_wilson(1, 3))
    assert (figures.item_precision, figures.item_recall, figures.n_changed) == (0.75, 0.75, 0)
    assert "1 of 3 judged replies read exactly right" in str(figures)
    assert "1 skipped" in str(figures)


@given(st.integers(1, 60), st.data())
def test_the_interval_is_wilsons(n: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, n))
    rows = [right(ROWS[0])] * hits + [wrong(ROWS[0], ("rug",))] * (n - hits)
    figures = audit_figures(rows)
    low, high = _wilson(hits, n)
    assert figures.low == pytest.approx(max(low, 0.0), abs=1e-9)
    assert figures.high == pytest.approx(min(high, 1.0), abs=1e-9)


def test_a_refusal_taken_for_a_failure_is_wrong_though_no_item_is() -> None:
    row = wrong(replace(ROWS[1], refusal=False), refusal=True)
    assert audit_figures([row]).n_right == 0


def test_nothing_judged_gives_no_figure() -> None:
    figures = audit_figures(ROWS)
    assert (figures.accuracy, figures.low, figures.high, figures.item_recall) == (None, None, None, None)
    assert str(figures) == "none of 4 sampled replies is judged"


def test_a_changed_reader_is_measured_on_the_same_gold() -> None:
    now = {row.key: (row.gold or (), bool(row.gold_refusal)) for row in FILLED}
    figures = audit_figures(FILLED, now)
    assert (figures.n_right, figures.n_changed) == (3, 2)
    assert "2 are read otherwise now" in str(figures)


def test_a_sheet_of_other_replies_is_refused() -> None:
    with pytest.raises(Refused, match=r"A1-001:naive, m, 1 was audited"):
        audit_figures(FILLED, {})


def _verdicts(*letters: str) -> list[AuditRow]:
    rows = [replace(ROWS[0], key=("p", "m", number)) for number in range(len(letters))]
    made = {"r": right, "w": lambda row: wrong(row, ("rug",)), "s": skipped, "-": lambda row: row}
    return [made[letter](row) for letter, row in zip(letters, rows, strict=True)]


def test_kappa_of_two_coders_by_hand() -> None:
    # both right 4, both wrong 3, apart 1 + 2: observed .7, expected .5 · .6 + .5 · .4 = .5, so κ = .4
    first, second = _verdicts(*"rrrrrwwwww"), _verdicts(*"rrrrwrrwww")
    agreement = second_coder(first, second)
    assert agreement.kappa == pytest.approx(0.4)
    assert (agreement.n, len(agreement.disagreements)) == (10, 3)


def test_only_replies_that_both_judged_count() -> None:
    assert second_coder(_verdicts(*"rws-r"), _verdicts(*"rwrrs")).n == 2
    with pytest.raises(Refused, match="no reply has a verdict in both"):
        second_coder(_verdicts("r"), _verdicts("s"))


def test_two_coders_judge_the_same_items() -> None:
    other = [replace(row, entries=(("rug",),), gold=(("rug",),)) for row in _verdicts("r")]
    with pytest.raises(Refused, match="show different items"):
        second_coder(_verdicts("r"), other)


def test_the_table_has_a_row_a_model_and_one_for_all() -> None:
    now = {row.key: (row.entries, row.refusal) for row in FILLED}
    table = audit_table(FILLED, now, [right(ROWS[0]), wrong(ROWS[1], ("cat",))])
    assert table.schema == AUDIT_SCHEMA
    assert table.select("model_key", "n_sampled", "n_judged", "n_right", "n_both").rows() == [
        ("all", 4, 3, 1, 2),
        ("m", 3, 3, 1, None),
        ("n", 1, 0, 0, None),
    ]
    assert table["accuracy"].to_list() == [pytest.approx(1 / 3), pytest.approx(1 / 3), None]
