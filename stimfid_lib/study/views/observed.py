"""What notebook 02 shows of observed requests: counts, rules and paraphrases, never a post."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl
from great_tables import GT

from stimfid_lib.corpus.labelled import load_labelled, measure
from stimfid_lib.corpus.mine_prompts import REPORT
from stimfid_lib.corpus.public_datasets import public_summary
from stimfid_lib.lexicon.short import constraints_in_short, contrast_in_short
from stimfid_lib.study.views.plain import facts, show
from stimfid_lib.suite.wild import cell_id, load_wild

if TYPE_CHECKING:
    from stimfid_lib.study.workspace import Study

_SETS = {"tuned": "at hand when the rules were written", "held_out": "written afterwards"}


def rules_measured() -> GT:
    """Precision and recall of the rules that read posts, on labelled posts of our own making."""
    scores, _ = measure(load_labelled())
    rows = [
        {
            "rule": score.what,
            "examples": _SETS[score.of_set],
            "right": score.right,
            "wrong": score.wrong,
            "missed": score.missed,
            "precision": score.precision,
            "recall": score.recall,
        }
        for score in scores
    ]
    return show(pl.DataFrame(rows), "How well the rules read posts").fmt_number(["precision", "recall"], decimals=2)


def mined_posts(study: Study) -> GT:
    """Counts of the collected posts: by tier, tool, subreddit and year; or that there are none here."""
    path = study.root / "data/corpus" / REPORT
    if not path.is_file():
        return _none_here("Collected posts", "none were read on this machine", "stimfid corpus mine")
    told = json.loads(path.read_text(encoding="utf-8"))
    rows = {"posts read": f"{told['n_posts']:,}", "posts kept": f"{told['n_kept']:,}"}
    rows |= {"prompts quoted in them": f"{told['n_prompts']:,}"}
    names = ("tier", "tool", "subreddit", "year", "family_guess")
    return facts(rows | {f"kept, by {name.replace('_', ' ')}": _listed(told[f"by_{name}"]) for name in names}, "Posts")


def public_chats(study: Study) -> GT:
    """Counts of public chats that hold a keyword of the field; or that none were searched here."""
    folder = study.root / "data/corpus"
    if not any(folder.glob("public_*.json")):
        return _none_here(
            "Public chats", "no public chats were searched on this machine", "stimfid corpus public wildchat"
        )
    table = public_summary(folder).filter(pl.col("what").is_in(["read", "matched", "keyword", "family guess"]))
    wide = table.pivot("source", index=["what", "name"], values="conversations").fill_null(0)
    return show(wide, "Public chats: conversations", "First user turns alone; a keyword also finds other fields.")


def wild_track(study: Study) -> GT:
    """The wild track as it may be told: what scores each prompt, where it comes from, its paraphrase."""
    if study.wild_path is None:
        return _none_here("The wild track", "this snapshot asks no observed prompt", "the parameter `wild`")
    rows = [
        {
            "cell": cell_id(number),
            "family": prompt.family,
            "scored by": contrast_in_short(prompt.contrast)
            if prompt.contrast
            else constraints_in_short(prompt.constraints),
            "items": prompt.list_length,
            "provenance": prompt.provenance,
            "paraphrase": prompt.paraphrase or None,
        }
        for number, prompt in enumerate(load_wild(study.wild_path))
    ]
    return show(pl.DataFrame(rows), "The wild track", "Originals are asked of the models and shown nowhere.")


def observed_files(root: Path) -> list[Path]:
    """The files whose content these views tell, for the notebook's record."""
    folder = root / "data/corpus"
    return sorted([*folder.glob("public_*.json"), *folder.glob(REPORT)])


def _none_here(title: str, what: str, how: str) -> GT:
    return facts({"state": what, "how to change it": f"{how} (see docs/corpus.md)"}, title)


def _listed(counts: dict[str, int], most: int = 8) -> str:
    shown = [f"{name} {count:,}" for name, count in list(counts.items())[:most]]
    return ", ".join(shown) + (", …" if len(counts) > most else "") or "none"
