"""The whole measurement: what `python -m stimfid_lib.pronounce.evaluate` writes into measured.json."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from stimfid_lib.base.seed import SEED
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.phonology.ipa import CONSONANTS, VOWELS, is_vowel
from stimfid_lib.pronounce.calibration import calibration
from stimfid_lib.pronounce.evaluate.figures import by_word, chosen_threshold, flagged, separation
from stimfid_lib.pronounce.evaluate.recordings import Recording, fetch, pronunciations, recordings, samples_of
from stimfid_lib.pronounce.evaluate.spoken import speak
from stimfid_lib.pronounce.evaluate.trials import Heard, Said, Trial, hear_all, trial, unit_errors
from stimfid_lib.pronounce.score import score_pronunciation
from stimfid_lib.pronounce.transcribers.hama import HamaTranscriber
from stimfid_lib.pronounce.transcribers.pocketsphinx import PocketsphinxTranscriber

FALSE_FLAGS = 0.10
"""Share of known-good recordings of the tuning half that the likelihood ratio's class may flag."""
PADDINGS_S = (0.0, 0.15, 0.2, 0.3)
N_SPOKEN = 60
_KINDS = ("any", "near", "added")
Tell = Callable[[str], object]


def gather(folder: Path, lexicon: Lexicon, listed: Sequence[Recording] | None = None) -> list[Said]:
    """Fetch and decode the recordings, with every pronunciation that the lexicon holds.

    Raises:
        MissingInput: a package cannot be had, or the lexicon lacks a word.
    """
    wanted = recordings() if listed is None else listed
    fetch(folder, dict.fromkeys(one.package for one in wanted))
    return [
        Said(one.words, one.speaker, one.half, pronunciations(one.words, lexicon), samples_of(one, folder))
        for one in wanted
    ]


def measure(everything: Sequence[Said], tell: Tell) -> dict[str, Any]:
    """Measure both recognisers on the recordings and on words that eSpeak NG says wrong."""
    hama = HamaTranscriber()
    tell(f"hama hears {len(everything)} recordings")
    heard = hear_all(everything, hama)
    tune = [row for row in heard.trials if row.half == "tune"]
    report = [row for row in heard.trials if row.half == "report"]
    threshold = chosen_threshold(tune, FALSE_FLAGS)
    tell(f"the likelihood ratio's threshold: {threshold}; pocketsphinx hears the recordings")
    sphinx = PocketsphinxTranscriber()
    by_sphinx = [sphinx.transcribe(said.samples).phonemes for said in everything]
    tell("other paddings, and eSpeak NG's words")
    return {
        "versions": {name: metadata.version(name) for name in ("hama", "pocketsphinx")},
        "recordings": _counts(everything),
        "phoneme_error_rate": {
            "hama": _error_rates(everything, heard.errors),
            "pocketsphinx": _error_rates(
                everything, [unit_errors(said.right, one) for said, one in zip(everything, by_sphinx, strict=True)]
            ),
        },
        "padding": [{"seconds": seconds, "error_rate": _padded(everything, hama, seconds)} for seconds in PADDINGS_S],
        "threshold": {
            "aim": FALSE_FLAGS,
            "chosen": threshold,
            "false_flags_tuning_half": flagged(_right(tune), "llr", threshold).as_dict(),
        },
        "separation": {kind: separation(_with(report, kind)) for kind in _KINDS},
        "flags": _flags(report, threshold),
        "by_speaker": _by_speaker(report, threshold),
        "spoken": _spoken(everything, hama, threshold),
        "latency": _latency(heard),
        "false_flag_rates": _rates(everything, report, by_sphinx, threshold),
        "calibration": calibration(),
    }


def _right(rows: Sequence[Trial]) -> list[Trial]:
    return [row for row in rows if row.wrong is None]


def _with(rows: Sequence[Trial], kind: str) -> list[Trial]:
    return [row for row in rows if row.wrong is None or row.kind == kind]


def _counts(everything: Sequence[Said]) -> dict[str, Any]:
    speakers = list(dict.fromkeys(said.speaker for said in everything))
    return {
        "n": len(everything),
        "words": len({said.words for said in everything}),
        "report_half": sum(said.half == "report" for said in everything),
        "report_words": len({said.words for said in everything if said.half == "report"}),
        "speakers": {name: sum(said.speaker == name for said in everything) for name in speakers},
    }


