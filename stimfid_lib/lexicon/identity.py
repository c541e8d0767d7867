"""Which lexicon this is, and on which scale it states each norm."""

from __future__ import annotations

import json
import re
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
        # sources rate familiarity on 1-7 or on 100-700, so a table that does not say leaves the ends open
        NormScale("familiarity", "rating", (None, None), "familiarity"),
    )
}
"""PhonoLex's scales, which hold where a lexicon.json names no other."""


_NUMBER, _GLOSS = r"[-+]?\d+(?:\.\d+)?", r"(?:\s*\([^()]*\))?"
_RANGE = re.compile(
    rf"\s*(?:nominally\s+)?(?P<low>{_NUMBER}){_GLOSS}\s*(?:-|–|to)\s*(?P<high>{_NUMBER})", re.IGNORECASE
)


def read_about(folder: Path) -> dict[str, Any]:
    """Read `lexicon.json` of a lexicon folder; an absent file is an empty mapping.

    Raises:
        Refused: the file is no JSON object, or its `norms` or `sha256` is none.
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
    for key, entry in (("norms", "norm"), ("sha256", "file")):
        if not isinstance(about.get(key, {}), dict):
            raise Refused(f"{path}: {key} must be an object with one entry a {entry}, not {about[key]!r}")
    return about


def identity_of(folder: Path, about: Mapping[str, Any]) -> LexiconIdentity:
    """Name a lexicon folder by its lexicon.json and the digests of its two tables.

    Raises:
        Refused: lexicon.json states the digest of a table (`sha256` {file name: hex digest}), and the table has
            another: a build was cut short, or the table was changed by hand.
    """
    name = str(about.get("name") or PRIVATE_NAME)
    found = {file: sha256_file(folder / file) for file in ("words.parquet", "pairs.parquet")}
    stated = about.get("sha256") or {}
    for file, digest in found.items():
        if stated.get(file, digest) != digest:
            raise Refused(
                f"{folder / file}: its sha256 is {digest}, lexicon.json states {stated[file]}: a build was cut short, "
                "or the table was changed by hand; build the lexicon again, or take sha256 out of lexicon.json"
            )
    return LexiconIdentity(name, *found.values())


def scale_of(norm: str, about: Mapping[str, Any]) -> NormScale:
    """Scale of a norm: the entry of lexicon.json's `norms` (keys unit, scale, phrase), else the default of its name.

    `scale` is two numbers in a list (null for an open end) or a text; a text gives the ends if it begins with them
    ("1-7", "1 (abstract) to 5 (concrete)"), and otherwise leaves them open. Keys that are left out keep the default.

    Raises:
        Refused: the entry is no object, or its scale cannot be read.
    """
    default = DEFAULT_SCALES.get(norm, NormScale(norm, "", (None, None), norm.replace("_", " ")))
    entry = about.get("norms", {}).get(norm)
    if entry is None:
        return default
    if not isinstance(entry, dict):
        raise Refused(f"lexicon.json: norms.{norm} must be an object with unit, scale, phrase, not {entry!r}")
    low_high = default.low_high if entry.get("scale") is None else _ends(norm, entry["scale"])
    return NormScale(norm, str(entry.get("unit") or default.unit), low_high, str(entry.get("phrase") or default.phrase))


def _ends(norm: str, scale: Any) -> tuple[float | None, float | None]:
    if isinstance(scale, str):
        found = _RANGE.match(scale)
        return (float(found["low"]), float(found["high"])) if found else (None, None)
    try:
        low, high = (None if end is None else float(end) for end in scale)
    except (TypeError, ValueError) as error:
        raise Refused(f'lexicon.json: norms.{norm}.scale {scale!r} must be like [1, 7] or "1-7"') from error
    return low, high
