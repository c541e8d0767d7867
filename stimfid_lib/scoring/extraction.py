"""What was pulled out of a reply: the items, how they were found, and whether the model refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

Method = str
"""Name of the reader that found the items; a later reader may add names, so this is no closed type."""

METHODS: tuple[Method, ...] = (
    "numbered",
    "bulleted",
    "checkbox",
    "lettered",
    "roman",
    "html",
    "json",
    "table",
    "definition",
    "headings",
    "lines",
    "comma",
    "none",
)
"""The forms in which a list was found; of several lists in one reply the form of most items. `none`: no item was found.

`html` holds XML too, `json` the lists of programming languages, `table` columns of plain text, `definition` terms and
labelled lines ("Word: rabbit"), `headings` items that are headings over paragraphs, `comma` lists in labels and prose.
"""


@dataclass(frozen=True, slots=True)
class Extraction(Generic[T]):
    """The items of one reply, in the order of the reply, spelled as the model spelled them.

    `items` holds words, pairs `(w1, w2)` or sets `(target, contrast, …)`; a side that the reply left out is "".
    `method` is one of `METHODS`. `refusal` is true only if there is no item and the reply
    declines, sends the reader to someone else, asks back or is empty (see `refusal`).
    No item and no refusal is an extraction failure: it says nothing about the model's words.
    """

    items: tuple[T, ...]
    method: Method
    refusal: bool
