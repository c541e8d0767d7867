"""Which letter-to-sound model there is on this machine, and how often it is right."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.base.fetch import extracted
from stimfid_lib.lexicon.build.arpabet import Pronunciation
from stimfid_lib.lexicon.build.convention import edit_distance, fold, unfolded
from stimfid_lib.lexicon.build.gru import Gru
from stimfid_lib.lexicon.build.sources import fetch_sources, load_sources
from stimfid_lib.phonology.g2p import Espeak, G2p, Transcription, espeak_is_installed
from stimfid_lib.phonology.ipa import syllable_count

GROUP = "g2p"


def load_g2p(cache_dir: Path, progress: Callable[[str], None] | None = None, *, espeak: bool | None = None) -> G2p:
    """Return eSpeak NG where its optional package is installed, else the numpy model, whose weights are fetched once.

    `espeak` true or false asks for one of the two.

    Raises:
        MissingInput: eSpeak NG was asked for and is not installed, or the weights are not to be had.
        Refused: the weights differ from their pin.
    """
    if espeak or (espeak is None and espeak_is_installed()):
        return Espeak()
    paths = fetch_sources(load_sources(GROUP), cache_dir, progress, "the letter-to-sound model (3 MB, once)")
    return Gru(paths["g2p_weights"])


def local_g2p(cache_dir: Path) -> G2p | None:
    """Return the model that this machine can run without asking a network, or None.

    eSpeak NG where its optional package is installed and starts, else the numpy model where its weights are in
    `cache_dir`, which every build of the open lexicon sees to.

    Raises:
        Refused: the weights differ from their pin.
    """
    if espeak_is_installed():
        with contextlib.suppress(MissingInput):
            return Espeak()
    (source,) = load_sources(GROUP)
    try:
        return Gru(extracted(source.pin, cache_dir))
    except MissingInput:
        return None


def accuracy(g2p: G2p, known: Mapping[str, Pronunciation]) -> dict[str, Any]:
    """Compare a model with known pronunciations: whole words exact, and phoneme errors per phoneme.

    Both by the letter and on the common convention of `convention.fold` (a phoneme has no stress here, so that weak
    vowels are weak in the known pronunciation alone). A word that the model cannot read counts as wrong throughout.
    """
    words = sorted(known)
    exact = alike = errors = loose_errors = phonemes = 0
    for word, said in zip(words, g2p.transcribe(words), strict=True):
        target = known[word]
        phonemes += len(target.phonemes)
        if said is None:
            errors += len(target.phonemes)
            loose_errors += len(target.phonemes)
            continue
        strict = edit_distance([frozenset((one,)) for one in said], unfolded(target))
        loose = min(strict, edit_distance(fold(_stressed_like(said, target)), fold(target)))
        exact, alike = exact + (strict == 0), alike + (loose == 0)
        errors, loose_errors = errors + strict, loose_errors + loose
    return {
        "model": g2p.name,
        "n_words": len(words),
        "exact": round(exact / len(words), 4),
        "exact_by_convention": round(alike / len(words), 4),
        "phoneme_error_rate": round(errors / phonemes, 4),
        "phoneme_error_rate_by_convention": round(loose_errors / phonemes, 4),
    }


def _stressed_like(said: Transcription, target: Pronunciation) -> Pronunciation:
    """Lend a transcription the stress of the known pronunciation, where both have as many syllables."""
    count = syllable_count(said)
    return Pronunciation(said, target.stress if len(target.stress) == count else "1" * count)
