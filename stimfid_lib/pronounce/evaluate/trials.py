"""Every recording against its right targets and against decoys, by both methods: the rows that figures rest on."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from stimfid_lib.base.seed import SEED
from stimfid_lib.phonology.align import align_wper
from stimfid_lib.pronounce.audio import Samples
from stimfid_lib.pronounce.evaluate.decoys import Kind, decoys
from stimfid_lib.pronounce.score import WordClass, score_pronunciation
from stimfid_lib.pronounce.transcribers.hama import HamaTranscriber, Hearing

Phonemes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """One recording against one target.

    `wrong` is the position that was not said so (None: the target is right). `llr` and `free` hold one score a
    position, higher for better: the log likelihood ratio, and 1 - distance of the free decode.
    """

    words: str
    speaker: str
    half: str
    kind: Kind | Literal["right", "spoken"]
    wrong: int | None
    llr: tuple[float, ...]
    free: tuple[float, ...]
    overall_llr: float
    overall_free: float
    free_class: WordClass


@dataclass(frozen=True, slots=True)
class Said:
    """One recording as it goes into the trials: what was meant, and every right pronunciation of it."""

    words: str
    speaker: str
    half: str
    right: tuple[Phonemes, ...]
    samples: Samples


def unit_errors(right: Sequence[Phonemes], heard: Phonemes) -> tuple[int, int]:
    """Edits from the nearest right pronunciation (by share), each counting 1, and that pronunciation's length."""
    costs = [(round(align_wper(one, heard, distance=lambda *_: 1.0).cost), len(one)) for one in right]
    return min(costs, key=lambda cost: cost[0] / cost[1])


def best_fit(hearing: Hearing, right: Sequence[Phonemes]) -> Phonemes:
    """The pronunciation that fits best, as the service chooses it: by the overall ratio, then by the free decode."""
    heard = hearing.transcript.phonemes
    return max(right, key=lambda one: (hearing.fit(one).overall_llr, score_pronunciation(one, heard).overall_score))


def trial(
    said: Said, hearing: Hearing, target: Phonemes, kind: Kind | Literal["right", "spoken"], wrong: int | None
) -> Trial:
    """Score one recording against one target by both methods."""
    fit, score = hearing.fit(target), score_pronunciation(target, hearing.transcript.phonemes)
    return Trial(
        words=said.words,
        speaker=said.speaker,
        half=said.half,
        kind=kind,
        wrong=wrong,
        llr=fit.position_llr,
        free=tuple(1 - row.cos_dist for row in score.per_position),
        overall_llr=fit.overall_llr,
        overall_free=score.overall_score,
        free_class=score.variant_vs_error_class,
    )


def trials(said: Said, hearing: Hearing, draw: random.Random) -> Iterator[Trial]:
    """The right target, then decoys of the pronunciation that fits best: so that both sides had the same choice."""
    best = best_fit(hearing, said.right)
    yield trial(said, hearing, best, "right", None)
    for decoy in decoys(best, said.right, draw):
        yield trial(said, hearing, decoy.canonical, decoy.kind, decoy.wrong)


@dataclass(frozen=True, slots=True)
class Heard:
    """All recordings as hama heard them: trials, edits and lengths, and seconds from samples to both scores, by the
    clock and of this process on its processors."""

    trials: tuple[Trial, ...]
    errors: tuple[tuple[int, int], ...]
    seconds: tuple[tuple[float, float], ...]


def hear_all(everything: Sequence[Said], transcriber: HamaTranscriber) -> Heard:
    """Run the recogniser over all recordings, and score each against its targets."""
    rows: list[Trial] = []
    errors: list[tuple[int, int]] = []
    seconds: list[tuple[float, float]] = []
    for said in everything:
        clock, processor = time.perf_counter(), time.process_time()
        hearing = transcriber.hear(said.samples)
        score_pronunciation(said.right[0], hearing.transcript.phonemes)
        hearing.fit(said.right[0])
        seconds.append((time.perf_counter() - clock, time.process_time() - processor))
        errors.append(unit_errors(said.right, hearing.transcript.phonemes))
        # one generator a recording, so that a recording more or less changes no other's decoys
        rows += trials(said, hearing, random.Random(f"{SEED}:{said.speaker}:{said.words}"))
    return Heard(tuple(rows), tuple(errors), tuple(seconds))
