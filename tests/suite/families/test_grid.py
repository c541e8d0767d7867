from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import write_parquet
from stimfid_lib.lexicon.contrasts import contrast_pairs, contrast_sets
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.phonology.ipa import CONSONANTS
from stimfid_lib.suite.cell import Cell, slots_key
from stimfid_lib.suite.families import Omission, build_grid, build_grid_with_omissions
from stimfid_lib.suite.families.a3 import drafts as a3_drafts
from stimfid_lib.suite.families.counting import Answers
from stimfid_lib.suite.pools import A1_PHONEMES, FAMILIES, MAXIMAL, MINIMAL, MULTIPLE
from tests.fixtures import fixture_words, write_fixture_lexicon

Grid = tuple[list[Cell], list[Omission]]


def _by_family(cells: list[Cell]) -> dict[str, list[Cell]]:
    families: dict[str, list[Cell]] = defaultdict(list)
    for cell in cells:
        families[cell.family].append(cell)
    return families


def test_the_seven_words_give_every_family_thirty_cells_or_so_in_three_tiers(fixture_cells: list[Cell]) -> None:
    families = _by_family(fixture_cells)
    assert tuple(families) == FAMILIES
    for cells in families.values():
        assert 25 <= len(cells) <= 35
        assert {cell.tier for cell in cells} == {1, 2, 3}


def test_ids_are_unique_and_number_the_cells_in_slot_order(fixture_cells: list[Cell]) -> None:
    for family, cells in _by_family(fixture_cells).items():
        assert [cell.cell_id for cell in cells] == [f"{family}-{n:03d}" for n in range(1, len(cells) + 1)]
        assert [slots_key(cell.slots) for cell in cells] == sorted(slots_key(cell.slots) for cell in cells)


def test_the_same_lexicon_gives_the_same_grid(fixture_lexicon: Lexicon, fixture_cells: list[Cell]) -> None:
    assert build_grid(fixture_lexicon) == fixture_cells


def test_no_two_cells_of_a_family_ask_the_same(fixture_cells: list[Cell]) -> None:
    asked = Counter((cell.family, cell.constraints, cell.contrast) for cell in fixture_cells)
    # on seven words the density bands of different lengths may coincide, but then a length stands beside them
    assert max(asked.values()) == 1


def test_every_a1_sound_is_asked_for_even_where_nothing_satisfies_it(fixture_cells: list[Cell]) -> None:
    assert {cell.slots["phoneme"] for cell in fixture_cells if cell.family == "A1"} == set(A1_PHONEMES)


def test_the_count_is_stored_even_where_everything_is_kept(fixture_lexicon: Lexicon, fixture_cells: list[Cell]) -> None:
    for cell in fixture_cells:
        if cell.contrast is None:
            assert cell.n_satisfying == fixture_lexicon.count(cell.constraints)


def test_a_lexicon_that_satisfies_nothing_leaves_a_list_of_what_it_lacks(fixture_lexicon: Lexicon) -> None:
    cells, omitted = build_grid_with_omissions(fixture_lexicon, min_satisfying=2)
    assert cells == []  # seven words cannot make twenty
    assert {item.needed for item in omitted if item.family != "A3"} == {20}
    assert {(item.tier, item.needed) for item in omitted if item.family == "A3"} == {(1, 16), (2, 16), (3, 4)}
    final_w = [o for o in omitted if o.slots.get("phoneme") == "w" and o.slots.get("position") == "final"]
    assert {item.n_satisfying for item in final_w} == {0}


def test_half_a_list_or_less_than_nothing_is_refused(fixture_lexicon: Lexicon) -> None:
    with pytest.raises(Refused, match="-1"):
        build_grid(fixture_lexicon, min_satisfying=-1)


