"""Where the corpus keeps its annotated utterances and their recordings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.base.files import sha256_bytes
from stimfid_lib.pronounce.validate.speakers import L1_OF


@dataclass(frozen=True, slots=True)
class Entry:
    """One annotated utterance: `<speaker>/annotation/<utt>.TextGrid` and, if it is there, `<speaker>/wav/<utt>.wav`."""

    speaker: str
    utt: str
    textgrid: Path
    wav: Path | None

    @property
    def key(self) -> str:
        """Its name in checkpoints and messages."""
        return f"{self.speaker}/{self.utt}"

    @property
    def l1(self) -> str:
        """The speaker's first language."""
        return L1_OF[self.speaker]

    def fingerprint(self) -> str:
        """Digest of both files; it changes when either is repaired.

        Raises:
            OSError: a file cannot be read.
        """
        parts = [self.textgrid.read_bytes(), self.wav.read_bytes() if self.wav else b""]
        return sha256_bytes("".join(sha256_bytes(part) for part in parts).encode())


@dataclass(frozen=True, slots=True)
class Corpus:
    """The utterances of known speakers, sorted; `aside` counts files in folders that are none of the 24 speakers'."""

    entries: tuple[Entry, ...]
    aside: dict[str, int]


def find_corpus(folder: Path) -> Corpus:
    """Find `*/annotation/*.TextGrid` below a folder; files that systems leave behind (`._…`) are passed over.

    Raises:
        MissingInput: no such folder, or no annotation of a known speaker in it.
    """
    if not folder.is_dir():
        raise MissingInput(f"--corpus {folder} is no folder: name the one that holds ABA, ASI, … of L2-ARCTIC")
    found = [path for path in sorted(folder.glob("*/annotation/*")) if _is_annotation(path)]
    entries, aside = [], Counter[str]()
    for path in found:
        speaker = path.parent.parent.name
        if speaker in L1_OF:
            entries.append(Entry(speaker, path.stem, path, _recording(path)))
        else:
            aside[speaker] += 1
    if not entries:
        raise MissingInput(_nothing(folder, aside))
    return Corpus(tuple(sorted(entries, key=lambda entry: (entry.speaker, entry.utt))), dict(sorted(aside.items())))


def _is_annotation(path: Path) -> bool:
    return path.suffix.lower() == ".textgrid" and not path.name.startswith(".") and path.is_file()


def _recording(path: Path) -> Path | None:
    folder = path.parent.parent / "wav"
    for suffix in (".wav", ".WAV"):
        if (folder / (path.stem + suffix)).is_file():
            return folder / (path.stem + suffix)
    return None


def _nothing(folder: Path, aside: Counter[str]) -> str:
    told = f"{folder} holds no <speaker>/annotation/*.TextGrid of L2-ARCTIC's speakers ({' '.join(sorted(L1_OF))})"
    if aside:
        return f"{told}; there are annotations in {', '.join(sorted(aside))}, which are none of them"
    deeper: Sequence[Path] = sorted(folder.glob("*/*/annotation"))
    if deeper:
        return f"{told}; {deeper[0]} is one folder deeper: did you mean --corpus {deeper[0].parents[1]}?"
    return f"{told}: the corpus is licensed and comes from https://psi.engr.tamu.edu/l2-arctic-corpus/"
