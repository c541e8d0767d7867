"""A case of the reaction corpus: a reader, an item, and whether the stated interests want it."""

from __future__ import annotations

from stimfid_lib.tasks.cases import Case
from stimfid_lib.tasks.feed.item import Interests, Text


class ReactionCase(Case):
    """One reader and one item; `verdict` follows from the stated interests alone.

    The id's first word is the family: `plain`, and four hard ones: `adjacent` (a real field next door, false), `bait`
    (generic prose on AI for science, false), `terse` (one line, clearly on topic, true), `crossover` (machine learning
    for chemistry, as the reader's interests decide).
    """

    persona: Text
    interests: Interests
    title: Text
    summary: Text
    verdict: bool
