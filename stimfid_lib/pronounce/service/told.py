"""What every answer says of itself: the method of each field, how often a class is wrong, what cannot be told."""

from __future__ import annotations

import functools
import json
from importlib import resources

from stimfid_lib.phonology.ipa import PHONEMES
from stimfid_lib.pronounce import calibration
from stimfid_lib.pronounce.service.answers import FalseFlags, Methods, TranscriberName
from stimfid_lib.pronounce.service.words import Phonemes, Target
from stimfid_lib.pronounce.transcript import Transcript

_FREE = "free decode: the transcriber knows nothing of the target; its phonemes are aligned with the canonical ones"
_LLR = (
    "likelihood ratio: hama's CTC likelihood of the canonical phonemes against their best change at a position, "
    "another phoneme or none"
)
MEASURED = "measured.json"
"""The evaluation's figures: `{"false_flag_rates": {transcriber: {variant_vs_error_class, llr_class, basis}}}`."""

METHODS = Methods(
    per_position=_FREE,
    insertions=_FREE,
    overall_score=f"{_FREE}; 1 minus the weighted error rate, not below 0",
    variant_vs_error_class=f"{_FREE}; error where a phoneme is left out or its distance reaches the threshold",
    position_llr=_LLR,
    overall_llr=_LLR,
    llr_class=_LLR,
)

ALWAYS = (
    "Assumes the canonical form is intended: a dialect's or an accent's own form of the word counts as a difference.",
    "Distortions and covert contrast are not modelled: a lateral or dental s is written as some phoneme of English.",
    "Insertions alone never make error: an added sound lowers the score and not the class.",
    "The threshold is L1-agnostic: it is the same whatever the speaker's first language.",
)


def limitations(
    canonical: Phonemes,
    transcript: Transcript,
    target: Target,
    *,
    language: str | None = None,
    remote: bool = False,
    cut: bool = False,
) -> list[str]:
    """What this answer cannot tell: what holds always, then what holds of this request."""
    told = [*ALWAYS, _threshold()]
    others = [p for p in target.pronunciations if p != canonical]
    if others:
        listed = ", ".join("/" + " ".join(p) + "/" for p in target.pronunciations)
        told.append(f"The lexicon lists {len(others) + 1} pronunciations ({listed}); the one that fits best is scored.")
    if cut:
        told.append("The file ends before its header says it does: it was cut off, and only what came is scored.")
    if not transcript.phonemes:
        told.append("No sound of speech was heard: silence, noise, or speech too soft to be recognised.")
    unknown = [p for p in dict.fromkeys(transcript.phonemes) if p not in PHONEMES]
    if unknown:
        told.append(
            f"The transcriber wrote {', '.join(unknown)}, which is no phoneme of the scored English: distance 1 to all."
        )
    if language is not None and language.strip() and language.strip().lower().split("-")[0].split("_")[0] != "en":
        told.append(f"language = {language.strip()!r} was asked for; the word is scored as General American English.")
    if remote:
        told.append(
            "Transcribed by a remote server, so there is no likelihood ratio: the class rests on the free decode."
        )
    return told


@functools.cache
def _threshold() -> str:
    return calibration.told()


@functools.cache
def _measured() -> dict[str, FalseFlags]:
    """Read the rates that `python -m stimfid_lib.pronounce.evaluate` measured, by transcriber."""
    file = resources.files("stimfid_lib.pronounce") / MEASURED
    if not file.is_file():
        return {}
    told = json.loads(file.read_text(encoding="utf-8"))["false_flag_rates"]
    return {name: FalseFlags(**rates) for name, rates in told.items()}


def false_flags(transcriber: TranscriberName, *, remote: bool) -> FalseFlags:
    """How often each class calls a correctly said word an error; nothing is known of a remote transcriber."""
    if remote:
        return FalseFlags(variant_vs_error_class=None, llr_class=None, basis="not measured for a remote transcriber")
    unknown = FalseFlags(variant_vs_error_class=None, llr_class=None, basis="not measured yet")
    return _measured().get(transcriber, unknown)
