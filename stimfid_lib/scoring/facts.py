"""What is known of each distinct spelling before any request is looked at: its rung, its row, its root."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stimfid_lib.lexicon.spelling import normal_spelling
from stimfid_lib.scoring.items import NONE, Ints
from stimfid_lib.scoring.ladder import RUNGS, Ladder

_CODES = {rung: code for code, rung in enumerate(RUNGS)}


@dataclass(frozen=True, slots=True)
class Facts:
    """Columns over distinct spellings.

    `rung` numbers `RUNGS`; `row` is the row of the lexicon's `primary`, `NONE` for a word that is not `held`; equal
    `spelling` means the same word, equal `root` the same root; `root` is `NONE` for no word and for several words.
    """

    rung: npt.NDArray[np.int8]
    row: Ints
    spelling: Ints
    root: Ints


def facts_of(spellings: list[str], ladder: Ladder) -> Facts:
    """Look each spelling up once; an empty text, which stands for a missing word, has neither spelling nor root."""
    keys: dict[str, int] = {}
    roots: dict[str, int] = {}
    rungs, rows, same, root = [], [], [], []
    for text in spellings:
        rung, row = ladder.place(text)
        key = normal_spelling(text)
        found = ladder.root_at(row) if row is not None else ladder.root(text) if text else None
        rungs.append(_CODES[rung])
        rows.append(NONE if row is None else row)
        same.append(keys.setdefault(key, len(keys)) if key else NONE)
        root.append(roots.setdefault(found, len(roots)) if found else NONE)
    return Facts(
        np.asarray(rungs, dtype=np.int8),
        np.asarray(rows, dtype=np.int64),
        np.asarray(same, dtype=np.int64),
        np.asarray(root, dtype=np.int64),
    )
