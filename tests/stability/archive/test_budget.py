"""The private budget file."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.stability.archive.budget import load_budget, no_money


def _write(folder: Path, text: str) -> Path:
    (folder / "budget.yaml").write_text(text)
    return folder


def test_months_may_have_a_ceiling_of_their_own(tmp_path: Path) -> None:
    found = load_budget(
        _write(tmp_path, "monthly_ceiling: 40\nheartbeat_reserve: 2\nbridge_reserve: 25\nmonths: {2028-02: 2}\n")
    )
    assert found.ceiling(date(2028, 2, 29)) == 2
    assert found.ceiling(date(2028, 3, 1)) == found.ceiling(date(2028, 1, 31)) == 40
    assert found.plan == "12"


def test_nothing_is_paid_for_without_a_file(tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match="nothing is paid for"):
        load_budget(tmp_path)
    assert no_money().ceiling(date(2027, 1, 1)) == 0


@pytest.mark.parametrize(
    "text",
    [
        "monthly_ceiling: 1234.5\nheartbeat_reserve: 1999\nbridge_reserve: 0\n",
        "monthly_ceiling: 1999\nheartbeat_reserve: 10\nbridge_reserve: 0\nmonths: {2028-02: 1.5}\n",
        "monthly_ceiling: -1999\nheartbeat_reserve: 10\nbridge_reserve: 0\n",
        "monthly_ceiling: 1999\nheartbeat_reserve: 0\nbridge_reserve: 0\n",
        "monthly_ceiling: .inf\nheartbeat_reserve: 1\nbridge_reserve: 0\n",
        "monthly_ceiling: 1999\nheartbeat_reserve: 1\nbridge_reserve: 0\nmonths: {2028-13: 1999}\n",
        "monthly_ceiling: 1999\nheartbeat_reserve: 1\nbridge_reserve: 0\nmonths: {2028-12: -1999}\n",
        "monthly_ceiling: 1999\nheartbeat_reserve: 1\nbridge_reserve: 0\nplan: 7\n",
        "monthly_ceiling: 1999\nheartbeat_reserve: 1\n",
    ],
)
def test_a_wrong_file_is_refused_and_its_figures_are_not_told(tmp_path: Path, text: str) -> None:
    with pytest.raises(Refused) as refusal:
        load_budget(_write(tmp_path, text))
    assert "1999" not in str(refusal.value)
    assert "1234.5" not in str(refusal.value)
