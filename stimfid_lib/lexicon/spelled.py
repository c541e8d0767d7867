"""How clinicians spell sounds: letters, and a key word wherever the letters can be read in another way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Spelling:
    """A sound in letters: `letters` "r", a key word `like`, and `unlike`, the reading that is not meant."""

    letters: str
    like: str = ""
    unlike: str = ""

    @property
    def key(self) -> str:
        """The key word in parentheses, with a space before it; empty where the letters have one reading."""
        if not self.like:
            return ""
        return f" (as in {self.like}, not {self.unlike})" if self.unlike else f" (as in {self.like})"


# A key word stands wherever the letters, or the usual name of the sound, have a second reading that would fail:
# 1,322 words of the prototype lexicon end in ɝ and 311 in ɹ, so "words that end in r" would score another request.
SPELLINGS: dict[str, Spelling] = {
    "p": Spelling("p"),
    "b": Spelling("b"),
    "t": Spelling("t"),
    "d": Spelling("d"),
    "k": Spelling("k"),
    "ɡ": Spelling("hard g", '"go"'),
    "tʃ": Spelling("ch", '"chair"'),
    "dʒ": Spelling("j", '"jump"'),
    "f": Spelling("f"),
    "v": Spelling("v"),
    "θ": Spelling("th", '"thumb"', '"this"'),
    "ð": Spelling("th", '"this"', '"thumb"'),
    "s": Spelling("s", '"bus"', 'the z sound in "nose"'),
    "z": Spelling("z"),
    "ʃ": Spelling("sh"),
    "ʒ": Spelling("zh", '"treasure"'),
    "h": Spelling("h"),
    "m": Spelling("m"),
    "n": Spelling("n", '"nose"', 'the ng in "ring"'),
    "ŋ": Spelling("ng", '"ring"', 'the ng in "finger"'),
    "l": Spelling("l"),
    "ɹ": Spelling("r", '"red"', 'the er in "her"'),
    "w": Spelling("w"),
    "j": Spelling("y", '"yes"'),
    "ɝ": Spelling("er", '"her" or "sister"'),
}
"""Spelling at any place in the word, as the study's prompts name a sound; `sounds` reads the same table backwards."""

VOWELS: dict[str, Spelling] = {
    "i": Spelling("long e", '"see"'),
    "ɪ": Spelling("short i", '"sit"'),
    "ɛ": Spelling("short e", '"bed"'),
    "æ": Spelling("short a", '"cat"'),
    "ɑ": Spelling("short o", '"hot"'),
    "ɔ": Spelling("aw", '"saw"'),
    "ʊ": Spelling("short oo", '"book"'),
    "u": Spelling("long oo", '"moon"'),
    "ʌ": Spelling("short u", '"cup"'),
    "ə": Spelling("schwa", 'the a in "about"'),
    "eɪ": Spelling("long a", '"cake"'),
    "aɪ": Spelling("long i", '"bike"'),
    "ɔɪ": Spelling("oy", '"boy"'),
    "aʊ": Spelling("ow", '"cow"'),
    "oʊ": Spelling("long o", '"boat"'),
}
"""How teachers and clinicians name the vowels; no prompt of the study asks for one."""

AT_POSITION: dict[tuple[str, str], Spelling] = {
    ("s", "initial"): Spelling("s", '"sun"', 'the sh in "sugar"'),
    ("n", "initial"): Spelling("n"),
    ("ɹ", "initial"): Spelling("r"),
    ("ɹ", "medial"): Spelling("r", '"carrot"', 'the er in "bird"'),
    ("ɹ", "final"): Spelling("r", '"car"', 'the er in "her"'),
    ("w", "medial"): Spelling("w", '"away"', 'the w in "cow"'),
}
"""Spelling where the place in the word changes the readings."""

CLUSTERS: dict[tuple[str, ...], str] = {("k", "ɹ"): "cr", ("k", "l"): "cl", ("b", "ɹ"): "br"}
"""Clusters whose usual letters are not those of their sounds; the others are spelled sound by sound."""


def spelling(phoneme: str, position: str | None) -> Spelling:
    """Spelling of a phoneme at a place: initial, medial, final, or None for any place."""
    return AT_POSITION.get((phoneme, position or "")) or SPELLINGS.get(phoneme) or VOWELS[phoneme]


def spelled(phoneme: str, position: str | None) -> str:
    """Letters and key word, such as th (as in "thumb", not "this")."""
    found = spelling(phoneme, position)
    return found.letters + found.key


def spelled_cluster(phonemes: Iterable[str]) -> str:
    """Letters of a consonant cluster: "cr" for /kɹ/, "st" for /st/."""
    sounds = tuple(phonemes)
    return CLUSTERS.get(sounds) or "".join(SPELLINGS[sound].letters for sound in sounds)
