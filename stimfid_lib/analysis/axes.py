"""What a cell asks, as levels on axes of difficulty: sound, sound class, position, syllables, cluster, shape, band."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import polars as pl

from stimfid_lib.lexicon.constraints import Constraint, constraints_from_json
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.suite.pools import EARLY, LATE, MID, VOCALIC_R

AXES: Mapping[str, str] = MappingProxyType(
    {
        "sound class": "Class of the sound, by age at which children usually acquire it",
        "sound": "The sound itself",
        "position": "Position in the word",
        "syllables": "Syllables",
        "cluster": "Consonant cluster",
        "shape": "Word shape",
        "contrast": "Kind of contrast",
        "band": "Norm band (outer third)",
    }
)
"""The axes in their order of display, and what they are."""

_CLASSES = {
    **dict.fromkeys(EARLY, "early"),
    **dict.fromkeys(MID, "middle"),
    **dict.fromkeys(LATE, "late"),
    VOCALIC_R: "vocalic r",
}
_ORDER: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "sound class": ("early", "middle", "late", "vocalic r"),
        "sound": (*EARLY, *MID, *LATE, VOCALIC_R),
        "position": ("initial", "medial", "final", "any"),
        "contrast": ("minimal", "maximal", "multiple"),
    }
)

_NORMS = {
    "aoa": "age of acquisition",
    "concreteness": "concreteness",
    "log_frequency": "frequency",
    "neighborhood_density": "density",
}


def cell_axes(suite: pl.DataFrame) -> pl.DataFrame:
    """Read every cell's levels out of what its prompts state.

    Args:
        suite: rows with cell_id, family, constraints_json and perhaps contrast_json.

    Returns:
        cell_id, `axis` (a key of `AXES`), `level`, `place` (order of display within the axis), sorted and unique. A
        cell has one level on an axis or none, but one for each of its norm bands. A level is what was asked; how
        hard it is, is for the curves to show.

    Raises:
        Refused: a constraint or contrast that cannot be read.
    """
    columns = ["cell_id", "constraints_json", *(name for name in ("contrast_json",) if name in suite.columns)]
    rows = {
        (cell, axis, level)
        for cell, *asked in suite.select(columns).unique().iter_rows()
        for axis, level in _levels(asked[0], asked[1] if len(asked) > 1 else None)
    }
    table = pl.DataFrame(
        sorted(rows), schema={"cell_id": pl.String, "axis": pl.String, "level": pl.String}, orient="row"
    )
    places = {(axis, level): place for place, (axis, level) in enumerate(sorted({row[1:] for row in rows}, key=_key))}
    order = [places[axis, level] for axis, level in table.select("axis", "level").iter_rows()]
    return table.with_columns(pl.Series("place", order, dtype=pl.Int64))


def _key(axis_level: tuple[str, str]) -> tuple[int, int, str]:
    axis, level = axis_level
    known = _ORDER.get(axis, ())
    return list(AXES).index(axis), known.index(level) if level in known else len(known), level


def _levels(constraints: str | None, contrast: str | None) -> Iterator[tuple[str, str]]:
    if contrast:
        yield from _of_contrast(Contrast.from_json(contrast))
    for constraint in constraints_from_json(constraints or "[]"):
        yield from _of_constraint(constraint)


def _of_contrast(asked: Contrast) -> Iterator[tuple[str, str]]:
    yield "contrast", asked.kind
    yield "position", asked.position or "any"
    yield "syllables", "any" if asked.syllables is None else str(asked.syllables)


def _of_constraint(asked: Constraint) -> Iterator[tuple[str, str]]:
    params = asked.params
    match asked.kind:
        case "phoneme_at" | "contains_phoneme":
            yield "sound", params["phoneme"]
            if params["phoneme"] in _CLASSES:
                yield "sound class", _CLASSES[params["phoneme"]]
            yield "position", params.get("position", "any")
        case "cluster_at":
            sounds = "".join(params["phonemes"])
            yield "cluster", f"{sounds}–" if params["position"] == "initial" else f"–{sounds}"
            yield "position", params["position"]
        case "syllable_count":
            yield "syllables", _span(params["min"], params["max"])
        case "cv_shape":
            yield "shape", params["shape"]
        case "norm_band":
            norm = _NORMS.get(params["prop"], params["prop"])
            yield "band", f"{'low' if params['min'] is None else 'high'} {norm}"


def _span(low: int | None, high: int | None) -> str:
    if low == high:
        return str(low)
    return f"{low}–{high}" if low is not None and high is not None else f"{low}+" if high is None else f"–{high}"
