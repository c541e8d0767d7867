"""A corpus of the tests' own in L2-ARCTIC's exact format, from the bundled clips: what is in it is written out here.

TextGrids are written by hand as Praat writes them, and not by the library that reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tests.pronounce.service.making import at_rate, clip, encoded

RATE = 44100
"""Sampling rate of the corpus."""
Timed = tuple[float, float, str]

WORDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "cat": ("cat", ("K", "AE1", "T")),
    "school": ("school", ("S", "K", "UW1", "L")),
    "very_with_b": ("very", ("V,B,s", "EH1", "R", "IY0")),
    "think_with_s": ("think", ("TH,S,s ", "IH1", "NG", "K")),
    "bed_without_d": ("bed", ("B", "EH1", "D,sil,d ")),
    "rabbit_with_w": ("rabbit", ("R,W,s", "AE1", "B", "AH0,IH,s", "T")),
    "ship_as_sheep": ("ship", ("SH", "IH1,IY1,s", "P")),
    "school_with_vowel": ("school", ("sil,AH0,a", "S", "K", "UW1", "L")),
}
"""Each clip: the word that was meant, and the labels of an annotator who hears what the synthesiser was told to say."""


@dataclass
class Made:
    """One utterance to be written: its clips, with labels of one's own where given, and how its files are spoilt."""

    speaker: str
    utt: str
    clips: tuple[str, ...]
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    encoding: str = "utf-8"
    short: bool = False
    longer_s: float = 0.0
    with_wav: bool = True
    ipa: bool = False

    def write(self, corpus: Path) -> Path:
        """Write annotation and recording; returns the annotation's path."""
        words, phones, sound = self._tiers()
        end = len(sound) / 16000
        phones[-1] = (phones[-1][0], phones[-1][1] + self.longer_s, phones[-1][2])
        tiers = {"words": words, "phones": phones} | ({"IPA": [(0.0, end, 'kæt "so"')]} if self.ipa else {})
        path = corpus / self.speaker / "annotation" / f"{self.utt}.TextGrid"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = short_textgrid(end, tiers) if self.short else long_textgrid(end, tiers)
        path.write_bytes(text.encode(self.encoding))
        if self.with_wav:
            wav = corpus / self.speaker / "wav" / f"{self.utt}.wav"
            wav.parent.mkdir(parents=True, exist_ok=True)
            wav.write_bytes(encoded(at_rate(sound, RATE), RATE, "WAV", "PCM_16"))
        return path

    def _tiers(self) -> tuple[list[Timed], list[Timed], np.ndarray]:
        """Words and phones in time, each clip's phones evenly in its middle, silence as empty intervals around."""
        words: list[Timed] = []
        phones: list[Timed] = []
        sounds = [clip(name) for name in self.clips]
        at = 0.0
        for name, sound in zip(self.clips, sounds, strict=True):
            word, labels = WORDS[name]
            labels = self.labels.get(name, labels)
            first, last, end = at + 0.25, at + len(sound) / 16000 - 0.25, at + len(sound) / 16000
            edges = np.linspace(first, last, len(labels) + 1)
            words += [(at, first, ""), (first, last, word), (last, end, "")]
            phones.append((at, first, ""))
            phones += [(float(a), float(b), label) for a, b, label in zip(edges, edges[1:], labels, strict=False)]
            phones.append((last, end, "sil"))
            at = end
        return words, phones, np.concatenate(sounds)


def long_textgrid(end: float, tiers: dict[str, Sequence[Timed]]) -> str:
    """Praat's long text format."""
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "xmin = 0 ", f"xmax = {end} "]
    lines += ["tiers? <exists> ", f"size = {len(tiers)} ", "item []: "]
    for number, (name, intervals) in enumerate(tiers.items(), start=1):
        lines += [f"    item [{number}]:", '        class = "IntervalTier" ', f'        name = "{name}" ']
        lines += ["        xmin = 0 ", f"        xmax = {max(end, intervals[-1][1])} "]
        lines += [f"        intervals: size = {len(intervals)} "]
        for place, (start, stop, label) in enumerate(intervals, start=1):
            lines += [f"        intervals [{place}]:", f"            xmin = {start} ", f"            xmax = {stop} "]
            lines += ['            text = "' + label.replace('"', '""') + '" ']
    return "\n".join(lines) + "\n"


