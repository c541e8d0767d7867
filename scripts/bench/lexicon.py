"""Loading the lexicon, looking words and pairs up, finding what satisfies."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import polars as pl

from scripts.bench.timing import Line, best_of
from stimfid_lib import Constraint, Lexicon, check_item


def lines() -> Iterator[Line]:
    """Time import, load, look-up and `satisfying`."""
    imported = best_of(lambda: subprocess.run([sys.executable, "-c", "import stimfid_lib"], check=True))
    bare = best_of(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True))
    yield Line("import stimfid_lib", f"{imported - bare:.3f} s", "more than a bare interpreter")

    yield Line("load the lexicon", f"{best_of(Lexicon.from_dir):.2f} s")
    lexicon = Lexicon.from_dir()

    row = lexicon.pairs.row(lexicon.pairs.height // 2, named=True)
    first, second = row["word1"], row["word2"]
    lexicon.pair_info(first, second)
    look_up = best_of(lambda: [lexicon.pair_info(first, second) for _ in range(1000)]) / 1000
    scan = best_of(lambda: lexicon.pairs.filter((pl.col("word1") == first) & (pl.col("word2") == second)))
    yield Line("look a pair up", f"{look_up * 1e6:.1f} µs", f"a table scan takes {scan / look_up:,.0f} times as long")

    asked = [
        Constraint("phoneme_at", {"phoneme": "ɹ", "position": "initial"}),
        Constraint("syllable_count", {"min": 1, "max": 2}),
    ]
    vectorised = best_of(lambda: lexicon.satisfying(asked))
    started = time.perf_counter()
    for word in lexicon.primary["word"].to_list():
        check_item(word, asked, lexicon)
    singly = time.perf_counter() - started
    yield Line(
        "all words that satisfy",
        f"{vectorised * 1e3:.2f} ms",
        f"checking them singly takes {singly / vectorised:,.0f} times as long",
    )
