"""The decision grammars against their golden vectors, against an outsider's reading of the page, and on any text."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.models.endings import ENDINGS as STUDY_ENDINGS
from stimfid_lib.stability.measure import grammar
from stimfid_lib.stability.measure.grammar import ENDINGS, INVALID, classify, normalise, read_decision

FOLDER = Path(grammar.__file__).with_name("vectors")
OPTIONS = ("A", "B")


def _vectors(version: int) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((FOLDER / f"grammar{version}.json").read_text(encoding="ascii"))
    return told


CASES = [(version, case) for version in (1, 2) for case in _vectors(version)["cases"]]


@pytest.mark.parametrize(("version", "case"), CASES, ids=[f"{version}-{case['id']}" for version, case in CASES])
def test_a_golden_case_is_read_as_stated(version: int, case: dict[str, Any]) -> None:
    assert classify(case["text"], case["ending"], OPTIONS, version) == case["outcome"], case["why"]


@pytest.mark.parametrize("version", [1, 2])
def test_the_vectors_are_many_and_cover_every_outcome_and_ending(version: int) -> None:
    told = _vectors(version)
    assert told["grammar_version"] == version
    assert told["options"] == ["A", "B"]
    assert len(told["cases"]) >= 60
    assert len({case["id"] for case in told["cases"]}) == len(told["cases"])
    assert {case["outcome"] for case in told["cases"]} == {*OPTIONS, *INVALID}
    assert {case["ending"] for case in told["cases"]} == set(ENDINGS)


def test_the_grammars_differ_only_where_an_invalid_line_stands_beside_a_valid_one() -> None:
    one, two = (_vectors(version)["cases"] for version in (1, 2))
    assert [case["id"] for case in one] == [case["id"] for case in two]
    differing = [(first, second) for first, second in zip(one, two, strict=True) if first != second]
    assert len(differing) == 5
    assert all((first["outcome"], second["outcome"] in OPTIONS) == ("unparseable", True) for first, second in differing)


def test_the_endings_are_the_studys_own() -> None:
    assert set(ENDINGS) == set(STUDY_ENDINGS)


def outsider(text: str, version: int) -> str:
    """The page docs/stability.md, section Grammar, read by somebody who has no regular expressions."""
    for end in ("\r\n", "\r", "\u2028", "\u2029"):
        text = text.replace(end, "\n")
    tokens = []
    for line in text.split("\n"):
        folded = unicodedata.normalize("NFC", line).casefold()
        kept, at = "", 0
        while at < len(folded):
            mark = folded[at]
            if mark not in "*_":
                kept, at = kept + mark, at + 1
                continue
            end = at
            while end < len(folded) and folded[end] == mark:
                end += 1
            before, after = folded[at - 1 : at] if at else " ", folded[end : end + 1] or " "
            free = before.isspace() and after.isspace()
            within = mark == "_" and before.isalnum() and after.isalnum()
            if free or within:
                kept += folded[at:end]
            at = end
        words = " ".join(kept.split())
        if words.startswith("decision:"):
            token = words[len("decision:") :]
            while token and token[-1] in " .,;:!?…":
                token = token[:-1]
            tokens.append(token.strip())
    if version == 2:
        tokens = [token for token in tokens if token in ("a", "b")]
    return tokens[0].upper() if tokens and set(tokens) in ({"a"}, {"b"}) else "unparseable"


_PIECES = st.sampled_from(
    (
        "DECISION:",
        "decision",
        ":",
        "A",
        "b",
        " ",
        "*",
        "**",
        "_",
        "__",
        "\n",
        "\r\n",
        "\r",
        ".",
        "!",
        "C",
        "x",
        "1",
        "-",
    )
) | st.sampled_from(("\u2028", "\u00a0", "\u0391", '"', "\u2026", "`", "DECISION: A", "\nDECISION: B", "\nDECISION: A"))


@given(st.lists(_PIECES, max_size=14).map("".join), st.sampled_from((1, 2)))
def test_an_outsiders_reading_agrees_on_any_text(text: str, version: int) -> None:
    assert read_decision(text, OPTIONS, version) == outsider(text, version)


@given(st.text(), st.sampled_from(ENDINGS), st.sampled_from((1, 2)))
def test_any_text_has_one_of_the_closed_outcomes(text: str, ending: str, version: int) -> None:
    assert classify(text, ending, OPTIONS, version) in {*OPTIONS, *INVALID}


_PROSE = st.text(alphabet=st.characters(blacklist_characters="\r\n\u2028\u2029", blacklist_categories=("Cs",))).filter(
    lambda line: "decision" not in line.casefold()
)


@given(st.lists(_PROSE, max_size=5), st.sampled_from(OPTIONS), st.lists(_PROSE, max_size=5), st.sampled_from((1, 2)))
def test_nothing_outside_a_decision_line_is_read(before: list[str], token: str, after: list[str], version: int) -> None:
    text = "\n".join([*before, f"DECISION: {token}", *after])
    assert read_decision(text, OPTIONS, version) == token
    assert read_decision("\n".join([*before, *after]), OPTIONS, version) == "unparseable"


@given(_PROSE)
def test_what_grammar_1_reads_grammar_2_reads_alike(line: str) -> None:
    text = f"DECISION: {line}\nDECISION: A"
    if read_decision(text, OPTIONS, 1) != "unparseable":
        assert read_decision(text, OPTIONS, 2) == read_decision(text, OPTIONS, 1)


@given(st.text())
def test_normalising_twice_keeps_the_token(line: str) -> None:
    assert normalise(line) == " ".join(normalise(line).split())


def test_the_token_comes_back_as_the_protocol_spells_it() -> None:
    assert read_decision("decision: STRASSE", ("Straße", "Weg"), 1) == "Straße"


@pytest.mark.parametrize(
    ("options", "version", "told"),
    [
        (("A", "B"), 3, "grammar_version = 3"),
        (("A",), 1, "at least two"),
        (("A", "a"), 1, "different once normalised"),
        (("A", ""), 1, "empty"),
        (("A", "B."), 1, "punctuation"),
        (("A", "Refused"), 1, "outcome"),
    ],
)
def test_a_grammar_or_options_that_cannot_be_read_are_refused(
    options: tuple[str, ...], version: int, told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        read_decision("DECISION: A", options, version)


def test_an_unknown_ending_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'stop'.*complete"):
        classify("DECISION: A", "stop", OPTIONS, 1)


def test_a_reply_that_ended_without_a_text_is_empty_whatever_text_is_beside_it() -> None:
    assert classify("DECISION: A", "empty", OPTIONS, 1) == "empty"
