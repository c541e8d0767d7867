"""Error anatomy: what was given instead of what was asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import polars as pl

from stimfid_lib.analysis.cells import items_with_cells
from stimfid_lib.analysis.rates import PAIR_FAMILY
from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.record import WordRecord
from stimfid_lib.lexicon.spelling import normal_spelling
from stimfid_lib.models.reference.letters import SOUND_KINDS, reading
from stimfid_lib.suite.request import Request, requests_of

FAULTS: Mapping[str, str] = MappingProxyType(
    {
        "letter": "The letters are there, the sound is not",
        "elsewhere": "The sound is in the word, at another place",
        "absent": "The sound is not in the word",
        "shape": "Another word shape",
        "too_long": "Too many syllables",
        "too_short": "Too few syllables",
        "band": "Outside a norm band",
        "norm_unknown": "Norm not known for the word",
        "not_a_word": "Not a word",
        "wrong_contrast": "A minimal pair of another contrast",
        "not_minimal": "No difference: the words sound alike",
        "variant_or_gt1": "More than one difference",
        "malformed": "Half a pair",
        "wrong_position": "The contrast at another place",
        "wrong_length": "The contrast in words of another length",
        "below_distance": "Sounds too near for a maximal pair",
        "multiword": "More than one word",
    }
)
"""Faults in the order of display. `letter`, `elsewhere` and `absent` exclude each other, `letter` first: "knock" for
/k/ at the beginning is a letter's fault although /k/ ends it. A word may have several other faults."""

INSTEAD_SCHEMA = {
    "family": pl.String,
    "model_key": pl.String,
    "arm": pl.String,
    "asked": pl.String,
    "given": pl.String,
    "n": pl.Int64,
}

_FAULTY = ("fail", "not_a_word")


def error_anatomy(items: pl.DataFrame, lists: pl.DataFrame, suite: pl.DataFrame, lex: Lexicon) -> pl.DataFrame:
    """Count faults per family, model and arm.

    Returns:
        family, model_key, arm, `fault` (a key of `FAULTS`), `n` items with that fault, `n_scored` (the denominator of
        satisfaction), `share` = n / n_scored; tier 0 is left out, items are counted and cells not weighed equally. In
        word families a word may have several faults, so shares do not add up to one less satisfaction; in A3 each
        pair has one status and they do.

    `letter` means that the word's spelling does what was asked, by the rules by which the `spelling` generator reads
    (`models.reference.letters`), while its sounds do not. It says what the error looks like, not why it was made.

    Raises:
        Refused: the tables do not fit together, or the lexicon lost a word that scored.
    """
    scored = scored_items(items, lists, suite)
    keys = ["family", "model_key", "arm"]
    totals = scored.group_by(keys).len("n_scored")
    wrong = scored.filter(pl.col("status") != "pass")
    judged = _by_item(wrong, suite, lex)
    counted = wrong.join(judged, on=_ITEM, how="left", nulls_equal=True).explode("faults").drop_nulls("faults")
    table = counted.group_by(*keys, pl.col("faults").alias("fault")).len("n").join(totals, on=keys)
    places = {fault: place for place, fault in enumerate(FAULTS)}
    return (
        table.with_columns(
            pl.col("n").cast(pl.Int64),
            pl.col("n_scored").cast(pl.Int64),
            (pl.col("n") / pl.col("n_scored")).alias("share"),
        )
        .sort(*keys, pl.col("fault").replace_strict(places, return_dtype=pl.Int64))
        .select(*keys, "fault", "n", "n_scored", "share")
    )


def given_instead(items: pl.DataFrame, lists: pl.DataFrame, suite: pl.DataFrame, lex: Lexicon) -> pl.DataFrame:
    """Count which sound stood where another was asked for, and which contrast was given for another.

    Columns: family, model_key, arm, `asked`, `given`, `n`; most frequent first within the first four. For a sound at
    an edge `given` is the sound that stands there; for a contrast it is the two phonemes of a minimal pair of another
    contrast. Words whose sound was asked for in the middle are left out, since no one sound stands there.

    Raises:
        Refused: as `error_anatomy`.
    """
    scored = scored_items(items, lists, suite).filter(pl.col("status").is_in(["fail", "wrong_contrast"]))
    requests = requests_of(suite)
    found: Counter[tuple[str, ...]] = Counter()
    for row in scored.select("family", "model_key", "arm", "prompt_id", "item", "w1", "w2", "status").iter_rows(
        named=True
    ):
        pair = _instead(row, requests[row["prompt_id"]], lex)
        if pair is not None:
            found[row["family"], row["model_key"], row["arm"], *pair] += 1
    table = pl.DataFrame([(*key, n) for key, n in found.items()], schema=INSTEAD_SCHEMA, orient="row")
    return table.sort(
        "family", "model_key", "arm", "n", "asked", "given", descending=[False] * 3 + [True] + [False] * 2
    )


