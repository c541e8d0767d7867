"""Scoring: every item of a reply gets its verdict, every reply its counts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.scoring.extract import extract_for
from stimfid_lib.scoring.extraction import Extraction
from stimfid_lib.scoring.items import items_of
from stimfid_lib.scoring.judge import JUDGED_SCHEMA, Judge
from stimfid_lib.scoring.rows import EXTRACTED_SCHEMA, ITEM_SCHEMA, KEYS, Row
from stimfid_lib.scoring.tally import list_rows, with_repeats
from stimfid_lib.suite.request import Request, requests_of

_FLAT_SCHEMA = pl.Schema(
    {
        "reply": pl.Int64(),
        "item_index": pl.Int64(),
        "set_index": pl.Int64(),
        "request": pl.Int64(),
        "first": pl.String(),
        "second": pl.String(),
    }
)


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
    keys = {name: prompt_row.get(name) for name in KEYS}
    reply = {
        **keys,
        "kind": asked.shape,
        "entries": entries,
        "method": extraction.method,
        "refusal": extraction.refusal,
    }
    extracted = pl.DataFrame([reply], schema=EXTRACTED_SCHEMA)
    items, lists = _score(
        extracted, {asked.prompt_id: asked}, Judge(lex, wordlist, distance_threshold=distance_threshold)
    )
    return items.to_dicts(), lists.to_dicts()[0]


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
    return _score(extracted, requests, Judge(lex, wordlist, distance_threshold=distance_threshold))


def _score(extracted: pl.DataFrame, requests: Mapping[str, Request], judge: Judge) -> tuple[pl.DataFrame, pl.DataFrame]:
    asked = [requests[prompt_id] for prompt_id in extracted["prompt_id"]]
    replies = extracted.drop("entries").with_row_index("reply").cast({"reply": pl.Int64()})
    replies = replies.with_columns(n_requested=pl.Series([one.n_requested for one in asked], dtype=pl.Int64))
    flat, distinct = _flatten(extracted["entries"], asked)
    on = ["request", "first", "second"]
    rows = [
        {"request": number, **judge.row(distinct[number], first, second)}
        for number, first, second in flat.select(on).unique(maintain_order=True).iter_rows()
    ]
    judged = pl.DataFrame(rows, schema=JUDGED_SCHEMA)
    items = with_repeats(flat.join(judged, on=on, how="left", nulls_equal=True, maintain_order="left"))
    named = items.join(replies.select("reply", *KEYS), on="reply", how="left", maintain_order="left")
    return named.select(*ITEM_SCHEMA).cast(ITEM_SCHEMA), list_rows(replies, items)


def _flatten(entries: pl.Series, asked: list[Request]) -> tuple[pl.DataFrame, list[Request]]:
    """One row an item, in order; and the distinct requests that its `request` numbers."""
    numbers: dict[tuple[object, ...], int] = {}
    distinct: list[Request] = []
    columns: dict[str, list[Any]] = {name: [] for name in _FLAT_SCHEMA}
    for reply, (words, one) in enumerate(zip(entries.to_list(), asked, strict=True)):
        request = numbers.setdefault((one.constraints, one.contrast), len(distinct))
        if request == len(distinct):
            distinct.append(one)
        items = items_of(one, words)
        count = len(items)
        columns["reply"] += [reply] * count
        columns["item_index"] += range(count)
        columns["request"] += [request] * count
        for name, values in zip(("set_index", "first", "second"), zip(*items, strict=True), strict=False):
            columns[name] += values
    return pl.DataFrame(columns, schema=_FLAT_SCHEMA), distinct
