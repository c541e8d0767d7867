from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import write_parquet
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.schema import NORMS
from stimfid_lib.phonology.ipa import cv_shape
from tests.fixtures import fixture_pairs, fixture_words, lexicon_of

SEVEN = ["cat", "bat", "rabbit", "ring", "missing", "kingdom", "wig"]


def words_of(lex: Lexicon, *constraints: Constraint, canonical_only: bool = False) -> list[str]:
    return lex.satisfying(constraints, canonical_only=canonical_only)["word"].to_list()


def test_what_it_holds(fixture_lexicon: Lexicon) -> None:
    assert fixture_lexicon.primary["word"].to_list() == SEVEN
    assert len(fixture_lexicon) == 7
    assert fixture_lexicon.norms == NORMS
    assert fixture_lexicon.identity.name == "seven-word fixture"
    assert repr(fixture_lexicon) == "<Lexicon 'seven-word fixture': 7 words, 1 pairs>"


def test_scale_asks_for_a_norm_of_the_lexicon(fixture_lexicon: Lexicon) -> None:
    assert fixture_lexicon.scale("aoa").unit == "years"
    with pytest.raises(Refused, match=r"unknown norm 'valence'.*aoa, concreteness"):
        fixture_lexicon.scale("valence")


def test_satisfying_keeps_the_tables_order_and_all_columns(fixture_lexicon: Lexicon) -> None:
    assert words_of(fixture_lexicon) == SEVEN
    found = fixture_lexicon.satisfying([Constraint("syllable_count", {"min": 2})])
    assert found["word"].to_list() == ["rabbit", "missing", "kingdom"]
    assert found.columns == fixture_lexicon.primary.columns


def test_ascii_g_matches_the_voiced_velar_stop_and_not_the_nasal(fixture_lexicon: Lexicon) -> None:
    assert words_of(fixture_lexicon, Constraint("phoneme_at", {"phoneme": "g", "position": "final"})) == ["wig"]
    assert words_of(fixture_lexicon, Constraint("contains_phoneme", {"phoneme": "ŋ"})) == ["ring", "missing", "kingdom"]


def test_count_is_of_canonical_words(tmp_path: Path) -> None:
    lex = lexicon_of(
        tmp_path, {"cat": "k æ t", "kate": "k eɪ t", "ice-cat": "aɪ s k æ t"}, is_canonical=[True, False, True]
    )
    k = [Constraint("contains_phoneme", {"phoneme": "k"})]
    assert words_of(lex, *k) == ["cat", "kate"]  # ice-cat is two words, which no item can be
    assert words_of(lex, *k, canonical_only=True) == ["cat"]
    assert lex.count(k) == 1
    assert lex.count([]) == 1


def test_tertiles_are_reckoned_by_hand(fixture_lexicon: Lexicon) -> None:
    assert fixture_lexicon.tertiles("aoa") == (4.0, 6.0)
    assert fixture_lexicon.tertiles("concreteness") == (4.6, 4.7)  # six values: one word has none
    assert fixture_lexicon.tertiles("log_frequency") == (2.8, 3.2)
    assert fixture_lexicon.tertiles("familiarity") == (500.0, 540.0)


def test_density_tertiles_within_words_of_a_length(fixture_lexicon: Lexicon) -> None:
    assert fixture_lexicon.tertiles("neighborhood_density") == (3.0, 20.0)
    assert fixture_lexicon.tertiles("neighborhood_density", syllables=1) == (20.0, 30.0)
    assert fixture_lexicon.tertiles("neighborhood_density", syllables=2) == (2.0, 2.0)
    assert fixture_lexicon.tertiles("neighborhood_density", syllables=(1, 2)) == (3.0, 20.0)


def test_tertiles_leave_out_words_that_are_not_canonical(tmp_path: Path) -> None:
    lex = lexicon_of(
        tmp_path,
        {"cat": "k æ t", "bat": "b æ t", "hat": "h æ t", "gat": "ɡ æ t"},
        is_canonical=[True, True, True, False],
        aoa=[1.0, 2.0, 3.0, 99.0],
    )
    assert lex.tertiles("aoa") == (2.0, 2.0)


