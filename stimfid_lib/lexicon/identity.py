"""Which lexicon this is, and on which scale it states each norm."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import sha256_file

PRIVATE_NAME = "PhonoLex"
"""Name of a runtime folder that has no lexicon.json."""


@dataclass(frozen=True, slots=True)
class LexiconIdentity:
    """Name and file digests (hex SHA-256 of the two parquet files as they lie) of a lexicon.

    Two folders with the same digests give the same verdicts; another digest may come from another polars version
    writing the same values.
    """

    name: str
    words_sha256: str
    pairs_sha256: str


@dataclass(frozen=True, slots=True)
class NormScale:
    """The scale on which a lexicon states a norm; a band is worded by it, since years and ratings are not one claim.

    `unit` as short text ("years", "rating"); `low_high` the ends of a closed scale, None where open; `phrase` a noun
    phrase for the norm ("age of acquisition").
    """

    norm: str
    unit: str
    low_high: tuple[float | None, float | None]
    phrase: str


DEFAULT_SCALES: Mapping[str, NormScale] = {
    scale.norm: scale
    for scale in (
        NormScale("aoa", "years", (0.0, None), "age of acquisition"),
        NormScale("concreteness", "rating", (1.0, 5.0), "concreteness"),
        NormScale("log_frequency", "log10 count", (0.0, None), "log10 frequency count in film subtitles"),
        NormScale("neighborhood_density", "neighbours", (0.0, None), "number of phonological neighbours"),
        NormScale("familiarity", "rating", (100.0, 700.0), "familiarity"),
    )
}
"""PhonoLex's scales, which hold where a lexicon.json names no other."""


def read_about(folder: Path) -> dict[str, Any]:
    """Read `lexicon.json` of a lexicon folder; an absent file is an empty mapping.

    Raises:
        Refused: the file is no JSON object.
    """
    path = Path(folder) / "lexicon.json"
    if not path.exists():
        return {}
    try:
        about = json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise Refused(f"{path}: not JSON ({error}); build the lexicon again or mend the file") from error
    if not isinstance(about, dict):
        raise Refused(f"{path}: must hold one JSON object, not a {type(about).__name__}")
    return about


def identity_of(folder: Path, about: Mapping[str, Any]) -> LexiconIdentity:
    """Name a lexicon folder by its lexicon.json and the digests of its two tables."""
    name = str(about.get("name") or PRIVATE_NAME)
    return LexiconIdentity(name, sha256_file(folder / "words.parquet"), sha256_file(folder / "pairs.parquet"))


def scale_of(norm: str, about: Mapping[str, Any]) -> NormScale:
    """Scale of a norm: the entry of lexicon.json's `norms` (keys unit, scale, phrase), else the default of its name.

    `scale` may be two numbers in a list or a text such as "1-7"; keys that are left out keep the default.

    Raises:
        Refused: the entry is no object, or its scale cannot be read.
    """
    default = DEFAULT_SCALES.get(norm, NormScale(norm, "", (None, None), norm.replace("_", " ")))
    entry = (about.get("norms") or {}).get(norm)
    if entry is None:
        return default
    if not isinstance(entry, dict):
        raise Refused(f"lexicon.json: norms.{norm} must be an object with unit, scale, phrase, not {entry!r}")
    low_high = _ends(norm, entry["scale"]) if entry.get("scale") else default.low_high
    return NormScale(norm, str(entry.get("unit") or default.unit), low_high, str(entry.get("phrase") or default.phrase))


def _ends(norm: str, scale: Any) -> tuple[float | None, float | None]:
    parts = scale.replace("–", "-").split("-") if isinstance(scale, str) else scale
    try:
        low, high = (None if part in (None, "") else float(part) for part in parts)
    except (TypeError, ValueError) as error:
        raise Refused(f'lexicon.json: norms.{norm}.scale {scale!r} must be like [1, 7] or "1-7"') from error
    return low, high
