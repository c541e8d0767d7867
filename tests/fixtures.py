"""What the tests share: a lexicon of seven words whose every figure can be reckoned by hand, and the open lexicon."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from stimfid_lib.base.files import write_json, write_parquet, write_text
from stimfid_lib.base.paths import data_dir
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.phonology.ipa import cv_shape, format_phonemes, syllable_count

WORD_SCHEMA: dict[str, Any] = {
    "word": pl.String,
    "phonemes_str": pl.String,
    "syllable_count": pl.Int64,
    "initial_phoneme": pl.String,
    "final_phoneme": pl.String,
    "cv_shape": pl.String,
    "is_canonical": pl.Boolean,
    "root": pl.String,
    "aoa": pl.Float64,
    "concreteness": pl.Float64,
    "log_frequency": pl.Float64,
    "neighborhood_density": pl.Float64,
    "familiarity": pl.Float64,
    "variants": pl.List(pl.String),
}

# Sorted by hand. Tertiles of seven values are the third and the fifth:
#   aoa 2 3 [4] 5 [6] 7 8 · log_frequency 2.2 2.5 [2.8] 3.0 [3.2] 3.4 3.5 · familiarity 460 480 [500] 520 [540] 560 580
#   neighborhood_density 0 2 [3] 10 [20] 30 40; within monosyllables 10 [20] [30] 40; within disyllables 0 [2] 3
#   concreteness has six values (missing has none): 3.5 4.5 [4.6] [4.7] 4.8 4.9
WORD_ROWS: tuple[tuple[object, ...], ...] = (
    ("cat", "|k|æ|t|", 1, "k", "t", "CVC", True, "cat", 3.0, 4.9, 3.5, 40.0, 580.0, []),
    ("bat", "|b|æ|t|", 1, "b", "t", "CVC", True, "bat", 4.0, 4.8, 3.0, 30.0, 520.0, []),
    ("rabbit", "|ɹ|æ|b|ɪ|t|", 2, "ɹ", "t", "CVCVC", True, "rabbit", 2.0, 4.6, 2.5, 3.0, 500.0, ["|ɹ|æ|b|ə|t|"]),
    ("ring", "|ɹ|ɪ|ŋ|", 1, "ɹ", "ŋ", "CVC", True, "ring", 5.0, 4.7, 3.2, 20.0, 560.0, []),
    ("missing", "|m|ɪ|s|ɪ|ŋ|", 2, "m", "ŋ", "CVCVC", True, "miss", 7.0, None, 3.4, 2.0, 540.0, []),
    ("kingdom", "|k|ɪ|ŋ|d|ə|m|", 2, "k", "m", "CVCCVC", True, "kingdom", 8.0, 3.5, 2.8, 0.0, 480.0, []),
    ("wig", "|w|ɪ|ɡ|", 1, "w", "ɡ", "CVC", True, "wig", 6.0, 4.5, 2.2, 10.0, 460.0, []),
)

PAIR_SCHEMA: dict[str, Any] = {
    "word1": pl.String,
    "word2": pl.String,
    "phoneme1": pl.String,
    "phoneme2": pl.String,
    "position": pl.Int64,
    "position_type": pl.String,
    "feature_distance": pl.Float64,
    "sonorant_diff": pl.Float64,
    "is_canonical": pl.Boolean,
}
PAIR_ROWS: tuple[tuple[object, ...], ...] = (("bat", "cat", "b", "k", 0, "initial", 4.5, 0.0, True),)

WORDLIST = ("bat", "cat", "dog", "hot", "kingdom", "missing", "rabbit", "ring", "wig", "zephyr")
"""Real words of the fixture: the lexicon's seven and three outside it (zephyr is oov; florb is no word)."""


def fixture_words() -> pl.DataFrame:
    """The words table: seven canonical words, all columns of the specification, one null norm, one variant."""
    return pl.DataFrame(WORD_ROWS, schema=WORD_SCHEMA, orient="row")


