from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import write_parquet, write_text
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.loading import ENVIRONMENT_VARIABLE, lexicon_dir, load_tables
from stimfid_lib.lexicon.validation import refuse_contradictions
from stimfid_lib.phonology.ipa import PHONEMES, cv_shape, syllable_count
from tests.fixtures import fixture_pairs, fixture_words, write_fixture_lexicon


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty checkout that stands for the repository, with no runtime folder named."""
    monkeypatch.setenv("STIMFID_HOME", str(tmp_path))
    monkeypatch.delenv(ENVIRONMENT_VARIABLE, raising=False)
    return tmp_path


def test_the_folder_is_the_one_named_then_the_variable_then_runtime_then_the_open_lexicon(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(MissingInput, match=r"make study.*stimfid lexicon build"):
        lexicon_dir()
    opened = write_fixture_lexicon(checkout / "data" / "lexicon")
    assert lexicon_dir() == opened
    runtime = write_fixture_lexicon(checkout / "data" / "runtime")
    assert lexicon_dir() == runtime
    elsewhere = write_fixture_lexicon(checkout / "elsewhere")
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(elsewhere))
    assert lexicon_dir() == elsewhere
    assert lexicon_dir(opened) == opened


def test_a_named_runtime_folder_that_is_missing_is_no_reason_to_take_another(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_fixture_lexicon(checkout / "data" / "lexicon")
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(checkout / "not-mounted"))
    with pytest.raises(MissingInput, match=r"not-mounted \(named by \$PHONOLEX_RUNTIME_DIR\)"):
        Lexicon.from_dir()


def test_a_folder_that_lacks_a_table_is_missing_input(fixture_lexicon_dir: Path) -> None:
    (fixture_lexicon_dir / "pairs.parquet").unlink()
    with pytest.raises(MissingInput, match=r"no pairs\.parquet"):
        Lexicon.from_dir(fixture_lexicon_dir)


def test_ascii_g_tables_load_and_match(fixture_lexicon_dir: Path) -> None:
    words = fixture_words()
    plain = words.with_columns(
        pl.col("phonemes_str", "initial_phoneme", "final_phoneme").str.replace_all("ɡ", "g").str.replace_all("ɹ", "r"),
        pl.lit(["|b|æ|g|", "", "||"]).alias("variants"),
    )
    pairs = fixture_pairs().with_columns(phoneme2=pl.lit("g"))
    write_parquet(fixture_lexicon_dir / "words.parquet", plain)
    write_parquet(fixture_lexicon_dir / "pairs.parquet", pairs)
    tables = load_tables(fixture_lexicon_dir)
    for name in ("phonemes_str", "initial_phoneme", "final_phoneme"):
        assert tables.words[name].to_list() == words[name].to_list()
    assert tables.words["variants"][0].to_list() == ["|b|æ|ɡ|"]
    assert tables.pairs["phoneme2"].to_list() == ["ɡ"]


def test_pronunciations_may_lack_outer_bars(fixture_lexicon_dir: Path) -> None:
    words = fixture_words().with_columns(pl.col("phonemes_str").str.strip_chars("|"))
    write_parquet(fixture_lexicon_dir / "words.parquet", words)
    assert load_tables(fixture_lexicon_dir).words["phonemes_str"][0] == "|k|æ|t|"


def test_variants_may_be_absent_or_null_and_further_columns_are_kept(fixture_lexicon_dir: Path) -> None:
    words = fixture_words().drop("variants").with_columns(imageability=pl.lit(4), stress=pl.lit("1"), noun=pl.lit(True))
    write_parquet(fixture_lexicon_dir / "words.parquet", words)
    tables = load_tables(fixture_lexicon_dir)
    assert tables.words["variants"].to_list() == [[]] * 7
    assert tables.norms[-1] == "imageability"
    assert {"stress", "noun"} <= set(tables.words.columns)
    assert "stress" not in tables.norms
    assert "noun" not in tables.norms
    write_parquet(fixture_lexicon_dir / "words.parquet", fixture_words().with_columns(variants=None))
    assert load_tables(fixture_lexicon_dir).words["variants"].to_list() == [[]] * 7


def test_loose_types_are_read(fixture_lexicon_dir: Path) -> None:
    """As written by hand or by pandas: 0/1 flags, whole floats, whole-number norms, NaN for no value, no root."""
    words = fixture_words().with_columns(
        pl.col("is_canonical").cast(pl.Int8),
        pl.col("syllable_count").cast(pl.Float32),
        pl.col("aoa").cast(pl.Int32),
        pl.col("concreteness").fill_null(float("nan")),
        pl.lit(None).alias("familiarity"),
        pl.lit(None, dtype=pl.String).alias("root"),
        pl.col("word").cast(pl.Categorical),
    )
    write_parquet(fixture_lexicon_dir / "words.parquet", words)
    loaded = load_tables(fixture_lexicon_dir).words
    assert loaded["is_canonical"].to_list() == [True] * 7
    assert loaded["syllable_count"].to_list() == [1, 1, 2, 1, 2, 2, 1]
    assert loaded["aoa"].dtype == pl.Float64
    assert loaded["concreteness"].null_count() == 1
    assert loaded["familiarity"].null_count() == 7
    assert loaded["root"].to_list() == loaded["word"].to_list()


@pytest.mark.parametrize("column", [name for name in fixture_words().columns if name != "variants"])
def test_a_missing_column_of_words_is_refused_by_name(fixture_lexicon_dir: Path, column: str) -> None:
    write_parquet(fixture_lexicon_dir / "words.parquet", fixture_words().drop(column))
    with pytest.raises(Refused, match=rf"words\.parquet: missing column '{column}'"):
        Lexicon.from_dir(fixture_lexicon_dir)


@pytest.mark.parametrize("column", fixture_pairs().columns)
def test_a_missing_column_of_pairs_is_refused_by_name(fixture_lexicon_dir: Path, column: str) -> None:
    write_parquet(fixture_lexicon_dir / "pairs.parquet", fixture_pairs().drop(column))
    with pytest.raises(Refused, match=rf"pairs\.parquet: missing column '{column}'"):
        Lexicon.from_dir(fixture_lexicon_dir)


def _spoil(frame: pl.DataFrame, column: str, row: int, value: Any) -> pl.DataFrame:
    values = frame[column].to_list()
    values[row] = value
    return frame.with_columns(pl.Series(column, values, dtype=frame.schema[column]))


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        ("word", None, "no value"),
        ("word", "  ", "no value"),
        ("phonemes_str", None, "no value"),
        ("phonemes_str", "||", "holds no phoneme"),
        ("phonemes_str", "|ɹ|ɪ|Q|", "unknown phoneme symbol 'Q'"),
        ("syllable_count", None, "no value"),
        ("initial_phoneme", None, "no value"),
        ("initial_phoneme", "Q", "unknown phoneme symbol 'Q'"),
        ("final_phoneme", "Q", "unknown phoneme symbol 'Q'"),
        ("cv_shape", None, "no value"),
        ("is_canonical", None, "no value"),
        ("variants", ["|ɹ|Q|"], "unknown phoneme symbol 'Q'"),
    ],
)
def test_a_bad_value_of_words_is_named_by_file_column_and_row(
    fixture_lexicon_dir: Path, column: str, value: Any, told: str
) -> None:
    path = fixture_lexicon_dir / "words.parquet"
    write_parquet(path, _spoil(fixture_words(), column, 3, value))  # ring, the fourth row
    with pytest.raises(Refused, match=re.escape(f"{path}: column '{column}', row 4: ") + f".*{told}"):
        Lexicon.from_dir(fixture_lexicon_dir)


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        ("word1", None, "no value"),
        ("phoneme2", "Q", "unknown phoneme symbol 'Q'"),
        ("position_type", "middle", "'middle' is none of initial, medial, final"),
        ("feature_distance", None, "no value"),
        ("feature_distance", float("nan"), "no value"),
    ],
)
def test_a_bad_value_of_pairs_is_named_by_file_column_and_row(
    fixture_lexicon_dir: Path, column: str, value: Any, told: str
) -> None:
    path = fixture_lexicon_dir / "pairs.parquet"
    write_parquet(path, _spoil(fixture_pairs(), column, 0, value))
    with pytest.raises(Refused, match=re.escape(f"{path}: column '{column}', row 1: ") + f".*{told}"):
        Lexicon.from_dir(fixture_lexicon_dir)


def test_values_of_another_type_are_refused(fixture_lexicon_dir: Path) -> None:
    path = fixture_lexicon_dir / "words.parquet"
    write_parquet(path, fixture_words().with_columns(syllable_count=pl.lit("two")))
    with pytest.raises(Refused, match="column 'syllable_count' must hold Int64"):
        load_tables(fixture_lexicon_dir)
    write_parquet(path, fixture_words().with_columns(syllable_count=pl.lit(1.5)))
    with pytest.raises(Refused, match=r"column 'syllable_count', row 1: 1\.5 is no whole number"):
        load_tables(fixture_lexicon_dir)
    write_parquet(path, fixture_words().with_columns(variants=pl.lit("|k|")))
    with pytest.raises(Refused, match="column 'variants'"):
        load_tables(fixture_lexicon_dir)


def test_a_file_that_is_no_table_or_holds_no_word_is_refused(fixture_lexicon_dir: Path) -> None:
    path = fixture_lexicon_dir / "words.parquet"
    write_parquet(path, fixture_words().clear())
    with pytest.raises(Refused, match="holds no word"):
        load_tables(fixture_lexicon_dir)
    write_text(path, "word,phonemes\n")
    with pytest.raises(Refused, match=r"words\.parquet: not a readable parquet file"):
        load_tables(fixture_lexicon_dir)


def test_a_pair_written_the_wrong_way_round_is_turned_with_its_phonemes(fixture_lexicon_dir: Path) -> None:
    turned = fixture_pairs().with_columns(word1="word2", word2="word1", phoneme1="phoneme2", phoneme2="phoneme1")
    assert turned["word1"].to_list() == ["cat"]
    write_parquet(fixture_lexicon_dir / "pairs.parquet", turned)
    assert load_tables(fixture_lexicon_dir).pairs.equals(fixture_pairs())


@pytest.mark.parametrize(
    ("column", "wrong"), [("syllable_count", 2), ("initial_phoneme", "b"), ("final_phoneme", "p"), ("cv_shape", "CVV")]
)
def test_a_row_that_contradicts_its_phonemes_is_named(fixture_lexicon_dir: Path, column: str, wrong: Any) -> None:
    path = fixture_lexicon_dir / "words.parquet"
    words = fixture_words()
    values = words[column].to_list()
    values[3] = wrong  # ring, |ɹ|ɪ|ŋ|
    write_parquet(path, words.with_columns(pl.Series(column, values)))
    with pytest.raises(Refused, match=rf"words\.parquet: column '{column}', row 4: .*contradicts.*ɹ\|ɪ\|ŋ"):
        load_tables(fixture_lexicon_dir)


@pytest.mark.parametrize("phoneme", PHONEMES)
def test_every_symbol_is_one_vowel_or_one_consonant(phoneme: str) -> None:
    shape = cv_shape([phoneme])
    row = {"phonemes_str": f"|{phoneme}|t|", "initial_phoneme": phoneme, "final_phoneme": "t", "cv_shape": f"{shape}C"}
    table = pl.DataFrame([{**row, "syllable_count": syllable_count([phoneme])}])
    refuse_contradictions(table, Path("words.parquet"))
    with pytest.raises(Refused, match="cv_shape"):
        refuse_contradictions(
            table.with_columns(cv_shape=pl.lit("VV" if shape == "C" else "CC")), Path("words.parquet")
        )


@pytest.mark.parametrize(("table", "column"), [("words", "aoa"), ("pairs", "feature_distance")])
def test_an_infinite_number_is_no_value(fixture_lexicon_dir: Path, table: str, column: str) -> None:
    path = fixture_lexicon_dir / f"{table}.parquet"
    frame = pl.read_parquet(path)
    write_parquet(path, frame.with_columns(pl.lit(float("-inf")).alias(column)))
    with pytest.raises(Refused, match=rf"{table}\.parquet: column '{column}', row 1: -inf"):
        load_tables(fixture_lexicon_dir)
