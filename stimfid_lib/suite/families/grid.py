"""The grid: from every combination to about thirty cells a family, ten a tier, by a seeded draw."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.seed import SEED
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.suite.cell import Cell
from stimfid_lib.suite.families import a1, a2, a3, b
from stimfid_lib.suite.families.counting import Answers
from stimfid_lib.suite.families.draft import Draft
from stimfid_lib.suite.families.omission import Omission
from stimfid_lib.suite.families.sampling import sample
from stimfid_lib.suite.pools import FEWEST_PER_FAMILY

_DRAFTS: Mapping[str, Callable[[Lexicon], Iterator[Draft]]] = {
    "A1": a1.drafts,
    "A2": a2.drafts,
    "A3": lambda _: a3.drafts(),
    "B1": b.b1_drafts,
    "B2": b.b2_drafts,
}


def build_grid(lex: Lexicon, *, min_satisfying: int = 0) -> list[Cell]:
    """The cells of the study, by family and number (see `build_grid_with_omissions`)."""
    return build_grid_with_omissions(lex, min_satisfying=min_satisfying)[0]


def build_grid_with_omissions(lex: Lexicon, *, min_satisfying: int = 0) -> tuple[list[Cell], list[Omission]]:
    """The cells of the study, and every combination that the lexicon cannot satisfy.

    Each family draws from its own `random.Random(215)`: ten cells a tier out of the satisfiable combinations in
    slot order, a short tier giving all it has and the largest filling the family up to thirty, every member of a pool
    (sound, cluster, contrast) at least once (see `sampling.sample`). Ids number the sampled cells in slot order.

    `min_satisfying` counts lists: 2 asks that the lexicon hold two lists' worth of words or pairs for a cell, and
    one list's worth of complete multiple-opposition sets; 0 keeps every combination. Reserve combinations of B1
    enter only where its others number fewer than 25, and are then listed when omitted too.

    Raises:
        Refused: `min_satisfying` below 0, or a norm that the lexicon lacks.
    """
    if min_satisfying < 0:
        raise Refused(f"min_satisfying {min_satisfying} is below 0: give 0 (keep all) or a number of lists, such as 2")
    cells: list[Cell] = []
    omitted: list[Omission] = []
    answers = Answers(lex)
    for family, drafts_of in _DRAFTS.items():
        counted, missed = _counted(drafts_of(lex), answers, min_satisfying)
        if sum(not draft.reserve for draft in counted) >= FEWEST_PER_FAMILY:
            counted = {draft: count for draft, count in counted.items() if not draft.reserve}
            missed = {draft: count for draft, count in missed.items() if not draft.reserve}
        chosen = sample(sorted(counted, key=_order), random.Random(SEED))
        cells += [draft.cell(number, counted[draft]) for number, draft in enumerate(sorted(chosen, key=_key), start=1)]
        omitted += [
            Omission(family, draft.tier, draft.slots, count, draft.needed(min_satisfying))
            for draft, count in sorted(missed.items(), key=lambda item: _order(item[0]))
        ]
    return cells, omitted


def _key(draft: Draft) -> str:
    return draft.key


def _order(draft: Draft) -> tuple[int, str]:
    return draft.tier, draft.key


def _counted(
    drafts: Iterable[Draft], answers: Answers, min_satisfying: int
) -> tuple[dict[Draft, int], dict[Draft, int]]:
    """Drafts that the lexicon satisfies and drafts that it does not, each with its count."""
    kept: dict[Draft, int] = {}
    missed: dict[Draft, int] = {}
    for draft in drafts:
        count = answers.count(draft)
        (kept if count >= draft.needed(min_satisfying) else missed)[draft] = count
    return kept, missed
