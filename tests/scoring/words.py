"""A lexicon of some more words, for what seven cannot show: sets, homophones, variants, a hole in the pair table."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.files import write_json, write_parquet
from stimfid_lib.lexicon.lexicon import Lexicon
from tests.fixtures import PAIR_SCHEMA, WORD_SCHEMA, fixture_pairs, fixture_words

# word, phonemes, syllables, first, last, shape, root, variants
_MORE: tuple[tuple[str, str, int, str, str, str, str, list[str]], ...] = (
    ("mat", "|m|æ|t|", 1, "m", "t", "CVC", "mat", []),
    ("pat", "|p|æ|t|", 1, "p", "t", "CVC", "pat", []),
    ("cab", "|k|æ|b|", 1, "k", "b", "CVC", "cab", []),
    ("cats", "|k|æ|t|s|", 1, "k", "s", "CVCC", "cat", []),
    ("bats", "|b|æ|t|s|", 1, "b", "s", "CVCC", "bat", []),
    ("night", "|n|aɪ|t|", 1, "n", "t", "CVC", "night", []),
    ("knight", "|n|aɪ|t|", 1, "n", "t", "CVC", "knight", []),
    ("route", "|ɹ|u|t|", 1, "ɹ", "t", "CVC", "route", ["|ɹ|aʊ|t|"]),
    ("shout", "|ʃ|aʊ|t|", 1, "ʃ", "t", "CVC", "shout", []),
)
# bat-mat and cab-cat have their rows, pat has none with anyone
_MORE_PAIRS = (
    ("bat", "mat", "b", "m", 0, "initial", 3.0, 1.0, True),
    ("cab", "cat", "b", "t", 2, "final", 3.5, 0.0, True),
)


def write_more_words(folder: Path) -> Path:
    """Write the fixture lexicon with nine words and two pairs more."""
    rows = [
        (word, said, count, first, last, shape, True, root, None, None, 1.0, None, None, variants)
        for word, said, count, first, last, shape, root, variants in _MORE
    ]
    more = pl.DataFrame(rows, schema=WORD_SCHEMA, orient="row")
    pairs = pl.DataFrame(_MORE_PAIRS, schema=PAIR_SCHEMA, orient="row")
    write_parquet(folder / "words.parquet", pl.concat([fixture_words(), more]))
    write_parquet(folder / "pairs.parquet", pl.concat([fixture_pairs(), pairs]))
    write_json(folder / "lexicon.json", {"name": "sixteen words"})
    return folder


@pytest.fixture(scope="session")
def more_words(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """The sixteen-word lexicon, loaded once."""
    return Lexicon.from_dir(write_more_words(tmp_path_factory.mktemp("sixteen")))
