"""What a frozen suite rests on: digests, tertiles, thresholds, counts, what was left out, versions."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import polars as pl

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.base.files import RECORD, UNIT, sha256_file, sha256_text
from stimfid_lib.base.seed import SEED
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.wordlist import default_wordlist_path
from stimfid_lib.suite.cell import Cell
from stimfid_lib.suite.families import Omission
from stimfid_lib.suite.families.bands import DECIMALS, density_tertiles, rounded
from stimfid_lib.suite.pools import B1_NORMS, B2_SYLLABLES

PACKAGES = ("stimfid", "polars", "numpy")


def suite_sha256(suite: pl.DataFrame) -> str:
    """Digest of a suite: rows sorted by prompt_id, values joined by U+001F, rows by U+001E, null as empty.

    Columns enter in their order in the table, without their names; a suite read back from its file has the same.
    """
    rows = suite.sort("prompt_id").iter_rows()
    return sha256_text(RECORD.join(UNIT.join("" if value is None else str(value) for value in row) for row in rows))


def manifest_of(
    suite: pl.DataFrame,
    cells: Sequence[Cell],
    omitted: Sequence[Omission],
    lex: Lexicon,
    *,
    min_satisfying: int,
    wordlist: Path | None = None,
) -> dict[str, Any]:
    """Describe a suite, as plain JSON values.

    `tertiles` {norm: [first, second]} and `density_tertiles` {"any", "1", "1-2" …} are rounded as the cells round
    them, so they are the numbers that prompts state and that score; `tertiles_exact` are the lexicon's own.
    `satisfiable` {cell_id: words, pairs or complete sets}; `omitted` lists what the lexicon could not satisfy.
    `built` is the day (UTC) and enters no digest.

    Raises:
        MissingInput: `wordlist` names no file.
        Refused: the lexicon has no canonical pair, so no feature-distance threshold.
    """
    return {
        "suite_sha256": suite_sha256(suite),
        "n_prompts": suite.height,
        "n_cells": len(cells),
        "seed": SEED,
        "min_satisfying": min_satisfying,
        "tertiles": {norm: [rounded(bound) for bound in lex.tertiles(norm)] for norm in B1_NORMS},
        "tertiles_exact": {norm: list(lex.tertiles(norm)) for norm in B1_NORMS},
        "tertile_decimals": DECIMALS,
        "density_tertiles": {_span(span): list(density_tertiles(lex, span)) for span in B2_SYLLABLES},
        "feature_distance_threshold": lex.feature_distance_threshold(),
        "lexicon": lex.identity.name,
        "lexicon_words_sha256": lex.identity.words_sha256,
        "lexicon_pairs_sha256": lex.identity.pairs_sha256,
        "wordlist_sha256": _wordlist_sha256(lex, wordlist),
        "built": datetime.now(UTC).date().isoformat(),
        "cells": _counts(cells),
        "satisfiable": {cell.cell_id: cell.n_satisfying for cell in cells},
        "omitted": [_omission(item) for item in omitted],
        "packages": {"python": platform.python_version()} | {name: _version(name) for name in PACKAGES},
    }


def _span(span: tuple[int, int] | None) -> str:
    if span is None:
        return "any"
    return str(span[0]) if span[0] == span[1] else f"{span[0]}-{span[1]}"


def _wordlist_sha256(lex: Lexicon, wordlist: Path | None) -> str | None:
    """Digest of the word list named, else of the one beside the lexicon, else of the default; None where none lies."""
    if wordlist is not None:
        if not wordlist.is_file():
            raise MissingInput(
                f"no word list at {wordlist}: name a file of one word a line, or leave it to the default"
            )
        return sha256_file(wordlist)
    for path in (lex.folder / "wordlist.txt", default_wordlist_path()):
        if path.is_file():
            return sha256_file(path)
    return None


def _counts(cells: Sequence[Cell]) -> dict[str, dict[str, int]]:
    """Cells by family and tier."""
    counts: dict[str, dict[str, int]] = {}
    for cell in cells:
        tiers = counts.setdefault(cell.family, {})
        tiers[str(cell.tier)] = tiers.get(str(cell.tier), 0) + 1
    return counts


def _omission(item: Omission) -> dict[str, Any]:
    slots = {name: value for name, value in item.slots.items() if name != "scales"}
    return {
        "family": item.family,
        "tier": item.tier,
        "slots": slots,
        "n_satisfying": item.n_satisfying,
        "needed": item.needed,
    }


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None  # run from a checkout that is not installed
