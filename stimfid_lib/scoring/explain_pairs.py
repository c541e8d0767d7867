"""One sentence for two words that the lexicon holds: how they differ, and how they ought to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.pairing import position_type
from stimfid_lib.lexicon.record import WordRecord
from stimfid_lib.scoring.alignment import align
from stimfid_lib.scoring.wording import PLACES, counted, quoted, said, sounds


def pair_sentence(item_row: Mapping[str, Any], contrast: Contrast, one: WordRecord, other: WordRecord) -> str:
    """Say how two words stand to the contrast that was asked for; `item_row` holds their verdict."""
    names = f"{quoted(item_row['w1'])} and {quoted(item_row['w2'])}"
    sentence = f"{names} {_relation(item_row, contrast, one, other)}"
    if item_row["variant_only"]:
        sentence += "; said in another way they are the pair asked for, so they count neither way"
    return f"{sentence}."


def _relation(item_row: Mapping[str, Any], contrast: Contrast, one: WordRecord, other: WordRecord) -> str:
    status = item_row["status"]
    if status == "not_minimal":
        return f"sound alike, {said(one.phonemes)}, so they are no pair"
    if status == "variant_or_gt1":
        return _differ_too_much(one, other)
    found = align(one.phonemes, other.phonemes, contrast).substitution
    if found is None:
        raise Refused(f"{one.word!r} and {other.word!r} are no minimal pair in this lexicon: score with this lexicon")
    differ = f"differ only in {sounds(found, 'and')}"
    match status:
        case "pass":
            miss = contrast.kind == "maximal" and item_row["distance_met"] is False
            return f"{differ}, as asked" + ("; how far apart these are the pair table does not say" if miss else "")
        case "wrong_contrast":
            return f"{differ}, not in {_asked(contrast)}"
        case "wrong_position":
            place = next(n for n, (a, b) in enumerate(zip(one.phonemes, other.phonemes, strict=True)) if a != b)
            heard = PLACES[position_type(place, len(one.phonemes))]
            return f"{differ} {heard}, not {PLACES[str(contrast.position)]}"
        case "wrong_length":
            return f"{differ}, as asked, but have {_lengths(one, other)}, not {contrast.syllables}"
        case "below_distance":
            near = f"{item_row['feature_distance']:.2f}"
            return f"{differ}, which are too much alike for a maximal contrast (their distance is {near})"
    raise Refused(f"no wording for the verdict {status!r} on a pair")


def _differ_too_much(one: WordRecord, other: WordRecord) -> str:
    sizes = len(one.phonemes), len(other.phonemes)
    both = f"{said(one.phonemes)} and {said(other.phonemes)}"
    if sizes[0] != sizes[1]:
        return f"have {sizes[0]} and {counted(sizes[1], 'sound')}, {both}, so they are no minimal pair"
    places = sum(a != b for a, b in zip(one.phonemes, other.phonemes, strict=True))
    return f"differ in {counted(places, 'sound')}, {both}, so they are no minimal pair"


def _asked(contrast: Contrast) -> str:
    first, *others = contrast.phonemes
    if contrast.kind != "multiple":
        return sounds(contrast.phonemes, "and")
    return f"/{first}/ in the first word and {sounds(others)} in the second"


def _lengths(one: WordRecord, other: WordRecord) -> str:
    if one.syllable_count == other.syllable_count:
        return f"{counted(one.syllable_count, 'syllable')} each"
    return f"{one.syllable_count} and {counted(other.syllable_count, 'syllable')}"
