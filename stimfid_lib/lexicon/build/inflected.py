"""Regular forms follow their base: what *dogs* sounds like is known from *dog*."""

from __future__ import annotations

from stimfid_lib.lexicon.build.arpabet import Pronunciation

_SIBILANTS = frozenset("s z ʃ ʒ tʃ dʒ".split())
_VOICELESS = frozenset("p t k f θ s ʃ tʃ".split())


def expected_form(word: str, base: str, spoken: Pronunciation) -> Pronunciation | None:
    """Return how a regular form in -s, -ed or -ing of a base that is said `spoken` should sound, else None.

    The ending takes its voice from the sound before it and a vowel (ɪ) after a sibilant, t or d. The base's own
    last sound does not change: that of *knife* and *house* does, which is why this only helps to choose.
    """
    last = spoken.phonemes[-1]
    stems = {base, base.removesuffix("e"), base + base[-1], base.removesuffix("y") + "i", base.removesuffix("y") + "ie"}
    for stem in stems:
        match word.removeprefix(stem) if word.startswith(stem) else "":
            case "s" | "es":
                ending = ("ɪ", "z") if last in _SIBILANTS else ("s",) if last in _VOICELESS else ("z",)
            case "ed" | "d":
                ending = ("ɪ", "d") if last in ("t", "d") else ("t",) if last in _VOICELESS else ("d",)
            case "ing":
                ending = ("ɪ", "ŋ")
            case _:
                continue
        return _joined(spoken, ending)
    return None


def _joined(spoken: Pronunciation, ending: tuple[str, ...]) -> Pronunciation:
    body = spoken.phonemes
    if body[-1] == "ɝ" and len(ending) == 2:  # the r of a vocalic r is a sound of its own before a vowel
        body = (*body[:-1], "ə" if spoken.stress[-1] == "0" else "ɝ", "ɹ")
    return Pronunciation((*body, *ending), spoken.stress + ("0" if len(ending) == 2 else ""))
