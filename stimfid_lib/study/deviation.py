"""A deviation, and what a run did: the two small types between a plan and its report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from stimfid_lib.analysis.plan import PlannedModel
from stimfid_lib.base.errors import Refused

Kind = Literal[
    "registration",
    "suite",
    "lexicon",
    "word list",
    "frozen numbers",
    "models",
    "model version",
    "model settings",
    "share of the suite",
    "replicates",
    "temperature",
    "intervals",
    "excluded rows",
    "answers asked for twice",
    "exclusion rules",
    "refusal phrases",
    "hypotheses",
    "analysis added",
    "analysis left out",
    "code",
    "plan replaced",
]
"""What can differ; each kind is one that a reader may ask after by name."""


@dataclass(frozen=True)
class Deviation:
    """One difference: its kind, what it concerns, what was planned, what was done, and what follows for a reader."""

    kind: Kind
    what: str
    planned: str
    done: str
    follows: str = ""

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise Refused(f"no deviation of kind {self.kind!r}: allowed are {', '.join(get_args(Kind))}")


@dataclass(frozen=True)
class Ran:
    """What a snapshot really did, as its files tell it.

    `answered` {model key: ids under which it answered}; `temperatures` {model key: what its requests carried, None
    for none}; `missing` {model key: replies asked for and not there}; `asked_twice` {model key: replies of which the
    ledger of calls holds another number of answers than one}; `roster` {model key: its entry in models.yaml as a plan
    would hold it}; `registration` {what: what the history says against the registration}; `exclusions` {name: rule}
    as the code holds them; `hypotheses` {key: everything about it} likewise; `analyses` the names of the analyses
    reported; `code` {floor or document: digest}; `superseded` names of plans that the one in force replaced.
    """

    suite_sha256: str
    lexicon_name: str
    words_sha256: str
    pairs_sha256: str
    wordlist_sha256: str | None
    numbers: Mapping[str, object]
    answered: Mapping[str, frozenset[str]]
    temperatures: Mapping[str, frozenset[float | None]]
    temperature: float | None
    replicates: int
    cells_per_stratum: int | None
    n_boot: int
    seed: int
    missing: Mapping[str, int]
    exclusions: Mapping[str, str]
    refusal_phrases: tuple[str, ...]
    hypotheses: Mapping[str, object]
    analyses: tuple[str, ...]
    roster: Mapping[str, PlannedModel] = field(default_factory=dict)
    asked_twice: Mapping[str, int] = field(default_factory=dict)
    registration: Mapping[str, str] = field(default_factory=dict)
    code: Mapping[str, str] = field(default_factory=dict)
    superseded: tuple[str, ...] = ()
