"""Freeze what the metric of pronounce must give: `python -m scripts.make_pronounce_fixture`, with panphon installed.

Nothing of the library's metric is used. Vectors come from panphon itself, cosines from numpy's norms, and alignments
from trying every one: so the file is a second computation, and the library is held to it within 1e-6.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import panphon

from stimfid_lib.base.files import write_json

FILE = Path(__file__).resolve().parents[1] / "tests" / "pronounce" / "frozen.json"
DIPHTHONGS = {"eɪ": "eɪ", "aɪ": "aɪ", "ɔɪ": "ɔɪ", "aʊ": "aʊ", "oʊ": "oʊ", "ɝ": "ɜɹ"}
AFFRICATES = {"tʃ": "t͡ʃ", "dʒ": "d͡ʒ"}
CASES = (
    ("perfect match", "k æ t", "k æ t"),
    ("v to b", "v ɛ ɹ i", "b ɛ ɹ i"),
    ("final deletion", "b ɛ d", "b ɛ"),
    ("s to ʃ", "s i", "ʃ i"),
    ("one more at the beginning", "s k u l", "ə s k u l"),
    ("one more at the end", "b ɛ d", "b ɛ d ə"),
    ("two of the same", "s i", "s s i"),
    ("a diphthong flattened", "b oʊ t", "b ɔ t"),
    ("an affricate for a fricative", "tʃ ɝ tʃ", "ʃ ɝ ʃ"),
    ("nothing produced", "ʃ ɪ p", ""),
    ("another word", "θ ɪ ŋ k", "m aʊ s"),
)


@functools.cache
def _table() -> panphon.FeatureTable:
    return panphon.FeatureTable()


@functools.cache
def vector(phoneme: str) -> list[int]:
    """48 features from panphon: onset half, offset half."""
    segments = _table().word_to_vector_list(DIPHTHONGS.get(phoneme, AFFRICATES.get(phoneme, phoneme)), numeric=True)
    if len(segments) not in (1, 2):
        raise ValueError(f"{phoneme}: {len(segments)} segments")
    return [int(value) for value in (*segments[0], *segments[-1])]


@functools.cache
def distance(a: str, b: str) -> float:
    """clip(1 - cosine, 0, 1)."""
    x, y = np.array(vector(a), dtype=float), np.array(vector(b), dtype=float)
    return float(np.clip(1 - x @ y / (np.linalg.norm(x) * np.linalg.norm(y)), 0, 1))


def paths(canonical: Sequence[str], produced: Sequence[str]) -> Iterator[list[tuple[str, str | None, str | None]]]:
    """Every alignment, read from the end; of two paths the one that stands first here wins a tie."""
    if not canonical and not produced:
        yield []
    if canonical and produced:
        for rest in paths(canonical[:-1], produced[:-1]):
            yield [("sub", canonical[-1], produced[-1]), *rest]
    if canonical:
        for rest in paths(canonical[:-1], produced):
            yield [("del", canonical[-1], None), *rest]
    if produced:
        for rest in paths(canonical, produced[:-1]):
            yield [("ins", None, produced[-1]), *rest]


def cost(path: Sequence[tuple[str, str | None, str | None]]) -> float:
    """Sum of a path's costs, rounded, so that the order of summing makes no difference."""
    return round(sum(distance(a, b) if a is not None and b is not None else 1.0 for _, a, b in path), 9)


def expected(name: str, canonical: list[str], produced: list[str]) -> dict[str, Any]:
    """The cheapest alignment, its rows and its insertions."""
    best = min(paths(canonical, produced), key=cost)  # min keeps the first of equals
    rows, insertions, place = [], [], -1
    for op, a, b in reversed(best):
        if op == "ins":
            insertions.append({"produced": b, "after_canonical_index": place})
            continue
        place += 1
        told = "match" if a == b else op
        rows.append({"canonical": a, "produced": b, "op": told, "cos_dist": 1.0 if b is None else distance(str(a), b)})
    return {
        "name": name,
        "canonical": canonical,
        "produced": produced,
        "per_position": rows,
        "insertions": insertions,
        "wper": cost(best) / len(canonical),
    }


def main() -> int:
    """Write the fixture."""
    cases = [expected(name, a.split(), b.split()) for name, a, b in CASES]
    symbols = sorted({symbol for case in cases for symbol in (*case["canonical"], *case["produced"])})
    write_json(FILE, {"vectors": {symbol: vector(symbol) for symbol in symbols}, "cases": cases})
    sys.stdout.write(f"{len(cases)} cases in {FILE}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