def _correlated_lexicon(folder: Path) -> Lexicon:
    """Ninety words whose norms all rise together, lengths 1 and 2 in turn: none is low in one norm, high in another."""
    vowels, onsets = ("æ", "ɪ", "ɛ"), CONSONANTS[:15]
    rows = []
    for n in range(90):
        onset, vowel, syllables = onsets[n % 15], vowels[n // 15 % 3], 1 + n % 2
        tail = "" if syllables == 1 else "i|"
        shape = "CVC" if syllables == 1 else "CVCV"
        spoken = f"|{onset}|{vowel}|{'t' if n < 45 else 'n'}|{tail}"
        norms = [float(n)] * 5
        rows.append(
            (f"w{n:02d}", spoken, syllables, onset, spoken.split("|")[-2], shape, True, f"w{n:02d}", *norms, [])
        )
    write_fixture_lexicon(folder)
    words = fixture_words()
    write_parquet(folder / "words.parquet", pl.DataFrame(rows, schema=words.schema, orient="row"))
    return Lexicon.from_dir(folder)


def test_b1_crosses_with_length_only_where_too_few_bands_can_be_satisfied(
    tmp_path: Path, fixture_cells: list[Cell]
) -> None:
    lex = _correlated_lexicon(tmp_path)
    cells = _by_family(build_grid(lex, min_satisfying=1))["B1"]
    # plain: 6 single bands, 3 pairs of norms × both low or both high, all three low or high = 14 of 26, so 25 need
    # the reserve: all 14, then lengths 1 and 2 until there are thirty
    assert len([cell for cell in cells if cell.slots["syllables"] is None]) == 14
    assert len(cells) == 30
    assert {cell.tier for cell in cells} == {1, 2, 3}
    assert not [cell for cell in _by_family(fixture_cells)["B1"] if cell.slots["syllables"] is not None]


@pytest.mark.lexicon
def test_the_open_lexicon_fills_every_tier(open_grid: Grid) -> None:
    cells, _ = open_grid
    counts = {family: Counter(cell.tier for cell in found) for family, found in _by_family(cells).items()}
    for family in ("A1", "A2", "A3"):
        assert counts[family] == {1: 10, 2: 10, 3: 10}
    assert counts["B1"] == {1: 6, 2: 12, 3: 8}  # all that there is without reserve
    assert counts["B2"] == {1: 10, 2: 8, 3: 12}  # tier 2 is short, the largest tier fills up


@pytest.mark.lexicon
def test_every_cell_of_the_open_lexicon_is_satisfiable_and_says_by_how_much(
    open_lexicon: Lexicon, open_grid: Grid
) -> None:
    for cell in open_grid[0]:
        if cell.contrast is None:
            found, needed = open_lexicon.satisfying(cell.constraints, canonical_only=True).height, 20
        elif cell.contrast.kind == "multiple":
            found, needed = len(contrast_sets(open_lexicon, cell.contrast)), 4
        else:
            found, needed = contrast_pairs(open_lexicon, cell.contrast).height, 16
        assert cell.n_satisfying == found >= needed, cell.cell_id


@pytest.mark.lexicon
def test_every_pool_member_that_can_be_satisfied_is_asked_for(open_grid: Grid) -> None:
    cells, _ = open_grid
    families = _by_family(cells)
    assert {cell.slots["phoneme"] for cell in families["A1"]} == set(A1_PHONEMES)
    contrasts = {cell.contrast.phonemes for cell in families["A3"] if cell.contrast is not None}
    assert contrasts == {*MINIMAL, *MAXIMAL, *MULTIPLE}


@pytest.mark.lexicon
def test_what_is_omitted_has_too_few_answers_and_is_not_asked(open_grid: Grid) -> None:
    cells, omitted = open_grid
    asked = {(cell.family, slots_key(cell.slots)) for cell in cells}
    assert omitted
    for item in omitted:
        assert item.n_satisfying < item.needed
        assert (item.family, slots_key(item.slots)) not in asked


@pytest.mark.lexicon
def test_sets_narrowed_by_place_and_length_are_those_that_the_lexicon_would_find(open_lexicon: Lexicon) -> None:
    answers = Answers(open_lexicon)
    multiple = [d for d in a3_drafts() if d.covers in ("multiple s t ʃ θ", "multiple d ɡ dʒ l")]
    assert len(multiple) == 22
    for draft in multiple:
        assert draft.contrast is not None
        assert answers.count(draft) == len(contrast_sets(open_lexicon, draft.contrast)), draft.slots
