"""Scoring: every item of a reply gets its verdict, every reply its counts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.scoring.extract import extract_for
from stimfid_lib.scoring.extraction import Extraction
from stimfid_lib.scoring.items import Ints, flatten
from stimfid_lib.scoring.judge import Judge
from stimfid_lib.scoring.rows import EXTRACTED_SCHEMA, ITEM_SCHEMA, KEYS, LIST_SCHEMA, Row
from stimfid_lib.scoring.scored import Scored
from stimfid_lib.scoring.tally import list_columns, repeats
from stimfid_lib.suite.request import Request, requests_of

_FIRST = np.zeros(1, dtype=np.int64)


def score_response(
    prompt_row: Mapping[str, Any],
    raw: str,
    lex: Lexicon,
    wordlist: Collection[str],
    *,
    distance_threshold: float | None = None,
) -> tuple[list[Row], Row]:
    """Score one reply: its item rows (`ITEM_SCHEMA`) and its list row (`LIST_SCHEMA`).

    `prompt_row` is a row of the suite; model_key and replicate are taken from it where it has them, else None.
    `wordlist` holds real words in lower case (`load_wordlist`). A reply to a prompt that asks for pairs or sets is
    scored as such. Verdicts rest on primary pronunciations of General American; they say nothing of whether an item
    suits a child. Many replies are scored far faster by `score_runs`, with the same verdicts.

    Raises:
        Refused: a prompt row that cannot be read, or that bands a norm which the lexicon does not hold.
    """
    found = extract_for(raw, Request.from_row(prompt_row).shape)
    return score_extraction(prompt_row, found, lex, wordlist, distance_threshold=distance_threshold)


def score_extraction(
    prompt_row: Mapping[str, Any],
    extraction: Extraction[Any],
    lex: Lexicon,
    wordlist: Collection[str],
    *,
    distance_threshold: float | None = None,
) -> tuple[list[Row], Row]:
    """Score what was read out of one reply, a run of one; see `score_response`.

    The extraction must hold what the prompt asks for: words, pairs or sets.
    """
    asked = Request.from_row(prompt_row)
    entries = [[item] if isinstance(item, str) else list(item) for item in extraction.items]
    one_reply = pl.Series([entries], dtype=EXTRACTED_SCHEMA["entries"])
    scored = _score(one_reply, [asked], _FIRST, Judge(lex, wordlist, distance_threshold=distance_threshold))
    keys = {name: prompt_row.get(name) for name in KEYS}
    outcome = {"refusal": extraction.refusal, "extract_method": extraction.method}
    items = [{**keys, **row} for row in scored.item_rows()]
    (counts,) = scored.list_rows()
    return [{name: row[name] for name in ITEM_SCHEMA} for row in items], {
        name: {**keys, **outcome, **counts}[name] for name in LIST_SCHEMA
    }


def score_runs(
    extracted: pl.DataFrame,
    suite: pl.DataFrame,
    lex: Lexicon,
    wordlist: Collection[str],
    *,
    distance_threshold: float | None = None,
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Score every extracted reply: the table of items (`ITEM_SCHEMA`) and of lists (`LIST_SCHEMA`), in its order.

    `distance_threshold` is the manifest's, which the suite was frozen with.

    Raises:
        Refused: a column is missing, a prompt is none of the suite's, or a reply was read in another shape than its
            prompt asks for.
    """
    missing = [name for name in EXTRACTED_SCHEMA if name not in extracted.columns]
    if missing:
        raise Refused(f"extracted: no column {missing[0]!r}; needed are {', '.join(EXTRACTED_SCHEMA)}")
    requests = requests_of(suite)
    for prompt_id, kind in extracted.select("prompt_id", "kind").unique(maintain_order=True).iter_rows():
        if prompt_id not in requests:
            raise Refused(f"extracted: prompt {prompt_id!r} is not in the suite; score with the suite that was run")
        if kind != requests[prompt_id].shape:
            raise Refused(
                f"extracted: prompt {prompt_id!r} asks for {requests[prompt_id].shape} but was read as {kind!r}; "
                "extract again with the suite that was run"
            )
    named = extracted["prompt_id"].unique(maintain_order=True)
    prompt = extracted["prompt_id"].cast(pl.Enum(named)).to_physical().to_numpy().astype(np.int64)
    judge = Judge(lex, wordlist, distance_threshold=distance_threshold)
    scored = _score(extracted["entries"], [requests[prompt_id] for prompt_id in named], prompt, judge)
    replies = extracted.select(*KEYS, "refusal", extract_method="method")
    return scored.item_table(replies.select(*KEYS)), scored.list_table(replies)


def _score(entries: pl.Series, prompts: Sequence[Request], prompt: Ints, judge: Judge) -> Scored:
    """Score the entries of some replies; `prompt` numbers the prompt of each."""
    items = flatten(entries, prompts, prompt)
    judged = judge.judge(items)
    duplicate, morph_pad = repeats(items, judged)
    lists = list_columns(items, judged, duplicate, morph_pad, prompts, prompt)
    return Scored(items, judged, duplicate, morph_pad, lists)