_ITEM = ["prompt_id", "item", "w1", "w2", "status", "failed"]


def scored_items(items: pl.DataFrame, lists: pl.DataFrame, suite: pl.DataFrame) -> pl.DataFrame:
    """Items that stand in the denominator of satisfaction, with their cells; tier 0 is left out."""
    frame = items_with_cells(items, lists, suite).filter(~pl.col("variant_only"), pl.col("tier") != 0)
    in_words = pl.col("status").is_in(["pass", *_FAULTY])
    return frame.filter(pl.when(pl.col("family") == PAIR_FAMILY).then(pl.col("status") != "oov").otherwise(in_words))


def _by_item(wrong: pl.DataFrame, suite: pl.DataFrame, lex: Lexicon) -> pl.DataFrame:
    """Judge every distinct wrong item of a prompt once: its faults."""
    requests = requests_of(suite)
    distinct = wrong.select(_ITEM).unique(maintain_order=True)
    faults = [
        list(dict.fromkeys(_faults(row, requests[row["prompt_id"]], lex))) for row in distinct.iter_rows(named=True)
    ]
    return distinct.with_columns(pl.Series("faults", faults, dtype=pl.List(pl.String)))


def _faults(row: Mapping[str, Any], asked: Request, lex: Lexicon) -> Iterator[str]:
    if row["status"] != "fail":
        yield row["status"]
        return
    failed = list(row["failed"])
    for constraint in asked.constraints:
        if constraint.kind in failed:
            record = _known(row["item"], lex)
            yield from _fault(constraint, normal_spelling(row["item"]), record.phonemes, record.syllable_count)
    if any(name.startswith("norm_band:") for name in failed):
        yield "band"
    if any(name.startswith("norm_missing:") for name in failed):
        yield "norm_unknown"


def _known(word: str, lex: Lexicon) -> WordRecord:
    """The record of a word that was scored, and so was in the lexicon then."""
    record = lex.get(word)
    if record is None:
        raise Refused(
            f"{word!r} was scored and is not in the lexicon {lex.identity.name}: it is not the one that scored, or was "
            "built anew since; score again (`stimfid score`)"
        )
    return record


def _fault(asked: Constraint, word: str, phonemes: tuple[str, ...], syllables: int) -> Iterator[str]:
    """Name the fault of a constraint that a word is known to fail."""
    if asked.kind == "syllable_count":
        least = asked.params["min"]
        yield "too_short" if least is not None and syllables < least else "too_long"
    elif asked.kind == "cv_shape":
        yield "shape"
    elif asked.kind in SOUND_KINDS:
        wanted = asked.params.get("phonemes") or (asked.params["phoneme"],)
        within = any(phonemes[at : at + len(wanted)] == tuple(wanted) for at in range(len(phonemes)))
        looks = reading(asked)(word)
        yield "letter" if looks else "elsewhere" if within else "absent"


def _instead(row: Mapping[str, Any], asked: Request, lex: Lexicon) -> tuple[str, str] | None:
    if row["status"] == "wrong_contrast":
        if asked.contrast is None:
            return None
        one, other = _known(row["w1"], lex), _known(row["w2"], lex)
        (found,) = {(a, b) for a, b in zip(one.phonemes, other.phonemes, strict=True) if a != b}
        wanted = asked.contrast.phonemes
        return "/".join(wanted), "/".join(sorted(found, key=lambda sound: (sound not in wanted, sound)))
    for constraint in asked.constraints:
        place = constraint.params.get("position")
        if constraint.kind == "phoneme_at" and place in ("initial", "final"):
            stands = _known(row["item"], lex).phonemes[0 if place == "initial" else -1]
            if stands != constraint.params["phoneme"]:
                return f"{constraint.params['phoneme']} {place}", stands
    return None
