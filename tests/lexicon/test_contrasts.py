from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import write_parquet
from stimfid_lib.lexicon.contrasts import Contrast, contrast_pairs, contrast_sets
from stimfid_lib.lexicon.lexicon import Lexicon
from tests.fixtures import lexicon_of
from tests.strategies import phonemes

# s/θ: initial sink-think, sum-thumb; final mass-math, pass-path; medial lessen-lethen (no word, two syllables)
WORDS = {
    "sink": "s ɪ ŋ k",
    "think": "θ ɪ ŋ k",
    "sum": "s ʌ m",
    "thumb": "θ ʌ m",
    "some": "s ʌ m",
    "mass": "m æ s",
    "math": "m æ θ",
    "mat": "m æ t",
    "mash": "m æ ʃ",
    "pass": "p æ s",
    "path": "p æ θ",
    "pat": "p æ t",
    "lessen": "l ɛ s ə n",
    "lethen": "l ɛ θ ə n",
    "matt": "m æ t",
}
FREQUENCY = [3.0, 3.0, 2.0, 2.0, 4.0, 2.0, 2.0, 1.0, 1.0, 3.0, 3.0, 3.0, 1.0, 1.0, None]


@pytest.fixture(scope="module")
def lex(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return lexicon_of(tmp_path_factory.mktemp("contrasts"), WORDS, log_frequency=FREQUENCY)


def pairs(lex: Lexicon, *arguments: Any) -> list[tuple[str, str]]:
    return contrast_pairs(lex, Contrast(*arguments)).select("target", "contrast_word").rows()


def test_pairs_of_two_phonemes_with_the_first_ones_word_as_target(lex: Lexicon) -> None:
    found = [
        ("lessen", "lethen"),
        ("mass", "math"),
        ("pass", "path"),
        ("sink", "think"),
        ("some", "thumb"),
        ("sum", "thumb"),
    ]
    assert pairs(lex, "minimal", ("s", "θ")) == found
    assert pairs(lex, "maximal", ("s", "θ")) == found
    assert pairs(lex, "minimal", ("θ", "s")) == sorted((other, target) for target, other in found)


def test_pairs_at_a_position_and_of_a_length(lex: Lexicon) -> None:
    assert pairs(lex, "minimal", ("s", "θ"), "final") == [("mass", "math"), ("pass", "path")]
    assert pairs(lex, "minimal", ("s", "θ"), "medial") == [("lessen", "lethen")]
    assert pairs(lex, "minimal", ("s", "θ"), "medial", 1) == []
    assert pairs(lex, "minimal", ("s", "θ"), None, 2) == [("lessen", "lethen")]
    assert pairs(lex, "minimal", ("s", "k")) == []


def test_the_rows_of_the_pair_table_come_with_them(lex: Lexicon) -> None:
    found = contrast_pairs(lex, Contrast("minimal", ("θ", "s"), "medial"))
    assert found.columns == ["target", "contrast_word", *lex.pairs.columns]
    assert found.row(0, named=True) | {} == {
        "target": "lethen",
        "contrast_word": "lessen",
        "word1": "lessen",
        "word2": "lethen",
        "phoneme1": "s",
        "phoneme2": "θ",
        "position": 2,
        "position_type": "medial",
        "feature_distance": 1.0,
        "sonorant_diff": 0.0,
        "is_canonical": True,
    }


def test_rows_that_are_not_canonical_or_not_true_are_left_out(tmp_path: Path) -> None:
    """A pair that rests on a secondary pronunciation would be scored as a false pair."""
    lex = lexicon_of(tmp_path, WORDS, is_canonical=[word != "sink" for word in WORDS])
    table = lex.pairs
    spoilt = table.with_columns(
        is_canonical=pl.col("word2") != "path",
        phoneme1=pl.when(pl.col("word2") == "lethen").then(pl.lit("z")).otherwise("phoneme1"),
        position_type=pl.when(pl.col("word2") == "math").then(pl.lit("initial")).otherwise("position_type"),
    )
    false = pl.DataFrame(
        [
            ("mass", "path", "s", "θ", 2, "final", 1.0, 0.0, True),
            ("nass", "nath", "s", "θ", 2, "final", 1.0, 0.0, True),
        ],
        schema=table.schema,
        orient="row",
    )
    write_parquet(tmp_path / "pairs.parquet", pl.concat([spoilt, false]))
    lex = Lexicon.from_dir(tmp_path)
    assert pairs(lex, "minimal", ("s", "θ")) == [("some", "thumb"), ("sum", "thumb")]
    assert pairs(lex, "minimal", ("z", "θ")) == []


def test_an_empty_pair_table_has_no_pairs(tmp_path: Path) -> None:
    assert pairs(lexicon_of(tmp_path, {"cat": "k æ t"}), "minimal", ("k", "t")) == []


def test_sets_need_a_word_for_every_phoneme_of_the_contrast(lex: Lexicon) -> None:
    assert contrast_sets(lex, Contrast("multiple", ("s", "t", "θ"))) == [
        ("mass", "mat", "math"),
        ("pass", "pat", "path"),
    ]
    assert contrast_sets(lex, Contrast("multiple", ("s", "θ", "t", "ʃ"))) == [("mass", "math", "mat", "mash")]
    assert contrast_sets(lex, Contrast("multiple", ("θ", "s", "k"))) == []


def test_sets_at_a_position_and_of_a_length(lex: Lexicon) -> None:
    assert contrast_sets(lex, Contrast("multiple", ("s", "t", "θ"), "initial")) == []
    assert len(contrast_sets(lex, Contrast("multiple", ("s", "t", "θ"), "final", 1))) == 2
    assert contrast_sets(lex, Contrast("multiple", ("s", "t", "θ"), "final", 2)) == []


def test_of_homophones_the_most_frequent_then_the_first_in_the_alphabet_fills_a_frame(tmp_path: Path) -> None:
    words = {"sum": "s ʌ m", "some": "s ʌ m", "thumb": "θ ʌ m", "come": "k ʌ m", "cumm": "k ʌ m", "aum": "k ʌ m"}
    asked = Contrast("multiple", ("θ", "s", "k"))
    lex = lexicon_of(tmp_path / "a", words, log_frequency=[2.0, 4.0, 1.0, 3.0, 3.0, None])
    assert contrast_sets(lex, asked) == [("thumb", "some", "come")]
    lex = lexicon_of(tmp_path / "b", words)
    assert contrast_sets(lex, asked) == [("thumb", "some", "aum")]


def test_sets_hold_only_canonical_single_words(tmp_path: Path) -> None:
    words = {"sum": "s ʌ m", "thumb": "θ ʌ m", "k-um": "k ʌ m", "tum": "t ʌ m"}
    lex = lexicon_of(tmp_path, words, is_canonical=[True, True, True, False])
    assert contrast_sets(lex, Contrast("multiple", ("θ", "s", "k"))) == []
    assert contrast_sets(lex, Contrast("multiple", ("θ", "s", "t"))) == []


def test_a_target_sound_twice_in_a_word_makes_two_frames(tmp_path: Path) -> None:
    lex = lexicon_of(tmp_path, {"tot": "t ɑ t", "cot": "k ɑ t", "pot": "p ɑ t", "tock": "t ɑ k", "top": "t ɑ p"})
    assert contrast_sets(lex, Contrast("multiple", ("t", "k", "p"))) == [("tot", "cot", "pot"), ("tot", "tock", "top")]


def test_pairs_and_sets_are_not_asked_of_each_other(lex: Lexicon) -> None:
    with pytest.raises(Refused, match="contrast_sets"):
        contrast_pairs(lex, Contrast("multiple", ("s", "t", "θ")))
    with pytest.raises(Refused, match="contrast_pairs"):
        contrast_sets(lex, Contrast("minimal", ("s", "t")))


@given(
    st.lists(phonemes, min_size=2, max_size=5, unique=True),
    st.sampled_from((None, "initial", "medial", "final")),
    st.none() | st.integers(1, 6),
)
def test_json_round_trip(several: list[str], position: str | None, syllables: int | None) -> None:
    kind = "minimal" if len(several) == 2 else "multiple"
    contrast = Contrast(kind, tuple(several), position, syllables)
    assert Contrast.from_json(contrast.to_json()) == contrast
    assert hash(Contrast.from_json(contrast.to_json())) == hash(contrast)


def test_json_leaves_out_what_is_free_and_normalises_phonemes() -> None:
    assert Contrast("minimal", ("k", "g")).to_json() == '{"kind":"minimal","phonemes":["k","ɡ"]}'
    read = Contrast.from_json('{"syllables":1.0,"position":null,"phonemes":["r","w"],"kind":"minimal"}')
    assert read == Contrast("minimal", ("ɹ", "w"), None, 1)
    assert read.to_json() == '{"kind":"minimal","phonemes":["ɹ","w"],"syllables":1}'


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("near", ("k", "t")), "'near'.*minimal, maximal, multiple"),
        (("minimal", ("k",)), "exactly two"),
        (("maximal", ("k", "t", "s")), "exactly two"),
        (("multiple", ("k", "t")), "at least two contrasts"),
        (("minimal", ("g", "ɡ")), "one twice"),
        (("minimal", ("k", "Q")), "unknown phoneme symbol 'Q'"),
        (("minimal", "kt"), "list of symbols"),
        (("minimal", ("k", "t"), "any"), "'any'.*initial, medial, final"),
        (("minimal", ("k", "t"), None, 0), "0 must be a whole number"),
        (("minimal", ("k", "t"), None, 1.5), "1.5 must be a whole number"),
        (("minimal", ("k", "t"), None, True), "True must be a whole number"),
        (("minimal", ("k", "t"), None, float("inf")), "inf must be a whole number"),
    ],
)
def test_a_bad_contrast_is_refused_with_what_is_allowed(arguments: Any, told: str) -> None:
    with pytest.raises(Refused, match=told):
        Contrast(*arguments)


@pytest.mark.parametrize("text", ["{", "[]", '{"kind":"minimal"}', '{"kind":"minimal","phonemes":["k","t"],"n":8}'])
def test_what_is_no_contrast_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        Contrast.from_json(text)


@pytest.mark.lexicon
def test_the_open_lexicons_pairs_are_the_sets_of_two(open_lexicon: Lexicon) -> None:
    """The pair table and the frames are made apart; on distinct pronunciations they must tell the same pairs."""
    for one, other, position in (("s", "θ", "initial"), ("ɹ", "w", "medial"), ("k", "t", "final")):
        table = contrast_pairs(open_lexicon, Contrast("minimal", (one, other), position))
        sounds = {
            (open_lexicon.get(target).phonemes, open_lexicon.get(word).phonemes)  # type: ignore[union-attr]
            for target, word in table.select("target", "contrast_word").iter_rows()
        }
        frames = {
            (open_lexicon.get(target).phonemes, open_lexicon.get(word).phonemes)  # type: ignore[union-attr]
            for target, word in open_lexicon.pronunciations.frames(one, (other,), position, None)
        }
        assert sounds == frames
        assert sounds
