"""From the entries of a reply to the items that are judged: a word each, or two words each."""

from __future__ import annotations

from stimfid_lib.base.errors import Refused
from stimfid_lib.suite.request import Request


def items_of(request: Request, entries: list[list[str]]) -> list[tuple[int | None, str, str | None]]:
    """Return the extracted entries as items to judge: (set_index, word, None), or (set_index, w1, w2).

    A set gives one item for each contrast word, with its target first; contrasts that were asked for and are
    missing give items without a second word.

    Raises:
        Refused: an entry has another number of words than the prompt asks for.
    """
    wanted = {"words": 1, "pairs": 2}.get(request.shape)
    for entry in entries:
        if not entry or (wanted is not None and len(entry) != wanted):
            raise Refused(
                f"prompt {request.prompt_id!r} asks for {request.shape}, which {entry!r} is not; extract again"
            )
    if request.shape == "words":
        return [(None, entry[0], None) for entry in entries]
    if request.shape == "pairs":
        return [(None, w1, w2) for w1, w2 in entries]
    fewest = request.n_requested // request.list_length
    return [
        (number, target, other)
        for number, (target, *others) in enumerate(entries)
        for other in others + [""] * (fewest - len(others))
    ]
