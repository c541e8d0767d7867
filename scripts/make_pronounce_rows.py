"""Make the rows that the notebook `pronounce` shows by default: `python -m scripts.make_pronounce_rows`.

L2-ARCTIC is licensed and not here. So a synthesiser (eSpeak NG) speaks utterances of three words with labelled changes
in several of its voices; they are written in the corpus's format, and the harness runs over them like over the corpus.
The rows carry invented speakers and groups. They show that the harness works and say nothing about people: near changes
stand for variants and far ones for errors, as chosen here by hand.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
import soundfile
import soxr
from praatio import textgrid

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.base.files import write_text
from stimfid_lib.models.interrupt import Interrupt
from stimfid_lib.pronounce.validate.corpus import find_corpus
from stimfid_lib.pronounce.validate.ear import embedded
from stimfid_lib.pronounce.validate.run import run

ROWS = Path(__file__).resolve().parents[1] / "docs" / "pronounce" / "made_rows.csv"
RATE = 44100
PAUSE_S = 0.1
COLUMNS = ("utt", "speaker", "l1", "canonical", "perceived", "errortype", "cos_dist_oracle", "cos_dist_transcriber")
MORE = ("label", "accented", "heard", "llr_transcriber", "source")


@dataclass(frozen=True)
class Word:
    """A word: how it is spelt, an annotator's labels, and what eSpeak NG is told to say."""

    spelt: str
    labels: str
    espeak: str


@dataclass(frozen=True)
class Voice:
    """One made speaker: the folder that the format wants, the name and group in the rows, and eSpeak NG's settings."""

    folder: str
    name: str
    group: str
    variant: str
    speed: int


CARRIER = Word("and", "AE1 N D", "and")
NEAR = (
    Word("zoo", "Z,S,s UW1", "s'u:"),
    Word("dog", "D AO1 G,K,s", "d'O:k"),
    Word("ship", "SH IH1,IY1,s P", "S'i:p"),
    Word("van", "V,F,s AE1 N", "f'an"),
    Word("book", "B UH1,UW1,s K", "b'u:k"),
    Word("thing", "TH,S,s IH1 NG", "s'IN"),
    Word("very", "V,B,s EH1 R IY0", "b'Eri"),
    Word("bad", "B AE1,EH1,s D", "b'Ed"),
)
"""Changes that learners of English are known for, most of them of one or two features."""
FAR = (
    Word("red", "R,W,s EH1 D", "w'Ed"),
    Word("cat", "K,T,s AE1 T", "t'at"),
    Word("sun", "S,D,s AH1 N", "d'Vn"),
    Word("leaf", "L,W,s IY1 F", "w'i:f"),
    Word("shoe", "SH,T,s UW1", "t'u:"),
    Word("bed", "B EH1 D,sil,d ", "b'E"),
    Word("fish", "F,P,s IH1 SH", "p'IS"),
    Word("goat", "G,D,s OW1 T", "d'oUt"),
)
"""Changes of children's phonological processes: gliding, fronting, stopping, a final consonant left out."""

VOICES = (
    Voice("ABA", "made voice 1", "made group A", "m1", 130),
    Voice("SKA", "made voice 2", "made group A", "f1", 140),
    Voice("YBAA", "made voice 3", "made group A", "m3", 150),
    Voice("BWC", "made voice 4", "made group B", "f2", 130),
    Voice("LXC", "made voice 5", "made group B", "m4", 140),
    Voice("NCC", "made voice 6", "made group B", "f4", 150),
)
ERROR_VOICES = (
    Voice("ABA", "made voice 7", "made group C", "m2", 135),
    Voice("SKA", "made voice 8", "made group C", "f3", 145),
    Voice("YBAA", "made voice 9", "made group C", "m7", 130),
    Voice("ZHAA", "made voice 10", "made group C", "f5", 140),
)


