"""What one snapshot of the study asks, of whom, how often: validated before any work."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field, field_validator

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.base.settings import Strict, load_settings

Key = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=60)]


CEILING = "lexicon"
"""The generator that `analysis.checks` cannot do without; named here so that asking does not hang on analysis code."""


class StudyParams(Strict):
    """Parameters of one snapshot, as `params/<snapshot>.yaml` holds them.

    Unknown names are refused. `cells_per_stratum` limits what is asked of every model but the reference
    generators, which answer the whole suite because they cost nothing.
    """

    snapshot: Key = Field(description="names the folder build/<snapshot>")
    suite_manifest: str = Field(
        "suite_manifest.json",
        pattern=r"^(prereg/)?[A-Za-z0-9][A-Za-z0-9._-]*\.json$",
        description="file of the frozen manifest in the snapshot's folder; a changed suite needs a new name. With "
        "prereg/ before it: the registered one, which must exist and is never written",
    )
    wild: str | None = Field(
        None,
        pattern=r"^[^/\\~][^\\]*\.csv$",
        description="wild-track sheet, from the repository's root; its prompts are asked and reported apart, in tier 0",
    )
    models: tuple[Key, ...] = Field(min_length=1, description="keys of models.yaml, in the order in which they run")
    cells_per_stratum: Annotated[int, Field(ge=1, strict=True)] | None = Field(
        None, description="cells of each family and tier that a model is asked; null asks all"
    )
    replicates: int = Field(3, ge=1, le=100, strict=True, description="times that each prompt is asked of each model")
    temperature: float | None = Field(1.0, ge=0, le=2, strict=True, description="null sends none")
    extract_llm: Key | None = Field(
        None, description="model that reads the replies in which the reader finds neither items nor a refusal"
    )
    max_cost: float | None = Field(
        None, gt=0, description="the most that live calls of this snapshot may cost together, in the roster's currency"
    )
    n_boot: int = Field(2000, ge=100, strict=True, description="resamples of each bootstrap interval")

    @field_validator("models")
    @classmethod
    def _each_once_and_the_ceiling(cls, models: tuple[str, ...]) -> tuple[str, ...]:
        twice = sorted({key for key in models if models.count(key) > 1})
        if twice:
            raise ValueError(f"{', '.join(twice)} stands more than once; name each model once")
        if CEILING not in models:
            raise ValueError(f"{CEILING!r} is missing; the study checks its instrument by that generator, so add it")
        return models

    @field_validator("suite_manifest")
    @classmethod
    def _no_sidecar(cls, name: str) -> str:
        if name.endswith(".meta.json"):
            raise ValueError("names ending in .meta.json are the stages' own; choose another, such as suite_v2.json")
        return name


def load_params(path: Path) -> StudyParams:
    """Read and validate one parameter file.

    Raises:
        MissingInput: no such file.
        Refused: see `settings.load_settings`.
    """
    path = Path(path)
    if not path.is_file():
        shelf = sorted(found.name for found in path.parent.glob("*.yaml")) if path.parent.is_dir() else []
        raise MissingInput(f"no parameter file {path}; {path.parent} holds {', '.join(shelf) or 'none'}")
    return load_settings(path, StudyParams)
