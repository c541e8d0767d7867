"""The text of a reply as the other parts of the reader see it."""

from __future__ import annotations

from stimfid_lib.scoring.reading.characters import plain_characters
from stimfid_lib.scoring.reading.markup import drawn, without_references
from stimfid_lib.scoring.reading.turns import own_words


def plain_reply(raw: str) -> str:
    """Return the model's own reply with one character for each thing, HTML drawn as lines, line ends as written.

    What is dropped or replaced on the way is said in `own_words`, `plain_characters` and `drawn`; nothing is added but
    marks of lists and tables.
    """
    return drawn(own_words(plain_characters(without_references(raw))))
