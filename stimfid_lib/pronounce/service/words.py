"""The target word in the lexicon, with every pronunciation that counts as right."""

from __future__ import annotations

from dataclasses import dataclass

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.lexicon import Lexicon

LONGEST = 60
"""Characters of a target word; the lexicon's longest has fewer than half as many."""

Phonemes = tuple[str, ...]


class UnknownWord(Refused):
    """The lexicon does not hold the target word."""


@dataclass(frozen=True)
class Target:
    """A word as the lexicon spells it; `pronunciations` holds the primary one first, each once."""

    word: str
    pronunciations: tuple[Phonemes, ...]


def target_of(word: str, lexicon: Lexicon) -> Target:
    """Look a word up, whatever its case, its apostrophe or the spaces around it.

    Raises:
        Refused: nothing was given, or more than one word's worth of characters.
        UnknownWord: the lexicon has no such word.
    """
    given = word.strip()
    if not given:
        raise Refused("no target word: send the word that was meant as the field target_word")
    if len(given) > LONGEST:
        raise Refused(f"target_word has {len(given)} characters: at most {LONGEST} are taken, send one word")
    record = lexicon.get(given)
    if record is None:
        raise UnknownWord(
            f"{given!r} is not in the lexicon ({lexicon.identity.name}): check the spelling; one English word is "
            "taken, no phrase"
        )
    return Target(record.word, tuple(dict.fromkeys((record.phonemes, *record.variants))))
