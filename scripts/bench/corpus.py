"""Mining posts: seconds and peak memory of `mine_prompts` in a process of its own.

`STIMFID_BENCH_POSTS` says how many synthetic posts (default 100,000; the issue's target is stated for 1,000,000): 600
characters on average, 5 % with a mention of a tool, a quarter of these with a quoted prompt.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polars as pl

from scripts.bench.timing import Line
from stimfid_lib.base.seed import SEED

POSTS_A_FILE = 250_000
MEAN_CHARACTERS = 600
MENTIONS = (
    "I use ChatGPT to make word lists for my caseload.",
    'Asked chat gpt "give me 10 words with the r sound" and half were wrong.',
    "Gemini wrote my notes.",
    "My student Claude loves it.",
    "Claude is fine for social stories, not for phonology.",
    "Any LLM can do that.",
)
WORDS = (
    "the a kid on my caseload says we had an evaluation with his mother about goals and plans in schools this week but "
    "nobody told us that articulation therapy minutes can't change when the district hires pilots of a new program's "
    "sample robot words sentences story worksheet session group k s r sound practice home parent teacher don't it's"
).split()
ASIDES = (
    'Then she said "see you at the meeting on Monday" and left. ',
    "AI is everywhere now. ",
    "Is this what AI means? ",
    "> We don't have the staff for that.\n\n",
    "“What can I do for you?” asks the parent. ",
)
"""What every twentieth sentence of real threads looks like: quotations and bare AI, which the rules must pass over."""

_TIMED = """
import json, resource, sys, time
from pathlib import Path
from stimfid_lib.corpus.mine_prompts import mine_prompts
started = time.perf_counter()
report = mine_prompts(Path(sys.argv[1]), Path(sys.argv[2]))
seconds = time.perf_counter() - started
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
told = {"seconds": seconds, "cpu": time.process_time(), "peak_mib": peak}
print(json.dumps(told | {"posts": report.n_posts, "kept": report.n_kept}))
"""


def lines() -> Iterator[Line]:
    """Time one pass over synthetic posts."""
    posts = int(os.environ.get("STIMFID_BENCH_POSTS", "100000"))
    with tempfile.TemporaryDirectory() as folder:
        root, out = Path(folder) / "data", Path(folder) / "out"
        write_posts(root, posts)
        done = subprocess.run(
            [sys.executable, "-c", _TIMED, str(root), str(out)], check=True, capture_output=True, text=True
        )
    told = json.loads(done.stdout.splitlines()[-1])
    rate = told["posts"] / told["seconds"]
    yield Line(
        f"mine {posts:,} posts",
        f"{told['seconds']:.1f} s",
        f"one run; {rate:,.0f} posts a second, {told['kept']:,} kept",
    )
    yield Line("processor time of that process", f"{told['cpu']:.1f} s", "what a busy machine leaves comparable")
    yield Line("peak memory of that process", f"{told['peak_mib']:,.0f} MiB", "interpreter and polars included")


def write_posts(root: Path, posts: int) -> None:
    """Write `posts` synthetic posts into thread files of 250,000 under `root/interim`."""
    draw = random.Random(SEED)
    sentences = [" ".join(draw.choices(WORDS, k=draw.randint(5, 18))).capitalize() + ". " for _ in range(4000)]
    folder = root / "interim"
    folder.mkdir(parents=True)
    for number, first in enumerate(range(0, posts, POSTS_A_FILE)):
        ids = range(first, min(first + POSTS_A_FILE, posts))
        frame = pl.DataFrame(
            {
                "post_id": [f"t{post:08d}" for post in ids],
                "subreddit": draw.choices(("slp", "speechtherapy", "SLPAcademics"), k=len(ids)),
                "created_utc": [1_640_000_000 + draw.randrange(120_000_000) for _ in ids],
                "text": [_post(draw, sentences) for _ in ids],
            }
        )
        frame.write_parquet(folder / f"threads_{number:03d}.parquet")


def _post(draw: random.Random, sentences: list[str]) -> str:
    length = max(40, int(draw.expovariate(1 / MEAN_CHARACTERS)))
    parts: list[str] = []
    size = 0
    while size < length:
        parts.append(draw.choice(ASIDES) if draw.random() < 0.05 else sentences[int(draw.random() * len(sentences))])
        size += len(parts[-1])
    if draw.random() < 0.05:
        parts.insert(draw.randint(0, len(parts)), draw.choice(MENTIONS) + " ")
    return "".join(parts)
