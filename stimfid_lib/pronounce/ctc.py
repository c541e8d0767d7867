"""How probable a sequence of labels is under CTC: of many sequences at once, and of every single change of one."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

BLANK = 0
IMPOSSIBLE = -1e30
"""Log probability of what cannot be; finite, so that differences stay numbers."""

Floats = npt.NDArray[np.float64]
Labels = npt.NDArray[np.int64]
LogPosteriors = Floats
"""Natural logs, frames × labels, each row summing to 1; label 0 is blank."""


def ctc_log_likelihood(log_posteriors: LogPosteriors, sequences: Labels) -> Floats:
    """Log likelihood of label sequences under CTC (Graves et al. 2006), all alignments summed.

    Args:
        log_posteriors: frames × labels, at least one frame.
        sequences: sequences × labels, all of one length, which may be 0.

    Returns:
        One value a sequence; about -1e30 where the recording has too few frames.
    """
    states = _states(sequences)
    alpha = _forward(log_posteriors, states)[-1]
    return np.asarray(np.logaddexp(alpha[:, -1], alpha[:, -2]) if states.shape[1] > 1 else alpha[:, -1])


def substitutions(log_posteriors: LogPosteriors, sequence: Labels) -> Floats:
    """Log likelihood of a sequence with each of its labels replaced by each label: positions × labels.

    Column `sequence[i]` of row i is the sequence's own likelihood; column 0 (blank) has no meaning and is -1e30. What
    stands before a position does not depend on its label, nor does what stands after: so one pass forward, one
    backward, and one over all labels at all positions give what would take positions × labels passes.
    """
    frames, n = len(log_posteriors), len(sequence)
    states = _states(sequence[None])
    before = _forward(log_posteriors, states)[:, 0]
    after = _forward(log_posteriors[::-1], states[:, ::-1])[::-1, 0, ::-1]
    labels = np.arange(log_posteriors.shape[1])
    place = np.arange(n)
    # into a label: from the blank before it, or from the label before it if that is another one
    skip_in = (labels != np.r_[BLANK, sequence[:-1]][:, None]) & (place > 0)[:, None]
    skip_out = (labels != np.r_[sequence[1:], BLANK][:, None]) & (place < n - 1)[:, None]
    label_before = np.where(place > 0, before[:, 2 * place - 1], IMPOSSIBLE)
    label_after = np.where(place < n - 1, after[:, np.minimum(2 * place + 3, 2 * n)], IMPOSSIBLE)
    inside = np.full((n, len(labels)), IMPOSSIBLE)
    inside[0] = log_posteriors[0]
    total = np.full_like(inside, IMPOSSIBLE)
    for frame in range(frames):
        if frame:
            entered = _either(before[frame - 1, 2 * place], label_before[frame - 1], skip_in)
            inside = np.maximum(np.logaddexp(inside, entered) + log_posteriors[frame], IMPOSSIBLE)
        if frame < frames - 1:
            left = _either(after[frame + 1, 2 * place + 2], label_after[frame + 1], skip_out)
            total = np.logaddexp(total, inside + left)
    total[-1] = np.logaddexp(total[-1], inside[-1])  # the last label may last to the end
    total[:, BLANK] = IMPOSSIBLE
    return np.asarray(np.maximum(total, IMPOSSIBLE))


def _either(blank: Floats, label: Floats, skips: npt.NDArray[np.bool_]) -> Floats:
    """By the blank, and by the neighbouring label too where it may be skipped to: positions × labels."""
    return np.where(skips, np.logaddexp(blank, label)[:, None], blank[:, None])


def _states(sequences: Labels) -> Labels:
    """Sequences × states: a blank before, between and after the labels."""
    states = np.full((len(sequences), 2 * sequences.shape[1] + 1), BLANK, dtype=np.int64)
    states[:, 1::2] = sequences
    return states


def _forward(log_posteriors: LogPosteriors, states: Labels) -> Floats:
    """Log probability of having come to each state at each frame: frames × sequences × states."""
    skips = np.zeros_like(states, dtype=bool)
    skips[:, 3::2] = states[:, 3::2] != states[:, 1:-2:2]
    alpha = np.full((len(log_posteriors), *states.shape), IMPOSSIBLE)
    alpha[0, :, :2] = log_posteriors[0][states[:, :2]]
    for frame in range(1, len(log_posteriors)):
        last, here = alpha[frame - 1], alpha[frame]
        here[:] = last
        here[:, 1:] = np.logaddexp(here[:, 1:], last[:, :-1])
        here[:, 2:] = np.where(skips[:, 2:], np.logaddexp(here[:, 2:], last[:, :-2]), here[:, 2:])
        here += log_posteriors[frame][states]
        np.maximum(here, IMPOSSIBLE, out=here)
    return alpha
