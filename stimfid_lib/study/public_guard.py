"""What must never leave this machine: rows of the lexicon, and what people posted in their own words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set

import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.phonology.ipa import PHONEMES
from stimfid_lib.suite.wild_rows import shared_words

PRIVATE_COLUMNS = frozenset(
    (
        *("word", "word1", "word2", "w1", "w2", "item", "items", "entries", "text", "raw_text", "first_user_turn"),
        *("phonemes_str", "variants", "root", "cv_shape", "quoted_prompt", "quoted_prompts", "post_id"),
    )
)
"""Columns of the lexicon, of replies and of posts; a table that has one is no aggregate."""

OPEN = frozenset(("level", "asked", "given"))
"""Columns of text whose values come from the data: sounds, bands, contrasts. Their parts are looked up as well."""

LABELS = OPEN | frozenset(
    (
        *("family", "model_key", "model", "arm", "rate", "axis", "fault", "variation", "comparison"),
        *("before_side", "after_side", "change", "hypothesis", "decision", "role"),
    )
)
"""Columns of text that results may have: names out of the code's short lists, and `OPEN`."""

SENTENCES = frozenset(("reason", "test", "what", "detail", "kind", "planned", "done", "follows"))
"""Columns of text in the code's own words, which are words of the lexicon too."""

MOST_WORDS = 20
"""Distinct words of the lexicon in one column of results that are too many; labels such as *initial* are words too."""

_TOKEN = re.compile(r"[^\W\d_]{3,}")

_PRONUNCIATION = re.compile(r"\|(?:(?:" + "|".join(sorted(PHONEMES, key=len, reverse=True)) + r")\|){2,}")


def require_no_lexicon(name: str, table: pl.DataFrame, words: Set[str]) -> None:
    """Refuse a table that holds rows of the lexicon or items of replies.

    Args:
        name: file that it would become.
        table: what would be written.
        words: the lexicon's words, small letters.

    Raises:
        Refused: a private column; a column of text or of lists that is none of `LABELS` and `SENTENCES`; a column with
            `MOST_WORDS` or more distinct words of the lexicon, also as parts of its values ("cat - dog").
    """
    if private := sorted(PRIVATE_COLUMNS & set(table.columns)):
        raise Refused(f"{name} would publish the column {private[0]!r}: only aggregates go out; leave the table out")
    for column, kind in table.schema.items():
        if kind.is_numeric() or kind == pl.Boolean:
            continue
        if kind != pl.String or column not in LABELS | SENTENCES:
            raise Refused(
                f"{name} would publish the column {column!r} ({kind}), which is no known label: only aggregates go "
                "out; leave it out, or name it in study/public_guard.py if its values come from a short list"
            )
        values = {value.lower() for value in table[column].drop_nulls()}
        if column in OPEN:
            values |= {token for value in values for token in _TOKEN.findall(value)}
        found = sorted(values & words)
        if len(found) >= MOST_WORDS:
            raise Refused(
                f"{name}: column {column!r} holds {len(found)} words of the lexicon ({', '.join(found[:3])}, …): rows "
                "of the lexicon are never published; leave the table out"
            )


def require_nothing_private(files: Mapping[str, str], originals: Iterable[str]) -> None:
    """Refuse files that hold a pronunciation as the lexicon writes it, or words that a person posted.

    Args:
        files: content of each text file by its name.
        originals: observed prompts in their original words.

    Raises:
        Refused: what was found, in which file; the private text itself is not repeated.
    """
    for name, text in files.items():
        if found := _PRONUNCIATION.search(text):
            raise Refused(f"{name} holds the pronunciation {found[0]}: rows of the lexicon are never published")
    for number, original in enumerate(originals, start=1):
        for name, text in files.items():
            if shared := shared_words(original, text):
                raise Refused(
                    f"{name} holds {len(shared.split())} words in a row of observed prompt {number}: an observed "
                    "prompt goes out as a paraphrase only; reword its `paraphrase`"
                )
