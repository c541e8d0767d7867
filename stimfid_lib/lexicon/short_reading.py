"""The short form read back: `r initial; 1-2 syllables; aoa <= 5` are constraints, `minimal s/θ; final` a contrast."""

from __future__ import annotations

import re
from collections.abc import Callable

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.contrasts import CONTRAST_KINDS, Contrast
from stimfid_lib.lexicon.sounds import cluster, contrast_sounds, sound
from stimfid_lib.phonology.ipa import PHONEMES, to_ipa

EXAMPLES = (
    "r initial",
    "/s t/ final",
    "/ɝ/ anywhere",
    "1-2 syllables",
    "at least 2 syllables",
    "shape CCVC",
    "aoa <= 5",
    "concreteness ≥ 2 and ≤ 3.5",
)
"""One of each form that a constraint may take."""

CONTRAST_EXAMPLES = ("minimal s/θ", "maximal /ɹ/ – /b/; initial", "multiple s: t ʃ θ; initial; 1 syllable")

_POSITIONS = {
    **dict.fromkeys(("initial", "beginning", "start", "onset"), "initial"),
    **dict.fromkeys(("medial", "middle"), "medial"),
    **dict.fromkeys(("final", "end", "coda"), "final"),
    **dict.fromkeys(("anywhere", "any"), "anywhere"),
}
_NUMBER = r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?"
_PLACED = re.compile(
    rf"(?P<sound>.+?)\s+(?:(?:in|at)\s+(?:the\s+)?)?(?P<place>{'|'.join(_POSITIONS)})(?:\s+position)?", re.IGNORECASE
)
_SYLLABLES = re.compile(
    r"(?:(?P<least>at least|>=|≥)|(?P<most>at most|<=|≤))?\s*(?P<low>\d+)(?:\s*(?:-|–|—|to|or)\s*(?P<high>\d+))?"
    r"\s*-?\s*syll(?:able)?s?\.?",
    re.IGNORECASE,
)
_SHAPE = re.compile(r"(?:shape\s+)?(?P<shape>[CV]+)|shape\s+(?P<small>[CVcv]+)")
_NORM = r"(?P<norm>[A-Za-z_][A-Za-z_ ]*?)"
_BAND = re.compile(rf"{_NORM}\s*(?P<bounds>(?:(?:and\s+)?(?:<=|>=|≤|≥|=<|=>)\s*{_NUMBER}\s*)+)", re.IGNORECASE)
_BETWEEN = re.compile(rf"(?P<low>{_NUMBER})\s*(?:<=|≤)\s*{_NORM}\s*(?:<=|≤)\s*(?P<high>{_NUMBER})", re.IGNORECASE)
_TOGETHER = re.compile("|".join(sorted((*PHONEMES, "g", "r"), key=len, reverse=True)))
_BOUND = re.compile(rf"(<=|>=|≤|≥|=<|=>)\s*({_NUMBER})", re.IGNORECASE)


def constraints_from_short(text: str) -> list[Constraint]:
    """Read constraints from their short form, one clause between semicolons each, in their order.

    What `short.constraints_in_short` writes is read back unchanged. Sounds may be IPA ("ɹ", between slashes or not) or
    spelled ("r", "sh", "th as in thumb"), resolved by `lexicon.sounds`; bounds are included, so `<` alone is refused.

    Raises:
        Refused: a clause that is none of `EXAMPLES`, or that a constraint or sound refuses; the text names the clause.
    """
    clauses = _clauses(text)
    if not clauses:
        raise Refused(f"no constraint in {text!r}; write for example {'; '.join(EXAMPLES[:1] + EXAMPLES[3:4])}")
    return [_told(number, len(clauses), clause, _constraint) for number, clause in enumerate(clauses, start=1)]


def contrast_from_short(text: str) -> Contrast:
    """Read a contrast from its short form: kind and sounds, then perhaps a position and a number of syllables.

    What `short.contrast_in_short` writes is read back unchanged; see `CONTRAST_EXAMPLES` for other ways.

    Raises:
        Refused: no kind, too few sounds, or a clause that is neither position nor syllables.
    """
    head, *rest = _clauses(text) or [""]
    kind, _, sounds = head.partition(" ")
    kind = kind.lower()
    if kind not in CONTRAST_KINDS or not sounds.strip():
        raise Refused(
            f"contrast {text!r}: write the kind ({', '.join(CONTRAST_KINDS)}) and its sounds, such as "
            + ", or ".join(CONTRAST_EXAMPLES)
        )
    sounds = re.sub(r"^(pairs?|oppositions?|contrasts?)\s+", "", sounds.strip())
    position: str | None = None
    syllables: int | None = None
    for clause in rest:
        if clause.lower() in _POSITIONS and _POSITIONS[clause.lower()] != "anywhere":
            position = _POSITIONS[clause.lower()]
        elif (match := _SYLLABLES.fullmatch(clause)) and not (match["high"] or match["least"] or match["most"]):
            syllables = int(match["low"])
        else:
            raise Refused(
                f"contrast {text!r}: {clause!r} is neither a position (initial, medial, final) nor “1 syllable”"
            )
    return Contrast(kind, _contrast_sounds(kind, sounds), position, syllables)


