"""How well a target fits a recording: its CTC likelihood against that of every single change of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from stimfid_lib.base.errors import Refused
from stimfid_lib.phonology.ipa import PHONEMES
from stimfid_lib.pronounce.ctc import IMPOSSIBLE, LogPosteriors, ctc_log_likelihood, substitutions

COLUMN = {phoneme: index for index, phoneme in enumerate(PHONEMES, start=1)}
"""Column of each phoneme in posteriors over them; column 0 is blank."""
LLR_THRESHOLD = -5.0
"""A word is `error` if its overall ratio lies below this many nats. At 0 more than half of what is said right would be
one; this flags at most a tenth of the known-good recordings it was chosen on (docs/pronounce.md has the others)."""

_WIDEST = 1e6


@dataclass(frozen=True, slots=True)
class Likelihood:
    """Log likelihood ratios in nats, one a canonical phoneme and one for the word (their minimum).

    A ratio compares the canonical sequence with the best that has another phoneme, or none, at that position: below 0,
    the change fits the recording better. It says how sure this recogniser is, and it knows single changes only.
    """

    position_llr: tuple[float, ...]
    overall_llr: float
    llr_class: Literal["variant", "error"]


def likelihood(log_posteriors: LogPosteriors, canonical: Sequence[str], threshold: float = LLR_THRESHOLD) -> Likelihood:
    """Compare a pronunciation with its every single substitution and deletion.

    Raises:
        Refused: no phoneme, or a symbol that names none.
    """
    if not canonical:
        raise Refused("a likelihood ratio needs at least one canonical phoneme")
    unknown = [phoneme for phoneme in canonical if phoneme not in COLUMN]
    if unknown:
        raise Refused(f"unknown phoneme symbol {unknown[0]!r}: allowed are {' '.join(PHONEMES)}")
    target = [COLUMN[phoneme] for phoneme in canonical]
    left_out = np.array([target[:place] + target[place + 1 :] for place in range(len(target))], dtype=np.int64)
    changed = substitutions(log_posteriors, np.array(target))
    own = changed[0, target[0]]
    changed[np.arange(len(target)), target] = IMPOSSIBLE
    others = np.maximum(changed.max(axis=1), ctc_log_likelihood(log_posteriors, left_out.reshape(len(target), -1)))
    ratios = np.clip(own - others, -_WIDEST, _WIDEST)
    overall = float(ratios.min())
    return Likelihood(tuple(float(ratio) for ratio in ratios), overall, "error" if overall < threshold else "variant")
