"""Facts about English that the built lexicon must know (marker `lexicon`)."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from stimfid_lib.base.files import sha256_file
from stimfid_lib.lexicon.build.convention import CONVENTIONS
from stimfid_lib.lexicon.build.settle import CLASSES
from stimfid_lib.lexicon.build.sources import load_sources
from stimfid_lib.lexicon.schema import OPEN_WORDS, PAIR_KEYS
from stimfid_lib.phonology.ipa import cv_shape, format_phonemes, parse_phonemes, syllable_count

pytestmark = pytest.mark.lexicon


@pytest.fixture(scope="module")
def said(words: pl.DataFrame) -> dict[str, str]:
    """Word -> its primary phonemes, divided by spaces."""
    return {word: text.strip("|").replace("|", " ") for word, text in words.select("word", "phonemes_str").iter_rows()}


@pytest.mark.parametrize(
    ("word", "phonemes"),
    [
        # one vocalic r, and the r that is heard before a vowel
        ("teacher", "t i tʃ ɝ"),
        ("bird", "b ɝ d"),
        ("around", "ə ɹ aʊ n d"),
        ("arrest", "ə ɹ ɛ s t"),
        ("hurry", "h ɝ ɹ i"),
        ("worry", "w ɝ ɹ i"),
        # affricates are one sound
        ("church", "tʃ ɝ tʃ"),
        ("judge", "dʒ ʌ dʒ"),
        # letters that are not sounds, sounds that are not letters
        ("knight", "n aɪ t"),
        ("chorus", "k ɔ ɹ ə s"),
        ("giraffe", "dʒ ə ɹ æ f"),
        ("gear", "ɡ ɪ ɹ"),
        ("finger", "f ɪ ŋ ɡ ɝ"),
        ("singer", "s ɪ ŋ ɝ"),
        ("vision", "v ɪ ʒ ə n"),
        ("phone", "f oʊ n"),
        ("thumb", "θ ʌ m"),
        ("cat", "k æ t"),
        # words with two readings: the first in the dictionary is the other one
        ("read", "ɹ i d"),
        ("live", "l ɪ v"),
        ("wind", "w ɪ n d"),
        ("lead", "l i d"),
        ("bow", "b oʊ"),
        ("tear", "t ɪ ɹ"),
        ("wound", "w u n d"),
        ("record", "ɹ ɛ k ɝ d"),
        ("putting", "p ʊ t ɪ ŋ"),
        # decided by a person
        ("the", "ð ə"),
        ("coyote", "k aɪ oʊ t i"),
        ("baa", "b ɑ"),
        ("courtship", "k ɔ ɹ t ʃ ɪ p"),
        ("potshot", "p ɑ t ʃ ɑ t"),
        ("psalm", "s ɑ m"),
        ("writhe", "ɹ aɪ ð"),
    ],
)
def test_primary_pronunciations(said: dict[str, str], word: str, phonemes: str) -> None:
    assert said[word] == phonemes


def test_s_and_ed_take_the_voice_of_the_sound_before(said: dict[str, str]) -> None:
    voiceless = set("p t k f θ s ʃ tʃ".split())
    wrong = []
    for word, text in said.items():
        *stem, last = text.split()
        for ending, quiet, loud in (("s", "s", "z"), ("ed", "t", "d")):
            bases = {word.removesuffix(ending), word[:-1]} if word.endswith(ending) else set()
            if any(said.get(base) == " ".join(stem) for base in bases):
                expected = quiet if stem[-1] in voiceless else loud
                wrong += [] if last == expected else [f"{word} {text}"]
    assert wrong == []


def test_the_plural_of_house_is_voiced(said: dict[str, str]) -> None:
    plurals = [text.split() for word, text in said.items() if word.endswith("houses")]
    assert len(plurals) > 20
    assert all(sounds[-3:-2] == ["z"] for sounds in plurals)


def test_the_h_of_hour_is_silent_and_unicorn_begins_with_j(said: dict[str, str]) -> None:
    assert "h" not in said["hour"].split()
    assert said["unicorn"].split()[0] == "j"


def test_the_other_reading_is_kept_as_a_variant(words: pl.DataFrame) -> None:
    others = dict(words.select("word", "variants").iter_rows())
    assert "|ɹ|ɛ|d|" in others["read"]
    assert "|l|aɪ|v|" in others["live"]
    assert others["cat"] == []


@pytest.mark.parametrize(
    ("word", "shape", "syllables"), [("stop", "CCVC", 1), ("hand", "CVCC", 1), ("butterfly", "CVCVCCV", 3)]
)
def test_shapes(words: pl.DataFrame, word: str, shape: str, syllables: int) -> None:
    row = words.row(by_predicate=pl.col("word") == word, named=True)
    assert (row["cv_shape"], row["syllable_count"]) == (shape, syllables)


def _pair(pairs: pl.DataFrame, one: str, two: str) -> dict[str, Any] | None:
    found = pairs.filter((pl.col("word1") == one) & (pl.col("word2") == two))
    return found.row(0, named=True) if found.height else None


def test_sing_and_thing_are_a_pair(pairs: pl.DataFrame) -> None:
    assert _pair(pairs, "sing", "thing") == {
        "word1": "sing",
        "word2": "thing",
        "phoneme1": "s",
        "phoneme2": "θ",
        "position": 0,
        "position_type": "initial",
        "feature_distance": math.sqrt(8),
        "sonorant_diff": 0.0,
        "is_canonical": True,
    }


def test_homophones_are_no_pair(said: dict[str, str], pairs: pl.DataFrame) -> None:
    for one, two in [("right", "write"), ("knight", "night"), ("sea", "see"), ("flour", "flower")]:
        assert said[one] == said[two]
        assert _pair(pairs, one, two) is None


def test_every_contrast_of_the_study_has_pairs(pairs: pl.DataFrame) -> None:
    def count(one: str, two: str, place: str) -> int:
        same = pairs.filter(pl.col("position_type") == place)
        return sum(
            same.filter((pl.col("phoneme1") == a) & (pl.col("phoneme2") == b)).height
            for a, b in ((one, two), (two, one))
        )

    places = ("initial", "medial", "final")
    # a prototype over 42,000 words counted s/θ 50, 5, 24 and f/θ 27, 4, 8
    assert all(count("s", "θ", place) >= least for place, least in zip(places, (40, 4, 16), strict=True))
    assert all(count("f", "θ", place) >= least for place, least in zip(places, (20, 2, 6), strict=True))
    assert all(count(one, two, "initial") >= 100 for one, two in ("tk", "kɡ", "sʃ", "ɹw", "ɹb", "sm", "lp"))
    assert count("ɹ", "w", "final") == 0


def test_maximal_contrasts_reach_the_threshold(pairs: pl.DataFrame) -> None:
    threshold = pairs["feature_distance"].quantile(0.75, interpolation="nearest")
    assert threshold == pytest.approx(math.sqrt(24))
    for one, two in ("ɹb", "sm", "lp"):
        found = pairs.filter((pl.col("phoneme1") == one) & (pl.col("phoneme2") == two))
        assert (found["feature_distance"] >= threshold).all()


def test_density_depends_on_length(words: pl.DataFrame) -> None:
    short = words.filter("is_canonical", syllable_count=1)["neighborhood_density"]
    every = words.filter("is_canonical")["neighborhood_density"]
    tertiles = [[counts.quantile(q, interpolation="nearest") for q in (1 / 3, 2 / 3)] for counts in (short, every)]
    assert tertiles == [[10, 21], [1, 3]]


def test_names_and_abbreviations_are_no_rows_but_real(said: dict[str, str], open_lexicon_dir: Path) -> None:
    real = set((open_lexicon_dir / "wordlist.txt").read_text(encoding="utf-8").splitlines())
    for word in ("london", "sarah", "nasa", "tv", "inc"):
        assert word not in said
        assert word in real
    assert {"zephyr", "cat", "cat's", "don't", "abacuses"} <= real
    assert not {"florb", "blick", "st", "th", "s"} & real
    assert said.keys() <= real
    assert real == {word.lower() for word in real}


def test_about_forty_thousand_words_are_canonical(words: pl.DataFrame) -> None:
    canonical = words.filter("is_canonical")
    assert 38_000 < canonical.height < 44_000
    assert canonical["log_frequency"].null_count() == 0


def test_scales_are_those_of_the_data(words: pl.DataFrame, about: dict[str, Any]) -> None:
    # log10 of (count + 1): "a" occurs 1,041,179 times in SUBTLEX-US
    values = dict(words.select("word", "log_frequency").iter_rows())
    assert values["a"] == pytest.approx(math.log10(1_041_180), abs=5e-5)
    for norm, low, high in [
        ("aoa", 1, 25),
        ("concreteness", 1, 5),
        ("familiarity", 43, 700),
        ("neighborhood_density", 0, 100),
    ]:
        observed = about["norms"][norm]["observed"]
        assert observed == [words[norm].min(), words[norm].max()]
        assert low <= observed[0] < observed[1] <= high


def test_a_lemmas_norm_is_flagged(words: pl.DataFrame) -> None:
    rows = {row["word"]: row for row in words.filter(pl.col("word").is_in(["cat", "cats"])).iter_rows(named=True)}
    assert rows["cats"]["aoa"] == rows["cat"]["aoa"] == 3.68
    assert (rows["cats"]["aoa_from_lemma"], rows["cat"]["aoa_from_lemma"]) == (True, False)


def test_the_tables_keep_to_their_schema(words: pl.DataFrame, pairs: pl.DataFrame) -> None:
    assert dict(words.schema) == OPEN_WORDS
    assert dict(pairs.schema) == PAIR_KEYS
    assert words["word"].is_sorted()
    assert words["word"].is_unique().all()
    assert (pairs["word1"] < pairs["word2"]).all()
    may_be_null = {"aoa", "concreteness", "familiarity", "log_frequency"}
    assert {name for name in words.columns if words[name].null_count()} <= may_be_null
    assert not any(pairs[name].null_count() for name in pairs.columns)


def test_every_row_agrees_with_its_phonemes(words: pl.DataFrame) -> None:
    for row in words.iter_rows(named=True):
        phonemes = parse_phonemes(row["phonemes_str"])
        assert row["cv_shape"] == cv_shape(phonemes)
        assert row["syllable_count"] == syllable_count(phonemes) == len(row["stress"])
        assert (row["initial_phoneme"], row["final_phoneme"]) == (phonemes[0], phonemes[-1])
        assert row["phonemes_str"] not in row["variants"]


def test_every_pair_differs_where_it_says(words: pl.DataFrame, pairs: pl.DataFrame) -> None:
    sounds = {
        word: parse_phonemes(text)
        for word, text in words.filter("is_canonical").select("word", "phonemes_str").iter_rows()
    }
    for one, two, first, second, position in pairs.select(
        "word1", "word2", "phoneme1", "phoneme2", "position"
    ).iter_rows():
        a, b = sounds[one], sounds[two]
        assert len(a) == len(b)
        assert [i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y] == [position]
        assert (a[position], b[position]) == (first, second)


def test_the_lexicon_says_where_it_comes_from(about: dict[str, Any], open_lexicon_dir: Path) -> None:
    assert about["name"] == "stimfid open lexicon"
    assert about["sources"] == [source.to_json() for source in load_sources()]
    assert about["sha256"] == {name: sha256_file(open_lexicon_dir / name) for name in about["sha256"]}
    assert set(about["norms"]) == {"aoa", "concreteness", "log_frequency", "neighborhood_density", "familiarity"}
    assert all({"unit", "scale", "phrase"} <= facts.keys() for facts in about["norms"].values())


def test_agreement_with_the_arbiter_is_what_the_study_promises(about: dict[str, Any]) -> None:
    """Over the 20,000 most frequent words: first and last sound 99.5 %, consonants 98.5 %."""
    agreement = about["agreement"]
    assert agreement["n_words"] > 14_000
    for measure in ("strict", "by_convention", "consonants", "edges"):
        shares = agreement[measure]
        assert 0.8 < shares["first_variant"] < shares["primary"] < shares["primary_or_overruled"] <= 1
    assert agreement["edges"]["primary"] >= 0.995
    assert agreement["consonants"]["primary"] >= 0.985
    assert agreement["by_convention"]["primary"] >= 0.98
    assert agreement["strict"]["primary"] < agreement["by_convention"]["primary"]


def test_every_frequent_word_that_differs_from_the_arbiter_was_read_by_a_person(about: dict[str, Any]) -> None:
    assert about["agreement"]["open"] == []


def test_every_convention_is_counted(about: dict[str, Any]) -> None:
    counted = about["agreement"]["conventions"]
    assert set(counted) == set(CONVENTIONS)
    assert all(count > 0 for count in counted.values())
    assert set(about["classes"]) == {*CLASSES, "by its base"}
    assert all(count > 100 for count in about["classes"].values())


@pytest.mark.parametrize(
    ("word", "readings"),
    [
        ("object", "ɑ b dʒ ɛ k t; ə b dʒ ɛ k t"),
        ("present", "p ɹ ɛ z ə n t; p ɹ i z ɛ n t"),
        ("desert", "d ɛ z ɝ t; d ɪ z ɝ t"),
        ("minute", "m ɪ n ə t; m aɪ n u t"),
        ("close", "k l oʊ z; k l oʊ s"),
        ("use", "j u z; j u s"),
        ("lead", "l i d; l ɛ d"),
        ("tear", "t ɪ ɹ; t ɛ ɹ"),
        ("sewer", "s u ɝ; s oʊ ɝ"),
        ("does", "d ʌ z; d oʊ z"),
        ("fire", "f aɪ ɝ; f aɪ ɹ"),
        ("retire", "ɹ i t aɪ ɝ; ɹ i t aɪ ɹ"),
        ("flour", "f l aʊ ɝ; f l aʊ ɹ"),
        ("camera", "k æ m ə ɹ ə; k æ m ɹ ə"),
        ("every", "ɛ v ɹ i; ɛ v ə ɹ i"),
        ("several", "s ɛ v ə ɹ ə l; s ɛ v ɹ ə l"),
        ("different", "d ɪ f ə ɹ ə n t; d ɪ f ɹ ə n t"),
        ("chocolate", "tʃ ɔ k ə l ə t; tʃ ɔ k l ə t"),
    ],
)
def test_all_readings_stand_and_the_commonest_is_primary(words: pl.DataFrame, word: str, readings: str) -> None:
    row = words.row(by_predicate=pl.col("word") == word, named=True)
    first, *others = (format_phonemes(reading.split()) for reading in readings.split("; "))
    assert row["phonemes_str"] == first
    assert set(others) <= set(row["variants"])


def test_names_are_told_apart_from_words(open_lexicon_dir: Path) -> None:
    names = set((open_lexicon_dir / "names.txt").read_text(encoding="utf-8").splitlines())
    real = set((open_lexicon_dir / "wordlist.txt").read_text(encoding="utf-8").splitlines())
    assert names < real
    assert {"rachel", "minecraft", "london", "nasa", "zack"} <= names
    assert not {"cat", "mark", "bill", "turkey", "rose", "apologise", "colour"} & names
    assert {"apologise", "colour", "geez", "travelled"} <= real
