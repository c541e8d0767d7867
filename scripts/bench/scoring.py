"""Reading replies, scoring lists of words and of pairs, one reply alone."""

from __future__ import annotations

import random
import resource
from collections.abc import Iterator

import polars as pl

from scripts.bench.lexicon import ASKED
from scripts.bench.timing import Line, best_of, processor_best_of
from stimfid_lib import Contrast, Lexicon, contrast_pairs, load_wordlist, score_response
from stimfid_lib.base.seed import SEED
from stimfid_lib.lexicon.constraints import constraints_to_json
from stimfid_lib.scoring.extract import extract_runs
from stimfid_lib.scoring.rows import EXTRACTED_SCHEMA
from stimfid_lib.scoring.score import score_runs

READ = 10_000
LISTS = 100_000
PAIR_LISTS = 10_000
CONTRAST = Contrast("minimal", ("t", "k"))


def lines() -> Iterator[Line]:
    """Time the extraction and the scoring of ten-item lists."""
    lexicon, wordlist = Lexicon.from_dir(), load_wordlist()
    words = lexicon.primary["word"].to_list()
    rows = [
        {"prompt_id": "words", "constraints_json": constraints_to_json(ASKED), "contrast_json": None},
        {"prompt_id": "pairs", "constraints_json": "[]", "contrast_json": CONTRAST.to_json()},
    ]
    suite = pl.DataFrame(rows).with_columns(list_length=pl.lit(10))
    draw = random.Random(SEED)
    yield from _reading(suite, [draw.sample(words, 10) for _ in range(READ)])

    # every word of the lexicon about equally often, which no model does: the worst case for judging each word once
    lists = [[[word] for word in draw.sample(words, 10)] for _ in range(LISTS)]
    yield _scoring("words", lists, suite, lexicon, wordlist)
    found = contrast_pairs(lexicon, CONTRAST).select("word1", "word2").rows()
    pairs = [[_pair(draw, found, words) for _ in range(10)] for _ in range(PAIR_LISTS)]
    yield _scoring("pairs", pairs, suite, lexicon, wordlist)

    prompt, reply = suite.row(0, named=True), _reply(draw.sample(words, 10))
    score_response(prompt, reply, lexicon, wordlist)
    alone = best_of(lambda: [score_response(prompt, reply, lexicon, wordlist) for _ in range(20)]) / 20
    yield Line("read and score one reply alone", f"{alone * 1e3:.1f} ms")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield Line("largest size of this process", f"{peak:,.0f} MB", f"with {LISTS * 10:,} scored items in memory")


def _reading(suite: pl.DataFrame, lists: list[list[str]]) -> Iterator[Line]:
    texts = [_reply(ten) for ten in lists]
    runs = pl.DataFrame({"prompt_id": "words", "model_key": "m", "replicate": range(1, READ + 1), "text": texts})
    read = best_of(lambda: extract_runs(runs, suite))
    yield Line(f"read {READ:,} replies of ten", f"{read:.2f} s", f"{READ / read:,.0f} replies a second")


def _reply(words: list[str]) -> str:
    return "Sure! Here are ten words:\n" + "\n".join(f"{number}. **{word}**" for number, word in enumerate(words, 1))


def _pair(draw: random.Random, found: list[tuple[str, str]], words: list[str]) -> list[str]:
    """Seven in ten are minimal pairs of the contrast, the others two words drawn at random."""
    return list(draw.choice(found)) if draw.random() < 0.7 else draw.sample(words, 2)


def _scoring(
    kind: str, lists: list[list[list[str]]], suite: pl.DataFrame, lexicon: Lexicon, wordlist: frozenset[str]
) -> Line:
    size = len(lists)
    extracted = pl.DataFrame(
        {
            "prompt_id": [kind] * size,
            "model_key": ["m"] * size,
            "replicate": range(size),
            "kind": [kind] * size,
            "entries": lists,
            "method": ["numbered"] * size,
            "refusal": [False] * size,
        },
        schema=EXTRACTED_SCHEMA,
    )
    clock, processor = processor_best_of(
        lambda: score_runs(extracted, suite, lexicon, wordlist, distance_threshold=5.0)
    )
    wanted = "; 30,000 wanted" if kind == "words" else ""
    beside = f"{size / clock:,.0f} lists a second, {size / processor:,.0f} a processor second{wanted}"
    return Line(f"score {size:,} lists of ten {kind}", f"{clock:.2f} s", beside)
