"""What one snapshot of the study asks, of whom, how often: validated before any work."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from stimfid_lib.base.errors import MissingInput, Refused

Key = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=60)]


class StudyParams(BaseModel):
    """Parameters of one snapshot, as `params/<snapshot>.yaml` holds them.

    Unknown names are refused. `cells_per_stratum` limits what is asked of every model but the reference
    generators, which answer the whole suite because they cost nothing.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    snapshot: Key = Field(description="names the folder build/<snapshot>")
    suite_manifest: str = Field(
        "suite_manifest.json",
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*\.json$",
        description="file of the frozen manifest; a changed suite needs a new file name",
    )
    models: tuple[Key, ...] = Field(min_length=1, description="keys of models.yaml, in the order in which they run")
    cells_per_stratum: Annotated[int, Field(ge=1)] | None = Field(
        None, description="cells of each family and tier that a model is asked; null asks all"
    )
    replicates: int = Field(3, ge=1, le=100, description="times that each prompt is asked of each model")
    temperature: float | None = Field(1.0, ge=0, le=2, description="null sends none")
    n_boot: int = Field(2000, ge=100, description="resamples of each bootstrap interval")

    @field_validator("models")
    @classmethod
    def _each_once(cls, models: tuple[str, ...]) -> tuple[str, ...]:
        twice = sorted({key for key in models if models.count(key) > 1})
        if twice:
            raise ValueError(f"{', '.join(twice)} stands more than once; name each model once")
        return models


def load_params(path: Path) -> StudyParams:
    """Read and validate one parameter file.

    Raises:
        MissingInput: no such file.
        Refused: not YAML, an unknown parameter (the nearest right name is proposed) or a value out of range.
    """
    path = Path(path)
    if not path.is_file():
        shelf = sorted(found.name for found in path.parent.glob("*.yaml")) if path.parent.is_dir() else []
        raise MissingInput(f"no parameter file {path}; {path.parent} holds {', '.join(shelf) or 'none'}")
    try:
        raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise Refused(f"{path} is not YAML: {error}") from error
    if not isinstance(raw, dict):
        raise Refused(f"{path} holds {type(raw).__name__}, expected a mapping of parameter names to values")
    try:
        return StudyParams.model_validate(raw)
    except ValidationError as error:
        raise Refused(f"{path}: " + "; ".join(_in_words(entry, raw) for entry in error.errors())) from None


def _in_words(entry: Any, raw: dict[str, Any]) -> str:
    """Put one pydantic error into: which parameter, which value, what is allowed."""
    name = ".".join(str(part) for part in entry["loc"])
    if entry["type"] == "extra_forbidden":
        known = list(StudyParams.model_fields)
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        return f"unknown parameter {name!r}{hint} (allowed: {', '.join(known)})"
    if entry["type"] == "missing":
        return f"parameter {name!r} is missing"
    return f"{name} = {raw.get(str(entry['loc'][0]))!r}: {entry['msg']}"
