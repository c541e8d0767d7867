"""Recordings of single words by people, inside packages of Debian: fetched when they are needed, never kept here."""

from __future__ import annotations

import csv
import hashlib
import io
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from itertools import product
from pathlib import Path

import av
import numpy as np
import soxr

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.pronounce.audio import RATE, Samples, decode

LIST = "recordings.csv"
Phonemes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recording:
    """One recording: its Debian package, its path there, the words that are said, and which voice says them.

    The words come from the file's name or the text beside it. Files of another content are not listed, which was seen
    in their free decode (a sentence, or another word's sounds throughout): no person listened to all of them. A voice
    is one source of recordings; `tuxpaint-desc` may hold more than one person.
    """

    package: str
    path: str
    words: str
    speaker: str

    @property
    def half(self) -> str:
        """`tune`, where thresholds are chosen, or `report`, by the words: one word is never in both."""
        return "tune" if hashlib.sha256(self.words.encode()).digest()[0] % 2 else "report"


def recordings() -> list[Recording]:
    """Read the list of recordings, in its order."""
    text = (resources.files(__package__) / LIST).read_text(encoding="utf-8")
    return [Recording(**row) for row in csv.DictReader(text.splitlines())]


def fetch(folder: Path, packages: Iterable[str]) -> None:
    """Bring Debian packages into `folder/<package>`, by apt-get and dpkg-deb; nothing is installed.

    What stands there, or is installed on this machine, is not fetched again.

    Raises:
        MissingInput: this is no Debian, or the package cannot be had.
    """
    for package in packages:
        if not (folder / package).is_dir() and not is_installed(package):
            _download(folder, package)


def is_installed(package: str) -> bool:
    """Whether every listed file of a package stands where the package installs it."""
    files = [Path("/") / one.path for one in recordings() if one.package == package]
    return bool(files) and all(file.is_file() for file in files)


def _download(folder: Path, package: str) -> None:
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        raise MissingInput(f"{package}: apt-get and dpkg-deb are needed, which Debian and its children have")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".fetch.", dir=folder) as work:
        done = subprocess.run(["apt-get", "download", package], cwd=work, capture_output=True, text=True, check=False)
        archives = list(Path(work).glob("*.deb"))
        if done.returncode or not archives:
            reason = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise MissingInput(f"apt-get cannot download {package} ({reason}); try `apt-get update`")
        out = Path(work) / "out"
        subprocess.run(["dpkg-deb", "-x", str(archives[0]), str(out)], check=True, capture_output=True)
        out.rename(folder / package)


def samples_of(recording: Recording, folder: Path) -> Samples:
    """Decode a recording that `fetch` brought, or that its package installed.

    Raises:
        MissingInput: the file is in neither place.
    """
    for path in (folder / recording.package / recording.path, Path("/") / recording.path):
        if path.is_file():
            data = path.read_bytes()
            return _g722(data) if path.suffix == ".g722" else decode(data)
    raise MissingInput(f"no {recording.path} of {recording.package} in {folder}: run the evaluation, which fetches it")


def _g722(data: bytes) -> Samples:
    """G.722 as telephone switches store it: no header, so no upload may have it, mono, 16 kHz."""
    with av.open(io.BytesIO(data), "r", format="g722") as file:
        frames = av.AudioResampler(format="fltp", layout="mono")
        pieces = [piece for frame in file.decode(audio=0) for piece in frames.resample(frame)]
    whole = np.concatenate([piece.to_ndarray()[0] for piece in pieces])
    rate = pieces[0].sample_rate
    return np.asarray(whole if rate == RATE else soxr.resample(whole, rate, RATE), dtype=np.float32)


def pronunciations(words: str, lexicon: Lexicon) -> tuple[Phonemes, ...]:
    """Every canonical way to say the words of a recording, the primary one first.

    Raises:
        MissingInput: the lexicon lacks one of the words.
    """
    ways: list[tuple[Phonemes, ...]] = []
    for word in words.split():
        record = lexicon.get(word)
        if record is None:
            raise MissingInput(f"the lexicon holds no {word!r}, which a recording says: build the open lexicon")
        ways.append(tuple(dict.fromkeys((record.phonemes, *record.variants))))
    return tuple(tuple(phoneme for part in one for phoneme in part) for one in product(*ways))
