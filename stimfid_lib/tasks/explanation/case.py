"""A case of the explanation corpus: stated interests, an item, and what a line must name, or that it must refuse."""

from __future__ import annotations

from typing import Self

from pydantic import model_validator

from stimfid_lib.tasks.cases import Case
from stimfid_lib.tasks.feed.item import Interests, Text


class ExplanationCase(Case):
    """One reader's interests and one item.

    `must_mention_any`: words or phrases of which a line names at least one, where `refuse` is false; a final `*` stands
    for any ending. The id's first word is the family: `plain`, `paraphrase` (the topic is shared, the words are not),
    `second` (one of three unlike interests fits); to be refused: `decoy` (a word is shared, the topic is not), `far`.
    """

    interests: Interests
    title: Text
    summary: Text
    refuse: bool
    must_mention_any: tuple[Text, ...]

    @model_validator(mode="after")
    def _says_what_is_right(self) -> Self:
        if self.refuse == bool(self.must_mention_any):
            raise ValueError("either the case is to be refused, or it says what a line must mention")
        return self