def test_tertiles_that_nothing_bears_are_refused(fixture_lexicon: Lexicon) -> None:
    with pytest.raises(Refused, match="unknown norm 'valence'"):
        fixture_lexicon.tertiles("valence")
    with pytest.raises(Refused, match="no canonical word of 5 syllables"):
        fixture_lexicon.tertiles("aoa", syllables=5)
    with pytest.raises(Refused, match="empty syllable range 3 to 2"):
        fixture_lexicon.tertiles("aoa", syllables=(3, 2))


def test_the_distance_threshold_is_the_upper_quartile_of_canonical_pairs(fixture_lexicon_dir: Path) -> None:
    rows = [
        (f"{letter}at", "rat", "b", "ɹ", 0, "initial", distance, 0.0, letter != "e")
        for letter, distance in zip("abcde", (1.0, 2.0, 3.0, 4.0, 50.0), strict=True)
    ]
    pairs = pl.DataFrame(rows, schema=fixture_pairs().schema, orient="row")
    write_parquet(fixture_lexicon_dir / "pairs.parquet", pairs)
    # four canonical distances: index .75 × 3 = 2.25, nearest 2
    assert Lexicon.from_dir(fixture_lexicon_dir).feature_distance_threshold() == 3.0
    write_parquet(fixture_lexicon_dir / "pairs.parquet", pairs.clear())
    with pytest.raises(Refused, match="no canonical pair"):
        Lexicon.from_dir(fixture_lexicon_dir).feature_distance_threshold()


def test_the_primary_row_is_the_first_canonical_one_else_the_first(fixture_lexicon_dir: Path) -> None:
    cat = fixture_words().head(1)

    def row(word: str, pronunciation: str, *, canonical: bool) -> pl.DataFrame:
        sounds = pronunciation.strip("|").split("|")
        return cat.with_columns(
            word=pl.lit(word),
            phonemes_str=pl.lit(pronunciation),
            initial_phoneme=pl.lit(sounds[0]),
            final_phoneme=pl.lit(sounds[-1]),
            cv_shape=pl.lit(cv_shape(sounds)),
            is_canonical=pl.lit(canonical),
        )

    rows = [
        row("read", "|ɹ|ɛ|d|", canonical=False),
        row("wind", "|w|aɪ|n|d|", canonical=False),
        row("read", "|ɹ|i|d|", canonical=True),
        row("Read", "|ɹ|i|d|", canonical=True),
        row("wind", "|w|ɪ|n|d|", canonical=False),
    ]
    write_parquet(fixture_lexicon_dir / "words.parquet", pl.concat(rows))
    lex = Lexicon.from_dir(fixture_lexicon_dir)
    assert lex.words.height == 5
    assert lex.primary["word"].to_list() == ["wind", "read"]
    read, wind = lex.get("read"), lex.get("wind")
    assert read is not None
    assert read.phonemes == ("ɹ", "i", "d")
    assert read.variants == (("ɹ", "ɛ", "d"),)
    assert wind is not None
    assert wind.phonemes == ("w", "aɪ", "n", "d")
    assert wind.variants == (("w", "ɪ", "n", "d"),)
    assert lex.count([]) == 1


def test_masks_are_kept_and_cannot_be_written(fixture_lexicon: Lexicon) -> None:
    constraint = Constraint("contains_phoneme", {"phoneme": "k"})
    mask = fixture_lexicon.masks.mask(constraint)
    assert fixture_lexicon.masks.mask(Constraint("contains_phoneme", {"phoneme": "k"})) is mask
    with pytest.raises(ValueError, match="read-only"):
        mask[0] = np.True_


def test_rows_roots_and_second_pronunciations_by_row(fixture_lexicon: Lexicon) -> None:
    row = fixture_lexicon.row("missing")
    assert row is not None
    assert fixture_lexicon.primary["word"][row] == "missing"
    assert fixture_lexicon.root(row) == "miss"
    assert fixture_lexicon.row("Missing") is None, "a row is asked for in the normal spelling"
    assert fixture_lexicon.row("florb") is None
    varied = [word for word, more in zip(fixture_lexicon.primary["word"], fixture_lexicon.varied, strict=True) if more]
    assert varied == ["rabbit"]
