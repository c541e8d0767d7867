"""From what a clinician types to phonemes: letters with a key word, sound names, or IPA."""

from __future__ import annotations

import difflib
import re

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.readings import KEY_WORDS, READINGS, SEQUENCES
from stimfid_lib.lexicon.spelled import SPELLINGS
from stimfid_lib.phonology.ipa import PHONEMES, is_vowel, to_ipa

_QUALIFIED = re.compile(r"(?P<letters>[^:(=]+?)\s*(?:[:=(]|\b(?:as in|like in|like)\b)\s*(?:as in\s+)?(?P<word>\w+)\)?")


def sound(text: str) -> str:
    """Read one sound as a clinician writes it: "r", "sh", "hard g", "long a", "th:thumb", "θ", "/j/".

    Letters with several readings need a key word ("th as in thumb", "th:thumb"); a symbol between slashes or square
    brackets is IPA. Case makes no difference.

    Raises:
        Refused: letters with several readings (the text lists them), several sounds at once, or no sound at all.
    """
    written = _plain(text)
    if not written:
        raise Refused("no sound given; write letters such as r, sh, th:thumb, or a symbol of the IPA between slashes")
    if text.strip()[:1] in ("/", "["):
        return to_ipa(text.strip().lower())
    found = READINGS.get(written)
    if found is None and (qualified := _QUALIFIED.fullmatch(written)):
        return _picked(text, qualified["letters"], qualified["word"])
    if found is not None and len(found) == 1:
        return found[0]
    if found is not None:
        raise Refused(f"{text!r} can be read in more than one way: {_choices(written, found)}")
    if written in PHONEMES:
        return written
    return _other_symbol(text, written)


def cluster(text: str) -> tuple[str, ...]:
    """Read a consonant cluster: "st", "thr", "squ", "s k w", "/bɹ/".

    Raises:
        Refused: fewer than two sounds, or letters that name no sound.
    """
    sounds = _sequence(text)
    if len(sounds) < 2:
        raise Refused(f"cluster {text!r} is the single sound /{' '.join(sounds)}/: a cluster has two sounds or more")
    return sounds


def contrast_sounds(text: str) -> tuple[str, ...]:
    """Read the sounds of a contrast, two for minimal pairs, more for a multiple opposition: "s/th:thumb", "t vs k".

    Raises:
        Refused: fewer than two sounds, or one that cannot be read.
    """
    parts = re.findall(r"/[^/\s]+/", text) if re.fullmatch(r"(?:[\s,–-]|vs\.?|/[^/\s]+/)+", text.strip()) else []
    if len(parts) < 2:
        parts = [part for part in re.split(r"\s*(?:/|,|\bvs\b\.?|\band\b|\s[-–]\s|–)\s*", text.strip()) if part]
    if len(parts) == 1:
        parts = parts[0].split("-")
    if len(parts) < 2:
        raise Refused(f"contrast {text!r} names one sound: give two, such as s/th:thumb or t/k")
    return tuple(sound(part) for part in parts)


def _plain(text: str) -> str:
    written = " ".join(text.strip().lower().replace('"', "").replace("“", "").replace("”", "").split())
    written = re.sub(r"^the | sounds?$", "", written).strip("- ")
    return written[:1] if re.fullmatch(r"([b-df-hj-np-tv-z])\1", written) else written


def _picked(text: str, letters: str, word: str) -> str:
    found = READINGS.get(letters.strip())
    if found is None:
        found = (_other_symbol(letters, letters.strip()),)
    for phoneme in found:
        if word in KEY_WORDS.get(phoneme, ()) or (len(found) == 1 and len(word) > 1):
            return phoneme
    raise Refused(f"{text!r} is not known; {letters.strip()!r} can be read as {_choices(letters.strip(), found)}")


def _choices(letters: str, phonemes: tuple[str, ...]) -> str:
    keys = [(phoneme, _key(phoneme, letters)) for phoneme in phonemes]
    told = [f"{letters} as in {key} ({phoneme})" if key else f"the IPA symbol /{phoneme}/" for phoneme, key in keys]
    write = [f"{letters}:{key}" if key else f"/{phoneme}/" for phoneme, key in keys]
    return f"{_either(told)}; write {_either(write)}"


def _key(phoneme: str, letters: str) -> str | None:
    """The first key word of a sound that is spelled with these letters."""
    return next((word for word in KEY_WORDS.get(phoneme, ()) if set(letters) & set(word)), None)


def _either(parts: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def _other_symbol(text: str, written: str) -> str:
    try:
        return to_ipa(written)
    except Refused:
        pass
    try:
        several = _sequence(written)
    except Refused:
        several = ()
    if 1 < len(several) < 4 and not any(map(is_vowel, several[1:])):
        raise Refused(f"{text!r} is {len(several)} sounds, {' '.join(several)}: ask for one of them, or for a cluster")
    near = difflib.get_close_matches(written, READINGS, n=1)
    proposed = f"; did you mean {near[0]!r}?" if near else ""
    allowed = ", ".join(dict.fromkeys(spelling.letters for spelling in SPELLINGS.values()))
    raise Refused(f"unknown sound {text!r}{proposed} (consonants: {allowed}; vowels: long a, short a, …; IPA: /θ/)")


def _sequence(text: str) -> tuple[str, ...]:
    """Cut letters or symbols into sounds, the longest piece first; a blank always cuts."""
    sounds: list[str] = []
    for piece in _plain(text).strip("/[]").replace("+", " ").replace("-", " ").split():
        sounds += _pieces(text, piece)
    return tuple(sounds)


def _pieces(text: str, piece: str) -> list[str]:
    sounds: list[str] = []
    while piece:
        for size in range(min(4, len(piece)), 0, -1):
            found = _piece(piece[:size])
            if found:
                break
        else:
            raise Refused(f"{text!r}: {piece!r} names no sound; write letters (st, thr, squ) or IPA (/s k w/)")
        sounds += found
        piece = piece[size:]
    return sounds


def _piece(letters: str) -> list[str]:
    if letters in SEQUENCES:
        return SEQUENCES[letters].split()
    if letters in PHONEMES:
        return [letters]
    found = READINGS.get(letters, ())
    if len(found) == 1:
        return list(found)
    try:
        return [to_ipa(letters)] if len(letters) < 3 else []
    except Refused:
        return []