def short_textgrid(end: float, tiers: dict[str, Sequence[Timed]]) -> str:
    """Praat's short text format."""
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "0", f"{end}", "<exists>", f"{len(tiers)}"]
    for name, intervals in tiers.items():
        lines += ['"IntervalTier"', f'"{name}"', "0", f"{max(end, intervals[-1][1])}", f"{len(intervals)}"]
        for start, stop, label in intervals:
            lines += [f"{start}", f"{stop}", '"' + label.replace('"', '""') + '"']
    return "\n".join(lines) + "\n"


MADE = (
    Made("ABA", "arctic_a0001", ("cat", "very_with_b"), ipa=True),
    Made("ABA", "arctic_a0002", ("think_with_s", "bed_without_d"), encoding="utf-16"),
    Made("HKK", "arctic_a0001", ("rabbit_with_w", "school_with_vowel"), encoding="utf-8-sig"),
    Made("YDCK", "arctic_a0209", ("ship_as_sheep",), longer_s=0.4),
    Made("YDCK", "arctic_a0300", ("cat", "school"), short=True),
    Made(
        "NJS",
        "arctic_b0001",
        ("cat", "very_with_b"),
        # accented; a sound that nobody could name; stray characters; tag and sides that contradict each other;
        # two fields; unknown stretches that are not annotated
        {"cat": ("K`", "AE1,AA*,s", "T)"), "very_with_b": ("V,err,s", "EH1,EH1*,s", "R,D,d", "IY0,IH", "<unk>", "spn")},
    ),
    Made("TLV", "arctic_a0005", ("very_with_b",), with_wav=False),
)
"""Seven utterances with every shape of label, encoding and fault that can be read."""

COUNTED = {"utterances": 7, "s": 9, "d": 2, "a": 1}
"""Tags of `MADE`, counted by hand: s in V,B · TH,S · R,W · AH0,IH · IH1,IY1 · AE1,AA* · V,err · EH1,EH1* · V,B (no
recording); d in D,sil · R,D (contradiction); a in sil,AH0."""
ROWS = 11
"""All tokens but the one whose utterance has no recording."""


def made_corpus(folder: Path) -> Path:
    """Write `MADE`, and beside it what is no utterance of the 24 speakers: a story, and a system's leftovers."""
    for one in MADE:
        one.write(folder)
    Made("suitcase_corpus", "aba", ("cat",)).write(folder)
    (folder / "ABA/annotation/._arctic_a0001.TextGrid").write_bytes(b"\0\5\26\7")
    return folder


def spoilt_corpus(folder: Path) -> Path:
    """`MADE` and five files that cannot be used, each for a reason of its own."""
    made_corpus(folder)
    annotation = folder / "TXHC" / "annotation"
    cut = Made("TXHC", "arctic_a0010", ("cat",)).write(folder)
    text = cut.read_text(encoding="utf-8")
    cut.write_text(text[: text.index("        intervals [4]:", text.index('"phones"'))], encoding="utf-8")
    (annotation / "arctic_a0011.TextGrid").write_bytes(b"")
    (annotation / "arctic_a0012.TextGrid").write_bytes("caf\xe9".encode("latin-1"))
    (annotation / "arctic_a0013.TextGrid").write_text(long_textgrid(1.0, {"words": [(0.0, 1.0, "cat")]}))
    Made("TXHC", "arctic_a0014", ("very_with_b",)).write(folder)
    (folder / "TXHC/wav/arctic_a0014.wav").write_bytes(b"RIFF\0\0")
    return folder
