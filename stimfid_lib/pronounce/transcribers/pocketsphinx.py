"""The recogniser inside the package `pocketsphinx`: its phone loop, far weaker, kept to compare with."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pocketsphinx

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.build.arpabet import arpabet_to_ipa
from stimfid_lib.pronounce.audio import RATE, Samples
from stimfid_lib.pronounce.transcript import Transcript

PADDING_S = 0.2

LANGUAGE_WEIGHT = 6.5
"""How much its model of phone sequences counts, its default: of 2.0 (as its manual's phone loop has it) and 6.5 the
latter errs less, .70 against .74 of the phonemes of every sixth recording."""
_NO_SOUND = frozenset({"SIL", "+SPN+", "+NSN+", "<s>", "</s>", "(NULL)"})

LIMITATIONS = ("pocketsphinx writes about two of three sounds wrong; it is here for comparison alone.",)


def ipa_of(phone: str) -> str:
    """A phone of its set, ARPAbet without stress, as IPA; it has no schwa apart from ʌ.

    Raises:
        Refused: no phone of ARPAbet.
    """
    try:
        return arpabet_to_ipa((phone,)).phonemes[0]
    except Refused:
        return arpabet_to_ipa((f"{phone}1",)).phonemes[0]


class PocketsphinxTranscriber:
    """Loads the acoustic model and the phone model that the package ships; one recording at a time."""

    def __init__(self) -> None:
        folder = Path(pocketsphinx.get_model_path()) / "en-us"
        self._decoder = pocketsphinx.Decoder(
            hmm=str(folder / "en-us"), allphone=str(folder / "en-us-phone.lm.bin"), lw=LANGUAGE_WEIGHT, loglevel="FATAL"
        )
        self._lock = threading.Lock()

    def transcribe(self, samples: Samples) -> Transcript:
        """Decode by the phone loop; silence and noise phones are left out, no confidence is given.

        A whole utterance at once, so that its mean is its own: what came before does not change what is heard.
        """
        loud = np.pad(samples, int(PADDING_S * RATE)) * 32767
        with self._lock:
            self._decoder.start_utt()
            self._decoder.process_raw(loud.astype(np.int16).tobytes(), full_utt=True)
            self._decoder.end_utt()
            words = [segment.word for segment in self._decoder.seg() or ()]
        phonemes = tuple(ipa_of(word) for word in words if word not in _NO_SOUND)
        none = (None,) * len(phonemes)
        return Transcript(phonemes, none, round(1000 * len(samples) / RATE), limitations=LIMITATIONS)
