"""Every check of the scorer has an answer that fails it alone."""

from __future__ import annotations

from typing import Any

import pytest

from stimfid_lib.tasks.extraction.case import ExtractionCase
from stimfid_lib.tasks.extraction.figures import figures
from stimfid_lib.tasks.extraction.score import invented, score_items, score_one


def case(**changes: Any) -> ExtractionCase:
    values = {
        "id": "one",
        "split": "dev",
        "note": "a case of the tests' own making",
        "level": "everyday",
        "shape": "words",
        "reply": "Sure!\n1. ring\n2. **r**ope\n3. ring\nEnjoy!",
        "items": ["ring", "rope", "ring"],
        "refusal": False,
    }
    return ExtractionCase.model_validate({**values, **changes})


REFUSED = {"reply": "I cannot help with that.", "items": [], "refusal": True}


def checks(one: ExtractionCase, answer: str) -> dict[str, float | None]:
    found: dict[str, float | None] = score_one(one, answer)["checks"]
    return found


def test_a_perfect_answer_scores_one() -> None:
    score = score_one(case(), "ring\nrope\nring")
    assert score["score"] == 1.0
    assert score["errors"] == []
    assert score["kept"] == ["ring", "rope", "ring"]


def test_order_alone_fails_exact_alone() -> None:
    score = score_one(case(), "rope\nring\nring")
    assert score["checks"] == {"exact": 0.0, "precision": 1.0, "recall": 1.0, "verbatim": 1.0}
    assert score["errors"] == ["in another order: 'rope', 'ring', 'ring'"]


def test_a_word_of_the_talk_costs_precision_and_not_recall() -> None:
    assert checks(case(), "Sure\nring\nrope\nring") == {"exact": 0.0, "precision": 0.75, "recall": 1.0, "verbatim": 1.0}


def test_a_missing_item_costs_recall_and_not_precision() -> None:
    score = score_one(case(), "ring\nrope")
    assert score["checks"] == {"exact": 0.0, "precision": 1.0, "recall": pytest.approx(2 / 3), "verbatim": 1.0}
    assert score["errors"] == ["missing: 'ring'"]


def test_an_invented_item_is_not_verbatim_and_is_named() -> None:
    score = score_one(case(), "ring\nrope\nring\nrabbit")
    assert score["checks"]["verbatim"] == 0.0
    assert "not verbatim in the reply: 'rabbit'" in score["errors"]
    assert score["kept"] == ["ring", "rope", "ring"], "the check of production drops it"


def test_a_repeat_that_the_reply_lacks_is_not_verbatim() -> None:
    assert checks(case(), "ring\nrope\nring\nrope")["verbatim"] == 0.0


@pytest.mark.parametrize(("answer", "exact"), [("NONE", 1.0), ("none.", 1.0), ("", 1.0), ("help", 0.0)])
def test_nothing_is_the_right_answer_to_a_refusal(answer: str, exact: float) -> None:
    assert checks(case(**REFUSED), answer)["exact"] == exact
    assert checks(case(**REFUSED), answer)["recall"] is None


@pytest.mark.parametrize("answer", ["", "NONE", "I am sorry.", '{"items": ["ring"]', "\x00\ud800", "- " * 500])
def test_no_answer_crashes(answer: str) -> None:
    assert 0.0 <= score_one(case(), answer)["score"] < 1.0


def test_precision_does_not_apply_where_nothing_was_found() -> None:
    assert checks(case(), "NONE") == {"exact": 0.0, "precision": None, "recall": 0.0, "verbatim": 1.0}


def test_pairs_are_compared_as_pairs() -> None:
    pairs = case(shape="pairs", reply="tea - key\nrare -", items=[["tea", "key"], ["rare", ""]])
    assert score_one(pairs, "tea - key\nrare -")["score"] == 1.0
    assert score_one(pairs, "key - tea\nrare -")["checks"]["exact"] == 0.0


def test_a_refusal_told_wrong_is_its_own_check() -> None:
    told = score_items(case(**REFUSED), [], refusal=False)
    assert told["checks"] == {"exact": 1.0, "precision": 1.0, "recall": None, "refusal": 0.0}
    assert told["errors"] == ["a refusal, read as none"]


def test_invented_names_what_is_not_there() -> None:
    assert invented(case(), ["ring", "rin", "Rope"]) == ["rin", "Rope"]


def test_figures_weigh_items_together_and_list_every_miss() -> None:
    one, two = case(), case(id="two", level="tricky", items=["ring"], reply="ring")
    scores = [score_one(one, "ring\nrope\nring"), score_one(two, "NONE")]
    found = figures([one, two], scores)
    whole = found["by level"][-1]
    assert (whole["level"], whole["lists"], whole["exact"]) == ("all", 2, 0.5)
    assert (whole["precision"], whole["recall"]) == (1.0, 0.75)
    assert [miss["case"] for miss in found["misses"]] == ["two"]


@pytest.mark.parametrize(
    "changes",
    [
        {"items": [["ring", "rope"]]},
        {"shape": "pairs", "items": ["ring"]},
        {"shape": "pairs", "items": [["a", "b", "c"]]},
        {"refusal": True},
        {"level": "odd"},
        {"note": "too short"},
        {"id": "Not Kebab"},
        {"gold": []},
    ],
)
def test_a_faulty_case_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        case(**changes)
