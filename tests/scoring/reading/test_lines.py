from __future__ import annotations

import pytest

from stimfid_lib.scoring.reading.lines import Line, read_lines
from stimfid_lib.scoring.reading.text import plain_reply


@pytest.mark.parametrize(
    "mark",
    ["1.", "1)", "(1)", "[1]", "1 -", "1:", "1 .", "01.", "1\\.", "#1", "#1.", "1️⃣", "①", "Word 1:", "word #1.", "> 1."],
)
def test_numbers_in_every_style(mark: str) -> None:
    (line,) = read_lines(plain_reply(f"{mark} fan"))
    assert (line.mark, line.text) == ("numbered", "fan")


@pytest.mark.parametrize(("text", "rest"), [("**1.** fan", "fan"), ("**1. fan**", "**fan**"), ("1.fan", "fan")])
def test_a_bold_or_tight_number(text: str, rest: str) -> None:
    assert read_lines(text) == [Line(0, "numbered", rest, 1)]


@pytest.mark.parametrize("mark", ["- ", "* ", "+ ", "• ", "•", "◦ ", "– ", "→ ", "✓ ", "✅ ", "-"])
def test_bullets_in_every_style(mark: str) -> None:
    assert read_lines(f"{mark}fan") == [Line(0, "bulleted", "fan")]


@pytest.mark.parametrize("mark", ["- [ ] ", "* [x] ", "[x] ", "☐ "])
def test_boxes_to_tick(mark: str) -> None:
    assert read_lines(f"{mark}fan") == [Line(0, "checkbox", "fan")]


@pytest.mark.parametrize("text", ["- 1) fan", "1. - fan", "- [ ] 1. fan", "* **1.** fan"])
def test_a_mark_behind_a_mark_goes_too(text: str) -> None:
    (line,) = read_lines(text)
    assert line.text.strip("* ") == "fan"


@pytest.mark.parametrize("text", ["fan", "3.5 metres", "1999. fan", "*fan*", "-5", "[x]fan"])
def test_what_only_looks_like_a_mark(text: str) -> None:
    assert read_lines(text) == [Line(0, "plain", text)]


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("# R words", "heading"),
        ("---", "rule"),
        ("***", "rule"),
        ("```text", "fence"),
        ("| a | b |", "row"),
        (" ", "blank"),
    ],
)
def test_lines_that_hold_no_entry(text: str, mark: str) -> None:
    assert [line.mark for line in read_lines(text)] == [mark]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028"])
def test_every_kind_of_line_end(end: str) -> None:
    assert [line.text for line in read_lines(f"1. fan{end}2. fin")] == ["fan", "fin"]


def test_indents_count_a_tab_as_four() -> None:
    assert [line.indent for line in read_lines("- a\n  - b\n\t- c")] == [0, 2, 4]


def test_numbers_on_one_line_are_entries_of_their_own() -> None:
    assert [line.text for line in read_lines("Words: 1. cat 2. bat 3. mat")] == ["Words:", "cat", "bat", "mat"]
    assert [line.text for line in read_lines("1) cat 2) bat 3) mat")] == ["cat", "bat", "mat"]


def test_numbers_that_do_not_count_up_stay_where_they_are() -> None:
    assert [line.text for line in read_lines("1. born in 4. or 7. or 9. May")] == ["born in 4. or 7. or 9. May"]
