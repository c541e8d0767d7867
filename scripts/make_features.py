"""Regenerate stimfid_lib/phonology/features.csv from panphon (a test dependency): `python scripts/make_features.py`."""

from __future__ import annotations

import io
from pathlib import Path

import panphon

from stimfid_lib.base.files import write_text
from stimfid_lib.base.paths import repo_root
from stimfid_lib.phonology import features
from stimfid_lib.phonology.ipa import DIPHTHONGS, PHONEMES

TIE = "\u0361"


def halves(phoneme: str) -> tuple[str, str]:
    """Name the segments, in panphon's spelling, that stand for a phoneme's onset and offset."""
    if phoneme == "ɝ":
        return "ɜ", "ɹ"
    if phoneme in DIPHTHONGS:
        return phoneme[0], phoneme[1]
    segment = phoneme if len(phoneme) == 1 else phoneme[0] + TIE + phoneme[1]
    return segment, segment


def table_text() -> str:
    """Return the whole table as CSV text."""
    source = panphon.FeatureTable()
    if tuple(source.names) != tuple(features.FEATURES):
        raise SystemExit(f"panphon's features are now {source.names}")
    out = io.StringIO()
    out.write(",".join(("phoneme", *features.feature_names())) + "\n")
    for phoneme in PHONEMES:
        values: list[int] = []
        for segment in halves(phoneme):
            (vector,) = source.word_to_vector_list(segment, numeric=True)
            values += vector
        out.write(",".join((phoneme, *map(str, values))) + "\n")
    return out.getvalue()


def table_path() -> Path:
    """Where the frozen table lies in the checkout."""
    return repo_root() / "stimfid_lib" / "phonology" / features.TABLE


if __name__ == "__main__":
    write_text(table_path(), table_text())
