"""The judge, which works on columns, against the look-up of a single word: two readings that must agree."""

from __future__ import annotations

import numpy as np
import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from stimfid_lib.lexicon.checks import check_item
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.schema import NORMS
from stimfid_lib.scoring.items import flatten
from stimfid_lib.scoring.judge import Judge
from stimfid_lib.scoring.rows import EXTRACTED_SCHEMA
from stimfid_lib.suite.request import Request
from tests.scoring.prompts import REAL_WORDS
from tests.strategies import constraints

_ASKED = st.lists(constraints(NORMS, clusters=(("k", "æ"), ("æ", "t"), ("ɪ", "ŋ"))), max_size=3)
_ODD = ("RABBIT", "Route", "zephyr", "florb", "hot dog", "café", "cat’s")


@settings(max_examples=80)
@given(st.lists(_ASKED, min_size=1, max_size=3))
def test_columns_and_single_words_get_the_same_verdicts(more_words: Lexicon, asked: list[list[Constraint]]) -> None:
    words = [*more_words.primary["word"], *_ODD]
    prompts = [Request(f"p{number}", tuple(one), None, 10) for number, one in enumerate(asked)]
    entries = pl.Series([[[word] for word in words]] * len(prompts), dtype=EXTRACTED_SCHEMA["entries"])
    judged = Judge(more_words, REAL_WORDS).judge(flatten(entries, prompts, np.arange(len(prompts))))
    found = [
        tuple(judged.columns[name][row] for name in ("item", "status", "failed", "variant_only"))
        for row in judged.at.tolist()
    ]
    wanted = []
    for one in asked:
        for word in words:
            verdict = check_item(word, one, more_words)
            made_up = verdict.status == "oov" and word.lower() not in REAL_WORDS
            status = "not_a_word" if made_up else verdict.status
            wanted.append((word, status, verdict.failed, verdict.variant_only))
    assert found == wanted
