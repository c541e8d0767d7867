"""Hand-labelled posts of our own making, and how well each rule does on them: precision and recall with intervals."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.wilson import wilson
from stimfid_lib.corpus.mentions import find_tool_mentions
from stimfid_lib.corpus.prompts import extract_quoted_prompts
from stimfid_lib.corpus.tiers import TIERS, assign_tier

LABELLED = Path(__file__).with_name("labelled.jsonl")
"""The project's own examples, one JSON object a line: id, set, why, text, tools, prompts, tier.

`tuned` examples were at hand when the rules were written; `held_out` ones were written afterwards, and the rules
were left as they were. Long posts are kept short: `pad_before` characters of `pad_with`, after `before`, stand first.
"""

SETS = ("tuned", "held_out")
_FILLER = "We had a long week with evaluations and meetings all over the district. "


@dataclass(frozen=True, slots=True)
class Example:
    """One labelled post: the tools that it names (each once), the prompts that it quotes, its tier, what is hard."""

    name: str
    of_set: str
    why: str
    text: str
    tools: tuple[str, ...]
    prompts: tuple[str, ...]
    tier: str


@dataclass(frozen=True, slots=True)
class Score:
    """Counts of one rule on one set: right finds, wrong finds, misses; rates are None where nothing counts."""

    what: str
    of_set: str
    right: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float | None:
        """Share of what was found that is labelled so."""
        found = self.right + self.wrong
        return self.right / found if found else None

    @property
    def recall(self) -> float | None:
        """Share of what is labelled so that was found."""
        labelled = self.right + self.missed
        return self.right / labelled if labelled else None


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a rule and a label differ."""

    name: str
    what: str
    labelled: str
    found: str


def load_labelled(path: Path = LABELLED) -> list[Example]:
    """Read labelled posts.

    Raises:
        MissingInput: no such file.
        Refused: a line is no example; the text tells its number.
    """
    if not path.is_file():
        raise MissingInput(f"no labelled posts at {path}: name a file of one JSON object a line")
    examples = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            examples.append(_example(json.loads(line)))
        except (ValueError, KeyError, TypeError) as error:
            raise Refused(
                f"{path}, line {number}: no labelled post ({type(error).__name__}: {error}); needed are id, set, why, "
                "text, tools, prompts, tier"
            ) from error
    return examples


def _example(raw: Mapping[str, Any]) -> Example:
    pad, size = raw.get("pad_with", _FILLER), raw.get("pad_before", 0)
    padding = (pad * (size // len(pad) + 1))[:size]
    if raw["tier"] not in TIERS or raw["set"] not in SETS:
        raise ValueError(f"tier must be one of {' '.join(TIERS)} and set one of {' '.join(SETS)}")
    text = raw.get("before", "") + padding + raw["text"]
    return Example(raw["id"], raw["set"], raw["why"], text, tuple(raw["tools"]), tuple(raw["prompts"]), raw["tier"])


def measure(examples: Iterable[Example]) -> tuple[list[Score], list[Fault]]:
    """Hold the rules against the labels.

    A tool counts once a post, a prompt by its exact words. Tiers count by post, each tier for itself.

    Returns:
        One score a rule (and tier) and set, and every difference.
    """
    counts: dict[tuple[str, str], list[int]] = {}
    faults: list[Fault] = []
    for example in examples:
        found: dict[str, tuple[set[str], set[str]]] = {
            "find_tool_mentions": (set(example.tools), {mention.tool for mention in find_tool_mentions(example.text)}),
            "extract_quoted_prompts": (set(example.prompts), set(extract_quoted_prompts(example.text))),
        }
        tier = assign_tier(example.text)
        found |= {f"assign_tier {name}": (_one(name, example.tier), _one(name, tier)) for name in TIERS}
        for what, (labelled, got) in found.items():
            count = counts.setdefault((what, example.of_set), [0, 0, 0])
            for place, some in enumerate((labelled & got, got - labelled, labelled - got)):
                count[place] += len(some)
            if labelled != got and not what.startswith("assign_tier"):
                faults.append(Fault(example.name, what, _told(labelled), _told(got)))
        if tier != example.tier:
            faults.append(Fault(example.name, "assign_tier", example.tier, tier))
    return [Score(what, of_set, *count) for (what, of_set), count in counts.items()], faults


def table_of(examples: Iterable[Example], scores: Iterable[Score]) -> str:
    """The scores as a table in markdown, each rate with its Wilson 95 % interval."""
    posts = Counter(example.of_set for example in examples)
    lines = [
        "| rule | set | posts | right | wrong | missed | precision | recall |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for score in sorted(scores, key=lambda score: (-SETS.index(score.of_set), score.what)):
        rates = (_rate(score.right, score.right + other) for other in (score.wrong, score.missed))
        counts = (score.right, score.wrong, score.missed)
        cells = (f"`{score.what}`", score.of_set, posts[score.of_set], *counts, *rates)
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines)


def _rate(right: int, of: int) -> str:
    if not of:
        return "none"
    low, high = wilson(right, of)
    return f"{right / of:.2f} ({low:.2f}–{high:.2f})"


def _one(name: str, tier: str) -> set[str]:
    return {name} if name == tier else set()


def _told(some: set[str]) -> str:
    return " | ".join(sorted(some)) or "none"
