"""Both arms over whole suites: the text asks for what scores, and for nothing else that has a number."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import write_json
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.suite.cell import Cell
from stimfid_lib.suite.families import Omission, build_grid
from stimfid_lib.suite.pools import ARMS
from stimfid_lib.suite.render import render
from stimfid_lib.suite.render.phrases import NUMERALS
from tests.fixtures import write_fixture_lexicon

WORDS = {word: number for number, word in enumerate(NUMERALS)}
NUMBER = re.compile(rf"(?<![\w.])\d+(?:\.\d+)?|\b(?:{'|'.join(WORDS)})\b", re.IGNORECASE)
FIXED = re.compile(
    r"one (?:word|pair|set) per line|two real words|exactly one phoneme|one word has|one for each of|the two are "
    r"otherwise|two forms of the same word"
)
"""What the texts say with a numeral that is no number of the request."""

IPA = re.compile(r"[ɡɹʃʒθðŋɝəʌæɑɔɛɪʊ]|/\S+/")


def _numbers(text: str) -> list[float]:
    found = NUMBER.findall(FIXED.sub("", text))
    return sorted(float(WORDS.get(token.lower(), token)) for token in found)


def _length(span: tuple[int, int]) -> list[int]:
    return list(dict.fromkeys(span))


def _scoring_numbers(cell: Cell, arm: str) -> list[float]:
    """Every number that scores, and in the expert arm the ends of a rating scale that a bound stands on."""
    numbers: list[float] = [cell.list_length]
    for constraint in cell.constraints:
        params = constraint.params
        if constraint.kind == "syllable_count":
            numbers += _length((params["min"], params["max"]))
        if constraint.kind == "norm_band" and arm == "expert":
            numbers += [bound for bound in (params["min"], params["max"]) if bound is not None]
            scale = cell.slots["scales"][params["prop"]]
            numbers += scale["low_high"] if scale["unit"].startswith("rating") else []
    if cell.contrast is not None:
        numbers += [] if cell.contrast.syllables is None else [cell.contrast.syllables]
        if cell.contrast.kind == "multiple" and arm == "expert":
            numbers.append(len(cell.contrast.phonemes) - 1)
    return sorted(map(float, numbers))


@pytest.fixture(params=["seven words", pytest.param("open", marks=pytest.mark.lexicon)])
def cells(request: pytest.FixtureRequest) -> list[Cell]:
    if request.param == "open":
        grid: tuple[list[Cell], list[Omission]] = request.getfixturevalue("open_grid")
        return grid[0]
    found: list[Cell] = request.getfixturevalue("fixture_cells")
    return found


def _prompts(cells: list[Cell]) -> Iterator[tuple[Cell, str, str]]:
    return ((cell, arm, render(cell, arm)) for cell in cells for arm in ARMS)


def test_the_numbers_of_a_prompt_are_the_numbers_that_score(cells: list[Cell]) -> None:
    for cell, arm, text in _prompts(cells):
        assert _numbers(text) == _scoring_numbers(cell, arm), f"{cell.cell_id} {arm}: {text}"


def test_no_slot_is_left_unfilled(cells: list[Cell]) -> None:
    for _, _, text in _prompts(cells):
        assert not re.search(r"[{}<>]|None|\bnan\b|  | [,.?:]|\.\.|,,", text), text


def test_no_two_prompts_share_a_text(cells: list[Cell]) -> None:
    texts = [text for _, _, text in _prompts(cells)]
    assert len(set(texts)) == len(texts)


def test_the_naive_arm_never_shows_ipa_or_an_age(cells: list[Cell]) -> None:
    for cell, arm, text in _prompts(cells):
        if arm == "naive":
            assert not IPA.search(text), text
            assert not re.search(r"year|preschool|kindergart|toddler|grade|\bold\b", text, re.IGNORECASE), cell.cell_id


def test_the_expert_arm_shows_every_scored_sound_between_slashes(cells: list[Cell]) -> None:
    for cell, arm, text in _prompts(cells):
        if arm == "expert":
            for constraint in cell.constraints:
                if phoneme := constraint.params.get("phoneme"):
                    assert f"/{phoneme}/" in text
                if cluster := constraint.params.get("phonemes"):
                    assert f"/{''.join(cluster)}/" in text
            for phoneme in () if cell.contrast is None else cell.contrast.phonemes:
                assert f"/{phoneme}/" in text


def test_the_expert_arm_says_how_to_reply(cells: list[Cell]) -> None:
    forms = {
        "minimal": "one pair per line as `word1 - word2`",
        "maximal": "one pair per line as `word1 - word2`",
        "multiple": "one set per line as `target - contrast - contrast - contrast`",
    }
    for cell, arm, text in _prompts(cells):
        if arm == "expert":
            form = "one word per line" if cell.contrast is None else forms[cell.contrast.kind]
            assert text.endswith(f"Write {form} and no other text.")
            assert "no proper nouns" in text


def test_both_arms_state_a_place_exactly_where_it_scores(cells: list[Cell]) -> None:
    naive = {
        "initial": r"start with|beginning|initial",
        "medial": r"middle|medial",
        "final": r"end with|at the end|final",
    }
    for cell, arm, text in _prompts(cells):
        placed = [c.params["position"] for c in cell.constraints if "position" in c.params]
        placed += [cell.contrast.position] if cell.contrast is not None and cell.contrast.position else []
        if cell.family == "A3" and arm == "naive":  # "start each set with the target" is about order
            text = re.sub(r"[Ss]hould start with a word|Start each set with the word", "", text)
        for position, words in naive.items():
            pattern = words if arm == "naive" else rf"in {position} position|- {position} position"
            assert bool(re.search(pattern, text)) == (position in placed), f"{cell.cell_id} {arm} {position}: {text}"


def test_common_words_are_asked_for_unless_rarity_is(cells: list[Cell]) -> None:
    for cell, arm, text in _prompts(cells):
        if arm == "expert":
            rare = any(c.params.get("prop") == "log_frequency" and c.params["min"] is None for c in cell.constraints)
            assert ("common English words" in text) == (not rare)


def test_minimal_pairs_are_defined_wherever_they_are_asked_for_by_an_expert(cells: list[Cell]) -> None:
    for cell, arm, text in _prompts(cells):
        if arm == "expert" and cell.family == "A3":
            assert "two real words whose pronunciations differ in exactly one phoneme, in the same position." in text


def test_a_third_of_a1_and_a2_carry_a_theme_and_no_other_family_does(cells: list[Cell]) -> None:
    theme = re.compile(r"dinosaur|minecraft|\bspace\b|cooking", re.IGNORECASE)
    for family in ("A1", "A2", "A3", "B1", "B2"):
        texts = [render(cell, "naive") for cell in cells if cell.family == family]
        themed = sum(bool(theme.search(text)) for text in texts)
        assert themed == (len(texts) // 3 if family in ("A1", "A2") else 0)
    assert not any(theme.search(render(cell, "expert")) for cell in cells)


def test_every_family_has_three_or_four_openings(cells: list[Cell]) -> None:
    # A3 has its own wordings for each of its three kinds
    for family in ("A1", "A2", "B1", "B2"):
        openings = {
            render(cell, "naive").split()[0] + render(cell, "naive").split()[2]
            for cell in cells
            if cell.family == family
        }
        assert len(openings) >= 3


def test_rendering_keeps_no_state(fixture_cells: list[Cell]) -> None:
    forward = [render(cell, "naive") for cell in fixture_cells]
    backward = [render(cell, "naive") for cell in reversed(fixture_cells)]
    assert forward == backward[::-1]


def test_an_unknown_arm_is_refused(fixture_cells: list[Cell]) -> None:
    with pytest.raises(Refused, match=r"'wild'.*naive, expert"):
        render(fixture_cells[0], "wild")


def _cell(family: str, constraints: tuple[Constraint, ...] = (), contrast: Contrast | None = None, n: int = 1) -> Cell:
    return Cell(f"{family}-{n:03d}", family, 1, {}, constraints, contrast, 10 if contrast is None else 8)


def test_an_expert_is_told_which_r() -> None:
    final_r = _cell("A1", (Constraint("phoneme_at", {"phoneme": "r", "position": "final"}),))
    text = render(final_r, "expert")
    assert "- /ɹ/ in final position: it is the last sound of the word, not merely the last letter" in text
    assert 'the vowel /ɝ/ of "her" and "teacher" is a different sound' in text


def test_final_r_and_er_do_not_share_a_naive_prompt() -> None:
    final_r = _cell("A1", (Constraint("phoneme_at", {"phoneme": "ɹ", "position": "final"}),))
    any_er = _cell("A1", (Constraint("contains_phoneme", {"phoneme": "ɝ"}),))
    assert 'r sound (as in "car", not the er in "her")' in render(final_r, "naive")
    assert 'er sound (as in "her" or "sister")' in render(any_er, "naive")


def test_a_request_without_a_length_reads_well_in_every_wording() -> None:
    m = Constraint("phoneme_at", {"phoneme": "m", "position": "initial"})
    for n in range(1, 40):
        for family in ("A1", "A2"):
            text = render(_cell(family, (m,), n=n), "naive")
            assert "syllable" not in text
            assert "all words" not in text
            assert _numbers(text) == [10]


def test_a_bound_of_zero_is_not_called_few() -> None:
    for bound, said in ((0, r"\bno (?:similar|word|phonological)"), (1, "hardly any|few or no")):
        sparse = Constraint("norm_band", {"prop": "neighborhood_density", "min": None, "max": bound})
        for n in range(1, 12):
            assert re.search(said, render(_cell("B2", (sparse,), n=n), "naive"))


def test_a_lexicon_that_rates_age_of_acquisition_words_it_as_a_rating(tmp_path: Path) -> None:
    folder = write_fixture_lexicon(tmp_path)
    scale: dict[str, Any] = {"unit": "rating", "scale": "1-7", "phrase": "age of acquisition"}
    write_json(folder / "lexicon.json", {"name": "rated", "norms": {"aoa": scale}})
    cells = [cell for cell in build_grid(Lexicon.from_dir(folder)) if "aoa" in json.dumps(cell.slots.get("bands", {}))]
    assert cells
    for cell in cells:
        text = render(cell, "expert")
        assert "on a scale from 1 to 7, higher meaning learned later" in text
        assert "years" not in text
        assert _numbers(text) == _scoring_numbers(cell, "expert")
