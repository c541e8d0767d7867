from __future__ import annotations

import re
from pathlib import Path

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.corpus.labelled import Example, load_labelled, measure, table_of

DOCS = Path(__file__).resolve().parents[2] / "docs" / "corpus.md"


def test_the_documented_figures_are_those_of_the_command() -> None:
    examples = load_labelled()
    table = table_of(examples, measure(examples)[0])
    assert table in DOCS.read_text(encoding="utf-8"), "paste the output of `stimfid corpus measure` into docs/corpus.md"


def test_right_wrong_and_missed_are_counted() -> None:
    made_up = [
        Example("right", "tuned", "", "I asked ChatGPT about Claude Monet", ("ChatGPT",), (), "C"),
        Example("wrong label", "tuned", "", "I asked ChatGPT", ("Gemini",), (), "A"),
    ]
    scores, faults = measure(made_up)
    tools = next(score for score in scores if score.what == "find_tool_mentions")
    assert (tools.right, tools.wrong, tools.missed) == (1, 1, 1)
    assert (tools.precision, tools.recall) == (0.5, 0.5)
    tier_a = next(score for score in scores if score.what == "assign_tier A")
    assert (tier_a.right, tier_a.wrong, tier_a.missed) == (0, 0, 1)
    assert tier_a.precision is None
    assert [(fault.name, fault.what) for fault in faults] == [
        ("wrong label", "find_tool_mentions"),
        ("wrong label", "assign_tier"),
    ]


@pytest.mark.parametrize(
    "line", ["{", '{"id": 1}', '{"id":"a","set":"x","why":"","text":"","tools":[],"prompts":[],"tier":"A"}']
)
def test_a_line_that_is_no_example_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "own.jsonl").write_text(line + "\n", encoding="utf-8")
    with pytest.raises(Refused, match=re.escape("own.jsonl, line 1")):
        load_labelled(tmp_path / "own.jsonl")


def test_no_file_is_missing_input(tmp_path: Path) -> None:
    with pytest.raises(MissingInput):
        load_labelled(tmp_path / "none.jsonl")