def fixture_pairs() -> pl.DataFrame:
    """The pairs table: bat/cat, the only minimal pair among the seven."""
    return pl.DataFrame(PAIR_ROWS, schema=PAIR_SCHEMA, orient="row")


def write_fixture_lexicon(folder: Path) -> Path:
    """Write the seven-word lexicon (both tables, lexicon.json, wordlist.txt) into `folder` and return it."""
    folder = Path(folder)
    write_parquet(folder / "words.parquet", fixture_words())
    write_parquet(folder / "pairs.parquet", fixture_pairs())
    write_json(folder / "lexicon.json", {"name": "seven-word fixture"})
    write_text(folder / "wordlist.txt", "\n".join(WORDLIST) + "\n")
    return folder


@pytest.fixture
def fixture_lexicon_dir(tmp_path: Path) -> Path:
    """A folder of its own for each test, so that a test may spoil it."""
    return write_fixture_lexicon(tmp_path / "lexicon")


@pytest.fixture(scope="session")
def fixture_lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """The seven-word lexicon, loaded once (a Lexicon is never changed)."""
    return Lexicon.from_dir(write_fixture_lexicon(tmp_path_factory.mktemp("seven")))


@contextlib.contextmanager
def _one_at_a_time(lock: Path) -> Iterator[None]:
    """Hold a file lock that dies with its process, so that xdist's workers build once and not each."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as handle:
        with contextlib.suppress(ImportError):
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def ensure_open_lexicon() -> Path:
    """Folder of the open lexicon, built first where absent or out of date (fetches about 15 MB the first time)."""
    from stimfid_lib.study.ground import ensure_lexicon

    with _one_at_a_time(data_dir() / ".lexicon.lock"):
        ensure_lexicon(lambda _: None)
    return data_dir() / "lexicon"


@pytest.fixture(scope="session")
def open_lexicon_dir() -> Path:
    """Folder of the open lexicon, as `make study` builds it (marker `lexicon`)."""
    return ensure_open_lexicon()


@pytest.fixture(scope="session")
def open_lexicon() -> Lexicon:
    """The open lexicon at data/lexicon, whatever $PHONOLEX_RUNTIME_DIR says (marker `lexicon`)."""
    return Lexicon.from_dir(ensure_open_lexicon())


def lexicon_of(folder: Path, pronunciations: dict[str, str], **columns: list[Any]) -> Lexicon:
    """Write and load a lexicon of these words (`{"cat": "k æ t"}`) with every minimal pair among them.

    All words are canonical, without norms and variants; `columns` replaces whole columns of the words table. Pairs
    are found by comparing all with all, which is plain and slow; feature_distance is 1.
    """
    sounds = {word: tuple(text.split()) for word, text in pronunciations.items()}
    words = pl.DataFrame(
        [
            {
                "word": word,
                "phonemes_str": format_phonemes(phonemes),
                "syllable_count": syllable_count(phonemes),
                "initial_phoneme": phonemes[0],
                "final_phoneme": phonemes[-1],
                "cv_shape": cv_shape(phonemes),
                "is_canonical": True,
                "root": word,
                "variants": [],
            }
            for word, phonemes in sounds.items()
        ],
        schema=WORD_SCHEMA,
    )
    words = words.with_columns(pl.Series(name, values, dtype=WORD_SCHEMA.get(name)) for name, values in columns.items())
    rows = []
    for one, two in combinations(sorted(sounds), 2):
        a, b = sounds[one], sounds[two]
        differ = [place for place, (x, y) in enumerate(zip(a, b, strict=False)) if x != y]
        if len(a) == len(b) and len(differ) == 1:
            place = differ[0]
            where = "initial" if place == 0 else "final" if place == len(a) - 1 else "medial"
            rows.append((one, two, a[place], b[place], place, where, 1.0, 0.0, True))
    write_parquet(folder / "words.parquet", words)
    write_parquet(folder / "pairs.parquet", pl.DataFrame(rows, schema=PAIR_SCHEMA, orient="row"))
    return Lexicon.from_dir(folder)
