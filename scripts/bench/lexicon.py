"""Importing, loading, looking words and pairs up, building the pair table, finding what satisfies."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from collections.abc import Iterator

import polars as pl

from scripts.bench.timing import REPEATS, Line, best_of, processor_best_of
from stimfid_lib import Constraint, Lexicon, check_item
from stimfid_lib.lexicon.build.pairs import minimal_pairs
from stimfid_lib.lexicon.masks import WordMasks
from stimfid_lib.lexicon.records import PairRecords
from stimfid_lib.phonology.ipa import parse_phonemes

_COLD_LOAD = """
import time
from stimfid_lib.lexicon.lexicon import Lexicon
started = time.perf_counter()
Lexicon.from_dir()
print(time.perf_counter() - started)
"""
ASKED = (
    Constraint("phoneme_at", {"phoneme": "ɹ", "position": "initial"}),
    Constraint("syllable_count", {"min": 1, "max": 2}),
)


def lines() -> Iterator[Line]:
    """Time import, load, pair table, look-up and `satisfying`."""
    imported = best_of(lambda: subprocess.run([sys.executable, "-c", "import stimfid_lib"], check=True))
    bare = best_of(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True))
    yield Line("import stimfid_lib", f"{imported - bare:.3f} s", "more than a bare interpreter; at most 0.1 s wanted")

    cold = min(float(_output(_COLD_LOAD)) for _ in range(REPEATS))
    yield Line("load the lexicon in a new process", f"{cold:.2f} s", "at most 0.3 s wanted")
    lexicon = Lexicon.from_dir()
    yield from _pairs(lexicon)
    yield from _satisfying(lexicon)


def _pairs(lexicon: Lexicon) -> Iterator[Line]:
    canonical = lexicon.primary.filter("is_canonical").select("word", "phonemes_str")
    sounds = {word: parse_phonemes(text) for word, text in canonical.iter_rows()}
    built = best_of(lambda: minimal_pairs(sounds))
    yield Line(f"pair table of {len(sounds):,} canonical words", f"{built:.2f} s", "at most 1 s wanted")

    step = lexicon.pairs.height // 1000
    asked = lexicon.pairs.select("word1", "word2").gather_every(step).rows()
    first, second = asked[len(asked) // 2]
    tables = [PairRecords(lexicon.pairs) for _ in range(REPEATS)]
    for table in tables:
        table.get(first, second)  # makes the index
    gc.collect()  # else the collection of what making five indexes left behind falls into the thousand look-ups
    unused = iter(tables)
    look_up = processor_best_of(lambda: _look_up(next(unused), asked))[1] / len(asked)
    again = processor_best_of(lambda: _look_up(tables[0], asked))[1] / len(asked)
    both = (pl.col("word1") == first) & (pl.col("word2") == second)
    scan = processor_best_of(lambda: [lexicon.pairs.filter(both) for _ in range(20)])[1] / 20
    for what, took in (("first", look_up), ("next", again)):
        beside = f"of a processor; a table scan takes {scan / took:,.0f} times as long; 100 wanted"
        yield Line(f"look a pair up, the {what} time", f"{took * 1e6:.1f} µs", beside)


def _look_up(table: PairRecords, pairs: list[tuple[str, str]]) -> None:
    for one, other in pairs:
        table.get(one, other)


def _satisfying(lexicon: Lexicon) -> Iterator[Line]:
    again = best_of(lambda: lexicon.satisfying(ASKED))
    masks = [WordMasks(lexicon.primary, lexicon.norms) for _ in range(REPEATS)]
    for one in masks:
        _ = one.encoded  # the matrix of sounds is made once a process, masks once a constraint
    unused = iter(masks)
    first = best_of(lambda: next(unused).all_of(ASKED, lexicon.single))
    started = time.perf_counter()
    for word in lexicon.primary["word"].to_list():
        check_item(word, ASKED, lexicon)
    singly = time.perf_counter() - started
    beside = f"checking them singly takes {singly / first:,.0f} times as long"
    yield Line("find the words that satisfy, first time asked", f"{first * 1e3:.2f} ms", beside)
    yield Line("the same asked again, with their rows", f"{again * 1e3:.2f} ms")


def _output(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
