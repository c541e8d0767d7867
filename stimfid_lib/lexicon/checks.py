"""One item against its constraints, by table look-up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.masks import known_norm
from stimfid_lib.lexicon.record import Phonemes, WordRecord
from stimfid_lib.lexicon.spelling import is_multiword
from stimfid_lib.phonology.ipa import cv_shape, syllable_count

ItemStatus = Literal["pass", "fail", "oov", "multiword"]

_PLACES = {"initial": slice(None, 1), "medial": slice(1, -1), "final": slice(-1, None)}


@dataclass(frozen=True, slots=True)
class ItemVerdict:
    """What the lexicon says of one item.

    `status` is pass, fail, oov (not in the lexicon; the scorer decides whether it is a word at all) or multiword.
    `failed` has one entry for each constraint that the primary pronunciation fails, in the constraints' order: the
    kind, or `norm_missing:<prop>` or `norm_band:<prop>`. `variant_only`: the status is fail, but a secondary
    pronunciation meets every constraint, so the item is neither pass nor fail in the headline.
    """

    word: str
    status: ItemStatus
    failed: tuple[str, ...] = ()
    variant_only: bool = False


def check_item(word: str, constraints: Iterable[Constraint], lex: Lexicon) -> ItemVerdict:
    """Look one item up and check its primary pronunciation and norms.

    A space or hyphen inside the item is multiword, whatever the lexicon holds. Case and curly apostrophes are no
    differences. The verdict keeps the item as it was given.

    Raises:
        Refused: a constraint bands a norm that the lexicon does not hold.
    """
    if is_multiword(word):
        return ItemVerdict(word, "multiword")
    record = lex.get(word)
    if record is None:
        return ItemVerdict(word, "oov")
    asked = tuple(constraints)
    failed = tuple(entry for constraint in asked if (entry := _failure(record, constraint, lex)) is not None)
    if not failed:
        return ItemVerdict(word, "pass")
    return ItemVerdict(word, "fail", failed, saved_by_variant(record, asked, failed))


def _failure(record: WordRecord, constraint: Constraint, lex: Lexicon) -> str | None:
    """How the word's primary form fails the constraint, as an entry of `ItemVerdict.failed`, or None."""
    if constraint.kind == "norm_band":
        prop = known_norm(constraint.params["prop"], lex.norms)
        value = record.norms[prop]
        if value is None:
            return f"norm_missing:{prop}"
        return None if _in_band(value, constraint) else f"norm_band:{prop}"
    met = meets(record.phonemes, record.syllable_count, record.cv_shape, constraint)
    return None if met else constraint.kind


def saved_by_variant(record: WordRecord, constraints: tuple[Constraint, ...], failed: tuple[str, ...]) -> bool:
    """Tell whether a secondary pronunciation meets all constraints of which the primary one fails some (`failed`).

    A norm is of the word, so no pronunciation mends a norm that fails.
    """
    if any(entry.startswith("norm_") for entry in failed):
        return False
    structural = [constraint for constraint in constraints if constraint.kind != "norm_band"]
    return any(
        all(meets(variant, syllable_count(variant), cv_shape(variant), one) for one in structural)
        for variant in record.variants
    )


def meets(phonemes: Phonemes, syllables: int, shape: str, constraint: Constraint) -> bool:
    """Tell whether a pronunciation, with its own syllable count and shape, meets a constraint that is no norm band.

    Raises:
        Refused: a norm band, which is of the word and not of its sounds.
    """
    params = constraint.params
    match constraint.kind:
        case "phoneme_at":
            return params["phoneme"] in phonemes[_PLACES[params["position"]]]
        case "contains_phoneme":
            return params["phoneme"] in phonemes
        case "cluster_at":
            cluster = params["phonemes"]
            edge = phonemes[: len(cluster)] if params["position"] == "initial" else phonemes[-len(cluster) :]
            return bool(edge == cluster)
        case "syllable_count":
            return _in_band(syllables, constraint)
        case "cv_shape":
            return bool(shape == params["shape"])
    raise Refused(f"no check for constraint kind {constraint.kind!r}")


def _in_band(value: float, constraint: Constraint) -> bool:
    low, high = constraint.params["min"], constraint.params["max"]
    return (low is None or value >= low) and (high is None or value <= high)
