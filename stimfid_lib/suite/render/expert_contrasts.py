"""Expert wording of A3: pairs and sets, their place, their length, their form on the line."""

from __future__ import annotations

from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.suite.cell import Cell
from stimfid_lib.suite.render import phrases

PAIR = "A minimal pair is two real words whose pronunciations differ in exactly one phoneme, in the same position."

PLACES = {
    "initial": "initial position: the contrasting sound is the first sound of {words}, not merely the first letter",
    "medial": "medial position: the contrasting sound is inside {words}, neither the first nor the last sound",
    "final": "final position: the contrasting sound is the last sound of {words}, not merely the last letter",
}


def expert(cell: Cell, contrast: Contrast) -> str:
    """Word a contrast cell: what a pair or set is, then its conditions, then the form of the reply."""
    if contrast.kind == "multiple":
        words, unit, form = "every word of the set", "set", " - ".join(["target", *["contrast"] * _others(contrast)])
    else:
        words, unit, form = "both words", "pair", "word1 - word2"
    lines = [
        *(_sets(cell, contrast) if contrast.kind == "multiple" else _pairs(cell, contrast)),
        *_conditions(contrast, words),
        *phrases.rhotic_notes(contrast.phonemes),
        f"Give single words only, without spaces or hyphens: no proper nouns, and no {unit} more than once.",
        f"Write one {unit} per line as `{form}` and no other text.",
    ]
    return "\n".join(lines)


def _others(contrast: Contrast) -> int:
    return len(contrast.phonemes) - 1


def _pairs(cell: Cell, contrast: Contrast) -> list[str]:
    one, other = contrast.phonemes
    kind = {"minimal": "minimal pairs", "maximal": "maximal-opposition pairs"}[contrast.kind]
    far = (
        ["A maximal-opposition pair is a minimal pair whose contrasting phonemes differ in many features at once."]
        if contrast.kind == "maximal"
        else []
    )
    return [
        f"List exactly {cell.list_length} {kind} of common English words for the contrast /{one}/ versus /{other}/.",
        PAIR,
        *far,
        f"In every pair one word has /{one}/ where the other has /{other}/, and the two are otherwise pronounced the "
        "same; either may come first.",
    ]


def _sets(cell: Cell, contrast: Contrast) -> list[str]:
    target, *others = contrast.phonemes
    named = phrases.joined([f"/{phoneme}/" for phoneme in others])
    return [
        f"List exactly {cell.list_length} multiple-opposition sets of common English words for the target /{target}/ "
        f"contrasted with {named}.",
        f"A set is a target word that has /{target}/ and {_others(contrast)} contrast words, one for each of {named}, "
        f"with that sound in place of the /{target}/ and all else the same, so that the target word forms a minimal "
        "pair with every contrast word. The contrast words may come in any order.",
        PAIR,
    ]


def _conditions(contrast: Contrast, words: str) -> list[str]:
    conditions = [PLACES[contrast.position].format(words=words)] if contrast.position else []
    if contrast.syllables is not None:
        span = (contrast.syllables, contrast.syllables)
        verb = "has" if contrast.kind == "multiple" else "have"
        conditions.append(f"{words} {verb} exactly {phrases.syllables_after(span)}")
    return phrases.conditions("set" if contrast.kind == "multiple" else "pair", conditions)
