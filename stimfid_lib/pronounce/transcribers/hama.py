"""The recogniser inside the package `hama`: a small Conformer-CTC model of phonemes, masked to English."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import metadata

import hama
import numpy as np

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.phonology.ipa import PHONEMES
from stimfid_lib.pronounce.audio import RATE, Samples
from stimfid_lib.pronounce.ctc import BLANK, LogPosteriors
from stimfid_lib.pronounce.likelihood import Likelihood, likelihood
from stimfid_lib.pronounce.transcript import Transcript

PADDING_S = 0.2
"""Silence put before and after a recording. Without it the first and last sound suffer: docs/pronounce.md has the error
rates at 0, 0.15, 0.2 and 0.3 s; from 0.15 s on they are the same."""
FLOOR = -60.0
"""Least log posterior before normalising: a label that the model rules out stays comparable."""
_SILENT = ("<blank>", "<wb>")
"""Tokens of no sound: nothing new, and the border of two words."""

_SAME = {"g": "ɡ", "r": "ɹ", "o": "oʊ", "t͡ʃ": "tʃ", "d͡ʒ": "dʒ", "ɚ": "ɝ"}
"""The model's tokens that name a phoneme of English in another spelling."""

LIMITATIONS = (
    "The recogniser (hama 1.7.0) is small: even of single words it writes nearly a quarter of the sounds wrong.",
)


@dataclass(frozen=True)
class Hearing:
    """One recording: what was heard, and how well a pronunciation fits it."""

    transcript: Transcript
    fit: Callable[[Sequence[str]], Likelihood]


class HamaTranscriber:
    """Loads the model that the package ships (4.7 MB, 0.04 s); may be used from several threads at once.

    Raises:
        MissingInput: the package is of another version, whose tokens do not cover the phonemes.
        RuntimeError: the package has no engine for this machine.
    """

    def __init__(self) -> None:
        self._model = hama.ASRModel()
        self._lock = threading.Lock()  # one engine, whose buffers are not said to be shared safely
        tokens = self._model.decoder_tokens
        names = [_SAME.get(token, token) for token in tokens]
        self._columns = [
            np.array([index for index, name in enumerate(names) if name == phoneme], dtype=np.int64)
            for phoneme in PHONEMES
        ]
        self._silent = np.array([tokens.index(token) for token in _SILENT], dtype=np.int64)
        bare = [phoneme for phoneme, columns in zip(PHONEMES, self._columns, strict=True) if not len(columns)]
        if bare:
            raise MissingInput(f"hama {metadata.version('hama')} has no token for {' '.join(bare)}: 1.7.0 is needed")

    def log_posteriors(self, samples: Samples, *, padding_s: float = PADDING_S) -> LogPosteriors:
        """Frames of 20 ms × (blank and the phonemes), natural logs: tokens of one phoneme added up, those of other
        languages left out, each row summing to 1. Of samples at 16 kHz, mono, padded on both sides."""
        waveform = np.pad(samples, int(padding_s * RATE)).reshape(1, -1).astype(np.float32)
        lengths = np.array([waveform.shape[1]], dtype=np.int64)
        with self._lock:
            session = self._model.session
            names = [one.name for one in session.get_inputs()], [one.name for one in session.get_outputs()]
            raw, frames = session.run(names[1], dict(zip(names[0], (waveform, lengths), strict=True)))
        whole = np.asarray(raw[0], dtype=np.float64)[: int(np.asarray(frames).reshape(-1)[0])]
        kept = np.empty((len(whole), 1 + len(PHONEMES)))
        kept[:, BLANK] = np.logaddexp.reduce(whole[:, self._silent], axis=1)
        for column, tokens in enumerate(self._columns, start=1):
            kept[:, column] = np.logaddexp.reduce(whole[:, tokens], axis=1)
        kept = np.maximum(kept, FLOOR)
        normal: LogPosteriors = kept - np.logaddexp.reduce(kept, axis=1, keepdims=True)
        return normal

    def hear(self, samples: Samples, *, padding_s: float = PADDING_S) -> Hearing:
        """Run the acoustic model once, for the free decode and for the likelihood of any pronunciation."""
        posteriors = self.log_posteriors(samples, padding_s=padding_s)
        return Hearing(self._decoded(posteriors, samples), lambda canonical: likelihood(posteriors, canonical))

    def transcribe(self, samples: Samples) -> Transcript:
        """Decode greedily: the likeliest label a frame, repeats and blanks dropped; confidence is the label's share."""
        return self.hear(samples).transcript

    def fit(self, samples: Samples) -> Callable[[Sequence[str]], Likelihood]:
        """Likelihood of any pronunciation of a recording; `hear` gives it with the transcript, at one run's price."""
        return self.hear(samples).fit

    def _decoded(self, posteriors: LogPosteriors, samples: Samples) -> Transcript:
        labels = posteriors.argmax(axis=1)
        phonemes: list[str] = []
        shares: list[float] = []
        before = BLANK
        for frame, label in enumerate(labels):
            share = float(np.exp(posteriors[frame, label]))
            if label != BLANK and label == before:
                shares[-1] = max(shares[-1], share)
            elif label != BLANK:
                phonemes.append(PHONEMES[label - 1])
                shares.append(share)
            before = label
        shares = [round(min(1.0, share), 4) for share in shares]
        return Transcript(tuple(phonemes), tuple(shares), round(1000 * len(samples) / RATE), limitations=LIMITATIONS)
