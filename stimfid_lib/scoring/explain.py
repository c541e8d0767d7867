"""A plain sentence for an item: why it failed, in words that a clinician can check."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from stimfid_lib.lexicon.checks import check_item
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.record import WordRecord
from stimfid_lib.lexicon.spelling import is_multiword
from stimfid_lib.scoring.alignment import align
from stimfid_lib.suite.request import Request

_PLACES = {"initial": "at the beginning", "medial": "in the middle", "final": "at the end"}
_OFF_THE_LADDER = {
    "oov": "a real word that the lexicon does not hold, so it is not scored",
    "multiword": "more than one word",
    "not_a_word": "in neither the lexicon nor the word list",
}
_VARIANT = "only a secondary pronunciation would do, so it is not scored"


def explain_item(item_row: Mapping[str, Any], prompt_row: Mapping[str, Any], lex: Lexicon) -> str:
    """Say of a row of the item table what its verdict rests on: "‘cat’ /k æ t/: no /ɹ/ at the beginning".

    `prompt_row` is the suite's row of its prompt. Numbers are given on the lexicon's own scales.

    Raises:
        Refused: a prompt row that cannot be read.
    """
    asked = Request.from_row(prompt_row)
    if asked.contrast is None:
        told, reasons = _told(item_row["item"], lex), _word_reasons(item_row, asked.constraints, lex)
    else:
        words = [word for word in (item_row["w1"], item_row["w2"]) if word]
        told, reasons = " and ".join(_told(word, lex) for word in words), _pair_reasons(item_row, asked.contrast, lex)
    if item_row["variant_only"]:
        reasons = [*reasons, _VARIANT]
    return f"{told}: {'; '.join(reasons)}"


def _told(word: str, lex: Lexicon) -> str:
    record = lex.get(word)
    return f"‘{word}’ {_said(record.phonemes)}" if record else f"‘{word}’"


def _said(phonemes: Iterable[str]) -> str:
    return f"/{' '.join(phonemes)}/"


def _word_reasons(item_row: Mapping[str, Any], constraints: tuple[Constraint, ...], lex: Lexicon) -> list[str]:
    word, status = item_row["item"], item_row["status"]
    record = lex.get(word)
    if status == "pass":
        return ["meets all that was asked"]
    if status != "fail" or record is None:
        return [_OFF_THE_LADDER.get(status, status)]
    return [_failure(record, one, lex) for one in constraints if check_item(word, (one,), lex).status == "fail"]


def _failure(record: WordRecord, constraint: Constraint, lex: Lexicon) -> str:
    params = constraint.params
    match constraint.kind:
        case "phoneme_at":
            return f"no /{params['phoneme']}/ {_PLACES[params['position']]}"
        case "contains_phoneme":
            return f"no /{params['phoneme']}/"
        case "cluster_at":
            return f"no {_said(params['phonemes'])} {_PLACES[params['position']]}"
        case "syllable_count":
            count = record.syllable_count
            return f"{count} syllable{'' if count == 1 else 's'}, {_band(params)} asked for"
        case "cv_shape":
            return f"shape {record.cv_shape}, {params['shape']} asked for"
        case "norm_band":
            scale = lex.scale(params["prop"])
            value = record.norms[params["prop"]]
            if value is None:
                return f"the lexicon has no {scale.phrase} for it"
            return f"{scale.phrase} {value:g}{f' ({scale.unit})' if scale.unit else ''}, {_band(params)} asked for"
    return constraint.kind


def _band(params: Mapping[str, Any]) -> str:
    low, high = params["min"], params["max"]
    if low is None:
        return f"at most {high:g}"
    if high is None:
        return f"at least {low:g}"
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


def _pair_reasons(item_row: Mapping[str, Any], contrast: Contrast, lex: Lexicon) -> list[str]:
    w1, w2, status = item_row["w1"], item_row["w2"], item_row["status"]
    if status == "malformed":
        return ["no second word"]
    if status in _OFF_THE_LADDER:
        bad = [word for word in (w1, w2) if is_multiword(word) == (status == "multiword") and lex.get(word) is None]
        return [f"{f'‘{bad[0]}’' if len(bad) == 1 else 'one of the two'} is {_OFF_THE_LADDER[status]}"]
    one, other = lex.get(w1), lex.get(w2)
    if one is None or other is None:
        return [status]
    substitution = align(one.phonemes, other.phonemes, contrast).substitution
    if substitution is None:
        same = one.phonemes == other.phonemes
        return ["they sound alike" if same else "they differ in more than one phoneme"]
    differ = f"they differ in /{substitution[0]}/ and /{substitution[1]}/"
    return [f"{differ}{_shortfall(item_row, contrast, (one, other))}"]


def _shortfall(item_row: Mapping[str, Any], contrast: Contrast, words: tuple[WordRecord, WordRecord]) -> str:
    first, *others = contrast.phonemes
    match item_row["status"]:
        case "wrong_contrast":
            return f", /{first}/ against {' or '.join(f'/{phoneme}/' for phoneme in others)} asked for"
        case "wrong_position":
            return f", but not {_PLACES[str(contrast.position)]}, as asked"
        case "wrong_length":
            counts = " and ".join(str(word.syllable_count) for word in words)
            return f", with {counts} syllables, {contrast.syllables} asked for"
        case "below_distance":
            return f", only {item_row['feature_distance']:.2f} apart, too near for a maximal contrast"
    return ", as asked" if item_row["distance_met"] is not False else ", whose distance the pair table does not hold"
