"""A case of the extraction corpus: a reply as a chatbot writes it, and the entries that it offers."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from stimfid_lib.suite.request import Shape
from stimfid_lib.tasks.cases import Case

Level = Literal["everyday", "tricky", "extreme"]
LEVELS: tuple[Level, ...] = ("everyday", "tricky", "extreme")
"""How far from what chatbots write every day: `tricky` shapes come up now and then, `extreme` ones are damage, formats
for programs, attacks, or several difficulties at once."""

Item = str | tuple[str, ...]
"""A word, or the words of a pair or set; a side that the reply leaves out is ""."""


class ExtractionCase(Case):
    """`reply` is the raw text, `shape` what its items are, `items` the right ones in order (docs/extraction.md).

    `refusal`: the reply offers nothing and says so, asks back, sends the asker elsewhere, or is empty. Neither items
    nor a refusal is an extraction failure.
    """

    level: Level
    shape: Shape
    reply: str
    items: tuple[Item, ...]
    refusal: bool

    @model_validator(mode="after")
    def _items_of_the_shape(self) -> Self:
        for item in self.items:
            width = 1 if isinstance(item, str) else len(item)
            right = {"words": isinstance(item, str), "pairs": width == 2, "sets": width >= 2 or width == 1}
            if not right[self.shape] or (self.shape != "words" and isinstance(item, str)):
                raise ValueError(f"item {item!r} is no entry of {self.shape}")
        if self.refusal and self.items:
            raise ValueError("a reply that offers items is no refusal")
        return self
