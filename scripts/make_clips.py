"""Make the recordings that come with the page: `python -m scripts.make_clips`, with eSpeak NG installed.

eSpeak NG speaks phonemes written in its own letters, so that what a clip says is known: right words, and words with one
labelled change. Its output is its user's own; the program (GPL-3.0) is neither shipped nor linked. Run again, the
script writes the same samples, though an Ogg file has a serial number of its own each time.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import soundfile
import soxr

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.base.files import atomic_writer, write_json
from stimfid_lib.phonology.ipa import to_ipa

FOLDER = Path(__file__).resolve().parents[1] / "stimfid_lib" / "pronounce" / "service" / "clips"
RATE = 16000
PEAK = 0.7


@dataclass(frozen=True)
class Clip:
    """One recording: its target word, what eSpeak NG was told to say, that in IPA, and the change in words."""

    name: str
    word: str
    espeak: str
    said: str
    change: str
    pitch: int = 50


CLIPS = (
    Clip("cat", "cat", "k'at", "k æ t", "said as listed"),
    Clip("school", "school", "sk'u:l", "s k u l", "said as listed", 38),
    Clip("bed_without_d", "bed", "b'E", "b ɛ", "the last sound is left out"),
    Clip("very_with_b", "very", "b'Eri", "b ɛ ɹ i", "b for v"),
    Clip("think_with_s", "think", "s'INk", "s ɪ ŋ k", "s for th", 62),
    Clip("rabbit_with_w", "rabbit", "w'abIt", "w æ b ɪ t", "w for r", 70),
    Clip("ship_as_sheep", "ship", "S'i:p", "ʃ i p", "the vowel of sheep for that of ship"),
    Clip("school_with_vowel", "school", "@sk'u:l", "ə s k u l", "a vowel before the cluster", 38),
)


def speak(clip: Clip) -> np.ndarray:
    """Speak a clip: mono float32 samples at 16 kHz, a quarter of a second of silence at both ends."""
    program = shutil.which("espeak-ng")
    if program is None:
        raise MissingInput("espeak-ng is not installed: apt install espeak-ng")
    command = [program, "-v", "en-us", "-s", "140", "-p", str(clip.pitch), "--stdout", f"[[{clip.espeak}]]"]
    done = subprocess.run(command, capture_output=True, check=True)
    samples, rate = soundfile.read(io.BytesIO(done.stdout), dtype="float32")
    samples = soxr.resample(samples, rate, RATE)
    loud = np.flatnonzero(np.abs(samples) > 0.01)
    samples = samples[loud[0] : loud[-1] + 1] * (PEAK / np.abs(samples).max())
    return np.pad(samples, RATE // 4).astype(np.float32)


def main() -> int:
    """Write every clip as Ogg Vorbis, and clips.json, which says of each what it is."""
    version = subprocess.run(["espeak-ng", "--version"], capture_output=True, text=True, check=True).stdout.split()[3]
    told = []
    for clip in CLIPS:
        with atomic_writer(FOLDER / f"{clip.name}.ogg") as handle:
            soundfile.write(handle, speak(clip), RATE, format="OGG", subtype="VORBIS")
        row = asdict(clip) | {"file": f"{clip.name}.ogg", "said": [to_ipa(symbol) for symbol in clip.said.split()]}
        told.append({key: row[key] for key in ("file", "word", "said", "change", "espeak", "pitch")})
    write_json(FOLDER / "clips.json", {"made_by": f"eSpeak NG {version}, voice en-us", "clips": told})
    sys.stdout.write(f"{len(told)} clips in {FOLDER}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
