"""From a recording's samples to both scores, and where the time goes."""

from __future__ import annotations

import io
from collections.abc import Iterator

import numpy as np
import soundfile

from scripts.bench.timing import Line, best_of, processor_best_of
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.phonology.ipa import parse_phonemes
from stimfid_lib.pronounce.audio import decode
from stimfid_lib.pronounce.likelihood import likelihood
from stimfid_lib.pronounce.score import score_pronunciation
from stimfid_lib.pronounce.service.page import clip_bytes
from stimfid_lib.pronounce.transcribers.hama import HamaTranscriber
from stimfid_lib.pronounce.transcribers.pocketsphinx import PocketsphinxTranscriber

LONG_S = 30
"""Longest recording that the service takes."""


def lines() -> Iterator[Line]:
    """Time the loading, one bundled word whole and in its parts, a long recording, and the longest word."""
    yield Line("load hama", f"{1000 * best_of(HamaTranscriber, 3):.0f} ms")
    hama, sphinx = HamaTranscriber(), PocketsphinxTranscriber()
    data = clip_bytes("rabbit_with_w.ogg") or b""
    samples, target = decode(data), tuple("ɹ æ b ɪ t".split())
    posteriors = hama.log_posteriors(samples)
    heard = hama.transcribe(samples).phonemes

    def whole() -> None:
        hearing = hama.hear(decode(data))
        score_pronunciation(target, hearing.transcript.phonemes)
        hearing.fit(target)

    word, processor = processor_best_of(whole)
    seconds = len(samples) / 16000
    beside = f"{1000 * processor:.0f} ms of processor time; wanted: at most 400 ms"
    yield Line(f"a word of {seconds:.1f} s, from its file to both scores", f"{1000 * word:.0f} ms", beside)
    parts = {
        "decode the file": best_of(lambda: decode(data)),
        "hama's acoustic model": best_of(lambda: hama.log_posteriors(samples)),
        "likelihood ratios of five sounds": best_of(lambda: likelihood(posteriors, target)),
        "align and score": best_of(lambda: score_pronunciation(target, heard)),
        "pocketsphinx instead of hama": best_of(lambda: sphinx.transcribe(samples)),
    }
    for name, part in parts.items():
        yield Line(name, f"{1000 * part:.1f} ms", f"{100 * part / word:.0f} % of the word")
    long = np.resize(samples, LONG_S * 16000)
    yield Line(f"hama on {LONG_S} s", f"{best_of(lambda: hama.log_posteriors(long), 1):.1f} s")
    longest = parse_phonemes(max(Lexicon.from_dir().words["phonemes_str"], key=lambda text: text.count("|")))
    many = hama.log_posteriors(long)
    yield Line(
        f"ratios of {len(longest)} sounds over {LONG_S} s", f"{best_of(lambda: likelihood(many, longest), 1):.1f} s"
    )
    buffer = io.BytesIO()
    soundfile.write(buffer, long, 16000, format="FLAC")
    yield Line(f"decode {LONG_S} s of FLAC", f"{1000 * best_of(lambda: decode(buffer.getvalue()), 2):.0f} ms")
