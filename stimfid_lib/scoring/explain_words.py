"""How a word fails one constraint, as the end of a sentence: "starts with /dʒ/, not /ɡ/"."""

from __future__ import annotations

import re

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.checks import meets
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.graphemes import Grapheme, graphemes
from stimfid_lib.lexicon.identity import NormScale
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.record import Phonemes, WordRecord
from stimfid_lib.phonology.ipa import cv_shape, syllable_count
from stimfid_lib.scoring.wording import PLACES, counted, figure, said, span

_EDGES = {"initial": ("starts", 0), "final": ("ends", -1)}
_LETTERS = {
    "k": "k c q",
    "ɡ": "g ng",
    "s": "s c",
    "z": "z s",
    "dʒ": "j g",
    "tʃ": "ch",
    "ʃ": "sh",
    "ʒ": "s g z",
    "θ": "th",
    "ð": "th",
    "f": "f ph",
    "ŋ": "ng",
    "ɹ": "r",
    "j": "y",
}
"""Letters by which a reader would take a word to have the sound; every other consonant is spelled by its own symbol."""

_NORM_NAMES = {
    ("aoa", ""): "age of acquisition",
    ("concreteness", ""): "concreteness",
    ("familiarity", ""): "familiarity",
    ("log_frequency", ""): "word frequency",
    ("log_frequency", "log10"): "word frequency (log10 of its count)",
    ("neighborhood_density", ""): "neighborhood density",
}
_RHOTIC = {"ɝ": " (the er of “her”)", "ɹ": " (the r of “red”)"}


def failure(record: WordRecord, constraint: Constraint, lex: Lexicon) -> str:
    """Say how the word's primary form fails a constraint that it does fail; the subject is left to the caller."""
    params = constraint.params
    match constraint.kind:
        case "phoneme_at":
            return _phoneme_at(record, params["phoneme"], params["position"])
        case "contains_phoneme":
            return f"has no /{params['phoneme']}/{_but_letters(record, params['phoneme'])}"
        case "cluster_at":
            return _cluster_at(record, params["phonemes"], params["position"])
        case "syllable_count":
            return f"has {counted(record.syllable_count, 'syllable')}, not {span(params)}"
        case "cv_shape":
            return f"has the shape {record.cv_shape}, not {params['shape']}"
        case "norm_band":
            return _norm(record.norms[params["prop"]], constraint, lex.scale(params["prop"]))
    raise Refused(f"no wording for constraint kind {constraint.kind!r}")


def met_by_variant(record: WordRecord, constraints: tuple[Constraint, ...]) -> Phonemes:
    """The first secondary pronunciation that meets every constraint on sounds.

    Raises:
        Refused: none does.
    """
    structural = [one for one in constraints if one.kind != "norm_band"]
    for variant in record.variants:
        if all(meets(variant, syllable_count(variant), cv_shape(variant), one) for one in structural):
            return variant
    raise Refused(f"no pronunciation of {record.word!r} meets the constraints: score with this lexicon")


def _phoneme_at(record: WordRecord, phoneme: str, position: str) -> str:
    letters = _but_letters(record, phoneme, position)
    if position == "medial":
        there = [place for place, index in (("initial", 0), ("final", -1)) if record.phonemes[index] == phoneme]
        if there:
            return f"has /{phoneme}/ only {' and '.join(PLACES[place] for place in there)}, not in the middle"
        return f"has no /{phoneme}/ in the middle{letters}"
    verb, index = _EDGES[position]
    heard = record.phonemes[index]
    if letters.endswith("silent"):
        return f"{verb} with /{heard}/{letters}"
    keys = _RHOTIC if {heard, phoneme} == set(_RHOTIC) else {}
    return f"{verb} with /{heard}/{keys.get(heard, '')}, not /{phoneme}/{keys.get(phoneme, '')}"


def _cluster_at(record: WordRecord, cluster: Phonemes, position: str) -> str:
    verb, index = _EDGES[position]
    size = len(cluster)
    heard = record.phonemes[:size] if index == 0 else record.phonemes[-size:]
    return f"{verb} with {said(heard)}, not {said(cluster)}"


def _but_letters(record: WordRecord, phoneme: str, position: str | None = None) -> str:
    """A clause on the letters that suggest the sound at this place, where they are silent or say another one."""
    suggesting = tuple(_LETTERS.get(phoneme, phoneme).split())
    pieces = graphemes(record.word, record.phonemes)
    for piece in _at(pieces, position):
        if piece.letters.startswith(suggesting) and phoneme not in piece.phonemes:
            if not piece.phonemes:
                return f"; its {piece.letters} is silent"
            if position in ("medial", None):
                return f"; its {piece.letters} is said {said(piece.phonemes)}"
    return ""


def _at(pieces: tuple[Grapheme, ...], position: str | None) -> tuple[Grapheme, ...]:
    """The letters at a place of the word as it is read; a silent e at the end is no place."""
    if pieces and pieces[-1].letters == "e" and not pieces[-1].phonemes:
        pieces = pieces[:-1]
    places = {"initial": slice(None, 1), "medial": slice(1, -1), "final": slice(-1, None)}
    return pieces if position is None else pieces[places[position]]


def _norm(value: float | None, constraint: Constraint, scale: NormScale) -> str:
    low, high = constraint.params["min"], constraint.params["max"]
    name = plain_name(scale)
    if value is None:
        return f"has no {name} in the lexicon"
    below = low is not None and value < low
    bound = low if below else high
    shown = figure(value, bound)
    if scale.norm == "aoa" and scale.unit.startswith("year"):
        return f"is learned at about {shown} years, {'earlier' if below else 'later'} than {bound:g}"
    if scale.norm == "neighborhood_density":
        noun = "phonological neighbor" + ("" if value == 1 else "s")
        return f"has {shown} {noun}, {'fewer' if below else 'more'} than {bound:g}"
    than = f"{'below' if below else 'above'} {bound:g}"
    if scale.unit.startswith("rating"):
        low_end, high_end = scale.low_high
        on = "" if low_end is None or high_end is None else f" on a scale from {low_end:g} to {high_end:g}"
        return f"is rated {shown} for {name}{on}, {than}"
    return f"has a {name} of {shown}, {than}"


def plain_name(scale: NormScale) -> str:
    """What a norm is called in a sentence: the field's short name, else the lexicon's phrase up to its first comma."""
    return (
        _NORM_NAMES.get((scale.norm, scale.unit.split(" ")[0]))
        or _NORM_NAMES.get((scale.norm, ""))
        or (re.split(r"[,(:]| on a scale", scale.phrase)[0].strip() or scale.norm.replace("_", " "))
    )
