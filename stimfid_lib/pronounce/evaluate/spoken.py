"""Words said wrong on purpose: eSpeak NG speaks phonemes as it is told, so that the change is known."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Sequence

import numpy as np
import soundfile
import soxr

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.phonology.ipa import is_vowel
from stimfid_lib.pronounce.audio import RATE, Samples

PROGRAM = "espeak-ng"
_LETTERS = dict(
    pair.split("=")
    for pair in (
        "p=p b=b t=t d=d k=k ɡ=g tʃ=tS dʒ=dZ f=f v=v θ=T ð=D s=s z=z ʃ=S ʒ=Z h=h m=m n=n ŋ=N l=l ɹ=r w=w j=j "
        "i=i: ɪ=I ɛ=E æ=a ɑ=A: ɔ=O: ʊ=U u=u: ʌ=V ə=@ ɝ=3: eɪ=eI aɪ=aI ɔɪ=OI aʊ=aU oʊ=oU"
    ).split()
)
"""The study's phonemes in eSpeak NG's own letters (its American voice)."""


def speak(phonemes: Sequence[str], *, pitch: int = 50) -> Samples:
    """Speak phonemes, the stress on the first full vowel: mono samples at 16 kHz, peak 0.7.

    Raises:
        MissingInput: eSpeak NG is not installed.
        KeyError: a symbol names no phoneme.
    """
    program = shutil.which(PROGRAM)
    if program is None:
        raise MissingInput(f"{PROGRAM} is not installed: apt-get install {PROGRAM}")
    command = [program, "-v", "en-us", "-s", "140", "-p", str(pitch), "--stdout", f"[[{letters(phonemes)}]]"]
    done = subprocess.run(command, capture_output=True, check=True)
    samples, rate = soundfile.read(io.BytesIO(done.stdout), dtype="float32")
    spoken = soxr.resample(samples, rate, RATE)
    return np.asarray(spoken * (0.7 / max(1e-6, float(np.abs(spoken).max()))), dtype=np.float32)


def letters(phonemes: Sequence[str]) -> str:
    """Phonemes in eSpeak NG's letters, apart from one another, the stress before the first vowel that is no schwa."""
    vowels = [index for index, phoneme in enumerate(phonemes) if is_vowel(phoneme)]
    stressed = next((index for index in vowels if phonemes[index] != "ə"), vowels[0] if vowels else -1)
    # `|` parts letters that would else be read as one sound, as t and S are in "hotshot"
    return "|".join(("'" if index == stressed else "") + _LETTERS[one] for index, one in enumerate(phonemes))
