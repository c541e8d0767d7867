"""The public half: suite, taxonomy, manifest, plan, results, and what says how to cite and read them."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

import polars as pl
import yaml

from stimfid_lib.base.croissant import PublicFile, croissant
from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import sha256_file, write_json, write_text
from stimfid_lib.lexicon.identity import read_about
from stimfid_lib.study.prereg import PLAN
from stimfid_lib.study.public_guard import require_no_lexicon, require_nothing_private
from stimfid_lib.study.ran import deviations_of
from stimfid_lib.study.taxonomy import taxonomy
from stimfid_lib.study.workspace import FIGURES, Study
from stimfid_lib.suite.wild import with_paraphrases

NAME = "stimfid"
"""Of the data set; an export is known by it."""

LICENCE = "https://creativecommons.org/licenses/by/4.0/"

RESULTS: Mapping[str, str] = {
    "metrics": "Every rate by family, model, arm and tier, satisfaction with its intervals.",
    "intervals": "The same rates in long form, each with both intervals.",
    "hypotheses": "The registered hypotheses: estimate, interval, test, verdict.",
    "curves": "Satisfaction by phoneme, position, length and other axes of difficulty.",
    "contrasts": "Differences between arms and between free and paid access, paired by cell.",
    "anatomy": "What was wrong with the items that did not meet the request, counted.",
    "instead": "Which sounds and contrasts were given for which others, counted.",
    "audit": "How well the items were read, on a hand-checked sample.",
    "sensitivity": "Pooled satisfaction under other ways to count.",
}
"""Stage tables that go out where they exist; all are counts and rates, none names an item."""

COLUMNS: Mapping[str, str] = {
    "prompt_id": "cell_id:arm",
    "cell_id": "request; both arms of a cell ask for the same thing",
    "family": "family of request, see taxonomy.json",
    "tier": "tier of difficulty, 1 to 3; 0 for observed prompts, which stand in no pooled figure",
    "arm": "wording: naive as clinicians write, expert exact",
    "provenance": "where the wording comes from: adapted, reconstructed, constructed, observed",
    "prompt_text": "the prompt as it was asked; of an observed prompt a paraphrase, and the original stays private",
    "constraints_json": "conditions on every word, canonical JSON",
    "contrast_json": "contrast that pairs or sets must show, canonical JSON; empty outside family A3",
    "list_length": "items asked for",
    "model_key": "model, see plan.json or the report",
    "rate": "name of a rate, see taxonomy.json",
    "estimate": "the rate or difference, a proportion",
    "low": "lower bound of the 95 % percentile interval of a cluster bootstrap over cells",
    "high": "upper bound of the same",
    "boundary_low": "lower bound of an interval that also holds near 0 and 1",
    "boundary_high": "upper bound of the same",
    "n_cells": "cells behind the figure",
    "few_cells": "true where cells are so few that the percentile interval is too short",
}


def export_public(study: Study, folder: Path) -> list[PublicFile]:
    """Write the public half of a snapshot into a folder that is empty or holds an earlier export.

    Nothing is left behind when something is refused: files are gathered beside the folder and moved at the end.

    Returns:
        Every file written, `croissant.json` last.

    Raises:
        MissingInput: the suite is not frozen.
        Refused: the folder holds something else; an observed prompt has no paraphrase or one too near to the original;
            a table or a text would publish rows of the lexicon or items of replies.
    """
    folder = folder.absolute()  # not resolved: a link is refused and not followed
    _require_ours(folder)
    suite, manifest = study.suite(), study.manifest()
    _require_lexicon_of(study, manifest)
    words = frozenset(study.lexicon.words["word"].str.to_lowercase())
    reworded = with_paraphrases(suite, study.table("suite_wild"))
    tables = {"suite.csv": (public_suite(reworded), "The prompts, with the conditions that score them.")}
    for name, what in RESULTS.items():
        if study.path(f"{name}.parquet").is_file():
            tables[f"results/{name}.csv"] = (study.table(name), what)
    found = deviations_of(study) if study.path("runs.parquet").is_file() else None
    if found is not None:
        rows = [vars(deviation) for deviation in found]
        schema = dict.fromkeys(("kind", "what", "planned", "done", "follows"), pl.String)
        tables["results/deviations.csv"] = (pl.DataFrame(rows, schema=schema), "Departures from the registered plan.")
    for name, (table, _) in tables.items():
        if name != "suite.csv":
            require_no_lexicon(name, table, words)
    texts: dict[str, tuple[str, str]] = {name: (table.write_csv(), what) for name, (table, what) in tables.items()}
    texts["taxonomy.json"] = (_json(taxonomy()), "Families, tiers, constraints, verdicts and rates in words.")
    texts["suite_manifest.json"] = (_json(manifest), "Digests, thresholds and counts that the suite was frozen with.")
    if (study.root / PLAN).is_file():
        texts["plan.json"] = ((study.root / PLAN).read_text(encoding="utf-8"), "The registered plan.")
    texts["CITATION.cff"] = (_own(study, "CITATION.cff"), "How to cite.")
    texts["LICENSE.txt"] = (_own(study, "LICENSE-CC-BY-4.0"), "The licence of every file here: CC BY 4.0.")
    texts["README.md"] = (_readme(study, suite, manifest, tables), "What is here, and what it cannot support.")
    observed = suite.filter(pl.col("provenance") == "observed")
    drawn = {name: study.path(name) for name in (f"{figure}.svg" for figure in FIGURES)}
    pictures = {name: path.read_text(encoding="utf-8") for name, path in drawn.items() if path.is_file()}
    require_nothing_private({name: text for name, (text, _) in texts.items()} | pictures, observed["prompt_text"])
    return _write(study, folder, texts, {name: table for name, (table, _) in tables.items()}, manifest)


def public_suite(suite: pl.DataFrame) -> pl.DataFrame:
    """The suite as it may go out: of an observed prompt its paraphrase stands in `prompt_text`.

    Raises:
        Refused: an observed prompt without a paraphrase.
    """
    observed = pl.col("provenance") == "observed"
    if "paraphrase" not in suite.columns:
        suite = suite.with_columns(pl.lit(None, dtype=pl.String).alias("paraphrase"))
    blank = pl.col("paraphrase").fill_null("").str.strip_chars() == ""
    bare = suite.filter(observed & blank)
    if bare.height:
        raise Refused(
            f"{bare['prompt_id'][0]} is an observed prompt without a paraphrase ({bare.height} in all): an observed "
            "prompt never goes out in its original words; fill the column `paraphrase` of the wild track"
        )
    text = pl.when(observed).then(pl.col("paraphrase")).otherwise(pl.col("prompt_text"))
    return suite.with_columns(text.alias("prompt_text")).drop("paraphrase")


def _write(
    study: Study,
    folder: Path,
    texts: Mapping[str, tuple[str, str]],
    tables: Mapping[str, pl.DataFrame],
    manifest: Mapping[str, Any],
) -> list[PublicFile]:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".stimfid-", dir=folder.parent) as beside:
        made = _gather(study, Path(beside) / "public", texts, tables, manifest)
        if folder.exists():
            shutil.rmtree(folder)
        (Path(beside) / "public").replace(folder)
    return made


def _gather(
    study: Study,
    gathered: Path,
    texts: Mapping[str, tuple[str, str]],
    tables: Mapping[str, pl.DataFrame],
    manifest: Mapping[str, Any],
) -> list[PublicFile]:
    for name, (text, _) in texts.items():
        write_text(gathered / name, text)
    names = [f"{figure}{ending}" for figure in FIGURES for ending in (".png", ".svg")]
    pictures = {name: study.path(name) for name in names}
    for name, source in pictures.items():
        if source.is_file():
            (gathered / name).parent.mkdir(exist_ok=True)
            shutil.copyfile(source, gathered / name)
    named = {**{name: what for name, (_, what) in texts.items()}, **dict.fromkeys(pictures, "A figure of the report.")}
    made = [
        PublicFile(name, sha256_file(gathered / name), what, tables.get(name))
        for name, what in named.items()
        if (gathered / name).is_file()
    ]
    about = yaml.safe_load(texts["CITATION.cff"][0])
    described = croissant(made, COLUMNS, about, name=NAME, licence=LICENCE, published=str(manifest["built"]))
    write_json(gathered / "croissant.json", described)
    return [*made, PublicFile("croissant.json", sha256_file(gathered / "croissant.json"), "Croissant metadata.")]


def _require_ours(folder: Path) -> None:
    """Refuse a folder that holds anything but an earlier export as it was written, since it is replaced as a whole."""
    remedy = "name an empty or a new folder"
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise Refused(f"{folder} is no folder: {remedy}")
    there = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if not path.is_dir()}
    if not there:
        return
    try:
        record = json.loads((folder / "croissant.json").read_text(encoding="utf-8"))
        written = {file["name"]: file["sha256"] for file in record["distribution"]}
        ours = record["name"] == NAME
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        written, ours = {}, False
    if not ours or (strange := sorted(set(there) - set(written) - {"croissant.json"})):
        named = strange[0] if ours else min(set(there) - {"croissant.json"}, default="croissant.json")
        raise Refused(f"{folder} holds {named}, which is of no earlier export: {remedy}")
    for name, path in there.items():
        if name in written and (path.is_symlink() or sha256_file(path) != written[name]):
            raise Refused(f"{path} was changed since it was exported, and would be lost: move it away, or {remedy}")


def _require_lexicon_of(study: Study, manifest: Mapping[str, Any]) -> None:
    """Refuse another lexicon than the one that scored: what must not go out is found by its words."""
    identity = study.lexicon.identity
    wanted = manifest["lexicon_words_sha256"]
    if identity.words_sha256 != wanted:
        raise Refused(
            f"{manifest['lexicon']}, words {wanted[:12]}, scored this snapshot; in use is {identity.name}, words "
            f"{identity.words_sha256[:12]}: point PHONOLEX_RUNTIME_DIR at the one that scored, because its words are "
            "what the export is searched for"
        )


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def _own(study: Study, name: str) -> str:
    path = study.root / name
    if not path.is_file():
        raise MissingInput(f"{name} is missing at the repository's root: restore it, nothing goes out without it")
    return path.read_text(encoding="utf-8")


def _readme(
    study: Study, suite: pl.DataFrame, manifest: Mapping[str, Any], tables: Mapping[str, tuple[pl.DataFrame, str]]
) -> str:
    page = resources("stimfid_lib.study").joinpath("public_readme.md").read_text(encoding="utf-8")
    observed = suite.filter(pl.col("provenance") == "observed").height
    sources = read_about(study.lexicon.folder).get("sources", ())
    cited = "\n".join(f"- {source['citation']} ({source['licence']})" for source in sources)
    values = {
        "snapshot": study.params.snapshot,
        "n_prompts": f"{suite.height:,}",
        "n_cells": f"{suite['cell_id'].n_unique():,}",
        "suite_sha256": manifest["suite_sha256"],
        "lexicon": manifest["lexicon"],
        "words_sha256": manifest["lexicon_words_sha256"],
        "files": "\n".join(f"- `{name}`: {what} {table.height:,} rows." for name, (table, what) in tables.items()),
        "observed": (
            f"{observed:,} prompts were observed; each stands here as a paraphrase, so that the digest above cannot be "
            "recomputed from this file alone."
            if observed
            else "No prompt here was observed word for word."
        ),
        "sources": cited or "- as the lexicon's owner states",
    }
    for name, value in values.items():
        page = page.replace(f"{{{{ {name} }}}}", str(value))
    return page
