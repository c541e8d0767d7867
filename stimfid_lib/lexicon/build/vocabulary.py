"""Which words are real, and which of them the lexicon stands on."""

from __future__ import annotations

import gzip
import re
from collections.abc import Container
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.build.attested import NOTHING_MORE, Attested
from stimfid_lib.lexicon.build.hunspell import HunspellWords

LARGEST_BAND = 60
_SHORT = 4
_CLUSTERS = frozenset(
    "bl br ch ck cl cr dr fl fr gh gl gr kn ng nk ph pl pr sc sh sk sl sm sn sp st sw th tr tw wh wr".split()
)


@dataclass(frozen=True)
class Vocabulary:
    """The real words: those that may be rows, the graded ones among them, and the wider word list.

    `rows` holds lower-case words; `graded` maps words to their SCOWL size; `real` adds names, abbreviations and
    possessives, in lower case, for telling a real word from an invented one. `unfit` are words that nobody wants in
    a therapy list: what hunspell never suggests, and the roots of `unfit.txt`. They stay rows, so that a reply which
    holds one is scored, and are never canonical, so that no list of ours offers one. `names` are the real words that
    no word list has in lower case and that are written with a capital or occur mostly as names: names, abbreviations.
    """

    rows: frozenset[str]
    graded: dict[str, int]
    real: frozenset[str]
    unfit: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()

    def is_canonical(self, word: str, root: str, with_frequency: Container[str]) -> bool:
        """Tell whether a word is canonical: graded 60 or commoner, with a frequency, and fit to be offered."""
        fit = word not in self.unfit and root not in self.unfit
        return fit and word in self.rows and word in self.graded and word in with_frequency


def read_graded(path: Path) -> dict[str, int]:
    """Read the gzipped lines `word<TAB>size` of the graded list.

    Raises:
        Refused: a line is of another form or its size is above 60.
    """
    graded: dict[str, int] = {}
    lines = gzip.decompress(path.read_bytes()).decode("utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        word, _, size = line.partition("\t")
        if not size.isdigit() or int(size) > LARGEST_BAND:
            raise Refused(f"{path.name}, line {number}: {line!r} is not `word<TAB>size` with a size up to 60")
        graded[word] = int(size)
    return graded


def make_vocabulary(
    graded: dict[str, int],
    hunspell: HunspellWords,
    rated: Container[str],
    attested: Attested = NOTHING_MORE,
) -> Vocabulary:
    """Join the graded list and the spread-out hunspell dictionary; `rated` are words that people have rated.

    A row needs a vowel letter: the lists carry abbreviations in lower case (kw, db, ms), and few have one. Words of
    up to four letters that hunspell alone has are abbreviations more often than not (inc, etc, reg), so such a word
    is a row only if raters of a published norm knew it (cafe); the others count as real words, outside the lexicon.
    What is `attested` elsewhere is real and no row.
    """
    rows = {word for word in graded if _has_vowel_letter(word)}
    rows |= {word for word in hunspell.lower if _has_vowel_letter(word) and (len(word) > _SHORT or word in rated)}
    lists = (graded, hunspell.lower, hunspell.possessives, hunspell.names, attested.words)
    real = {word.lower() for words in lists for word in words if _is_real(word)}
    capital = {word.lower() for word in hunspell.names} | attested.names
    names = {word for word in capital & real if not (word in graded or word in hunspell.lower or word in rated)}
    unfit = hunspell.unfit | load_unfit()
    return Vocabulary(frozenset(rows), graded, frozenset(real), unfit, frozenset(names))


def load_unfit() -> frozenset[str]:
    """Read `unfit.txt`: the roots of words that no list of the study offers, one a line."""
    text = (resources.files(__package__) / "unfit.txt").read_text(encoding="utf-8")
    return frozenset(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))


def _is_real(entry: str) -> bool:
    """Tell whether a listed entry counts as a real word: letters and spelled clusters (s, st, th) do not.

    The lists carry them as symbols (St, ST, Th); replies hold them as fragments ("st, sp, sk"), which must not
    pass for words. Two capitals that spell no cluster may (TV, DJ).
    """
    if len(entry) == 1:
        return entry in ("a", "I", "O")
    if entry.lower() in _CLUSTERS:
        return False
    return len(entry) > 2 or entry.isupper() or _has_vowel_letter(entry.lower())


def _has_vowel_letter(word: str) -> bool:
    return word == "a" or (len(word) > 1 and bool(re.fullmatch(r"[a-z']*[aeiouy][a-z']*", word)))
