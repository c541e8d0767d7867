"""From the entries of replies to the items that are judged: a word each, or two words each, in one long column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.suite.request import Request

Ints = npt.NDArray[np.int64]
NONE = -1
"""Stands for a null in a column of numbers."""

_NO_ENTRIES = pl.Series([], dtype=pl.List(pl.String))
_WORDS_PER_ENTRY = {"words": 1, "pairs": 2, "sets": 0}
"""How many words make an entry; 0 stands for one or more."""


@dataclass(frozen=True, slots=True)
class Items:
    """All items of some replies, reply by reply, as columns of equal length.

    `first` and `second` number the `spellings`, which are the distinct texts as the replies spelled them; `second`
    is `NONE` for words. `request` numbers `requests`, the distinct ones. `set_index` is `NONE` but for sets.
    """

    reply: Ints
    item_index: Ints
    set_index: Ints
    request: Ints
    first: Ints
    second: Ints
    spellings: list[str]
    requests: list[Request]

    def __len__(self) -> int:
        return len(self.reply)


def flatten(entries: pl.Series, prompts: Sequence[Request], prompt: Ints) -> Items:
    """Lay the entries of replies (lists of lists of words) out as items; `prompt` numbers each reply's request.

    A set gives one item for each contrast word, with its target first; contrasts that were asked for and are
    missing give items whose second word is empty.

    Raises:
        Refused: an entry has another number of words than its prompt asks for.
    """
    distinct: dict[tuple[object, ...], int] = {}
    request = [distinct.setdefault((one.constraints, one.contrast), len(distinct)) for one in prompts]
    size = entries.list.len().to_numpy().astype(np.int64)
    reply = np.repeat(np.arange(len(size)), size)
    words = entries.filter(pl.Series(size > 0)).explode(empty_as_null=False) if size.any() else _NO_ENTRIES
    _refuse_other_shapes(words, prompts, prompt[reply])
    first, second = words.list.first(), words.list.get(1, null_on_oob=True)
    set_index = np.full(len(reply), NONE, dtype=np.int64)
    in_set = np.asarray([one.shape == "sets" for one in prompts], dtype=np.bool_)[prompt[reply]]
    if in_set.any():
        set_index[in_set] = _numbers_within(reply)[in_set]
        wanted = np.asarray([one.n_requested // one.list_length for one in prompts], dtype=np.int64)
        others = _contrasts(words, second, in_set, wanted[prompt[reply]])
        entry = np.repeat(np.arange(len(reply)), others.list.len().to_numpy().astype(np.int64))
        reply, set_index, first = reply[entry], set_index[entry], first.gather(pl.Series(entry))
        second = others.explode(empty_as_null=False)
    spellings = pl.concat([first, second.drop_nulls()]).unique(maintain_order=True)
    return Items(
        reply=reply,
        item_index=_numbers_within(reply),
        set_index=set_index,
        request=np.asarray(request, dtype=np.int64)[prompt[reply]],
        first=_codes(first, spellings),
        second=_codes(second, spellings),
        spellings=spellings.to_list(),
        requests=[prompts[request.index(number)] for number in range(len(distinct))],
    )


def _refuse_other_shapes(words: pl.Series, prompts: Sequence[Request], prompt: Ints) -> None:
    """Refuse the first entry that is none of its prompt's; `prompt` numbers the prompt of each entry."""
    found = words.list.len().to_numpy().astype(np.int64)
    wanted = np.asarray([_WORDS_PER_ENTRY[one.shape] for one in prompts], dtype=np.int64)[prompt]
    wrong = np.flatnonzero(np.where(wanted > 0, found != wanted, found == 0))
    if len(wrong):
        one, entry = prompts[int(prompt[wrong[0]])], words[int(wrong[0])].to_list()
        raise Refused(f"prompt {one.prompt_id!r} asks for {one.shape}, which {entry!r} is not; extract again")


def _contrasts(words: pl.Series, second: pl.Series, in_set: npt.NDArray[np.bool_], wanted: Ints) -> pl.Series:
    """The second words of each entry: of a set all contrasts and an empty text for each missing one, else just one."""
    frame = pl.DataFrame({"words": words, "second": second, "set": in_set, "wanted": wanted})
    rest = pl.col("words").list.tail(pl.col("words").list.len() - 1)
    missing = pl.lit("").repeat_by((pl.col("wanted") - rest.list.len().cast(pl.Int64)).clip(0))
    padded = pl.when("set").then(pl.concat_list(rest, missing)).otherwise(pl.concat_list("second"))
    return frame.select(padded.alias("others"))["others"]


def _numbers_within(groups: Ints) -> Ints:
    """Number the members of each group from 0; the members of a group stand together."""
    if not len(groups):
        return groups
    starts = np.flatnonzero(np.diff(groups, prepend=groups[0] - 1))
    return np.asarray(np.arange(len(groups)) - np.repeat(starts, np.diff(starts, append=len(groups))))


def _codes(texts: pl.Series, spellings: pl.Series) -> Ints:
    """The number of each text among the distinct ones; a null is `NONE`.

    An enumeration numbers a million texts in 50 ms; looking them up or joining them took two to six times as long.
    """
    if texts.null_count() == len(texts):
        return np.full(len(texts), NONE, dtype=np.int64)
    return texts.cast(pl.Enum(spellings)).to_physical().cast(pl.Int64).fill_null(NONE).to_numpy()