def speak(espeak: str, voice: Voice) -> np.ndarray:
    """Speak phonemes: mono samples at the corpus's rate, without the silence around."""
    program = shutil.which("espeak-ng")
    if program is None:
        raise MissingInput("espeak-ng is not installed: apt install espeak-ng")
    command = [program, "-v", f"en-us+{voice.variant}", "-s", str(voice.speed), "--stdout", f"[[{espeak}]]"]
    done = subprocess.run(command, capture_output=True, check=True)
    samples, rate = soundfile.read(io.BytesIO(done.stdout), dtype="float32")
    loud = np.flatnonzero(np.abs(samples) > 0.01)
    samples = samples[loud[0] : loud[-1] + 1] * (0.7 / np.abs(samples).max())
    return np.asarray(soxr.resample(samples, rate, RATE), dtype=np.float32)


def write_utterance(corpus: Path, voice: Voice, utt: str, words: tuple[Word, ...]) -> None:
    """Write one utterance: annotation with the tiers `words` and `phones`, and recording."""
    pause = np.zeros(int(PAUSE_S * RATE), dtype=np.float32)
    at, pieces = PAUSE_S, [pause]
    spelt: list[tuple[float, float, str]] = []
    phones: list[tuple[float, float, str]] = []
    for word in words:
        samples = speak(word.espeak, voice)
        end, labels = at + len(samples) / RATE, word.labels.split()
        edges = np.linspace(at, end, len(labels) + 1)
        spelt.append((at, end, word.spelt))
        phones += [(float(a), float(b), label) for a, b, label in zip(edges, edges[1:], labels, strict=False)]
        pieces += [samples, pause]
        at = end + PAUSE_S
    grid = textgrid.Textgrid()
    for name, entries in (("words", spelt), ("phones", phones)):
        grid.addTier(textgrid.IntervalTier(name, entries, 0, at))
    for kind in ("annotation", "wav"):
        (corpus / voice.folder / kind).mkdir(parents=True, exist_ok=True)
    path = corpus / voice.folder / "annotation" / f"{utt}.TextGrid"
    grid.save(str(path), format="long_textgrid", includeBlankSpaces=True)
    soundfile.write(corpus / voice.folder / "wav" / f"{utt}.wav", np.concatenate(pieces), RATE, subtype="PCM_16")


def made_rows(voices: tuple[Voice, ...], words: tuple[Word, ...], source: str) -> pl.DataFrame:
    """Speak, write, and run the harness; rows with the made names."""
    names = {voice.folder: (voice.name, voice.group) for voice in voices}
    with tempfile.TemporaryDirectory() as scratch:
        corpus, out = Path(scratch) / "corpus", Path(scratch) / "rows.parquet"
        for voice in voices:
            for place in range(0, len(words), 2):
                first, second = words[place : place + 2]
                write_utterance(corpus, voice, f"made_{place // 2 + 1}", (first, CARRIER, second))
        outcome = run(find_corpus(corpus), out, embedded(), wish=Interrupt(), say=lambda _: None)
        if outcome.tally.bad or outcome.tally.notes:
            raise RuntimeError(f"made files that the harness stumbles over: {outcome.tally.bad} {outcome.tally.notes}")
        rows = pl.read_parquet(out)
    return rows.with_columns(
        l1=pl.col("speaker").replace_strict({folder: group for folder, (_, group) in names.items()}),
        speaker=pl.col("speaker").replace_strict({folder: name for folder, (name, _) in names.items()}),
        source=pl.lit(source),
    ).select(*COLUMNS, *MORE)


def main() -> int:
    """Write the rows of both poles."""
    rows = pl.concat([made_rows(VOICES, NEAR, "variant"), made_rows(ERROR_VOICES, FAR, "error")])
    rounded = rows.with_columns(pl.col(pl.Float64).round(6))
    write_text(ROWS, rounded.write_csv())
    sys.stdout.write(f"{rows.height} rows in {ROWS}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