def _error_rates(everything: Sequence[Said], errors: Sequence[tuple[int, int]]) -> dict[str, Any]:
    rows = [(said.words, said.speaker, *pair) for said, pair in zip(everything, errors, strict=True)]

    def rate(some: Sequence[tuple[str, str, int, int]]) -> float:
        return sum(row[2] for row in some) / sum(row[3] for row in some)

    whole = by_word(rows, lambda row: row[0], rate).as_dict()
    speakers = dict.fromkeys(row[1] for row in rows)
    return whole | {
        "phonemes": sum(row[3] for row in rows),
        "speakers": {name: round(rate([row for row in rows if row[1] == name]), 4) for name in speakers},
    }


def _padded(everything: Sequence[Said], hama: HamaTranscriber, seconds: float) -> float:
    pairs = [
        unit_errors(one.right, hama.hear(one.samples, padding_s=seconds).transcript.phonemes) for one in everything
    ]
    return round(sum(pair[0] for pair in pairs) / sum(pair[1] for pair in pairs), 4)


def _flags(report: Sequence[Trial], threshold: float) -> dict[str, Any]:
    """Share of each kind that each class calls an error, on the half that chose nothing."""
    table = {}
    for method in ("free", "llr"):
        table[method] = {"right": flagged(_right(report), method, threshold).as_dict()} | {
            kind: flagged([row for row in report if row.kind == kind], method, threshold).as_dict() for kind in _KINDS
        }
    return table


def _by_speaker(report: Sequence[Trial], threshold: float) -> list[dict[str, Any]]:
    rows = []
    for name in dict.fromkeys(row.speaker for row in report):
        right = [row for row in report if row.speaker == name and row.wrong is None]
        rows.append(
            {
                "speaker": name,
                "n": len(right),
                "llr": round(float(np.mean([row.overall_llr < threshold for row in right])), 4),
                "free": round(float(np.mean([row.free_class == "error" for row in right])), 4),
            }
        )
    return rows


def _spoken(everything: Sequence[Said], hama: HamaTranscriber, threshold: float) -> dict[str, Any]:
    """Words of the report half, said by eSpeak NG as listed and with one phoneme changed, against the right target."""
    draw = random.Random(SEED)
    # one pronunciation each: which phoneme was changed is then no question of which variant was meant
    words = {said.words: said for said in everything if said.half == "report" and len(said.right) == 1}
    rows: list[Trial] = []
    for name in draw.sample(sorted(words), min(N_SPOKEN, len(words))):
        target = words[name].right[0]
        place = draw.randrange(len(target))
        others = [one for one in (VOWELS if is_vowel(target[place]) else CONSONANTS) if one != target[place]]
        changed = (*target[:place], draw.choice(others), *target[place + 1 :])
        for phonemes, wrong in ((target, None), (changed, place)):
            said = Said(name, "espeak-ng", "report", words[name].right, speak(phonemes, pitch=draw.randrange(35, 70)))
            hearing = hama.hear(said.samples)
            rows.append(trial(said, hearing, target, "spoken", wrong))
    wrong_rows = [row for row in rows if row.wrong is not None]
    return {
        "separation": separation(rows),
        "flags": {
            method: {
                "right": flagged(_right(rows), method, threshold).as_dict(),
                "wrong": flagged(wrong_rows, method, threshold).as_dict(),
            }
            for method in ("free", "llr")
        },
    }


def _latency(heard: Heard) -> dict[str, Any]:
    clock, processor = np.array(heard.seconds).T
    found: dict[str, Any] = {"cores": os.cpu_count()}
    for name, seconds in (("clock", clock), ("processor", processor)):
        median, late = np.percentile(seconds, [50, 95])
        found[name] = {"median_s": round(float(median), 3), "p95_s": round(float(late), 3)}
    return found


def _rates(
    everything: Sequence[Said], report: Sequence[Trial], by_sphinx: Sequence[tuple[str, ...]], threshold: float
) -> dict[str, dict[str, Any]]:
    """What the service tells beside each class: shares of known-good recordings of the report half."""
    right = _right(report)
    classes = [
        max((score_pronunciation(one, heard) for one in said.right), key=lambda score: score.overall_score)
        for said, heard in zip(everything, by_sphinx, strict=True)
        if said.half == "report"
    ]
    n_words, n_sources = len({row.words for row in right}), len({said.speaker for said in everything})
    basis = f"{len(right)} known-good recordings of {n_words} words from {n_sources} sources (docs/pronounce.md)"
    llr = round(float(np.mean([row.overall_llr < threshold for row in right])), 3)
    return {
        "off-the-shelf": {
            "variant_vs_error_class": round(float(np.mean([row.free_class == "error" for row in right])), 3),
            "llr_class": llr,
            "basis": basis,
        },
        "pocketsphinx": {
            "variant_vs_error_class": round(
                float(np.mean([one.variant_vs_error_class == "error" for one in classes])), 3
            ),
            "llr_class": llr,
            "basis": basis,
        },
    }
