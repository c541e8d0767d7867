"""A request as a person states it, in spelled sounds and everyday bounds, and told back in plain words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.settings import proposal
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.sounds import cluster, contrast_sounds, sound
from stimfid_lib.suite.request import Request

POSITIONS = {
    **dict.fromkeys(("initial", "beginning", "start", "first"), "initial"),
    **dict.fromkeys(("medial", "middle"), "medial"),
    **dict.fromkeys(("final", "end", "last"), "final"),
    **dict.fromkeys(("any", "anywhere"), None),
}
"""Words for places in a word; None is any place."""

_SPAN = re.compile(r"(?P<low>\d+)\s*(?:(?:-|–|to|or|,)\s*(?P<high>\d+)|(?P<open>\+|or more))?", re.IGNORECASE)
_MOST = re.compile(r"(?:<=|≤|up to|at most|max)\s*(?P<high>\d+)", re.IGNORECASE)
_NORM = re.compile(r"(?P<prop>\w+)\s*(?P<sign><=|>=|≤|≥|<|>|=)\s*(?P<bound>-?\d+(?:\.\d+)?)")


@dataclass(frozen=True)
class Stated:
    """What a person asks of a list: every field as typed, unread; a field left alone asks nothing.

    `bounds` maps a norm of the lexicon to its least and greatest value, either of them None; `norms` holds further
    ones as text, such as "imageability>=400".
    """

    phoneme: str | None = None
    position: str | None = None
    contains: Sequence[str] = ()
    cluster: str | None = None
    cluster_position: str | None = None
    shape: str | None = None
    syllables: str | None = None
    bounds: dict[str, tuple[float | None, float | None]] = field(default_factory=dict)
    norms: Sequence[str] = ()
    pairs: str | None = None
    maximal: bool = False

    def request(self, list_length: int = 1) -> Request:
        """Read it into the constraints or the contrast that score it.

        Raises:
            Refused: nothing was asked for, a sound or a number cannot be read, or pairs are asked for together with
                conditions on single words.
        """
        if self.pairs is not None:
            return Request("your list", (), self.contrast(), list_length)
        if self.maximal:
            raise Refused("a maximal opposition is a matter of pairs: give the two sounds, such as --pairs r/b")
        constraints = self.constraints()
        if not constraints:
            raise Refused(
                "nothing to check against: say what was asked for, such as --phoneme r --position initial, "
                "--cluster st, --syllables 2, --aoa-max 5, --pairs s/th:thumb, or --cell A1-017"
            )
        return Request("your list", constraints, None, list_length)

    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints on single words, in a fixed order."""
        return (*self._sounds(), *self._length(), *self._bands())

    def contrast(self) -> Contrast:
        """The contrast of pairs (two sounds) or sets (a target and more)."""
        single = (self.phoneme, self.contains, self.cluster, self.cluster_position, self.shape, self._bands())
        if any(single):
            raise Refused(
                "--pairs goes with --position and --syllables only: a condition on single words is not checked"
            )
        phonemes = contrast_sounds(str(self.pairs))
        kind = "multiple" if len(phonemes) > 2 else "maximal" if self.maximal else "minimal"
        length = _span(self.syllables) if self.syllables else None
        if length is not None and length[0] != length[1]:
            raise Refused(f"--syllables {self.syllables!r}: both words of a pair have one length, such as 1 or 2")
        return Contrast(kind, phonemes, _position(self.position), None if length is None else length[0])

    def _sounds(self) -> list[Constraint]:
        found = []
        if self.phoneme is not None:
            place = _position(self.position)
            params = {"phoneme": sound(self.phoneme)} | ({} if place is None else {"position": place})
            found.append(Constraint("contains_phoneme" if place is None else "phoneme_at", params))
        elif self.position is not None and self.cluster is None:
            raise Refused(f"--position {self.position!r} of which sound? give --phoneme, such as --phoneme r")
        if self.cluster is not None:
            alone = self.position if self.phoneme is None else None
            place = _position(self.cluster_position or alone or "initial")
            if place not in ("initial", "final"):
                raise Refused("a cluster stands at the beginning or at the end: --cluster-position initial or final")
            found.append(Constraint("cluster_at", {"phonemes": cluster(self.cluster), "position": place}))
        elif self.cluster_position is not None:
            raise Refused("--cluster-position of which cluster? give --cluster, such as --cluster st")
        found += [Constraint("contains_phoneme", {"phoneme": sound(one)}) for one in self.contains]
        if self.shape is not None:
            found.append(Constraint("cv_shape", {"shape": self.shape}))
        return found

    def _length(self) -> list[Constraint]:
        if self.syllables is None:
            return []
        low, high = _span(self.syllables)
        return [Constraint("syllable_count", {"min": low, "max": high})]

    def _bands(self) -> list[Constraint]:
        bands = [
            Constraint("norm_band", {"prop": prop, "min": low, "max": high})
            for prop, (low, high) in self.bounds.items()
            if low is not None or high is not None
        ]
        return bands + [_band(text) for text in self.norms]


def _position(text: str | None) -> str | None:
    if text is None:
        return None
    written = text.strip().lower()
    if written not in POSITIONS:
        raise Refused(f"unknown position {text!r}{proposal(written, POSITIONS)}")
    return POSITIONS[written]


def _span(text: str) -> tuple[int | None, int | None]:
    written = re.sub(r"\s*syllables?$", "", text.strip().lower())
    if most := _MOST.fullmatch(written):
        return None, int(most["high"])
    found = _SPAN.fullmatch(written)
    if found is None:
        raise Refused(f"--syllables {text!r} cannot be read: write 2, 1-2, 3+ or 'up to 2'")
    low = int(found["low"])
    return low, None if found["open"] else int(found["high"] or low)


def _band(text: str) -> Constraint:
    found = _NORM.fullmatch(text.strip())
    if found is None:
        raise Refused(f"--norm {text!r} cannot be read: write a norm, a sign and a number, such as imageability>=400")
    bound = float(found["bound"])
    low = bound if found["sign"] in (">=", "≥", ">", "=") else None
    high = bound if found["sign"] in ("<=", "≤", "<", "=") else None
    return Constraint("norm_band", {"prop": found["prop"], "min": low, "max": high})
