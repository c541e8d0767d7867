"""The nouns: under what conditions the reference model answered, and what it answered, digest by digest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import canonical_json, sha256_text

_TYPES: Mapping[str, type] = {"str": str, "int": int, "bool": bool}


@dataclass(frozen=True, slots=True)
class Conditions:
    """Everything known that may move the last bit of an answer.

    Attributes:
        model_id: the id that the reference model answers under.
        weights_sha256: digest of the weights, checked when they were loaded.
        runtime: name and version of the package that runs them.
        build: the runtime's own name of its build.
        template_sha256: digest of the chat template.
        n_ctx: context in tokens.
        n_batch, n_ubatch: tokens of a prompt that are read at once, logically and physically.
        threads, prompt_threads: for writing and for reading the prompt.
        slots: questions at a time; always 1.
        flash_attention: whether attention is computed in one pass; the other way moves last bits.
        cache_type: number format of the key-value cache; another one moves last bits.
        architecture: processor family and the instruction sets that the runtime uses.
    """

    model_id: str
    weights_sha256: str
    runtime: str
    build: str
    template_sha256: str
    n_ctx: int
    n_batch: int
    n_ubatch: int
    threads: int
    prompt_threads: int
    slots: int
    flash_attention: bool
    cache_type: str
    architecture: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One greedy answer: digests of the question, of its text, and of the logarithmic probabilities along it.

    `logprobs_sha256` covers, token by token, the written token and the five likeliest with their natural logarithms
    as the runtime printed them.
    """

    prompt_sha256: str
    text_sha256: str
    logprobs_sha256: str


@dataclass(frozen=True, slots=True)
class RuntimeFingerprint:
    """Conditions and the answers to the fixed questions, in order. Two are equal, or the instrument moved."""

    conditions: Conditions
    answers: tuple[Answer, ...]

    @property
    def sha256(self) -> str:
        """Digest of conditions and answers."""
        return sha256_text(canonical_json(self.to_json()))

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values; `from_json` reads them."""
        return {"conditions": asdict(self.conditions), "answers": [asdict(answer) for answer in self.answers]}

    @classmethod
    def from_json(cls, value: Mapping[str, Any], where: str) -> Self:
        """Read what `to_json` wrote.

        Raises:
            Refused: a field is missing, unknown or of another type; `where` says which file.
        """
        try:
            conditions = Conditions(**value["conditions"])
            answers = tuple(Answer(**answer) for answer in value["answers"])
        except (KeyError, TypeError) as error:
            raise Refused(f"{where} is no fingerprint ({error}): restore it from a copy") from None
        for field in fields(Conditions):
            found = getattr(conditions, field.name)
            wanted = _TYPES[str(field.type)]
            if type(found) is not wanted:
                raise Refused(f"{where}: {field.name} is {found!r}, expected {wanted.__name__}; restore it from a copy")
        return cls(conditions, answers)


def differences(baseline: RuntimeFingerprint, today: RuntimeFingerprint) -> tuple[str, ...]:
    """Name everything in which two fingerprints differ, in words; nothing where they are equal.

    A difference of the conditions is the likely cause of one of the answers, so that it is named first.
    """
    told = [
        f"{name}: {was!r} in the baseline, {now!r} now"
        for name, was in asdict(baseline.conditions).items()
        if (now := getattr(today.conditions, name)) != was
    ]
    if [answer.prompt_sha256 for answer in baseline.answers] != [answer.prompt_sha256 for answer in today.answers]:
        return (*told, "the fixed questions are others than the baseline's")
    for number, (was, now) in enumerate(zip(baseline.answers, today.answers, strict=True), start=1):
        if was.text_sha256 != now.text_sha256:
            told.append(f"question {number}: another text")
        elif was.logprobs_sha256 != now.logprobs_sha256:
            told.append(f"question {number}: the same text, other probabilities")
    return tuple(told)
