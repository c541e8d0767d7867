"""An assessment in lines for people."""

from __future__ import annotations

from collections.abc import Iterator

from stimfid_lib.pronounce.metrics.assessment import Assessment, Judged
from stimfid_lib.pronounce.metrics.resampling import Interval
from stimfid_lib.pronounce.metrics.tokens import TURNED


def told(found: Assessment) -> Iterator[str]:
    """Verdict first, then what it rests on, then agreement."""
    turned = " (sign turned: more is farther from the target)" if found.column in TURNED else ""
    yield f"Column {found.column}{turned}"
    yield verdict_line(found.kinds[0])
    yield ""
    yield "Variants below errors?"
    for one in (*found.kinds, *found.by_l1):
        yield f"  {one.name:<28} {_apart(one)}"
    yield ""
    yield f"Spearman, {found.column} against {found.partner} (variants)"
    for one in (*found.kinds, *found.by_l1):
        yield f"  {one.name:<28} {_agrees(one)}"
    yield ""
    yield "Intervals: 95 %, speakers resampled. p takes tokens for independent, so it is too small; with the four"
    yield "speakers of one first language the intervals are too narrow as well."


def verdict_line(one: Judged) -> str:
    """The one line that counts: GO, NO-GO or NOT EVALUABLE, and why."""
    found = one.separation
    if found is None:
        lacking = "no variants" if not one.n else "no error pole (no rows with source error)"
        return f"{one.verdict}: {lacking}"
    order = "<" if found.clean else ">="
    line = (
        f"{one.verdict}: p = {_small(found.p)} (below .05 needed), "
        f"variant p75 {found.variant_p75:.3f} {order} error p25 {found.error_p25:.3f}"
    )
    line += f", clean threshold {found.threshold:.3f}" if found.threshold is not None else ", no clean threshold"
    if one.gap_interval is None:
        return f"{line}; no interval (a pole has one speaker)"
    return f"{line}; in {one.gap_interval.above_zero:.0%} of resamples of speakers the quartiles leave room"


def _apart(one: Judged) -> str:
    found = one.separation
    if found is None:
        spread = "no values" if one.p75 is None else f"variant median {one.median:.3f}, p75 {one.p75:.3f}"
        return f"{one.verdict:<14} {one.n} tokens of {one.speakers} speakers; {spread}"
    return (
        f"{one.verdict:<14} {found.n_variant} variants of {one.speakers} speakers, {found.n_error} errors; "
        f"AUC {found.auc:.3f}, p {_small(found.p)}, over speakers' medians {_small(one.p_speakers)}, "
        f"gap {found.gap:+.3f}{_between(one.gap_interval)}"
    )


def _agrees(one: Judged) -> str:
    found = one.agreement
    if found.rho is None:
        return f"not defined ({found.n} tokens; too few, or one value throughout)"
    p = "" if found.p is None else f", p {_small(found.p)}"
    return f"rho {found.rho:+.3f}{_between(one.rho_interval)}{p}, {found.n} tokens"


def _between(interval: Interval | None) -> str:
    return " (no interval)" if interval is None else f" [{interval.low:+.3f}, {interval.high:+.3f}]"


def _small(p: float | None) -> str:
    return "not defined" if p is None else f"{p:.2g}" if p > 0 else "<1e-300"
