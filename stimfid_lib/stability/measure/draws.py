"""The named generator of every resampling, and its seed from what is measured.

The generator is MT19937 (Matsumoto and Nishimura 1998), seeded with `init_by_array` from the 32-bit words of the seed,
the lowest first, read as doubles of 53 bits (`genrand_res53`). Python's `random.Random(seed).random()` is this
generator; golden values stand in `vectors/generator.json`.
"""

from __future__ import annotations

import hashlib
import random

GENERATOR = "mt19937-init_by_array-res53"
"""The name under which measurements record the generator."""

RESAMPLES = 10_000
"""Resamples of an interval and permutations of a null floor."""

NULL_FLOOR, STRATIFIED = "null_floor", "stratified"
"""Seed streams beside that of the published interval, whose seed is that of the triple alone."""


def derived_seed(*parts: str) -> int:
    """The first 64 bits, as a big-endian number, of the SHA-256 of the parts joined by U+001F, in UTF-8."""
    joined = "\x1f".join(parts).encode()
    return int.from_bytes(hashlib.sha256(joined).digest()[:8], "big")


def generator_of(seed: int) -> random.Random:
    """The generator at the start of a seed's stream."""
    return random.Random(seed)


def generator(protocol_id: str, run_date: str, subject_model_id: str, stream: str | None = None) -> random.Random:
    """The generator at the start of one of a measurement's streams."""
    parts = (protocol_id, run_date, subject_model_id)
    return generator_of(derived_seed(*parts) if stream is None else derived_seed(*parts, stream))
