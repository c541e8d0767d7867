"""Golden vectors: cases with stated answers, so that a re-implementation, and this code, can be held to them."""

from __future__ import annotations

import json
from pathlib import Path

from .draws import derived_seed, generator_of
from .grammar import classify

FOLDER = Path(__file__).with_name("vectors")


def vector_faults() -> list[str]:
    """Cases that this code answers otherwise than stated; `verify` begins with them.

    A missing or empty file of vectors is a fault too.
    """
    grammars = [fault for version in (1, 2) for fault in _grammar_faults(f"grammar{version}.json")]
    return grammars + _generator_faults("generator.json")


def _grammar_faults(name: str) -> list[str]:
    try:
        told = json.loads((FOLDER / name).read_bytes())
        cases, options, version = told["cases"], tuple(told["options"]), told["grammar_version"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        return [f"{name} cannot be read ({error!r})"]
    if not cases:
        return [f"{name} holds no case"]
    faults = []
    for case in cases:
        read = classify(case["text"], case["ending"], options, version)
        if read != case["outcome"]:
            faults.append(f"{name}, {case['id']}: read {read!r}, stated is {case['outcome']!r}")
    return faults


def _generator_faults(name: str) -> list[str]:
    try:
        cases = json.loads((FOLDER / name).read_bytes())["cases"]
        stated = [(int(case["seed"], 16), case["parts"], list(case["doubles"])) for case in cases]
    except (OSError, ValueError, KeyError, TypeError) as error:
        return [f"{name} cannot be read ({error!r})"]
    if not stated:
        return [f"{name} holds no case"]
    faults = []
    for seed, parts, doubles in stated:
        if parts is not None and derived_seed(*parts) != seed:
            faults.append(f"{name}, {seed:016x}: the seed of its parts is {derived_seed(*parts):016x}")
        rng = generator_of(seed)
        drawn = [rng.random() for _ in doubles]
        if not doubles or drawn != doubles:
            faults.append(f"{name}, {seed:016x}: drew {drawn}, stated are {doubles}")
    return faults
