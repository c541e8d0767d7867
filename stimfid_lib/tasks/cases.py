"""A case: what a model is given, what is right, and which failure it is there to catch."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.settings import Strict

Split = Literal["train", "dev"]
SPLITS: tuple[Split, ...] = ("train", "dev")


class Case(Strict):
    """What every case of every corpus has; a task adds its inputs and its expectation.

    `split`: `train` is for looking at while a prompt or reader is improved, `dev` for telling whether that helped.
    """

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=60)]
    split: Split
    note: Annotated[str, Field(min_length=20, description="the failure that the case targets, in prose")]


C = TypeVar("C", bound=Case)


def load_cases(path: Path, split: Split | None = None, *, kind: type[C]) -> tuple[C, ...]:
    """Read a corpus: a JSON list of cases, in its order; only one split if named.

    Raises:
        MissingInput: no such file.
        Refused: not JSON, a case that is not of its task's kind (every fault with the case's id), an id that stands
            twice, or a split that is none.
    """
    if split is not None and split not in SPLITS:
        raise Refused(f"split {split!r}: allowed are {', '.join(SPLITS)}, or none for both")
    if not path.is_file():
        raise MissingInput(f"no corpus {path}: restore it from the repository")
    cases: list[C]
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        cases = TypeAdapter(list[kind]).validate_python(raw)  # type: ignore[valid-type]
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise Refused(f"{path} is not JSON: {error}") from error
    except ValidationError as error:
        raise Refused(f"{path}: {'; '.join(_in_words(raw, fault) for fault in error.errors())}") from None
    twice = [name for name, count in Counter(case.id for case in cases).items() if count > 1]
    if twice:
        raise Refused(f"{path}: id {twice[0]!r} stands twice; each case has its own")
    return tuple(case for case in cases if split in (None, case.split))


def _in_words(raw: object, fault: Any) -> str:
    index, *rest = fault["loc"] or (None,)
    case = raw[index] if isinstance(raw, list) and isinstance(index, int) else None
    name = case.get("id", f"number {index}") if isinstance(case, dict) else f"number {index}"
    return f"case {name!r}, {'.'.join(map(str, rest)) or 'whole'}: {fault['msg']}"
