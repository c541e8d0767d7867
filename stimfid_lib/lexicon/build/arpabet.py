"""From CMUdict's ARPAbet to the study's IPA: the one rule, and the reader of the dictionary."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from stimfid_lib.base.errors import Refused

_CONSONANTS = dict(
    pair.split("=")
    for pair in (
        "B=b CH=tʃ D=d DH=ð F=f G=ɡ HH=h JH=dʒ K=k L=l M=m N=n NG=ŋ P=p R=ɹ S=s SH=ʃ T=t TH=θ V=v W=w Y=j Z=z ZH=ʒ"
    ).split()
)
_VOWELS = dict(
    pair.split("=")
    for pair in "AA=ɑ AE=æ AH=ʌ AO=ɔ AW=aʊ AY=aɪ EH=ɛ ER=ɝ EY=eɪ IH=ɪ IY=i OW=oʊ OY=ɔɪ UH=ʊ UW=u".split()
)
_SOUNDS = {
    **{symbol: (phoneme, "") for symbol, phoneme in _CONSONANTS.items()},
    **{f"{symbol}{digit}": (phoneme, digit) for symbol, phoneme in _VOWELS.items() for digit in "012"},
    "AH0": ("ə", "0"),
}


@dataclass(frozen=True)
class Pronunciation:
    """One way to say a word: its phonemes, and one stress digit a vowel (1 primary, 2 secondary, 0 none)."""

    phonemes: tuple[str, ...]
    stress: str


def arpabet_to_ipa(symbols: Sequence[str]) -> Pronunciation:
    """Turn ARPAbet symbols (`("K", "AE1", "T")`) into IPA phonemes and stress digits.

    AH0 is ə, AH1 and AH2 are ʌ. ER is ɝ whatever its stress; before a vowel its r is a sound of its own, as
    clinicians hear it: unstressed ə ɹ (around), stressed ɝ ɹ (hurry).

    Raises:
        Refused: a symbol is none of ARPAbet's 39, or a vowel lacks its stress digit.
    """
    try:
        sounds = [_SOUNDS[symbol] for symbol in symbols]
    except KeyError as error:
        raise Refused(
            f"unknown ARPAbet symbol {error} in {' '.join(symbols)!r}: allowed are {' '.join(_CONSONANTS)} and, "
            f"each with a digit 0, 1 or 2, {' '.join(_VOWELS)}"
        ) from error
    phonemes = [phoneme for phoneme, _ in sounds]
    for index in range(len(sounds) - 2, -1, -1):
        if phonemes[index] == "ɝ" and sounds[index + 1][1]:
            phonemes[index : index + 1] = ["ə" if sounds[index][1] == "0" else "ɝ", "ɹ"]
    return Pronunciation(tuple(phonemes), "".join(digit for _, digit in sounds))


def once(spoken: Iterable[Pronunciation]) -> tuple[Pronunciation, ...]:
    """Return pronunciations in their order, those that differ from an earlier one in stress alone left out."""
    kept: dict[tuple[str, ...], Pronunciation] = {}
    for one in spoken:
        kept.setdefault(one.phonemes, one)
    return tuple(kept.values())


def read_cmudict(path: Path, keep: Container[str] | None = None) -> dict[str, tuple[Pronunciation, ...]]:
    """Read CMUdict's text file: lower-case word -> its pronunciations in the file's order.

    Comments from `#` on are dropped; `word(2)` is a further pronunciation of `word`; pronunciations that
    differ in stress alone count once, the first. With `keep`, other words are passed over unread.

    Raises:
        Refused: a line cannot be read; the text names file and line.
    """
    words: dict[str, dict[tuple[str, ...], Pronunciation]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        head, _, rest = line.partition(" ")
        word = head.partition("(")[0]
        if keep is not None and word not in keep:
            continue
        symbols = rest.partition("#")[0].split()
        if not symbols:
            raise Refused(
                f"{path.name}, line {number}: no pronunciation in {line!r}; the file is damaged, fetch it again"
            )
        try:
            spoken = arpabet_to_ipa(symbols)
        except Refused as error:
            raise Refused(f"{path.name}, line {number}: {error}") from error
        words.setdefault(word, {}).setdefault(spoken.phonemes, spoken)
    return {word: tuple(variants.values()) for word, variants in words.items()}
