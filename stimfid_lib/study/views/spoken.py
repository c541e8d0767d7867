"""What the notebook `pronounce` shows: the rows of a validation, judged as `stimfid_lib.pronounce.metrics` does."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.paths import repo_root
from stimfid_lib.study.views.picture import picture
from stimfid_lib.study.views.plain import facts, show

if TYPE_CHECKING:
    from great_tables import GT
    from IPython.display import Image

    from stimfid_lib.pronounce.metrics.assessment import Assessment, Judged
    from stimfid_lib.pronounce.metrics.resampling import Interval

MADE = "docs/pronounce/made_rows.csv"
"""Rows of a synthesiser's voices, shown where no others are named."""
TRANSCRIBER = "cos_dist_transcriber"


def pronounce_data(rows_file: str | None = None) -> GT:
    """What is judged: where the rows come from, and how many of which kind there are."""
    table = _rows(rows_file)
    variants = table.filter(pl.col("source") == "variant")
    errors = table.filter(pl.col("source") == "error")
    kinds = dict(variants.group_by("errortype").len().sort("errortype").rows())
    return facts(
        {
            "rows from": rows_file or f"{MADE}: MADE DATA (synthesised voices, changes chosen by hand)",
            "variants": f"{variants.height} tokens of {variants['speaker'].n_unique()} speakers",
            "of these": ", ".join(f"{kind or 'not tagged'} {count}" for kind, count in kinds.items()) or "none",
            "first languages": ", ".join(sorted(variants["l1"].unique())) or "none",
            "error pole": f"{errors.height} tokens of {errors['speaker'].n_unique()} speakers",
        },
        "The rows",
        None if rows_file else "Made data: they show that the harness works, and nothing about people.",
    )


def pronounce_verdict(rows_file: str | None = None, column: str = TRANSCRIBER, *, errors: bool = True) -> GT:
    """GO, NO-GO or NOT EVALUABLE, with what it rests on; `errors=False` leaves the error pole out."""
    from stimfid_lib.pronounce.metrics.told import verdict_line

    line = verdict_line(_assessment(rows_file, column, errors=errors).kinds[0])
    verdict, _, why = line.partition(": ")
    return facts(
        {"column": column, "verdict": verdict, "why": why}, "Do variants lie below errors?", _data_note(rows_file)
    )


def pronounce_separation(rows_file: str | None = None, column: str = TRANSCRIBER) -> GT:
    """Variants against errors by kind of token and by first language."""
    found = _assessment(rows_file, column)
    return show(
        pl.DataFrame([_apart(one) for one in (*found.kinds, *found.by_l1)], infer_schema_length=None),
        f"Variants below errors, by {column}",
        "Intervals: 95 %, speakers resampled. p takes tokens for independent and is too small; p (speakers) compares "
        "one median a speaker.",
    )


def pronounce_agreement(rows_file: str | None = None, column: str = TRANSCRIBER) -> GT:
    """The recogniser's distance against the annotator's, by kind of token and by first language."""
    found = _assessment(rows_file, column)
    rows = [
        {
            "group": one.name,
            "speakers": one.speakers,
            "tokens": one.agreement.n,
            "rho": _rounded(one.agreement.rho),
            "interval": _interval(one.rho_interval),
        }
        for one in (*found.kinds, *found.by_l1)
    ]
    return show(pl.DataFrame(rows, infer_schema_length=None), f"Spearman, {column} against {found.partner} (variants)")


def pronounce_figure(name: str, rows_file: str | None = None, column: str = TRANSCRIBER) -> Image:
    """`poles`: both poles with their quartiles; `agreement`: recogniser beside annotator; `l1`: first languages.

    Raises:
        Refused: another name, or nothing to draw.
    """
    from stimfid_lib.pronounce.metrics.figures import agreement_figure, l1_figure, poles_figure
    from stimfid_lib.pronounce.metrics.told import told

    found = _assessment(rows_file, column)
    match name:
        case "poles":
            drawn = poles_figure(_rows(rows_file), found)
        case "agreement":
            drawn = agreement_figure(_rows(rows_file), found)
        case "l1":
            drawn = l1_figure(found)
        case _:
            raise Refused(f"no figure {name!r}: allowed are poles, agreement, l1")
    return picture(drawn, "\n".join(told(found)))


def _path(rows_file: str | None) -> Path:
    return repo_root() / (rows_file or MADE)


def _rows(rows_file: str | None) -> pl.DataFrame:
    from stimfid_lib.pronounce.metrics.tokens import read_rows

    return read_rows([_path(rows_file)])


def _assessment(rows_file: str | None, column: str, *, errors: bool = True) -> Assessment:
    path = _path(rows_file)
    return _assessed(rows_file, column, errors, path.stat().st_mtime_ns if path.is_file() else 0)


@functools.lru_cache(maxsize=8)
def _assessed(rows_file: str | None, column: str, errors: bool, _changed: int) -> Assessment:
    """Judge once for all cells: the resampling takes seconds on a whole corpus."""
    from stimfid_lib.pronounce.metrics.assessment import assess

    table = _rows(rows_file)
    return assess(table if errors else table.filter(pl.col("source") == "variant"), column)


def _data_note(rows_file: str | None) -> str | None:
    return None if rows_file else "Made data: the verdict is about the made voices, and about no person."


def _apart(one: Judged) -> dict[str, object]:
    found = one.separation
    return {
        "group": one.name,
        "variants": one.n,
        "speakers": one.speakers,
        "p75": _rounded(one.p75),
        "errors": found.n_error if found else 0,
        "error p25": _rounded(found.error_p25) if found else None,
        "gap": _rounded(found.gap) if found else None,
        "interval of the gap": _interval(one.gap_interval),
        "AUC": _rounded(found.auc) if found else None,
        "p": _small(found.p) if found else None,
        "p (speakers)": _small(one.p_speakers),
        "threshold": _rounded(found.threshold) if found else None,
        "verdict": one.verdict.replace("-", "\u2011"),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def _small(p: float | None) -> str | None:
    return None if p is None else f"{p:.3f}" if p >= 0.001 else "<.001"


def _interval(interval: Interval | None) -> str | None:
    return None if interval is None else f"{interval.low:+.2f} … {interval.high:+.2f}"
