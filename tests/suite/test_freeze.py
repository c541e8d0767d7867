from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import write_json, write_parquet
from stimfid_lib.lexicon.constraints import constraints_from_json
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.suite.cell import Cell
from stimfid_lib.suite.freeze import SUITE_SCHEMA, build_suite, build_suite_with_manifest, freeze
from stimfid_lib.suite.manifest import suite_sha256

Suite = tuple[pl.DataFrame, dict[str, Any]]


def test_every_cell_is_asked_in_both_arms(fixture_suite: pl.DataFrame, fixture_cells: list[Cell]) -> None:
    assert fixture_suite.columns == list(SUITE_SCHEMA)
    assert fixture_suite.height == 2 * len(fixture_cells)
    assert set(fixture_suite["prompt_id"]) == {
        f"{c.cell_id}:{arm}" for c in fixture_cells for arm in ("naive", "expert")
    }


def test_rows_carry_what_scores_them(fixture_suite: pl.DataFrame, fixture_cells: list[Cell]) -> None:
    cells = {cell.cell_id: cell for cell in fixture_cells}
    for row in fixture_suite.iter_rows(named=True):
        cell = cells[row["cell_id"]]
        assert tuple(constraints_from_json(row["constraints_json"])) == cell.constraints
        contrast = None if row["contrast_json"] is None else Contrast.from_json(row["contrast_json"])
        assert (contrast, row["list_length"], row["tier"]) == (cell.contrast, cell.list_length, cell.tier)


def test_provenance_says_where_a_wording_comes_from(fixture_suite: pl.DataFrame) -> None:
    found = set(fixture_suite.select("family", "arm", "provenance").unique().iter_rows())
    naive = {("A1", "adapted"), ("A2", "adapted"), *((family, "reconstructed") for family in ("A3", "B1", "B2"))}
    assert found == {(f, "naive", p) for f, p in naive} | {(f, "expert", "constructed") for f, _ in naive}


def test_the_digest_is_that_of_the_rows_by_prompt_id_joined_by_unit_and_record_separators() -> None:
    rows = pl.DataFrame({"prompt_id": ["b", "a"], "text": ["two", None], "n": [10, 8]})
    by_hand = hashlib.sha256(b"a\x1f\x1f8\x1eb\x1ftwo\x1f10").hexdigest()
    assert suite_sha256(rows) == suite_sha256(rows.reverse()) == by_hand


def test_two_builds_are_the_same_bytes(fixture_lexicon: Lexicon, tmp_path: Path) -> None:
    for name in ("one", "two"):
        suite, manifest = build_suite_with_manifest(fixture_lexicon)
        write_parquet(tmp_path / name, suite)
        write_json(tmp_path / f"{name}.json", manifest | {"built": ""})
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_the_manifest_names_what_the_suite_rests_on(fixture_lexicon: Lexicon, fixture_suite: pl.DataFrame) -> None:
    _, manifest = build_suite_with_manifest(fixture_lexicon)
    assert manifest["suite_sha256"] == suite_sha256(fixture_suite)
    assert manifest["n_prompts"] == fixture_suite.height == 2 * manifest["n_cells"]
    assert manifest["lexicon"] == "seven-word fixture"
    assert manifest["lexicon_words_sha256"] == fixture_lexicon.identity.words_sha256
    assert manifest["lexicon_pairs_sha256"] == fixture_lexicon.identity.pairs_sha256
    # by hand, from the notes in tests/fixtures.py; a tertile that every prompt states is the one that scores
    assert manifest["tertiles"]["aoa"] == [4.0, 6.0]
    assert manifest["density_tertiles"] == {"any": [2, 30], "1": [20, 30], "2": [2, 2], "1-2": [2, 30], "2-3": [2, 2]}
    assert manifest["feature_distance_threshold"] == 4.5  # one pair, so its distance is every percentile
    assert manifest["min_satisfying"] == 0
    assert manifest["omitted"] == []
    assert set(manifest["satisfiable"]) == set(fixture_suite["cell_id"])
    words = fixture_lexicon.folder / "wordlist.txt"
    assert manifest["wordlist_sha256"] == hashlib.sha256(words.read_bytes()).hexdigest()
    json.dumps(manifest, allow_nan=False)


def test_a_word_list_that_is_not_there_is_missed(fixture_lexicon: Lexicon, tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match=r"no\.txt"):
        build_suite_with_manifest(fixture_lexicon, wordlist=tmp_path / "no.txt")


@pytest.fixture
def frozen(fixture_lexicon: Lexicon, tmp_path: Path) -> tuple[pl.DataFrame, dict[str, Any], Path]:
    suite, manifest = build_suite_with_manifest(fixture_lexicon)
    path = tmp_path / "suite_manifest.json"
    assert freeze(suite, manifest, path)
    return suite, manifest, path


