"""Other readings of items, for the sensitivity table: the other r, the other th, and predicted pronunciations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.checks import check_item
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.scoring.alignment import align
from stimfid_lib.suite.request import Request, requests_of

OTHER: Mapping[str, str] = MappingProxyType({"ɹ": "ɝ", "ɝ": "ɹ", "θ": "ð", "ð": "θ"})
"""Sounds that share their letters with another: the r of car and of her, the th of thumb and of this."""

G2P_COLUMNS = ("prompt_id", "model_key", "replicate", "item_index", "g2p_pass")
"""Columns of the frame of predicted pronunciations: `g2p_pass` is null where nothing was predicted."""

_TOLD = ("fail", "wrong_contrast")


def with_other_reading(items: pl.DataFrame, suite: pl.DataFrame, lex: Lexicon) -> pl.DataFrame:
    """Add `other_reading`: whether an item that failed would pass had its prompt meant the other r or th.

    The prompts say by a key word which of the two is meant ("the r of car"); this shows what that decision is worth.
    True only for items of prompts whose request names one of `OTHER`, with all further conditions met. A maximal
    contrast keeps its phonemes, because the other reading would be at another distance.
    """
    requests = {key: others for key, asked in requests_of(suite).items() if (others := _others(asked))}
    columns = ["prompt_id", "item", "w1", "w2", "status"]
    missing = [name for name in columns if name not in items.columns]
    if missing:
        raise Refused(f"items lack the columns {', '.join(missing)}: pass the table scored_items")
    distinct = items.filter(pl.col("status").is_in(_TOLD), pl.col("prompt_id").is_in(list(requests))).select(columns)
    distinct = distinct.unique(maintain_order=True)
    passes = [_passes(row, requests[row["prompt_id"]], lex) for row in distinct.iter_rows(named=True)]
    told = distinct.with_columns(pl.Series("other_reading", passes, dtype=pl.Boolean))
    joined = items.drop("other_reading", strict=False).join(told, on=columns, how="left", nulls_equal=True)
    return joined.with_columns(pl.col("other_reading").fill_null(False))


def with_predicted(items: pl.DataFrame, g2p: pl.DataFrame) -> pl.DataFrame:
    """Add `g2p_pass` to items: whether an out-of-vocabulary item passes by its predicted pronunciation.

    `g2p` has the columns `G2P_COLUMNS`, one row an item; items without a row get null.

    Raises:
        Refused: a column is missing, or an item has two rows.
    """
    missing = [name for name in G2P_COLUMNS if name not in g2p.columns]
    if missing:
        raise Refused(f"the predicted pronunciations lack {', '.join(missing)}: wanted are {', '.join(G2P_COLUMNS)}")
    keys = list(G2P_COLUMNS[:-1])
    if g2p.select(keys).is_duplicated().any():
        raise Refused(f"the predicted pronunciations name an item twice: one row a ({', '.join(keys)})")
    return items.drop("g2p_pass", strict=False).join(g2p.select(G2P_COLUMNS), on=keys, how="left")


def _others(asked: Request) -> tuple[Request, ...]:
    """The request with one of its ambiguous sounds read the other way, for each of them."""
    if asked.contrast is not None:
        sounds = asked.contrast.phonemes if asked.contrast.kind != "maximal" else ()
        return tuple(
            replace(asked, contrast=replace(asked.contrast, phonemes=turned))
            for sound in sounds
            if sound in OTHER
            for turned in [tuple(OTHER[one] if one == sound else one for one in sounds)]
            if len(set(turned)) == len(turned)
        )
    return tuple(
        replace(asked, constraints=(*asked.constraints[:place], turned, *asked.constraints[place + 1 :]))
        for place, constraint in enumerate(asked.constraints)
        if (turned := _turned(constraint)) is not None
    )


def _turned(constraint: Constraint) -> Constraint | None:
    other = OTHER.get(constraint.params.get("phoneme", ""))
    return None if other is None else Constraint(constraint.kind, {**constraint.params, "phoneme": other})


def _passes(row: Mapping[str, Any], others: tuple[Request, ...], lex: Lexicon) -> bool:
    return any(
        check_item(row["item"], other.constraints, lex).status == "pass"
        if other.contrast is None
        else _pair_passes(row, other.contrast, lex)
        for other in others
    )


def _pair_passes(row: Mapping[str, Any], contrast: Contrast, lex: Lexicon) -> bool:
    one, other = lex.get(row["w1"] or ""), lex.get(row["w2"] or "")
    if one is None or other is None:
        return False
    return align(one.phonemes, other.phonemes, contrast).status == "pass"
