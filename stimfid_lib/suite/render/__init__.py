"""How a cell is worded: as clinicians write (naive) and as a phonetician would (expert)."""

from __future__ import annotations

from stimfid_lib.base.errors import Refused
from stimfid_lib.suite.cell import Cell
from stimfid_lib.suite.pools import ARMS
from stimfid_lib.suite.render import contrasts, expert, norms, structures

__all__ = ["render"]

_NAIVE = {
    "A1": structures.naive,
    "A2": structures.naive,
    "A3": contrasts.naive,
    "B1": norms.naive,
    "B2": norms.naive,
}


def render(cell: Cell, arm: str) -> str:
    """Word a cell as a prompt; the same cell and arm always give the same text.

    `naive` is how clinicians write: sounds spelled with letters and key words, never IPA, norms in plain words, one
    of three or four wordings a family (by the sha256 of the cell id), a child's theme in every third cell of A1 and
    A2. `expert` states exactly what scores: sounds in slashes, positions, syllables, numeric bands, form of the reply.

    Every number in either text is read from the cell's constraints, contrast or list length. Themes and the
    clinical setting are context and score nothing.

    Raises:
        Refused: an arm other than naive and expert.
    """
    if arm == "expert":
        return expert.expert(cell)
    if arm == "naive":
        return _NAIVE[cell.family](cell)
    raise Refused(f"{cell.cell_id}: unknown arm {arm!r}: allowed are {', '.join(ARMS)}")
