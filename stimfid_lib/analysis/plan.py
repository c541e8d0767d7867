"""The frozen plan: what is claimed, of whom, tested how, with what left out; decided before any model is asked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field, ValidationError, field_validator

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.settings import Strict
from stimfid_lib.models.entries import Sha256

HYPOTHESES = ("H1", "H2", "H3", "H4", "H5")

Share = Annotated[float, Field(gt=0, lt=1)]


class LexiconIdentity(Strict):
    """The ground truth that scores: its name and the digests of its two tables."""

    name: str
    words_sha256: Sha256
    pairs_sha256: Sha256


class PromptCount(Strict):
    """How many prompts the suite holds for one family, arm and tier."""

    family: str
    arm: str
    tier: int
    n: Annotated[int, Field(ge=1)]


class PlannedModel(Strict):
    """A model that the plan names: its key in tables, what answers behind it, and how people reach it.

    `kind` vendor and endpoint are what a claim may be about; embedded and reference models stand in no claim.
    `access` is free or paid for vendors' products, else null. `settings` {temperature, seed, max_tokens} stand as in
    the roster's entry: null is not sent, "run" is what the run asks for.
    """

    key: str
    kind: Literal["vendor", "endpoint", "embedded", "reference"]
    model_id: str | None = None
    provider: str | None = None
    access: Literal["free", "paid"] | None = None
    settings: dict[str, float | int | str | None] = Field(default_factory=dict)


class Hypothesis(Strict):
    """One claim and how it is decided.

    `thresholds` are proportions by name (see `planning.HYPOTHESIS_TEXTS`); `models` says which planned models must
    show it: all of them, or those of free access. `arm` is the wording in which it is tested; `both` tests each arm
    apart (H2), `paired` their difference (H4). `beside` names generators whose figures are shown and decide nothing.
    """

    key: Literal["H1", "H2", "H3", "H4", "H5"]
    statement: str
    rates: tuple[str, ...]
    arm: Literal["naive", "expert", "both", "paired"]
    models: Literal["all", "free"]
    direction: str
    test: str
    thresholds: dict[str, float] = Field(default_factory=dict)
    supported_when: str
    not_evaluable_when: str
    beside: tuple[str, ...] = ()


class Exclusion(Strict):
    """What is left out, of what, by which rule."""

    name: str
    rule: str


class PlannedAnalysis(Strict):
    """An analysis named before the data: confirmatory if a verdict hangs on it. `table` is the stage table with it."""

    name: str
    status: Literal["confirmatory", "exploratory"]
    what: str
    table: str | None = None


class Plan(Strict):
    """All that is fixed before any model is asked; `stimfid prereg freeze` writes it, `hypotheses.decide` obeys it.

    `frozen_on` is a date in words (ISO), null for a draft that was made from a snapshot's own manifest and fixes
    nothing. `tertiles` {norm: (first, second)} and `density_tertiles` {span of syllables: (first, second)} are the
    numbers that prompts state and that score. `code` {floor: digest of its source} tells whether what reads, scores
    and analyses has changed since the freeze. Digests are hexadecimal SHA-256.
    """

    schema_version: Literal[1] = 1
    frozen_on: str | None = None
    suite_sha256: Sha256
    lexicon: LexiconIdentity
    wordlist_sha256: Sha256 | None
    tertiles: dict[str, tuple[float, float]]
    density_tertiles: dict[str, tuple[float, float]]
    feature_distance_threshold: float
    n_prompts: int
    prompts: tuple[PromptCount, ...]
    cells_per_stratum: int | None
    models: tuple[PlannedModel, ...]
    replicates: int
    temperature: float | None
    n_boot: int
    seed: int
    alpha: Share
    multiplicity: Literal["holm"]
    hypotheses: tuple[Hypothesis, ...]
    exclusions: tuple[Exclusion, ...]
    refusal_phrases: tuple[str, ...]
    analyses: tuple[PlannedAnalysis, ...]
    code: dict[str, Sha256] = Field(default_factory=dict)

    @field_validator("hypotheses")
    @classmethod
    def _all_five(cls, hypotheses: tuple[Hypothesis, ...]) -> tuple[Hypothesis, ...]:
        keys = tuple(hypothesis.key for hypothesis in hypotheses)
        if keys != HYPOTHESES:
            raise ValueError(f"the plan must hold {', '.join(HYPOTHESES)} once each and in this order, not {keys}")
        return hypotheses

    @field_validator("models")
    @classmethod
    def _each_model_once(cls, models: tuple[PlannedModel, ...]) -> tuple[PlannedModel, ...]:
        keys = [model.key for model in models]
        if twice := sorted({key for key in keys if keys.count(key) > 1}):
            raise ValueError(f"{', '.join(twice)} stands more than once; plan each model once")
        return models

    @property
    def families(self) -> tuple[str, ...]:
        """Families that the suite holds, sorted."""
        return tuple(sorted({count.family for count in self.prompts}))

    @property
    def subjects(self) -> tuple[PlannedModel, ...]:
        """Models that a claim may be about: vendors' and the user's own endpoints."""
        return tuple(model for model in self.models if model.kind in ("vendor", "endpoint"))

    def hypothesis(self, key: str) -> Hypothesis:
        """Look a hypothesis up by its key, H1 to H5.

        Raises:
            Refused: no hypothesis has that key.
        """
        for hypothesis in self.hypotheses:
            if hypothesis.key == key:
                return hypothesis
        raise Refused(f"no hypothesis {key!r}: allowed are {', '.join(HYPOTHESES)}")

    def to_json(self) -> str:
        """Write the plan as JSON for people, keys sorted, the same text for the same plan."""
        return json.dumps(self.model_dump(mode="json"), ensure_ascii=False, indent=2, sort_keys=True) + "\n"

    @classmethod
    def from_json(cls, text: str, where: str = "the plan") -> Self:
        """Read a plan back; the round trip loses nothing.

        Raises:
            Refused: not JSON, or not a plan; the text names `where`, the place and the value.
        """
        try:
            raw: Any = json.loads(text)
        except json.JSONDecodeError as error:
            raise Refused(f"{where} is not JSON ({error}): restore it, or freeze the plan again") from error
        if not isinstance(raw, Mapping):
            raise Refused(f"{where} holds {type(raw).__name__}, expected an object: freeze the plan again")
        return cls.validated(raw, where)

    @classmethod
    def validated(cls, raw: Mapping[str, Any], where: str = "the plan") -> Self:
        """Make a plan of plain values.

        Raises:
            Refused: a key is missing, unknown or bad; the text names `where`, every place and its value.
        """
        try:
            return cls.model_validate(raw)
        except ValidationError as error:
            told = "; ".join(
                f"{'.'.join(map(str, fault['loc'])) or 'plan'} = {fault['input']!r:.80}: {fault['msg']}"
                for fault in error.errors()
            )
            raise Refused(f"{where} is no plan of this version: {told}. Restore it, or freeze it again") from None