def _clauses(text: str) -> list[str]:
    return [" ".join(clause.split()) for clause in re.split(r"[;\n]", text) if clause.strip()]


def _told(number: int, of: int, clause: str, read: Callable[[str], Constraint]) -> Constraint:
    try:
        return read(clause)
    except Refused as error:
        raise Refused(f"constraint {number} of {of}, {clause!r}: {error}") from error


def _constraint(clause: str) -> Constraint:
    if match := _SYLLABLES.fullmatch(clause):
        low, high = int(match["low"]), int(match["high"] or match["low"])
        return Constraint(
            "syllable_count",
            {"min": None if match["most"] else low, "max": None if match["least"] else high},
        )
    if match := _SHAPE.fullmatch(clause):
        return Constraint("cv_shape", {"shape": match["shape"] or match["small"]})
    if match := _BETWEEN.fullmatch(clause):
        return _band(match["norm"], float(match["low"]), float(match["high"]))
    if match := _BAND.fullmatch(clause):
        return _bounded(match["norm"], match["bounds"])
    if re.search(r"[<>=]", clause):
        raise Refused(
            "a norm is bounded by <= or >= (both included) and numbers have a point, such as aoa <= 5.5 or "
            "aoa >= 3 and <= 5"
        )
    if match := _PLACED.fullmatch(clause):
        return _placed(match["sound"], _POSITIONS[match["place"].lower()])
    raise Refused(f"not understood; write for example {', '.join(repr(example) for example in EXAMPLES)}")


def _bounded(norm: str, bounds: str) -> Constraint:
    ends: dict[str, float] = {}
    for sign, number in _BOUND.findall(bounds):
        end = "max" if "<" in sign or sign == "≤" else "min"
        if end in ends:
            raise Refused(f"two bounds on the same side of {norm.strip()}; give one")
        ends[end] = float(number)
    return _band(norm, ends.get("min"), ends.get("max"))


def _band(norm: str, low: float | None, high: float | None) -> Constraint:
    name = re.sub(r"\s+", "_", norm.strip())
    return Constraint("norm_band", {"prop": {"age_of_acquisition": "aoa"}.get(name, name), "min": low, "max": high})


def _placed(written: str, place: str) -> Constraint:
    """A sound or a cluster at a place: IPA between slashes, else letters; one sound is never taken for a cluster."""
    if re.fullmatch(r"/[^/]+/", written):
        sounds = _symbols(written[1:-1])
    else:
        bare = re.sub(r"\s+(?:sounds?|clusters?|blends?)$", "", written, flags=re.IGNORECASE)
        sounds = _letters(bare)
    if len(sounds) == 1:
        kind, params = ("contains_phoneme", {}) if place == "anywhere" else ("phoneme_at", {"position": place})
        return Constraint(kind, {"phoneme": sounds[0], **params})
    if place not in ("initial", "final"):
        raise Refused(f"the cluster {' '.join(sounds)} stands at the edge of a word: initial or final")
    return Constraint("cluster_at", {"phonemes": sounds, "position": place})


def _symbols(written: str) -> tuple[str, ...]:
    """IPA between slashes: symbols apart, or a cluster run together (/st/)."""
    parts = written.split()
    if len(parts) > 1:
        return tuple(to_ipa(part) for part in parts)
    try:
        return (to_ipa(written),)
    except Refused:
        together = _TOGETHER.findall(written)
        if "".join(together) != written.strip():
            raise
        return tuple(to_ipa(symbol) for symbol in together)


def _letters(written: str) -> tuple[str, ...]:
    """One sound in letters, else a cluster; letters with several readings stay refused."""
    try:
        return (sound(written),)
    except Refused as not_one:
        try:
            return cluster(written)
        except Refused:
            raise not_one from None


def _contrast_sounds(kind: str, written: str) -> tuple[str, ...]:
    """Sounds of a contrast: `/s/ – /t ʃ θ/` and `s: t ʃ θ` name a target first, everything else is a list."""
    if match := re.fullmatch(r"/([^/]+)/\s*[–—-]\s*/([^/]+)/", written):
        return tuple(sound(f"/{symbol}/") for symbol in (*match[1].split(), *match[2].split()))
    if kind == "multiple" and ":" in written:
        target, _, others = written.partition(":")
        return tuple(sound(part) for part in (target, *re.split(r"[\s,/]+", others.strip())) if part.strip())
    return contrast_sounds(written)
