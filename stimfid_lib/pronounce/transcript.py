"""What a transcriber heard."""

from __future__ import annotations

from dataclasses import dataclass

BROAD = "broad-phoneme"
"""Coverage of every transcriber here: phonemes, no allophones and no diacritics."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """Phonemes in the order heard, by a transcriber that knows nothing of the target word.

    `confidences` has one value a phoneme, 0 to 1 and not calibrated, None where the transcriber gives none;
    `duration_ms` is the recording's length; `limitations` are what this transcriber cannot tell. Silence and noise
    give no phonemes. What stands here is a recogniser's guess: see docs/pronounce.md for its error rate.
    """

    phonemes: tuple[str, ...]
    confidences: tuple[float | None, ...]
    duration_ms: int
    coverage: str = BROAD
    limitations: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Hold one confidence a phoneme."""
        if len(self.confidences) != len(self.phonemes):
            raise ValueError(f"{len(self.confidences)} confidences for {len(self.phonemes)} phonemes")
