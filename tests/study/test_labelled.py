"""What the notebook of the task corpora shows."""

from __future__ import annotations

from stimfid_lib.study import views


def test_every_corpus_stands_in_the_table() -> None:
    shown = views.task_corpora().as_raw_html()
    for told in ("tagging", "reaction", "explanation", "extraction", "bait 5", "decoy 11"):
        assert told in shown


def test_scores_and_figures_stand_beside_what_needs_no_model() -> None:
    assert "reader (deterministic)" in views.task_scores().as_raw_html()
    shown = views.task_figure("reaction", "verdicts by family").as_raw_html()
    assert "keyword baseline (no model)" in shown
    assert "smollm2_135m" in shown, "the run on record"


def test_cases_show_their_text_and_why_they_are_there() -> None:
    shown = views.task_cases("reaction", "terse", most=1).as_raw_html()
    assert "Strychnos alkaloid, seven steps" in shown
    assert "A total synthesis in one line" in shown
