"""The suite: every cell in both arms; and the refusal to change it once it is frozen."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import write_json
from stimfid_lib.lexicon.constraints import constraints_to_json
from stimfid_lib.lexicon.contrasts import contrast_pairs
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.suite.cell import Cell
from stimfid_lib.suite.families import build_grid_with_omissions
from stimfid_lib.suite.manifest import manifest_of, suite_sha256
from stimfid_lib.suite.pools import ARMS, SUITE_MIN_SATISFYING
from stimfid_lib.suite.render import render
from stimfid_lib.suite.wild import load_wild, wild_identity, wild_suite
from stimfid_lib.suite.wild_rows import WildPrompt

SUITE_SCHEMA: Mapping[str, Any] = {
    "prompt_id": pl.String,
    "cell_id": pl.String,
    "family": pl.String,
    "tier": pl.Int64,
    "arm": pl.String,
    "provenance": pl.String,
    "prompt_text": pl.String,
    "constraints_json": pl.String,
    "contrast_json": pl.String,
    "list_length": pl.Int64,
}
"""Columns of the suite; contrast_json is null but for A3. The wild track has cells WILD-000 and on, in tier 0."""

UNFROZEN = frozenset({"built", "packages"})
"""What a manifest tells and does not freeze."""

TOY_LEXICON = 1_000
"""With fewer canonical words a lexicon is a toy of some test: it can fill no list, so every cell is kept."""


def provenance(family: str, arm: str) -> str:
    """Where a wording comes from: naive A1 and A2 `adapted` from observed prompts, other naive `reconstructed`,
    expert `constructed`.
    """
    if arm == "expert":
        return "constructed"
    return "adapted" if family in ("A1", "A2") else "reconstructed"


def suite_of(cells: Iterable[Cell], wild: Sequence[WildPrompt] = ()) -> pl.DataFrame:
    """Word every cell in both arms and add the wild track: columns `SUITE_SCHEMA`, sorted by prompt_id."""
    rows = [
        {
            "prompt_id": f"{cell.cell_id}:{arm}",
            "cell_id": cell.cell_id,
            "family": cell.family,
            "tier": cell.tier,
            "arm": arm,
            "provenance": provenance(cell.family, arm),
            "prompt_text": render(cell, arm),
            "constraints_json": constraints_to_json(cell.constraints),
            "contrast_json": cell.contrast_json,
            "list_length": cell.list_length,
        }
        for cell in cells
        for arm in ARMS
    ] + wild_suite(wild)
    return pl.DataFrame(rows, schema=dict(SUITE_SCHEMA), orient="row").sort("prompt_id")


def build_suite(lex: Lexicon, *, min_satisfying: int | None = None) -> pl.DataFrame:
    """Build the suite of a lexicon (see `build_suite_with_manifest`)."""
    return build_suite_with_manifest(lex, min_satisfying=min_satisfying)[0]


def build_suite_with_manifest(
    lex: Lexicon, *, wordlist: Path | None = None, min_satisfying: int | None = None, wild: Path | None = None
) -> tuple[pl.DataFrame, dict[str, Any]]:
    """Build the suite of a lexicon and its manifest; the same lexicon always gives the same suite, byte for byte.

    `min_satisfying` as in `build_grid_with_omissions`; None means 2, or 0 for a lexicon of fewer than 1,000 canonical
    words. The manifest is that of `manifest.manifest_of`; with `wild`, a wild-track sheet (see `wild.load_wild`), its
    prompts are rows of the suite, and the manifest has the key `wild` (`wild.wild_identity`).

    Raises:
        Refused: a maximal contrast of the suite does not reach the lexicon's feature-distance threshold, or two
            prompts of the suite have the same text, or the wild track has a fault.
        MissingInput: `wordlist` or `wild` names no file.
    """
    if min_satisfying is None:
        min_satisfying = SUITE_MIN_SATISFYING if int(lex.canonical.sum()) >= TOY_LEXICON else 0
    cells, omitted = build_grid_with_omissions(lex, min_satisfying=min_satisfying)
    _require_distance(cells, lex)
    observed = load_wild(wild, lex) if wild is not None else ()
    suite = suite_of(cells, observed)
    _require_unique_texts(suite)
    manifest = manifest_of(suite, cells, omitted, lex, min_satisfying=min_satisfying, wordlist=wordlist)
    return suite, manifest if wild is None else {**manifest, "wild": wild_identity(wild, observed)}


def freeze(suite: pl.DataFrame, manifest: Mapping[str, Any], manifest_path: Path) -> bool:
    """Write the manifest of a suite once: True if it was written, False if the same suite lay frozen there already.

    An existing manifest is never touched, not even its date. The same prompts under another lexicon, word list or
    threshold are another suite, because they are scored by other numbers; the day and the package versions may differ.

    Raises:
        Refused: `manifest_path` holds the manifest of another suite, or no manifest; or the suite is not the one that
            the manifest describes.
    """
    digest = suite_sha256(suite)
    if manifest.get("suite_sha256") != digest:
        raise Refused(
            f"the manifest describes suite {manifest.get('suite_sha256')}, the suite given is {digest}: build both "
            "with build_suite_with_manifest and change neither"
        )
    path = Path(manifest_path)
    if not path.exists():
        write_json(path, dict(manifest))
        return True
    frozen, built = read_manifest(path), json.loads(json.dumps(manifest))
    changed = [name for name in sorted(frozen.keys() | built.keys()) if frozen.get(name) != built.get(name)]
    changed = [name for name in changed if name not in UNFROZEN]
    if changed:
        raise Refused(
            f"{path} froze suite {frozen['suite_sha256']}, this build is {digest}: since the freeze changed "
            f"{', '.join(changed)}. Nothing was overwritten; bump the version (new file name, in the parameter "
            "suite_manifest) to freeze another suite, or remove the frozen one if nothing was asked with it"
        )
    return False


def read_manifest(manifest_path: Path) -> dict[str, Any]:
    """The content of a manifest file.

    Raises:
        Refused: the file is no suite manifest.
    """
    try:
        manifest: dict[str, Any] = json.loads(Path(manifest_path).read_text(encoding="utf-8"))
        str.lower(manifest["suite_sha256"])
    except (json.JSONDecodeError, KeyError, TypeError, UnicodeDecodeError) as error:
        raise Refused(
            f"{manifest_path}: no suite manifest ({type(error).__name__}: {error}); bump the version (new file name) "
            "or restore the file"
        ) from error
    return manifest


def _require_distance(cells: Iterable[Cell], lex: Lexicon) -> None:
    """Hold that maximal contrasts are maximal: distance is constant within a contrast, so one pair tells."""
    maximal = [cell for cell in cells if cell.contrast is not None and cell.contrast.kind == "maximal"]
    threshold = lex.feature_distance_threshold() if maximal else 0.0
    for cell in maximal:
        assert cell.contrast is not None
        nearest = contrast_pairs(lex, cell.contrast)["feature_distance"].min()
        if isinstance(nearest, float) and nearest < threshold:
            raise Refused(
                f"{cell.cell_id}: the maximal contrast {' '.join(cell.contrast.phonemes)} has feature distance "
                f"{nearest:.2f}, below this lexicon's threshold {threshold:.2f}: choose phonemes further apart in "
                "pools.MAXIMAL"
            )


def _require_unique_texts(suite: pl.DataFrame) -> None:
    twice = suite.filter(pl.col("prompt_text").is_duplicated()).sort("prompt_text", "prompt_id")
    if twice.height:
        ids = ", ".join(twice["prompt_id"].head(2))
        raise Refused(f"prompts {ids} share one text, so one answer would be scored in two ways: word them apart")
