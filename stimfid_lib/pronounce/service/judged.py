"""From what was heard to the answer: the pronunciation scored against, both methods, and what neither can tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stimfid_lib.pronounce.likelihood import Likelihood
from stimfid_lib.pronounce.score import PronunciationScore, score_pronunciation
from stimfid_lib.pronounce.service.answers import (
    Insertion,
    Position,
    PronounceAnswer,
    TranscriberName,
    TranscriptAnswer,
)
from stimfid_lib.pronounce.service.told import METHODS, false_flags, limitations
from stimfid_lib.pronounce.service.words import Phonemes, Target
from stimfid_lib.pronounce.transcript import Transcript

Fit = Callable[[Sequence[str]], Likelihood]
"""How well a pronunciation fits the recording."""


@dataclass(frozen=True)
class Heard:
    """A recording as it was heard: the free decode, and the likelihood of any pronunciation (None where remote)."""

    transcript: Transcript
    fit: Fit | None


@dataclass(frozen=True)
class Judged:
    """One pronunciation of the target, scored by both methods."""

    canonical: Phonemes
    score: PronunciationScore
    likelihood: Likelihood | None


def judged(heard: Heard, target: Target) -> Judged:
    """Score every pronunciation that the lexicon lists and keep the one that fits best.

    By the overall likelihood ratio where there is one, else by the free decode's score; on a tie, the first listed.
    Nobody is to be flagged for one of two right pronunciations, at the price that a word with several is scored a
    little more kindly than a word with one.
    """
    scored = [
        Judged(
            canonical,
            score_pronunciation(canonical, heard.transcript.phonemes),
            None if heard.fit is None else heard.fit(canonical),
        )
        for canonical in target.pronunciations
    ]
    return max(scored, key=_goodness)  # max keeps the first of equals


def _goodness(one: Judged) -> tuple[float, float]:
    return (0.0 if one.likelihood is None else one.likelihood.overall_llr, one.score.overall_score)


def answer_of(
    heard: Heard, target: Target, *, transcriber: TranscriberName, l1: str | None, language: str | None, cut: bool
) -> PronounceAnswer:
    """Build the service's answer."""
    best = judged(heard, target)
    transcript, score, likelihood = heard.transcript, best.score, best.likelihood
    return PronounceAnswer(
        target_word=target.word,
        canonical_phonemes=list(best.canonical),
        transcript=TranscriptAnswer(
            phonemes=list(transcript.phonemes),
            confidences=list(transcript.confidences),
            duration_ms=transcript.duration_ms,
            coverage=transcript.coverage,
            limitations=list(transcript.limitations),
        ),
        per_position=[
            Position(canonical=row.canonical, produced=row.produced, cos_dist=row.cos_dist, op=row.op)
            for row in score.per_position
        ],
        insertions=[
            Insertion(produced=one.produced, after_canonical_index=one.after_canonical_index)
            for one in score.insertions
        ],
        overall_score=score.overall_score,
        variant_vs_error_class=score.variant_vs_error_class,
        threshold_basis=score.threshold_basis,
        l1=l1,
        transcriber=transcriber,
        coverage="broad-phoneme",
        limitations=limitations(
            best.canonical, transcript, target, language=language, remote=heard.fit is None, cut=cut
        ),
        position_llr=None if likelihood is None else list(likelihood.position_llr),
        overall_llr=None if likelihood is None else likelihood.overall_llr,
        llr_class=None if likelihood is None else likelihood.llr_class,
        methods=METHODS,
        false_flag_rates=false_flags(transcriber, remote=heard.fit is None),
    )
