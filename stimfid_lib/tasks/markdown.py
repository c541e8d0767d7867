"""An evaluation as Markdown, for the terminal and for docs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.tasks.result import EvalResult


def to_markdown(result: EvalResult, *, heading: str = "##", latency: bool = True) -> str:
    """Write a result as Markdown: what was scored, the means, and each of the task's own figures.

    A figure that is a list of rows becomes a table, anything else a line. None is a dash: not applicable. Without
    `latency` the same result gives the same text on every machine, as a document in version control should.
    """
    means = {"score": result.overall, **result.checks}
    counts = f"{result.n_cases} cases, {len(result.rows)} answers, {result.failed} failed calls"
    if latency:
        seconds = "n/a" if result.median_latency is None else f"{result.median_latency:.2g} s"
        counts += f", median {seconds} an answer"
    parts = [
        f"{heading} {result.task}: {result.model}",
        f"{counts}.",
        table([{"mean of": name, "value": value} for name, value in means.items()]),
    ]
    for name, figure in result.figures.items():
        parts.append(f"**{name.capitalize()}**")
        parts.append((table(figure) or "none") if isinstance(figure, list) else _cell(figure))
    return "\n\n".join(parts) + "\n"


def put_between(document: str, name: str, text: str) -> str:
    """Replace what stands between `<!-- name -->` and `<!-- /name -->` in a document.

    Raises:
        Refused: the document lacks one of the marks.
    """
    start, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    before, found, rest = document.partition(start)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        raise Refused(f"the document lacks {start} … {end}, between which the figures belong; put both marks in")
    return f"{before}{start}\n\n{text.strip()}\n\n{end}{after}"


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Write rows with the same keys as a Markdown table, "" without rows."""
    if not rows:
        return ""
    head = list(rows[0])
    lines = [head, ["---"] * len(head), *([_cell(row[name]) for name in head] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    text = f"{value:.3f}" if isinstance(value, float) else str(value)
    return text.replace("|", "\\|").replace("\n", " ")
