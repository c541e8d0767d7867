"""How far two sounds are apart: articulatory features from a frozen table, unweighted and Euclidean."""

from __future__ import annotations

import csv
import functools
import math
from importlib import resources

import numpy as np
import numpy.typing as npt

from stimfid_lib.base.errors import Refused
from stimfid_lib.phonology.ipa import PHONEMES, to_ipa

FEATURES = (
    "syl son cons cont delrel lat nas strid voi sg cg ant cor distr lab hi lo back round velaric tense long "
    "hitone hireg"
).split()
"""The 24 articulatory features, in the order of the table's source (panphon; Mortensen et al. 2016)."""

TABLE = "features.csv"


def feature_names() -> tuple[str, ...]:
    """Names of the 48 columns: the 24 features of a sound's onset half, then those of its offset half."""
    return tuple(f"{half}_{name}" for half in ("onset", "offset") for name in FEATURES)


@functools.cache
def _rows() -> dict[str, npt.NDArray[np.int8]]:
    """Read the table as stored: phoneme -> 48 integers, each -1 (absent), 0 (not specified) or 1 (present)."""
    text = (resources.files(__package__) / TABLE).read_text(encoding="utf-8")
    reader = csv.DictReader(text.splitlines())
    if tuple(reader.fieldnames or ()) != ("phoneme", *feature_names()):
        raise Refused(f"{TABLE}: unexpected header {reader.fieldnames}; run scripts/make_features.py")
    rows = {row["phoneme"]: np.array([int(row[name]) for name in feature_names()], dtype=np.int8) for row in reader}
    if tuple(rows) != PHONEMES:
        raise Refused(f"{TABLE}: its phonemes are not the inventory of phonology.ipa; run scripts/make_features.py")
    for row in rows.values():
        row.setflags(write=False)
    return rows


def feature_vector(phoneme: str) -> npt.NDArray[np.float64]:
    """Return a phoneme's 48 features: onset half, then offset half, each divided by √2.

    A monophthong or consonant fills both halves with the same 24 values, so that two such sounds are as far
    apart as their plain 24-feature vectors; a diphthong has its first and last vowel there, ɝ has ɜ and ɹ, an
    affricate its tie-barred single segment. Values are ±1/√2 or 0, unweighted.

    Raises:
        Refused: the symbol names no phoneme.
    """
    vector: npt.NDArray[np.float64] = _rows()[to_ipa(phoneme)] / math.sqrt(2)
    return vector


@functools.cache
def feature_distance(phoneme: str, other: str) -> float:
    """Euclidean distance between the feature vectors of two phonemes; no unit.

    A metric on the 40 phonemes: symmetric, 0 for the same phoneme only, from 2 (ə and ʌ) to √51 = 7.14 (u and tʃ)
    for two different ones. Every feature counts alike, so it is no measure of how confusable two sounds are to a
    listener or how hard a contrast is to a child.

    Raises:
        Refused: a symbol names no phoneme.
    """
    rows = _rows()
    difference = rows[to_ipa(phoneme)].astype(np.int64) - rows[to_ipa(other)]
    # integers under the root: the same float on every machine, whatever the order of summation
    return math.sqrt(int(difference @ difference) / 2)


def distance_range() -> tuple[float, float]:
    """Smallest and largest distance between two different phonemes of the inventory."""
    distances = [feature_distance(a, b) for i, a in enumerate(PHONEMES) for b in PHONEMES[i + 1 :]]
    return min(distances), max(distances)


@functools.cache
def sonorant(phoneme: str) -> float:
    """The feature [sonorant] of a phoneme: 1.0 for vowels, nasals, liquids, glides and h, -1.0 for the others.

    h is [+sonorant] in the table's source, which treats it as a voiceless glide.

    Raises:
        Refused: the symbol names no phoneme.
    """
    halves = _rows()[to_ipa(phoneme)].reshape(2, len(FEATURES))[:, FEATURES.index("son")]
    return float(halves.mean())
