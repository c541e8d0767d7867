from __future__ import annotations

import dataclasses
from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.files import write_parquet
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.record import PairInfo, WordRecord
from tests.fixtures import fixture_pairs, fixture_words

CAT = WordRecord(
    word="cat",
    phonemes=("k", "æ", "t"),
    syllable_count=1,
    initial_phoneme="k",
    final_phoneme="t",
    cv_shape="CVC",
    is_canonical=True,
    root="cat",
    norms={"aoa": 3.0, "concreteness": 4.9, "log_frequency": 3.5, "neighborhood_density": 40.0, "familiarity": 580.0},
)


@pytest.mark.parametrize("spelling", ["cat", "CAT", " Cat\n"])
def test_a_word_is_found_whatever_its_case(fixture_lexicon: Lexicon, spelling: str) -> None:
    assert fixture_lexicon.get(spelling) == CAT


def test_a_word_outside_is_none(fixture_lexicon: Lexicon) -> None:
    assert fixture_lexicon.get("zephyr") is None
    assert fixture_lexicon.get("") is None


def test_a_curly_apostrophe_makes_no_difference_on_either_side(fixture_lexicon_dir: Path) -> None:
    words = fixture_words().head(2).with_columns(word=pl.Series(["don’t", "can't"]))
    write_parquet(fixture_lexicon_dir / "words.parquet", words)
    lex = Lexicon.from_dir(fixture_lexicon_dir)
    for spelling in ("don't", "Don’t"):
        record = lex.get(spelling)
        assert record is not None
        assert record.word == "don’t"
    assert lex.get("CAN’T") is not None


def test_root_norms_and_variants_come_from_the_table(fixture_lexicon: Lexicon) -> None:
    missing, rabbit = fixture_lexicon.get("missing"), fixture_lexicon.get("rabbit")
    assert missing is not None
    assert missing.root == "miss"
    assert missing.norms["concreteness"] is None
    assert rabbit is not None
    assert rabbit.variants == (("ɹ", "æ", "b", "ə", "t"),)


def test_a_second_row_of_a_word_counts_as_a_second_pronunciation(fixture_lexicon_dir: Path) -> None:
    twice = fixture_words().head(1).with_columns(phonemes_str=pl.lit("|k|ɑ|t|"), is_canonical=pl.lit(value=False))
    write_parquet(fixture_lexicon_dir / "words.parquet", pl.concat([fixture_words(), twice]))
    lex = Lexicon.from_dir(fixture_lexicon_dir)
    varied = [word for word, more in zip(lex.primary["word"], lex.varied, strict=True) if more]
    assert varied == ["cat", "rabbit"]


def test_a_record_is_frozen_hashable_and_made_once(fixture_lexicon: Lexicon) -> None:
    record = fixture_lexicon.get("cat")
    assert record is fixture_lexicon.get("Cat")
    assert hash(record) == hash(CAT)
    with pytest.raises(dataclasses.FrozenInstanceError):
        record.word = "dog"  # type: ignore[misc, union-attr]


def test_a_variant_that_repeats_the_primary_is_none(fixture_lexicon_dir: Path) -> None:
    words = fixture_words().head(1).with_columns(variants=pl.lit(["|k|æ|t|", "|k|ɑ|t|", "|k|ɑ|t|"]))
    write_parquet(fixture_lexicon_dir / "words.parquet", words)
    record = Lexicon.from_dir(fixture_lexicon_dir).get("cat")
    assert record is not None
    assert record.variants == (("k", "ɑ", "t"),)


def test_a_pair_is_found_in_either_order(fixture_lexicon: Lexicon) -> None:
    pair = PairInfo("bat", "cat", "b", "k", 0, "initial", 4.5, 0.0, True)
    assert fixture_lexicon.pair_info("cat", "bat") == pair
    assert fixture_lexicon.pair_info("Bat", "CAT") == pair
    assert fixture_lexicon.pair_info("cat", "ring") is None
    assert fixture_lexicon.pair_info("cat", "cat") is None
    assert fixture_lexicon.pair_info("cat", "zephyr") is None


def test_of_several_rows_of_a_pair_the_first_canonical_one_stands(fixture_lexicon_dir: Path) -> None:
    rows = [
        fixture_pairs().with_columns(feature_distance=pl.lit(distance), is_canonical=pl.lit(canonical))
        for distance, canonical in ((1.0, False), (2.0, True), (3.0, True))
    ]
    write_parquet(fixture_lexicon_dir / "pairs.parquet", pl.concat(rows))
    pair = Lexicon.from_dir(fixture_lexicon_dir).pair_info("cat", "bat")
    assert pair is not None
    assert pair.feature_distance == 2.0
    write_parquet(
        fixture_lexicon_dir / "pairs.parquet", pl.concat([rows[0], rows[0].with_columns(feature_distance=9.0)])
    )
    pair = Lexicon.from_dir(fixture_lexicon_dir).pair_info("cat", "bat")
    assert pair is not None
    assert pair.feature_distance == 1.0


def test_a_table_without_pairs_has_none(fixture_lexicon_dir: Path) -> None:
    write_parquet(fixture_lexicon_dir / "pairs.parquet", fixture_pairs().clear())
    assert Lexicon.from_dir(fixture_lexicon_dir).pair_info("cat", "bat") is None
