"""The wild track: observed prompts that people annotated by hand, as rows of the suite in a tier of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import sha256_file
from stimfid_lib.corpus.sheet import Fault, told_at_once
from stimfid_lib.lexicon.constraints import Constraint, constraints_to_json
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.suite.wild_rows import WildPrompt, read_rows

WILD_TIER, WILD_ARM = 0, "naive"

WILD_SCHEMA: Mapping[str, Any] = {
    "prompt_id": pl.String,
    "row": pl.Int64,
    "constraints_json": pl.String,
    "paraphrase": pl.String,
}
"""Columns of the stage table `suite_wild`: what the public export needs of each wild prompt, and its sheet's row."""


@dataclass(frozen=True)
class WildSheet:
    """A wild-track sheet that was read whole: its sound prompts, every fault, and what is open but no fault.

    `open_rows` are rows of a candidates' sheet that nobody annotated yet; `without_paraphrase` are observed prompts
    that may be asked and not published.
    """

    path: Path
    prompts: tuple[WildPrompt, ...]
    faults: tuple[Fault, ...]
    open_rows: tuple[int, ...]

    @property
    def without_paraphrase(self) -> tuple[int, ...]:
        """Rows of observed prompts that have no paraphrase."""
        return tuple(p.row for p in self.prompts if p.provenance == "observed" and not p.paraphrase)


def check_wild(path: Path, lex: Lexicon | None = None) -> WildSheet:
    """Read a wild-track sheet and find every fault at once (see `wild_rows.read_rows` for the columns).

    With a lexicon, norms must be its own, and it must hold one list's worth of answers to every request.

    Raises:
        MissingInput: no such file.
        Refused: the file cannot be read as a sheet at all (see `corpus.sheet.read_sheet`).
    """
    prompts, faults, open_rows = read_rows(path)
    if lex is not None:
        faults = [*faults, *(fault for prompt in prompts for fault in _beyond(prompt, lex))]
    return WildSheet(Path(path), tuple(prompts), tuple(sorted(faults)), tuple(open_rows))


def load_wild(path: Path, lex: Lexicon | None = None) -> tuple[WildPrompt, ...]:
    """Read the prompts of a wild-track sheet that has no fault; rows that nobody annotated yet are left out.

    Raises:
        MissingInput, Refused: as `check_wild`; every fault of the sheet is told, a line each.
    """
    sheet = check_wild(path, lex)
    if sheet.faults:
        raise told_at_once(path, sheet.faults, "stimfid wild check")
    if not sheet.prompts:
        raise Refused(f"{path}: no annotated prompt; fill the sheet, or take `wild` out of the parameter file")
    return sheet.prompts


def wild_suite(prompts: Sequence[WildPrompt]) -> list[dict[str, Any]]:
    """Rows of the suite: cells `WILD-000` and on, tier 0, naive, in the sheet's order."""
    return [
        {
            "prompt_id": f"{cell_id(number)}:{WILD_ARM}",
            "cell_id": cell_id(number),
            "family": prompt.family,
            "tier": WILD_TIER,
            "arm": WILD_ARM,
            "provenance": prompt.provenance,
            "prompt_text": prompt.text,
            "constraints_json": constraints_to_json(prompt.constraints),
            "contrast_json": None if prompt.contrast is None else prompt.contrast.to_json(),
            "list_length": prompt.list_length,
        }
        for number, prompt in enumerate(prompts)
    ]


def wild_frame(prompts: Sequence[WildPrompt]) -> pl.DataFrame:
    """The table `WILD_SCHEMA` of these prompts; empty for none. It holds no original wording."""
    rows = [
        {
            "prompt_id": f"{cell_id(number)}:{WILD_ARM}",
            "row": prompt.row,
            "constraints_json": constraints_to_json(prompt.constraints),
            "paraphrase": prompt.paraphrase or None,
        }
        for number, prompt in enumerate(prompts)
    ]
    return pl.DataFrame(rows, schema=dict(WILD_SCHEMA), orient="row")


def with_paraphrases(suite: pl.DataFrame, wild: pl.DataFrame) -> pl.DataFrame:
    """Add the column `paraphrase` to a suite from the stage table `suite_wild`; null for every prompt of the grid."""
    return suite.join(wild.select("prompt_id", "paraphrase"), on="prompt_id", how="left", maintain_order="left")


def wild_identity(path: Path, prompts: Sequence[WildPrompt]) -> dict[str, Any]:
    """What the suite's manifest says of the wild track: digest of the sheet, number of prompts by provenance."""
    kinds = sorted({prompt.provenance for prompt in prompts})
    return {
        "sha256": sha256_file(path),
        "n_prompts": len(prompts),
        "provenance": {kind: sum(prompt.provenance == kind for prompt in prompts) for kind in kinds},
    }


def cell_id(number: int) -> str:
    """Id of a wild cell: WILD-000 for the first prompt."""
    return f"WILD-{number:03d}"


def _beyond(prompt: WildPrompt, lex: Lexicon) -> list[Fault]:
    """What the lexicon has to say against a prompt: a norm that it lacks, or too few answers."""
    try:
        found = _answers(prompt.constraints, prompt.contrast, lex)
    except Refused as error:
        return [Fault(prompt.row, prompt.where, "constraints_json", str(error))]
    if found >= prompt.list_length:
        return []
    column = "contrast_json" if prompt.contrast is not None else "constraints_json"
    return [
        Fault(
            prompt.row,
            prompt.where,
            column,
            f"lexicon {lex.identity.name!r} holds {found} answers and list_length asks for {prompt.list_length}: a "
            "request that cannot be met is scored for nothing; check the annotation, or take the row out",
        )
    ]


def _answers(constraints: Sequence[Constraint], contrast: Contrast | None, lex: Lexicon) -> int:
    from stimfid_lib.lexicon.contrasts import contrast_pairs, contrast_sets

    if contrast is None:
        return lex.count(constraints)
    return len(contrast_sets(lex, contrast)) if contrast.kind == "multiple" else contrast_pairs(lex, contrast).height
