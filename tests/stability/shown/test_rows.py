"""Rows of tables: what a reader sees of measurements and trials."""

from __future__ import annotations

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.completion import Completion
from stimfid_lib.stability.records.archive import Archive
from stimfid_lib.stability.shown.figures import gap_figure, scenario_figure
from stimfid_lib.stability.shown.rows import example_rows, labels_of, outcome_rows, scan_rows, scenario_rows
from tests.stability.run.protocols import small_panel, small_protocol
from tests.stability.run.runs import QUICK, client, small_run


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """Three runs: A in A, A′ and B; half of B turned; nothing readable in B."""
    root = tmp_path_factory.mktemp("shown")
    found = Archive(root / "archive")

    def turned(prompt: str, seed: int | None) -> str:
        other = "told as C" in prompt or ("told as B" in prompt and any(f"s{n:02}," in prompt for n in range(1, 9)))
        return f"DECISION: {'B' if other else 'A'}"

    def silent(prompt: str, seed: int | None) -> Completion:
        text = "" if "told as B" in prompt else "DECISION: A"
        return Completion(text, "m", finish_reason="stop")

    for day, reply in (("2026-12-01", lambda *_: "DECISION: A"), ("2026-12-02", turned), ("2026-12-03", silent)):
        run = small_run(root, day=day)
        run.ask(client(run, reply))
        run.enter(found, resamples=QUICK)
    run = small_run(root, small_protocol("v1"), day="2026-12-02")
    run.ask(client(run, turned))
    run.enter(found, resamples=QUICK)
    return found


def test_the_scan_table_says_it_in_percent(archive: Archive) -> None:
    same, turned, silent, _ = scan_rows(archive.records("measurement"))
    assert (same["stability"], same["gap A–B"], same["gap A–C"], same["entropy A"]) == (100, 0, 0, 0)
    assert same["flags"] == "below surface noise, not reading, degenerate candidate, below drop bound"
    assert (turned["gap A–B"], turned["gap A–A′"], turned["gap A–C"]) == (53.3, 0, 100)  # 8 scenarios of 15
    assert turned["stability"] == 46.7
    assert turned["entropy B"] == 1.0  # 7 to 8
    assert turned["without decision"] == 0
    assert (silent["stability"], silent["interval"], silent["entropy B"]) == (None, None, None)
    assert silent["without decision"] == 100


def test_scenarios_and_outcomes(archive: Archive) -> None:
    measured = list(archive.records("measurement"))
    labels = labels_of(measured)
    assert labels[1] == "sunk cost fallacy, wording, v0, synthetic, 2026-12-02"
    assert len(set(labels)) == 4
    rows = scenario_rows(measured)
    assert [row["scenario"] for row in rows] == [f"s{number:02}" for number in range(1, 16)]
    assert [row[labels[1]] for row in rows] == [100.0] * 8 + [0.0] * 7
    assert {row[labels[2]] for row in rows} == {None}
    counted = {(row["measurement"], row["version"]): row for row in outcome_rows(measured)}
    assert counted[labels[2], "B"] == {"measurement": labels[2], "version": "B", "A": 0, "B": 0, "empty": 30}
    assert counted[labels[3], "B"]["B"] == 64


def test_the_example_shows_what_stands_otherwise_than_in_a(archive: Archive) -> None:
    run = [one["run_id"] for one in archive.records("measurement")][1]
    trials = [trial for trial in archive.records("trial") if trial["run_id"] == run]
    rows = example_rows(small_panel(), "s03", trials)
    assert [row["decided"] for row in rows] == ["2 × A", "2 × A", "2 × B", "2 × B"]
    assert rows[2]["text"].startswith("Bridge s03, told as B.")
    with pytest.raises(Refused, match="no scenario 's16'"):
        example_rows(small_panel(), "s16", trials)


def test_the_figures_draw_a_row_a_measurement(archive: Archive) -> None:
    measured = list(archive.records("measurement"))
    left, right = gap_figure(measured).axes
    assert [label.get_text().replace("\n", ", ") for label in left.get_yticklabels()] == labels_of(measured)
    points = {
        (line.get_xdata()[0], line.get_markerfacecolor())
        for line in left.lines
        if line.get_marker() == "o" and len(line.get_xdata())
    }
    assert (0.0, "white") in points, "a flagged measurement is hollow"
    assert any(face != "white" for x, face in points if x > 50), "an unflagged one is not"
    assert any("no decision" in text.get_text() for text in left.texts)
    assert len([line for line in right.lines if len(line.get_xdata())]) == 7  # one has no entropy in B
    assert len(scenario_figure(measured).axes) == 4
    with pytest.raises(Refused, match="holds no measurement"):
        gap_figure([])
