from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import numpy as np
import pytest

import stimfid_lib.stability.measure as package
from stimfid_lib.stability.measure import vectors
from stimfid_lib.stability.measure.draws import (
    GENERATOR,
    NULL_FLOOR,
    STRATIFIED,
    derived_seed,
    generator,
    generator_of,
)
from stimfid_lib.stability.measure.vectors import vector_faults

FILE = Path(str(package.__file__)).parent / "vectors" / "generator.json"
TOLD = json.loads(FILE.read_text(encoding="utf-8"))
CASES = TOLD["cases"]
AUTHORS_KEY = [0x123, 0x234, 0x345, 0x456]
AUTHORS_WORDS = [1067595299, 955945823, 477289528, 4107218783]
"""The beginning of mt19937ar.out, which Matsumoto and Nishimura ship with their program."""


def _key(seed: int) -> list[int]:
    words = [seed >> shift & 0xFFFFFFFF for shift in range(0, max(seed.bit_length(), 1), 32)]
    return words or [0]


class Twister:
    """MT19937 written again from the paper: the tests' own implementation."""

    def __init__(self, key: list[int]) -> None:
        state = [19650218]
        for place in range(1, 624):
            state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + place) & 0xFFFFFFFF)
        i, j = 1, 0
        for step in range(max(624, len(key)) + 623):
            mixed = state[i - 1] ^ state[i - 1] >> 30
            if step < max(624, len(key)):
                state[i] = ((state[i] ^ mixed * 1664525) + key[j] + j) & 0xFFFFFFFF
                j = (j + 1) % len(key)
            else:
                state[i] = ((state[i] ^ mixed * 1566083941) - i) & 0xFFFFFFFF
            i += 1
            if i == 624:
                state[0], i = state[623], 1
        state[0] = 0x80000000
        self._state, self._place = state, 624

    def word(self) -> int:
        state = self._state
        if self._place == 624:
            for k in range(624):
                both = state[k] & 0x80000000 | state[(k + 1) % 624] & 0x7FFFFFFF
                state[k] = state[(k + 397) % 624] ^ both >> 1 ^ (0x9908B0DF if both & 1 else 0)
            self._place = 0
        y = state[self._place]
        self._place += 1
        y ^= y >> 11
        y ^= y << 7 & 0x9D2C5680
        y ^= y << 15 & 0xEFC60000
        return y ^ y >> 18

    def double(self) -> float:
        high, low = self.word() >> 5, self.word() >> 6
        return (high * 67108864.0 + low) / 9007199254740992.0


def test_the_tests_own_twister_is_that_of_its_authors() -> None:
    twister = Twister(AUTHORS_KEY)
    assert [twister.word() for _ in range(4)] == AUTHORS_WORDS


def test_the_vectors_hold_the_authors_own_words() -> None:
    seed = sum(word << 32 * place for place, word in enumerate(AUTHORS_KEY))
    assert [case["words"] for case in CASES if int(case["seed"], 16) == seed] == [AUTHORS_WORDS]


@pytest.mark.parametrize("case", CASES, ids=[case["seed"] for case in CASES])
def test_three_implementations_give_the_golden_values(case: dict[str, list[float]]) -> None:
    seed = int(str(case["seed"]), 16)
    ours = generator_of(seed)
    assert [ours.random() for _ in range(4)] == case["doubles"]
    assert np.random.RandomState(_key(seed)).random_sample(4).tolist() == case["doubles"]
    twister, again = Twister(_key(seed)), Twister(_key(seed))
    assert [twister.double() for _ in range(4)] == case["doubles"]
    assert [again.word() for _ in range(4)] == case["words"]


def test_a_thousand_doubles_agree_with_numpy() -> None:
    seed = derived_seed("p", "2026-01-31", "m")
    ours = generator("p", "2026-01-31", "m")
    assert [ours.random() for _ in range(1000)] == np.random.RandomState(_key(seed)).random_sample(1000).tolist()


@pytest.mark.parametrize("case", [case for case in CASES if case["parts"]], ids=lambda case: case["parts"][-1])
def test_seeds_are_the_first_sixty_four_bits_of_the_joined_parts(case: dict[str, list[str]]) -> None:
    digest = hashlib.sha256("\x1f".join(case["parts"]).encode("utf-8")).hexdigest()
    assert case["seed"] == digest[:16]
    assert derived_seed(*case["parts"]) == int(digest[:16], 16)


def test_each_stream_is_seeded_by_its_own_name_after_the_triple() -> None:
    triple = ("p", "2026-01-31", "m")
    firsts = [generator(*triple, stream).random() for stream in (None, NULL_FLOOR, STRATIFIED)]
    wanted = [generator_of(derived_seed(*triple, *more)).random() for more in ((), ("null_floor",), ("stratified",))]
    assert firsts == wanted
    assert len(set(firsts)) == 3
    assert generator(*triple).random() == firsts[0]


def test_parts_are_not_run_together() -> None:
    assert derived_seed("ab", "c") != derived_seed("a", "bc")


def test_the_name_in_the_vectors_is_the_recorded_one() -> None:
    assert TOLD["generator"] == GENERATOR == "mt19937-init_by_array-res53"


def _faults(monkeypatch: pytest.MonkeyPatch, folder: Path, changed: object) -> list[str]:
    for file in FILE.parent.glob("*.json"):
        (folder / file.name).write_bytes(file.read_bytes())
    (folder / FILE.name).write_text(json.dumps(changed), encoding="utf-8")
    monkeypatch.setattr(vectors, "FOLDER", folder)
    return vector_faults()


def test_verify_holds_the_code_to_these_vectors() -> None:
    assert vector_faults() == []


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"cases": [{**CASES[0], "doubles": [*CASES[0]["doubles"][:3], 0.5]}]}, "drew .*stated are"),
        ({"cases": [{**CASES[0], "doubles": []}]}, "drew "),
        ({"cases": [{**CASES[0], "parts": ["another"]}]}, f"{CASES[0]['seed']}: the seed of its parts is"),
        ({"cases": []}, "holds no case"),
        ({"cases": [{"parts": None, "seed": "no number", "doubles": []}]}, "cannot be read"),
        ({"cases": None}, "cannot be read"),
        ({}, "cannot be read"),
    ],
)
def test_vectors_that_are_not_right_are_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, changed: object, told: str
) -> None:
    (fault,) = _faults(monkeypatch, tmp_path, changed)
    assert re.match(rf"generator\.json.*{told}", fault)


def test_a_missing_file_of_vectors_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(vectors, "FOLDER", tmp_path)
    assert [fault.partition(" ")[0] for fault in vector_faults()] == [
        "grammar1.json",
        "grammar2.json",
        "generator.json",
    ]
