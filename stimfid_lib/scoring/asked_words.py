"""What a list was asked for, told in plain words: "words that start with r (/ɹ/) and have 1 or 2 syllables"."""

from __future__ import annotations

from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.spelled import spelled, spelling
from stimfid_lib.scoring.explain_words import plain_name
from stimfid_lib.scoring.wording import PLACES, counted, either, said, span
from stimfid_lib.suite.request import Request

_VERBS = {"initial": "start with", "final": "end with"}
_KINDS = {"minimal": "minimal pairs of", "maximal": "maximal oppositions of", "multiple": "multiple oppositions of"}


def asked_in_words(asked: Request, lex: Lexicon) -> str:
    """Tell a request as a clinician would, each sound in letters with its key word and in IPA."""
    if asked.contrast is not None:
        return _pairs(asked.contrast)
    told = [_condition(constraint, lex) for constraint in asked.constraints]
    return f"words that {either(told, 'and')}"


def _pairs(contrast: Contrast) -> str:
    first, *others = (f"{spelling(one, contrast.position).letters} /{one}/" for one in contrast.phonemes)
    told = f"{_KINDS[contrast.kind]} {first} {'and' if len(others) == 1 else 'against'} {either(others, 'and')}"
    if contrast.position is not None:
        told += f" {PLACES[contrast.position]}"
    return told + (f", {counted(contrast.syllables, 'syllable')} each" if contrast.syllables else "")


def _sound(phoneme: str, position: str | None) -> str:
    return f"{spelled(phoneme, position)} /{phoneme}/"


def _condition(constraint: Constraint, lex: Lexicon) -> str:
    params = constraint.params
    match constraint.kind:
        case "phoneme_at":
            heard = _sound(params["phoneme"], params["position"])
            if params["position"] == "medial":
                return f"have {heard} in the middle"
            return f"{_VERBS[params['position']]} {heard}"
        case "contains_phoneme":
            return f"have {_sound(params['phoneme'], None)} anywhere"
        case "cluster_at":
            return f"{_VERBS[params['position']]} the cluster {said(params['phonemes'])}"
        case "syllable_count":
            high = params["max"] if params["max"] is not None else params["min"]
            return f"have {span(params)} syllable{'' if high == 1 else 's'}"
        case "cv_shape":
            return f"have the shape {params['shape']}"
        case _:
            return _norm(constraint, lex)


def _norm(constraint: Constraint, lex: Lexicon) -> str:
    scale = lex.scale(constraint.params["prop"])
    low, high = constraint.params["min"], constraint.params["max"]
    if scale.norm == "aoa" and scale.unit.startswith("year"):
        return f"are learned {_ages(low, high)}"
    bounds = [f"{word} {bound:g}" for word, bound in (("at least", low), ("at most", high)) if bound is not None]
    least, most = scale.low_high
    closed = scale.unit.startswith("rating") and least is not None and most is not None
    return f"have a {plain_name(scale)} of {either(bounds, 'and')}" + (
        f" on a scale from {least:g} to {most:g}" if closed else ""
    )


def _ages(low: float | None, high: float | None) -> str:
    if low is None:
        return f"by the age of {high:g}"
    return f"not before the age of {low:g}" + ("" if high is None else f" and by that of {high:g}")
