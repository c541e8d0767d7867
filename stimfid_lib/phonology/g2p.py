"""How a word that no lexicon holds may sound: letters to sounds, a guess with an error rate, never a verdict."""

from __future__ import annotations

import ctypes
import importlib.util
import re
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.phonology.ipa import VOWELS

Transcription = tuple[str, ...]


class G2p(Protocol):
    """Something that turns spellings into phonemes of the inventory.

    What it returns is a guess: report its accuracy beside anything that rests on it (`stimfid lexicon measure`).
    """

    @property
    def name(self) -> str:
        """Name and version, as a table's label says it."""
        ...

    def transcribe(self, words: Sequence[str]) -> list[Transcription | None]:
        """One transcription a word, None where the word cannot be read (digits, several words)."""
        ...


_PACKAGE = "espeakng_loader"
_SYNCHRONOUS, _UTF8, _IPA = 2, 1, 2
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_TAP = "ɾ"
_SAME = (
    ("tʃ", "ʧ"),
    ("dʒ", "ʤ"),
    ("oːɹ", "ɔɹ"),
    ("ɔːɹ", "ɔɹ"),
    ("ɑːɹ", "ɑɹ"),
    ("ɜː", "ɝ"),
    ("ɚ", "ɝ"),
    ("ː", ""),
    ("n̩", "ən"),
    ("l̩", "əl"),
    ("ɐ", "ə"),
    ("ᵻ", "ɪ"),
    ("ʔ", "t"),
    ("x", "k"),
    ("ɬ", "l"),
)
"""eSpeak's symbols and the study's, in the order in which they are replaced."""
_DIPHTHONGS = {"eɪ": "eɪ", "aɪ": "aɪ", "ɔɪ": "ɔɪ", "aʊ": "aʊ", "oʊ": "oʊ"}
_SINGLE = {
    **{symbol: symbol for symbol in "pbtdkɡfvθðszʃʒhmnŋlɹwjiɪɛæɑɔʊuʌəɝ"},
    "ʧ": "tʃ",
    "ʤ": "dʒ",
    "a": "æ",
    "o": "oʊ",
}


def espeak_to_ipa(text: str, word: str) -> Transcription | None:
    """Turn eSpeak's American IPA into the study's phonemes; None where it holds another symbol.

    A tap is d where the word's spelling has a d and no t, else t. ɝ before a vowel gives its r up to the next
    syllable, as in the lexicon: unstressed ə ɹ, stressed ɝ ɹ.
    """
    stressed = ""
    phonemes: list[str] = []
    stresses: list[bool] = []
    for old, new in _SAME:
        text = text.replace(old, new)
    text = text.replace(_TAP, "d" if "d" in word and "t" not in word else "t")
    text = re.sub(r"[\s_|\u200d\u0361-]|\(.*?\)", "", text)
    index = 0
    while index < len(text):
        if text[index] in "ˈˌ":
            stressed = text[index]
            index += 1
            continue
        pair = text[index : index + 2]
        symbol = _DIPHTHONGS.get(pair) or _SINGLE.get(text[index])
        if symbol is None:
            return None
        index += 2 if pair in _DIPHTHONGS else 1
        phonemes.append(symbol)
        stresses.append(bool(stressed) and symbol in VOWELS)
        if symbol in VOWELS:
            stressed = ""
    return _with_linking_r(phonemes, stresses) or None


def _with_linking_r(phonemes: list[str], stresses: list[bool]) -> Transcription:
    out: list[str] = []
    for index, phoneme in enumerate(phonemes):
        following, second = (*phonemes[index + 1 : index + 3], "", "")[:2]
        linked = following in VOWELS or (following == "ɹ" and second in VOWELS)
        if phoneme == "ɝ" and linked:
            out.append("ɝ" if stresses[index] else "ə")
            out += [] if following == "ɹ" else ["ɹ"]
        elif not (phoneme == "ɹ" and out and out[-1] == "ɝ" and following not in VOWELS):
            out.append(phoneme)
    return tuple(out)


class Espeak:
    """eSpeak NG's American voice, from the package `espeakng-loader` (optional extra `g2p`; GPL, loaded at run time).

    Raises:
        MissingInput: the package is not installed, or its library does not start here.
    """

    _lock = threading.Lock()

    def __init__(self) -> None:
        folder = _package_folder()
        if folder is None:
            raise MissingInput(f'{_PACKAGE} is not installed: pip install "stimfid[g2p]"')
        try:
            self._library = ctypes.CDLL(str(_library(folder)))
        except OSError as error:
            raise MissingInput(f"eSpeak NG's library does not start on this machine ({error})") from error
        self._library.espeak_TextToPhonemes.restype = ctypes.c_char_p
        self._library.espeak_Info.restype = ctypes.c_char_p
        rate = self._library.espeak_Initialize(_SYNCHRONOUS, 0, str(folder).encode(), 0)
        if rate < 0 or self._library.espeak_SetVoiceByName(b"en-us") != 0:
            raise MissingInput(f"eSpeak NG found no American voice under {folder}; install {_PACKAGE} again")

    @property
    def name(self) -> str:
        """eSpeak NG and its version."""
        version: bytes = self._library.espeak_Info(None)
        return f"eSpeak NG {version.decode()}"

    def transcribe(self, words: Sequence[str]) -> list[Transcription | None]:
        """One transcription a word, None for what is not one word of plain letters."""
        with self._lock:  # the library keeps its state in globals
            return [self._one(word.lower()) for word in words]

    def _one(self, word: str) -> Transcription | None:
        if not _WORD.fullmatch(word):
            return None
        text = ctypes.c_char_p(word.encode())
        spoken: bytes | None = self._library.espeak_TextToPhonemes(ctypes.byref(text), _UTF8, _IPA)
        return espeak_to_ipa(spoken.decode(), word) if spoken else None


def espeak_is_installed() -> bool:
    """Tell whether the optional package that bundles eSpeak NG is installed."""
    return _package_folder() is not None


def _package_folder() -> Path | None:
    spec = importlib.util.find_spec(_PACKAGE)
    return Path(spec.origin).parent if spec and spec.origin else None


def _library(folder: Path) -> Path:
    names = ("libespeak-ng.so", "libespeak-ng.dylib", "espeak-ng.dll")
    return next((folder / name for name in names if (folder / name).is_file()), folder / names[0])
