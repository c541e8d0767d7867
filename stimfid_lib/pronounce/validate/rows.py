"""From one utterance and what a recogniser heard of it to rows, one an annotated token."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import polars as pl

from stimfid_lib.phonology.align import GAP, AlignResult, align_wper, cos_dist
from stimfid_lib.pronounce.score import spelled
from stimfid_lib.pronounce.validate.labels import Label, Phone
from stimfid_lib.pronounce.validate.utterance import Utterance

SCHEMA: dict[str, Any] = {
    "utt": pl.String,
    "speaker": pl.String,
    "l1": pl.String,
    "canonical": pl.String,
    "perceived": pl.String,
    "errortype": pl.String,
    "cos_dist_oracle": pl.Float64,
    "cos_dist_transcriber": pl.Float64,
    "label": pl.String,
    "accented": pl.Boolean,
    "heard": pl.String,
    "llr_transcriber": pl.Float64,
    "note": pl.String,
}
"""Columns of rows.parquet: the specification's eight, then what stands behind them.

`canonical`, `perceived` and `heard` (by the recogniser) are phonemes in IPA, null for none; a perceived sound that the
annotator could not name is `err`. Distances run from 0 to 1 and are null where there is none to speak of.
`llr_transcriber` is in nats, below 0 where a single change fits better; null from a server, which gives none."""

SCORING = 1
"""Number of the rules below; a checkpoint of other rules is not carried on."""

Row = dict[str, Any]
Fit = Callable[[Sequence[str]], Sequence[float]]
"""Likelihood ratios of a canonical sequence, one a phoneme."""


def rows_of(utterance: Utterance, produced: Sequence[str], fit: Fit | None = None) -> list[Row]:
    """Score an utterance's annotated tokens; `utt`, `speaker` and `l1` are the caller's to add.

    The oracle's distance: that of what was perceived from what was meant, 1 for a deletion, null for an addition, for
    a sound that the annotator could not name, and for a label that contradicts its tag; an accented deviation has the
    distance of the phone it was written as, so 0 where that is the canonical phone.

    The transcriber's: the whole decode is aligned with the whole canonical sequence, and the distance at the token's
    own place counts (1 where nothing stands there). An addition has no place of its own and so no distance; `heard`
    says which phone the recogniser added there, if any.
    """
    aligned = align_wper(utterance.canonical, [spelled(symbol) for symbol in produced])
    ratios = fit(utterance.canonical) if fit is not None and utterance.canonical else None
    added = _added(aligned)
    rows = []
    for token in utterance.annotated:
        label = token.label
        meant = label.canonical.phoneme()
        heard, distance, ratio = None, None, None
        if meant is not None:
            here = aligned.per_position[token.place]
            heard, distance = here.produced, here.cos_dist
            ratio = None if ratios is None else float(ratios[token.place])
        elif label.errortype == "a" and added[token.place]:
            heard = added[token.place].pop(0)
        rows.append(
            {
                "canonical": meant,
                "perceived": _perceived(label),
                "errortype": label.errortype,
                "cos_dist_oracle": oracle_distance(label),
                "cos_dist_transcriber": distance,
                "label": label.text,
                "accented": label.perceived.accented or label.canonical.accented,
                "heard": heard,
                "llr_transcriber": ratio,
                "note": label.fault,
            }
        )
    return rows


def oracle_distance(label: Label) -> float | None:
    """Distance of the perceived phone from the canonical one; None where no distance can be told."""
    meant, perceived = label.canonical.phoneme(), _perceived_phoneme(label)
    if label.fault or meant is None:
        return None
    if label.errortype == "d":
        return GAP
    return None if perceived is None else cos_dist(meant, perceived)


def _perceived_phoneme(label: Label) -> str | None:
    """The perceived phoneme; a vowel written without a stress digit has the canonical vowel's, a lone one none."""
    canonical: Phone = label.canonical
    return label.perceived.phoneme(canonical.stress or ("1" if canonical.kind == "sound" else "0"))


def _perceived(label: Label) -> str | None:
    return "err" if label.perceived.kind == "unknown" else _perceived_phoneme(label)


def _added(aligned: AlignResult) -> dict[int, list[str]]:
    """Added phonemes by the number of canonical phonemes before them, in order."""
    by_place: dict[int, list[str]] = defaultdict(list)
    for insertion in aligned.insertions:
        by_place[insertion.after_canonical_index + 1].append(insertion.produced)
    return by_place
