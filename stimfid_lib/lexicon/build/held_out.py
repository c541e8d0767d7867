"""Real and invented words that the word list was not made from, to measure it with."""

from __future__ import annotations

import csv
import gzip
import pickle
import random
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import NoReturn

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.seed import SEED

N_PSEUDO = 20_000
_ONSET = re.compile(r"(qu|[^aeiouy]*)(.*)")
_BRITISH = (
    (re.compile(r"our(?=(s|ed|ing|ful|less|able|ite|ites)?$)"), "or"),
    (re.compile(r"is(?=(e|es|ed|ing|ation|ations|er|ers)$)"), "iz"),
    (re.compile(r"ys(?=(e|es|ed|ing)$)"), "yz"),
    (re.compile(r"re(?=s?$)"), "er"),
    (re.compile(r"ll(?=(ed|ing|er|ers)$)"), "l"),
    (re.compile(r"ogue(?=s?$)"), "og"),
    (re.compile(r"ae|oe"), "e"),
    (re.compile(r"ence(?=s?$)"), "ense"),
)


class _NoGlobals(pickle.Unpickler):
    """Reads sets of texts only: a pickle that names any class or function is refused."""

    def find_class(self, module: str, name: str) -> NoReturn:
        raise Refused(f"held-out pickle asks for {module}.{name}: only plain values are read; the pinned file changed")


def read_game_dictionary(path: Path) -> frozenset[str]:
    """Read the gzipped list of a word game, one lower-case word a line."""
    return _words(gzip.decompress(path.read_bytes()).decode("utf-8").split())


def read_webster(path: Path) -> frozenset[str]:
    """Read the pickled set of GCIDE's headwords; they are capitalised, so names cannot be told from words."""
    with path.open("rb") as handle:
        heads: set[str] = _NoGlobals(handle).load()
    return _words(head.lower() for head in heads)


def _words(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word for word in words if len(word) > 2 and word.isascii() and word.isalpha())


def read_zipf(path: Path) -> dict[str, float]:
    """Read SUBTLEX-US: word in lower case -> Zipf value (log10 of occurrences in a thousand million words)."""
    with path.open(encoding="utf-8-sig", newline="") as handle:
        return {row["Word"].lower(): float(row["Zipf-value"]) for row in csv.DictReader(handle)}


def held_out_names() -> dict[str, tuple[str, ...]]:
    """Read `held_out_names.txt`: kind (given, surname, place, brand, character) -> names in lower case."""
    text = (resources.files(__package__) / "held_out_names.txt").read_text(encoding="utf-8")
    kinds: dict[str, tuple[str, ...]] = {}
    kind = ""
    for line in text.splitlines():
        fields = line.split()
        if not fields or line.startswith("#"):
            continue
        if len(fields) == 1 and fields[0] in ("given", "surname", "place", "brand", "character"):
            kind = fields[0]
        else:
            kinds[kind] = kinds.get(kind, ()) + tuple(fields)
    return kinds


def american_spelling(word: str, known: Collection[str]) -> str | None:
    """Return the American spelling of a British one, where `known` has it; None for a word that is not British."""
    for pattern, american in _BRITISH:
        other = pattern.sub(american, word)
        if other != word and other in known:
            return other
    return None


def kinds_of(words: Collection[str], graded: Collection[str], root_of: Callable[[str], str]) -> dict[str, list[str]]:
    """Sort words into the kinds that are measured apart; a word may be of several, and `all` holds each.

    Inflected forms, compounds of two graded words of three letters or more, British spellings of a graded word, and the
    American spellings beside them.
    """
    kinds: dict[str, list[str]] = {"all": sorted(words), "inflected": [], "compound": [], "british": [], "american": []}
    for word in kinds["all"]:
        if root_of(word) != word:
            kinds["inflected"].append(word)
        if any(word[:cut] in graded and word[cut:] in graded for cut in range(3, len(word) - 2)):
            kinds["compound"].append(word)
        if (american := american_spelling(word, graded)) is not None and american != word and word not in graded:
            kinds["british"].append(word)
            if american in words:
                kinds["american"].append(american)
    return kinds


def pseudo_words(
    words: Sequence[str],
    syllables: Mapping[str, int],
    absent_from: Collection[str],
    n: int = N_PSEUDO,
    seed: int = SEED,
) -> dict[str, int]:
    """Invent words: the letters before the first vowel of one real word, the rest of another; word -> syllables.

    Both are drawn from `words` evenly, so that lengths keep the proportion that they have there. What `absent_from`
    holds is no invention and is left out of the `n` drawn, and so is what has fewer than three letters.
    """
    rng = random.Random(seed)
    invented: dict[str, int] = {}
    for _ in range(n):
        onset_of, rest_of = rng.choice(words), rng.choice(words)
        onset, other = (_onset(word) for word in (onset_of, rest_of))
        word = onset[0] + other[1]
        if onset[0] != other[0] and len(word) > 2 and word not in absent_from:
            invented[word] = syllables[rest_of]
    return invented


def _onset(word: str) -> tuple[str, str]:
    match = _ONSET.fullmatch(word)
    if match is None:
        raise Refused(f"cannot take {word!r} apart into onset and rest: give a word of letters")
    return match[1], match[2]
