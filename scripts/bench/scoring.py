"""Reading replies and scoring lists."""

from __future__ import annotations

import random
from collections.abc import Iterator

import polars as pl

from scripts.bench.timing import Line, best_of
from stimfid_lib import Constraint, Lexicon, load_wordlist
from stimfid_lib.lexicon.constraints import constraints_to_json
from stimfid_lib.scoring.extract import extract_runs
from stimfid_lib.scoring.score import score_runs

LISTS = 10_000


def lines() -> Iterator[Line]:
    """Time the extraction and the scoring of ten-item lists."""
    lexicon, wordlist = Lexicon.from_dir(), load_wordlist()
    words = lexicon.primary["word"].to_list()
    asked = [
        Constraint("phoneme_at", {"phoneme": "ɹ", "position": "initial"}),
        Constraint("syllable_count", {"min": 1, "max": 2}),
    ]
    suite = pl.DataFrame({"prompt_id": ["p"], "constraints_json": [constraints_to_json(asked)], "list_length": [10]})
    suite = suite.with_columns(contrast_json=pl.lit(None, pl.String))
    draw = random.Random(215)
    lists = [draw.sample(words, 10) for _ in range(LISTS)]
    replies = [
        "Sure! Here are ten words:\n" + "\n".join(f"{n}. **{w}**" for n, w in enumerate(ten, 1)) for ten in lists
    ]
    runs = pl.DataFrame({"prompt_id": "p", "model_key": "m", "replicate": range(1, LISTS + 1), "text": replies})
    read = best_of(lambda: extract_runs(runs, suite))
    yield Line(f"read {LISTS:,} replies of ten", f"{read:.2f} s", f"{LISTS / read:,.0f} replies a second")
    extracted = extract_runs(runs, suite)
    scored = best_of(lambda: score_runs(extracted, suite, lexicon, wordlist, distance_threshold=5.0))
    yield Line(f"score {LISTS:,} lists of ten", f"{scored:.2f} s", f"{LISTS / scored:,.0f} lists a second")
