"""What a model read takes its place in the table under its own method, and only where nothing was read."""

from __future__ import annotations

import polars as pl

from stimfid_lib.scoring.rows import EXTRACTED_SCHEMA
from stimfid_lib.scoring.unread import FALLBACK_SCHEMA, unread, with_fallback


def _extracted(*rows: tuple[object, ...]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=EXTRACTED_SCHEMA, orient="row")


EXTRACTED = _extracted(
    ("p1", "m", 1, "words", [["cat"]], "numbered", False),
    ("p2", "m", 1, "words", [], "none", True),
    ("p3", "m", 1, "words", [], "none", False),
    ("p4", "m", 1, "pairs", [], "none", False),
)
RUNS = pl.DataFrame(
    {
        "prompt_id": ["p1", "p2", "p3", "p4"],
        "model_key": ["m"] * 4,
        "replicate": [1] * 4,
        "text": ["1. cat", "I cannot.", "Say rope, maybe.", "Hm, tea against key."],
    }
)


def test_only_extraction_failures_are_asked_about() -> None:
    assert unread(EXTRACTED, RUNS)["prompt_id"].to_list() == ["p3", "p4"]


def test_what_the_model_read_stands_under_its_own_method_and_the_rest_is_untouched() -> None:
    answers = {"Say rope, maybe.": "rope\nmango", "Hm, tea against key.": "tea - key"}
    read, table = with_fallback(EXTRACTED, unread(EXTRACTED, RUNS), answers)
    assert read.schema == EXTRACTED.schema
    assert read["method"].to_list() == ["numbered", "none", "llm", "llm"]
    assert read["entries"].to_list() == [[["cat"]], [], [["rope"]], [["tea", "key"]]]
    assert table["dropped"].to_list() == [["mango"], []]


def test_an_answer_that_keeps_nothing_leaves_a_failure_a_failure() -> None:
    read, table = with_fallback(EXTRACTED, unread(EXTRACTED, RUNS), {"Say rope, maybe.": "mango"})
    assert read.equals(EXTRACTED)
    assert table.select("prompt_id", "answer").rows() == [("p3", "mango")]


def test_nothing_asked_gives_the_same_table() -> None:
    read, table = with_fallback(EXTRACTED, unread(EXTRACTED, RUNS), {})
    assert read.equals(EXTRACTED)
    assert (table.height, table.schema) == (0, FALLBACK_SCHEMA)
