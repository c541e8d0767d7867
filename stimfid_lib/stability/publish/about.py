"""How a publication is cited and described: CITATION.cff, Zenodo's metadata, Croissant, status."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import polars as pl
import yaml

from stimfid_lib.base.croissant import PublicFile, croissant
from stimfid_lib.stability.measure import published

NAME = "stimfid_stability"
TITLE = "stimfid stability: does a model decide the same when the question says the same in other words?"
ABSTRACT = (
    "Measurements of the stability of language models with themselves: four versions of 15 fictional decision "
    "scenarios for each protocol, deterministic extraction, the gap between the base question and its rewording beside "
    "its null floor and entropy, and every trial of the open protocols. No ranking of models, no human baseline, no "
    "claim beyond the frozen panels."
)
KEYWORDS = ("large language models", "consistency", "framing effects", "measurement", "reproducibility")
AUTHORS = ({"name": "The stimfid authors"},)
LICENCE = "https://creativecommons.org/licenses/by/4.0/"

DESCRIPTIONS: Mapping[str, str] = {
    "stability.csv": "A row a measurement; what is no scalar is one cell of JSON.",
    "outcomes.csv": "How often each outcome was met, by run and version.",
    "coverage.csv": "Every scheduled job that did not run, with its one cause.",
    "chain.jsonl": "Every record of the archive in order; where one is withheld, its hash.",
    "seal.json": "Where the archive's chain stands.",
    "specification.md": "What is measured and how.",
    "status.json": "What the publication holds.",
    "CITATION.cff": "How to cite.",
    ".zenodo.json": "Metadata of the deposit.",
    "LICENSE": "The licence of the data: CC BY 4.0.",
    "README.md": "What is here, how to check it, and what it cannot support.",
}

COLUMNS: Mapping[str, str] = {
    "stability_pct": "100 minus gap_pct",
    "gap_pct": "half the summed differences between the shares of the outcomes of versions A and B, in percent",
    "null_floor_pct": "the mean gap of the pooled responses dealt out at random, in percent",
    "entropy_a": "normalised entropy of the outcomes of version A, 0 to 1",
    "entropy_b": "normalised entropy of the outcomes of version B, 0 to 1",
    "ci_low_pct": "lower end of the 95 % bootstrap interval of stability, conditional on the panel",
    "ci_high_pct": "upper end of the 95 % bootstrap interval of stability, conditional on the panel",
    "on_curve": "true where no flag takes the measurement off the curve",
    "flags": "why a measurement is off the curve; JSON list",
    "cause": "the one cause for which the job did not run",
    "series": "commercial or open_weights; never drawn on one curve",
    "outcome": "an option, or the name of an invalid outcome",
}


def citation(day: str) -> str:
    """Write CITATION.cff of a publication of that day."""
    return yaml.safe_dump(
        {
            "cff-version": "1.2.0",
            "title": TITLE,
            "message": "If you use these data, please cite them as below.",
            "type": "dataset",
            "version": day,
            "date-released": day,
            "license": "CC-BY-4.0",
            "authors": [dict(author) for author in AUTHORS],
            "keywords": list(KEYWORDS),
            "abstract": ABSTRACT,
        },
        sort_keys=False,
        allow_unicode=True,
        width=100,
    )


def zenodo(day: str) -> dict[str, Any]:
    """Metadata of a deposit at Zenodo, as its GitHub integration and its upload form read them."""
    return {
        "title": TITLE,
        "upload_type": "dataset",
        "description": ABSTRACT,
        "creators": [dict(author) for author in AUTHORS],
        "license": "cc-by-4.0",
        "access_right": "open",
        "version": day,
        "publication_date": day,
        "keywords": list(KEYWORDS),
        "language": "eng",
    }


def status(records: Sequence[Mapping[str, Any]], day: str, instrument: str) -> dict[str, Any]:
    """What the publication holds, in counts.

    Args:
        records: the published records but trials.
        day: of publication.
        instrument: what the day's checks said, in words.
    """
    measured = [record for record in records if record["record_type"] == "measurement"]
    gaps = Counter(record["cause"] for record in records if record["record_type"] == "coverage_gap")
    series = Counter(record["series"] for record in measured)
    return {
        "as_of": day,
        "instrument": instrument,
        "records": dict(sorted(Counter(record["record_type"] for record in records).items())),
        "measurements": {
            name: {
                "measured": count,
                "on_curve": sum(record["on_curve"] for record in measured if record["series"] == name),
                "first": min(record["run_date"] for record in measured if record["series"] == name),
                "last": max(record["run_date"] for record in measured if record["series"] == name),
            }
            for name, count in sorted(series.items())
        },
        "coverage_gaps": dict(sorted(gaps.items())),
    }


def described(files: Iterable[tuple[str, str]], tables: Mapping[str, str], day: str) -> dict[str, Any]:
    """Croissant metadata of files (path and SHA-256), with record sets of the three tables."""
    frames = {name: pl.read_csv(text.encode("utf-8"), infer_schema_length=None) for name, text in tables.items()}
    listed = [PublicFile(name, sha256, _what(name), frames.get(name)) for name, sha256 in files]
    about = {"title": TITLE, "abstract": ABSTRACT, "version": day, "authors": AUTHORS, "keywords": KEYWORDS}
    return croissant(listed, COLUMNS, about, name=NAME, licence=LICENCE, published=day)


def _what(name: str) -> str:
    if name.startswith(f"{published.OPEN_LANE}/"):
        return "Trials of open protocols of one year: the model's text and what was read in it."
    if name.startswith(f"{published.PANELS}/"):
        return "All four versions of the 15 scenarios of an open protocol, with their structure."
    return DESCRIPTIONS.get(name, "Code that measures and verifies.")
