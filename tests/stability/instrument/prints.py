"""Fingerprints made by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from stimfid_lib.stability.instrument.fingerprint import Answer, Conditions, RuntimeFingerprint

CONDITIONS = Conditions(
    model_id="tiny",
    weights_sha256="a" * 64,
    runtime="runtime 1.0",
    build="b1",
    template_sha256="b" * 64,
    n_ctx=2048,
    n_batch=2048,
    n_ubatch=512,
    threads=1,
    prompt_threads=2,
    slots=1,
    flash_attention=True,
    cache_type="f16",
    architecture="x86_64 AVX AVX2",
)
ANSWERS = tuple(Answer(f"q{number}", f"t{number}", f"p{number}") for number in range(12))
PRINT = RuntimeFingerprint(CONDITIONS, ANSWERS)


def under(**changed: Any) -> RuntimeFingerprint:
    """The fingerprint under other conditions."""
    return RuntimeFingerprint(replace(CONDITIONS, **changed), ANSWERS)


def answering(number: int, **changed: str) -> RuntimeFingerprint:
    """The fingerprint with another answer to one question (from 1)."""
    answers = list(ANSWERS)
    answers[number - 1] = replace(answers[number - 1], **changed)
    return RuntimeFingerprint(CONDITIONS, tuple(answers))
