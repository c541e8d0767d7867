"""The word table, on a vocabulary small enough to fill in by hand."""

from __future__ import annotations

from stimfid_lib.lexicon.build.arpabet import Pronunciation, arpabet_to_ipa
from stimfid_lib.lexicon.build.vocabulary import Vocabulary
from stimfid_lib.lexicon.build.words import canonical_phonemes, word_table
from stimfid_lib.lexicon.schema import OPEN_WORDS

SPOKEN: dict[str, tuple[Pronunciation, ...]] = {
    word: tuple(arpabet_to_ipa(text.split()) for text in texts)
    for word, texts in {
        "cats": ["K AE1 T S"],
        "cat": ["K AE1 T"],
        "bat": ["B AE1 T"],
        "read": ["R IY1 D", "R EH1 D"],
        "scat": ["S K AE1 T"],
        "butterfly": ["B AH1 T ER0 F L AY2"],
        "paris": ["P EH1 R IH0 S"],
    }.items()
}
VOCABULARY = Vocabulary(
    rows=frozenset({"cat", "cats", "bat", "read", "scat", "butterfly", "silent"}),
    graded={"cat": 10, "cats": 10, "bat": 10, "read": 10, "butterfly": 10, "silent": 10},
    real=frozenset({"cat", "cats", "bat", "read", "scat", "butterfly", "silent", "paris"}),
)
NORMS = {
    "log_frequency": {"cat": 3.5, "cats": 3.0, "bat": 2.9, "read": 4.0, "scat": 1.2},
    "aoa": {"cat": 3.68, "scat": 9.0},
    "concreteness": {"cat": 4.86, "bat": 5.0},
    "familiarity": {"cat": 582.0},
}
ROOTS = {"cats": "cat", "scat": "sca"}


def _table() -> dict[str, dict[str, object]]:
    frame = word_table(SPOKEN, VOCABULARY, NORMS, lambda word: ROOTS.get(word, word))
    assert dict(frame.schema) == OPEN_WORDS
    return {row["word"]: row for row in frame.iter_rows(named=True)}


def test_rows_are_the_vocabularys_words_that_have_a_pronunciation() -> None:
    assert list(_table()) == ["bat", "butterfly", "cat", "cats", "read", "scat"]


def test_a_row_filled_in_by_hand() -> None:
    assert _table()["butterfly"] == {
        "word": "butterfly",
        "phonemes_str": "|b|ʌ|t|ɝ|f|l|aɪ|",
        "syllable_count": 3,
        "initial_phoneme": "b",
        "final_phoneme": "aɪ",
        "cv_shape": "CVCVCCV",
        "is_canonical": False,
        "root": "butterfly",
        "aoa": None,
        "concreteness": None,
        "log_frequency": None,
        "neighborhood_density": 0,
        "familiarity": None,
        "variants": [],
        "stress": "102",
        "aoa_from_lemma": False,
        "concreteness_from_lemma": False,
        "familiarity_from_lemma": False,
    }


def test_canonical_words_are_graded_and_counted() -> None:
    assert [word for word, row in _table().items() if row["is_canonical"]] == ["bat", "cat", "cats", "read"]


def test_other_pronunciations_are_variants() -> None:
    row = _table()["read"]
    assert (row["phonemes_str"], row["variants"]) == ("|ɹ|i|d|", ["|ɹ|ɛ|d|"])


def test_density_counts_canonical_words_alone() -> None:
    table = _table()
    assert {word: table[word]["neighborhood_density"] for word in ("cat", "bat", "cats", "scat", "read")} == {
        "cat": 2,  # bat, cats; scat is not canonical
        "bat": 1,
        "cats": 1,
        "scat": 1,
        "read": 0,
    }


def test_a_norm_from_the_lemma_is_flagged_and_a_frequency_is_the_forms_own() -> None:
    row = _table()["cats"]
    assert (row["aoa"], row["aoa_from_lemma"], row["familiarity_from_lemma"]) == (3.68, True, True)
    assert row["log_frequency"] == 3.0


def test_a_root_that_is_no_word_is_not_taken() -> None:
    assert _table()["scat"]["root"] == "scat"


def test_pairs_are_made_of_canonical_words() -> None:
    frame = word_table(SPOKEN, VOCABULARY, NORMS, lambda word: word)
    assert set(canonical_phonemes(frame, SPOKEN)) == {"bat", "cat", "cats", "read"}
