"""The second opinion on a word's primary pronunciation: a text-to-speech lexicon, brought to the same symbols."""

from __future__ import annotations

import json
from collections.abc import Container
from pathlib import Path

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.build.arpabet import Pronunciation
from stimfid_lib.phonology.ipa import PHONEMES

TAP = "ɾ"
"""The tapped t or d of "water" and "ladder": which of the two, the arbiter does not say."""

_SYMBOLS = {
    "A": "eɪ",
    "I": "aɪ",
    "O": "oʊ",
    "W": "aʊ",
    "Y": "ɔɪ",
    "ʤ": "dʒ",
    "ʧ": "tʃ",
    "ᵊ": "ə",
    "ᵻ": "ɪ",
    "ʔ": "t",
    TAP: TAP,
    **{phoneme: phoneme for phoneme in PHONEMES if len(phoneme) == 1},
}
_VOWELS = frozenset("AIOWYæɑɔəɛɜɪiuʊʌᵊᵻ")


def arbiter_to_ipa(text: str) -> Pronunciation:
    """Turn the arbiter's notation into phonemes and stress digits; a tap stays a tap.

    ɜɹ and əɹ are ɝ, but before a vowel ɝ ɹ and ə ɹ, as in the dictionary's own rule. hw is w: the arbiter has it
    in some words (nowhere, overwhelm) and not in others (where).

    Raises:
        Refused: a symbol is unknown.
    """
    text = text.replace("hw", "w").replace("hˈw", "ˈw")
    phonemes: list[str] = []
    stress: list[str] = []
    pending = "0"
    index = 0
    while index < len(text):
        symbol = text[index]
        index += 1
        if symbol in "ˈˌ":
            pending = "1" if symbol == "ˈ" else "2"
            continue
        if symbol in _VOWELS:
            stress.append(pending)
            pending = "0"
        if symbol == "ɜ" or (symbol == "ə" and text[index : index + 1] == "ɹ"):
            followed = text[index + 1 : index + 2].strip("ˈˌ") or text[index + 2 : index + 3]
            if text[index : index + 1] != "ɹ":
                phonemes.append("ɝ")
            elif followed and followed in _VOWELS:
                phonemes.append("ɝ" if symbol == "ɜ" else "ə")
            else:
                phonemes.append("ɝ")
                index += 1
        elif symbol in _SYMBOLS:
            phonemes.append(_SYMBOLS[symbol])
        else:
            raise Refused(f"unknown symbol {symbol!r} in the arbiter's {text!r}")
    return Pronunciation(tuple(phonemes), "".join(stress))


def read_arbiter(path: Path, keep: Container[str] | None = None) -> dict[str, Pronunciation]:
    """Read the arbiter's lexicon: word -> its default pronunciation; entries without one are left out.

    With `keep`, other words are passed over unread.

    Raises:
        Refused: an entry holds an unknown symbol.
    """
    entries: dict[str, str | dict[str, str | None]] = json.loads(path.read_text(encoding="utf-8"))
    defaults = {
        word: value if isinstance(value, str) else value.get("DEFAULT")
        for word, value in entries.items()
        if keep is None or word in keep
    }
    return {word: arbiter_to_ipa(text) for word, text in defaults.items() if text}
