"""Real words beyond the spelling lists: what pronouncing dictionaries, medicine and subtitles attest."""

from __future__ import annotations

import csv
import gzip
import importlib.util
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from stimfid_lib.base.errors import MissingInput

_FORM = re.compile(r"[A-Za-z]{2,}(?:'[A-Za-z]+)?")
LEAST_BIRTHS = 2_000
"""Of 112 given names written down beforehand the list missed 21 without such names, one with those of 2,000 births or
more; of invented words it caught 99.3 and 99.3 %."""
_HALVES = frozenset(
    "ll ve didn doesn isn wasn weren aren hasn hadn couldn wouldn shouldn mustn needn mightn ain".split()
)
"""What subtitles leave of contractions, cut at the apostrophe."""
_LEAST_NAME = 5
_SPECIALIST = ("lemma_lu.csv.gz", "infl_lu.csv.gz")


@dataclass(frozen=True)
class Attested:
    """Real words in lower case, and those among them that are written with a capital or occur mostly as names."""

    words: frozenset[str]
    names: frozenset[str]


NOTHING_MORE = Attested(frozenset(), frozenset())


def attest(
    careful: Iterable[frozenset[str]],
    heard: frozenset[str],
    pronounced: Iterable[frozenset[str]],
    as_names: frozenset[str],
    given: frozenset[str] = frozenset(),
) -> Attested:
    """Join sources: a careful one is enough; what was `heard` in subtitles counts where a wide dictionary knows how it
    is `pronounced`. `as_names` are words that subtitles have mostly as names, `given` are given names.

    Wide sources hold whatever somebody said or spelt: each alone lets through about four times as many invented words
    as all careful ones together, two of them agreeing few (`stimfid lexicon measure`). So do short forms that are only
    written with a capital (Bly, Ruff): of these, given names and the spelling list's own must do.
    """
    forms = frozenset().union(*careful)
    ordinary = frozenset(form for form in forms if form == form.lower())
    long_names = frozenset(form for form in forms - ordinary if len(form) >= _LEAST_NAME)
    capital = frozenset(form.lower() for form in long_names | given) - ordinary
    known = frozenset(form.lower() for form in frozenset().union(*pronounced))
    said = frozenset(form.lower() for form in heard) & known
    words = ordinary | capital | (said - _HALVES)
    return Attested(words, capital | (as_names & words))


def forms_of(words: Iterable[str]) -> frozenset[str]:
    """Keep what is one word of two letters or more, an apostrophe inside allowed."""
    return frozenset(word for word in words if _FORM.fullmatch(word))


def read_keys(path: Path) -> frozenset[str]:
    """Read the words of a JSON dictionary, in the case that it has them in."""
    keys: Mapping[str, object] = json.loads(path.read_text(encoding="utf-8"))
    return forms_of(keys)


def read_heads(path: Path) -> frozenset[str]:
    """Read the words of CMUdict's text file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return forms_of(line.partition(" ")[0].partition("(")[0] for line in lines)


def read_subtitles(path: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Read the words of SUBTLEX-US, and those of them that occur mostly as names (lower case)."""
    with path.open(encoding="utf-8-sig", newline="") as handle:
        rows = list(csv.DictReader(handle))
    mostly = (row["Word"].lower() for row in rows if row["Dom_PoS_SUBTLEX"] == "Name")
    return forms_of(row["Word"] for row in rows), forms_of(mostly)


def read_given_names(path: Path) -> frozenset[str]:
    """Read the given names of at least `LEAST_BIRTHS` babies from the gzipped table of births, with a capital."""
    births = pl.read_csv(gzip.decompress(path.read_bytes()), columns=["first_name", "count"])
    totals = births.group_by("first_name").agg(pl.col("count").sum()).filter(pl.col("count") >= LEAST_BIRTHS)
    return forms_of(name.capitalize() for name in totals["first_name"])


def read_specialist() -> frozenset[str]:
    """Read the words and inflected forms of the NIH SPECIALIST lexicon, which lemminflect carries; nothing is run.

    Raises:
        MissingInput: lemminflect or its tables are not installed.
    """
    spec = importlib.util.find_spec("lemminflect")
    folder = Path(spec.origin).parent / "resources" if spec and spec.origin else None
    if folder is None or not all((folder / name).is_file() for name in _SPECIALIST):
        raise MissingInput("lemminflect's tables are not installed: run `make setup`, or pip install lemminflect")
    texts = [gzip.decompress((folder / name).read_bytes()).decode("utf-8") for name in _SPECIALIST]
    return forms_of(form for text in texts for form in re.split(r"[,/;\n]", text))
