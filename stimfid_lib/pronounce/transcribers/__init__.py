"""Who writes down what was said: recognisers inside this process, and a remote server."""

from __future__ import annotations

from typing import Protocol

from stimfid_lib.pronounce.audio import Samples
from stimfid_lib.pronounce.transcript import Transcript


class Transcriber(Protocol):
    """Something that writes down the phonemes of a recording without knowing the target word.

    It may be called from several threads at once.
    """

    def transcribe(self, samples: Samples) -> Transcript:
        """Write down what is heard in mono samples at 16 kHz.

        Raises:
            Warming: not ready yet; the same question may be answered in a moment.
            Misconfigured: it cannot work as it was set up.
        """
        ...
