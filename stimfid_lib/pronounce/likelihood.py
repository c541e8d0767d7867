"""How well a target fits a recording: its CTC likelihood against that of every single change of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from stimfid_lib.base.errors import Refused
from stimfid_lib.phonology.ipa import PHONEMES

LogPosteriors = npt.NDArray[np.float64]
"""Natural logs, one row a frame: column 0 is blank, then `PHONEMES` in their order; each row sums to 1."""

COLUMN = {phoneme: index for index, phoneme in enumerate(PHONEMES, start=1)}
BLANK = 0
LLR_THRESHOLD = 0.0
"""A word is `error` if its overall ratio lies below this: some single change of it fits the recording better."""

_IMPOSSIBLE = -1e30
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
    changed = [
        [*target[:place], column, *target[place + 1 :]]
        for place, own in enumerate(target)
        for column in COLUMN.values()
        if column != own
    ]
    left_out = [target[:place] + target[place + 1 :] for place in range(len(target))]
    full = ctc_log_likelihood(log_posteriors, np.array([target, *changed]))
    short = ctc_log_likelihood(log_posteriors, np.array(left_out).reshape(len(target), -1))
    others = full[1:].reshape(len(target), len(COLUMN) - 1).max(axis=1)
    ratios = np.clip(full[0] - np.maximum(others, short), -_WIDEST, _WIDEST)
    overall = float(ratios.min())
    return Likelihood(tuple(float(ratio) for ratio in ratios), overall, "error" if overall < threshold else "variant")


def ctc_log_likelihood(log_posteriors: LogPosteriors, sequences: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Log likelihood of label sequences under CTC (Graves et al. 2006), all alignments summed.

    Args:
        log_posteriors: frames × labels, at least one frame.
        sequences: sequences × labels, all of one length, which may be 0.

    Returns:
        One value a sequence; about -1e30 where the recording has too few frames.
    """
    count, length = sequences.shape
    states = np.full((count, 2 * length + 1), BLANK, dtype=np.int64)
    states[:, 1::2] = sequences
    skips = np.zeros_like(states, dtype=bool)
    skips[:, 3::2] = sequences[:, 1:] != sequences[:, :-1]
    alpha = np.full(states.shape, _IMPOSSIBLE)
    alpha[:, :2] = log_posteriors[0][states[:, :2]]
    for frame in log_posteriors[1:]:
        emitted = frame[states]
        moved = np.full_like(alpha, _IMPOSSIBLE)
        moved[:, 1:] = alpha[:, :-1]
        jumped = np.full_like(alpha, _IMPOSSIBLE)
        jumped[:, 2:] = np.where(skips[:, 2:], alpha[:, :-2], _IMPOSSIBLE)
        alpha = np.maximum(np.logaddexp(np.logaddexp(alpha, moved), jumped) + emitted, _IMPOSSIBLE)
    return np.logaddexp(alpha[:, -1], alpha[:, -2]) if length else alpha[:, -1]
