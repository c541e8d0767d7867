"""`make bench`: the study's own figures, each beside a plain alternative in the same run.

Absolute times depend on the machine and its neighbours; quote the ratios.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable

import polars as pl
from rich.console import Console
from rich.table import Table

from stimfid_lib import Constraint, Lexicon, check_item, load_wordlist
from stimfid_lib.analysis.bootstrap import bootstrap_ci
from stimfid_lib.lexicon.constraints import constraints_to_json
from stimfid_lib.scoring.extract import extract_runs
from stimfid_lib.scoring.score import score_runs
from stimfid_lib.study.ground import ensure_lexicon

REPEATS = 5
LISTS = 10_000


def best_of(action: Callable[[], object]) -> float:
    """Seconds of the quickest of several runs, the figure that the neighbours disturb least."""
    times = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        action()
        times.append(time.perf_counter() - started)
    return min(times)


def main() -> None:
    """Time loading, look-up, satisfying, scoring and the bootstrap; print a table."""
    console = Console()
    ensure_lexicon(console.print)
    rows: list[tuple[str, str, str]] = []

    imported = best_of(lambda: subprocess.run([sys.executable, "-c", "import stimfid_lib"], check=True))
    bare = best_of(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True))
    rows.append(("import stimfid_lib", f"{imported - bare:.3f} s", "more than a bare interpreter"))

    rows.append(("load the lexicon", f"{best_of(Lexicon.from_dir):.2f} s", ""))
    lexicon, wordlist = Lexicon.from_dir(), load_wordlist()

    first, second = lexicon.pairs.row(lexicon.pairs.height // 2, named=True)["word1"], None
    row = lexicon.pairs.filter(pl.col("word1") == first).row(0, named=True)
    first, second = row["word1"], row["word2"]
    lexicon.pair_info(first, second)
    look_up = best_of(lambda: [lexicon.pair_info(first, second) for _ in range(1000)]) / 1000
    scan = best_of(lambda: lexicon.pairs.filter((pl.col("word1") == first) & (pl.col("word2") == second)))
    rows.append(
        ("look a pair up", f"{look_up * 1e6:.1f} µs", f"a table scan takes {scan / look_up:,.0f} times as long")
    )

    asked = [
        Constraint("phoneme_at", {"phoneme": "ɹ", "position": "initial"}),
        Constraint("syllable_count", {"min": 1, "max": 2}),
    ]
    words = lexicon.primary["word"].to_list()
    vectorised = best_of(lambda: lexicon.satisfying(asked))
    started = time.perf_counter()
    for word in words:
        check_item(word, asked, lexicon)
    singly = time.perf_counter() - started
    rows.append(
        (
            "all words that satisfy",
            f"{vectorised * 1e3:.2f} ms",
            f"checking them singly takes {singly / vectorised:,.0f} times as long",
        )
    )

    suite = pl.DataFrame({"prompt_id": ["p"], "constraints_json": [constraints_to_json(asked)], "list_length": [10]})
    suite = suite.with_columns(contrast_json=pl.lit(None, pl.String))
    draw = random.Random(215)
    lists = [draw.sample(words, 10) for _ in range(LISTS)]
    replies = [
        "Sure! Here are ten words:\n" + "\n".join(f"{n}. **{w}**" for n, w in enumerate(ten, 1)) for ten in lists
    ]
    runs = pl.DataFrame({"prompt_id": "p", "model_key": "m", "replicate": range(1, LISTS + 1), "text": replies})
    read = best_of(lambda: extract_runs(runs, suite))
    rows.append((f"read {LISTS:,} replies of ten", f"{read:.2f} s", f"{LISTS / read:,.0f} replies a second"))
    extracted = extract_runs(runs, suite)
    scored = best_of(lambda: score_runs(extracted, suite, lexicon, wordlist, distance_threshold=5.0))
    rows.append((f"score {LISTS:,} lists of ten", f"{scored:.2f} s", f"{LISTS / scored:,.0f} lists a second"))

    cells = pl.DataFrame({"cell_id": [f"c{n % 30}" for n in range(300)], "value": [n % 10 / 10 for n in range(300)]})
    interval = best_of(lambda: bootstrap_ci(cells, "value"))
    rows.append(("one interval, 2,000 resamples", f"{interval * 1e3:.1f} ms", ""))

    table = Table("what", "best of five", "beside it", title="stimfid bench")
    for line in rows:
        table.add_row(*line)
    console.print(table)


if __name__ == "__main__":
    main()