def test_freezing_the_same_suite_again_leaves_the_file_alone(
    frozen: tuple[pl.DataFrame, dict[str, Any], Path],
) -> None:
    suite, manifest, path = frozen
    before = path.read_bytes(), path.stat().st_mtime_ns
    assert not freeze(suite, manifest | {"built": "2031-01-01"}, path)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


def test_a_touched_prompt_is_refused_and_nothing_overwritten(
    frozen: tuple[pl.DataFrame, dict[str, Any], Path],
) -> None:
    suite, manifest, path = frozen
    before = path.read_bytes()
    touched = suite.with_columns(pl.col("prompt_text").str.replace("words", "items"))
    with pytest.raises(Refused, match=r"changed suite_sha256\..*bump the version \(new file name") as refused:
        freeze(touched, manifest | {"suite_sha256": suite_sha256(touched)}, path)
    assert refused.value.exit_status == 1
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "value"),
    [("lexicon_words_sha256", "f" * 64), ("wordlist_sha256", "f" * 64), ("feature_distance_threshold", 1.25)],
)
def test_the_same_prompts_scored_by_other_numbers_are_another_suite(
    frozen: tuple[pl.DataFrame, dict[str, Any], Path], name: str, value: object
) -> None:
    suite, manifest, path = frozen
    before = path.read_bytes()
    with pytest.raises(Refused, match=rf"changed {name}\. .*bump the version \(new file name"):
        freeze(suite, manifest | {name: value}, path)
    assert path.read_bytes() == before


def test_a_suite_that_its_manifest_does_not_describe_is_refused(
    frozen: tuple[pl.DataFrame, dict[str, Any], Path], tmp_path: Path
) -> None:
    suite, manifest, _ = frozen
    with pytest.raises(Refused, match="the manifest describes"):
        freeze(suite.head(3), manifest, tmp_path / "other.json")
    assert not (tmp_path / "other.json").exists()


@pytest.mark.parametrize("text", ["not json", "{}", "[]"])
def test_a_file_that_is_no_manifest_is_never_overwritten(
    frozen: tuple[pl.DataFrame, dict[str, Any], Path], text: str
) -> None:
    suite, manifest, path = frozen
    path.write_text(text)
    with pytest.raises(Refused, match="no suite manifest"):
        freeze(suite, manifest, path)
    assert path.read_text() == text


def test_a_lexicon_in_which_a_maximal_contrast_is_near_is_refused(tmp_path: Path) -> None:
    from tests.fixtures import PAIR_ROWS, WORD_ROWS, fixture_pairs, fixture_words, write_fixture_lexicon

    folder = write_fixture_lexicon(tmp_path)
    # rat/bat is an ɹ/b pair; given a distance of 1.0, it is below the 75th percentile of {4.5, 4.5, 1.0}
    rat = ("rat", "|ɹ|æ|t|", 1, "ɹ", "t", "CVC", True, "rat", *WORD_ROWS[1][8:])
    words = fixture_words()
    write_parquet(folder / "words.parquet", pl.concat([words, pl.DataFrame([rat], schema=words.schema, orient="row")]))
    pairs = fixture_pairs()
    added = [
        ("cat", "rat", "k", "ɹ", *PAIR_ROWS[0][4:]),
        ("bat", "rat", "b", "ɹ", 0, "initial", 1.0, 2.0, True),
    ]
    write_parquet(folder / "pairs.parquet", pl.concat([pairs, pl.DataFrame(added, schema=pairs.schema, orient="row")]))
    with pytest.raises(Refused, match=r"maximal contrast ɹ b has feature distance 1\.00"):
        build_suite(Lexicon.from_dir(folder))


@pytest.mark.lexicon
def test_the_open_lexicons_suite(open_suite: Suite) -> None:
    suite, manifest = open_suite
    assert manifest["min_satisfying"] == 2
    assert manifest["n_prompts"] == suite.height == 2 * manifest["n_cells"]
    assert suite["prompt_text"].n_unique() == suite.height
    assert min(manifest["satisfiable"].values()) >= 4
    assert Counter(item["family"] for item in manifest["omitted"]).keys() <= {"A1", "A2", "A3", "B1", "B2"}
    assert manifest["wordlist_sha256"]


@pytest.mark.lexicon
def test_a_band_in_the_suite_is_the_manifests_tertile(open_suite: Suite) -> None:
    suite, manifest = open_suite
    bands = {
        (c.params["prop"], c.params["min"], c.params["max"])
        for text in suite["constraints_json"]
        for c in constraints_from_json(text)
        if c.kind == "norm_band"
    }
    for norm, (low, high) in manifest["tertiles"].items():
        assert {band for band in bands if band[0] == norm} == {(norm, None, low), (norm, high, None)}
    densities = list(manifest["density_tertiles"].values())
    lows, highs = ({bounds[end] for bounds in densities} for end in (0, 1))
    for _, least, most in (band for band in bands if band[0] == "neighborhood_density"):
        assert (most in lows) if least is None else (least in highs)
