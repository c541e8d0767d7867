"""Items outside the lexicon, scored by sounds that were guessed from their letters: for the sensitivity table alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import polars as pl

from stimfid_lib.lexicon.checks import meets
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.spelling import normal_spelling
from stimfid_lib.phonology.g2p import G2p, Transcription
from stimfid_lib.phonology.ipa import cv_shape, syllable_count
from stimfid_lib.scoring.alignment import align
from stimfid_lib.suite.request import Request, requests_of

G2P_SCHEMA = pl.Schema(
    {
        "prompt_id": pl.String(),
        "model_key": pl.String(),
        "replicate": pl.Int64(),
        "item_index": pl.Int64(),
        "item": pl.String(),
        "proper_noun": pl.Boolean(),
        "sounds": pl.String(),
        "g2p_pass": pl.Boolean(),
        "g2p": pl.String(),
    }
)
"""One row an `oov` item: whether it is a name or abbreviation (of a pair, either word), its guessed sounds (both
words'), whether it would pass by them, and whose guess; the last three null without a model.

`g2p_pass` is null too where nothing can be said: the model cannot read the word, or the request bands a norm too, which
no guess has (right sounds would stay open there, so that counting wrong ones alone would lower the rate)."""


def predicted(
    items: pl.DataFrame, suite: pl.DataFrame, lex: Lexicon, g2p: G2p | None, names: Collection[str] = ()
) -> pl.DataFrame:
    """Look closer at every `oov` item: a table of `G2P_SCHEMA`, with a pass or fail by predicted pronunciation.

    `items` are scored items (`rows.ITEM_SCHEMA`) of this suite, `names` the real words that are names (`load_names`). A
    word of a pair that the lexicon holds keeps its own sounds, and feature distance is not asked about. The guess is
    wrong for a quarter of such words or more (`docs/lexicon.md`), so the row that rests on it bounds nothing and never
    enters a headline.
    """
    oov = items.filter(pl.col("status") == "oov")
    requests = requests_of(suite)
    texts = {text for name in ("item", "w1", "w2") for text in oov[name].drop_nulls() if text}
    unknown = sorted(text for text in texts if lex.get(text) is None)
    guessed = dict(zip(unknown, g2p.transcribe(unknown), strict=True)) if g2p and unknown else {}
    rows = []
    for row in oov.iter_rows(named=True):
        sides = [row["w1"], row["w2"]] if row["w2"] else [row["item"]]
        found = {name: row[name] for name in ("prompt_id", "model_key", "replicate", "item_index", "item")}
        found["proper_noun"] = any(normal_spelling(side) in names for side in sides)
        if g2p is not None:
            sounds = [_sounds(side, lex, guessed) for side in sides]
            found["sounds"] = " - ".join("".join(said) if said else "?" for said in sounds)
            found["g2p_pass"] = _passes(requests[row["prompt_id"]], sounds)
            found["g2p"] = g2p.name
        rows.append(found)
    return pl.DataFrame(rows, schema=G2P_SCHEMA)


def _sounds(word: str, lex: Lexicon, guessed: Mapping[str, Transcription | None]) -> Transcription | None:
    record = lex.get(word)
    return record.phonemes if record is not None else guessed.get(word)


def _passes(asked: Request, sounds: list[Transcription | None]) -> bool | None:
    known = [said for said in sounds if said]
    if len(known) < len(sounds):
        return None
    if asked.contrast is not None:
        return len(known) == 2 and align(known[0], known[1], asked.contrast).status == "pass"
    if any(one.kind == "norm_band" for one in asked.constraints):
        return None
    said = known[0]
    return all(meets(said, syllable_count(said), cv_shape(said), one) for one in asked.constraints)
