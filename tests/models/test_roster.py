"""models.yaml: what is read, and how a mistake is told."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from pydantic import ValidationError

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.models.entries import EmbeddedEntry, EndpointEntry, PackagedWeights, ReferenceEntry, VendorEntry
from stimfid_lib.models.roster import load_roster

EMBEDDED = """
verified: 2026-11-30
models:
  own:
    kind: embedded
    model_id: tiny
    weights: {path: /models/tiny.gguf, sha256: %s}
""" % ("a" * 64)


def load(tmp_path: Path, text: str) -> object:
    (tmp_path / "models.yaml").write_text(text, encoding="utf-8")
    return load_roster(tmp_path / "models.yaml")


def test_the_repository_s_roster() -> None:
    roster = load_roster()
    assert roster.verified is None or isinstance(roster.verified, date)
    kinds = {key: type(roster.entry(key)) for key in roster.models}
    assert kinds["lexicon"] is kinds["spelling"] is ReferenceEntry
    assert kinds["smollm2_135m"] is EmbeddedEntry
    ids = {"chatgpt_paid": "openai", "chatgpt_free": "openai", "claude_free": "anthropic", "gemini_free": "google"}
    for key, provider in ids.items():
        entry = roster.entry(key)
        assert isinstance(entry, VendorEntry)
        assert entry.provider == provider
        assert entry.temperature is entry.seed is None, "not sent unless the entry says so"


def test_the_embedded_model_is_pinned_as_measured() -> None:
    entry = load_roster().entry("smollm2_135m")
    assert isinstance(entry, EmbeddedEntry)
    assert isinstance(entry.weights, PackagedWeights)
    assert entry.weights.sha256.startswith("bcc81830d10ce7d9")
    assert entry.weights.member_sha256.startswith("b179c9523d0e6a0f")
    assert (entry.n_ctx, entry.threads, entry.temperature, entry.seed) == (2048, 1, "run", "run")
    assert entry.sampler.model_dump() == {"top_k": 40, "top_p": 0.95, "min_p": 0.05}


def test_a_vendor_needs_no_kind(tmp_path: Path) -> None:
    roster = load(tmp_path, "models: {x: {provider: openai, model_id: gpt-5.1, access: paid}}")
    assert isinstance(roster.entry("x"), VendorEntry)  # type: ignore[attr-defined]


def test_an_endpoint_of_one_s_own(tmp_path: Path) -> None:
    text = (
        "models: {o: {kind: endpoint, base_url: 'http://localhost:11434/v1', model_id: m, temperature: run, seed: run}}"
    )
    entry = load(tmp_path, text).entry("o")  # type: ignore[attr-defined]
    assert isinstance(entry, EndpointEntry)
    assert (entry.temperature, entry.seed, entry.max_tokens, entry.key_env) == ("run", "run", None, None)


def test_own_weights(tmp_path: Path) -> None:
    entry = load(tmp_path, EMBEDDED).entry("own")  # type: ignore[attr-defined]
    assert entry.weights.path == Path("/models/tiny.gguf")


VENDOR = "models: {x: {provider: openai, model_id: m, access: free, %s}}"
MISTAKES = {
    "misspelt key": (VENDOR % "temprature: 1", r"unknown key 'models\.x\.temprature'; did you mean 'temperature'\?"),
    "misspelt top key": (
        "verifed: null\nmodels: {x: {kind: reference, generator: lexicon}}",
        "did you mean 'verified'",
    ),
    "misspelt sampler key": (
        EMBEDDED + "    sampler: {topk: 40}",
        r"models\.own\.sampler\.topk'; did you mean 'top_k'",
    ),
    "misspelt price": (VENDOR % "prices: {inputs: 1}", r"models\.x\.prices\.inputs'; did you mean 'input'"),
    "unknown kind": ("models: {x: {kind: embeded}}", r"models\.x\.kind = 'embeded'; did you mean 'embedded'"),
    "no kind": ("models: {x: {generator: lexicon}}", r"models\.x\.kind is missing: allowed are reference, embedded"),
    "key of another kind": (
        "models: {x: {kind: reference, generator: lexicon, threads: 1}}",
        "unknown key 'models.x.thr",
    ),
    "unknown provider": ("models: {x: {provider: opnai, model_id: m, access: free}}", r"models\.x\.provider = 'opnai'"),
    "missing value": ("models: {x: {provider: openai, access: free}}", r"models\.x\.model_id is missing"),
    "out of range": (VENDOR % "temperature: 3", r"models\.x\.temperature.* = 3: .*less than or equal to 2"),
    "a fixed seed": (VENDOR % "seed: 7", r"models\.x\.seed = 7: Input should be 'run'"),
    "a password in a URL": (VENDOR % "base_url: 'http://u:p@localhost/v1'", "base_url = "),
    "a key that is no file name": ("models: {../x: {kind: reference, generator: lexicon}}", "String should match"),
    "a key twice": (
        "models:\n  x: {kind: reference, generator: lexicon}\n  x: {kind: reference, generator: spelling}",
        "twice",
    ),
    "no models": ("models: {}", "models = {}"),
    "no mapping": ("- x", "holds list, expected a mapping"),
    "no YAML": ("models: [", "is not YAML"),
}


@pytest.mark.parametrize(("text", "words"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes_are_told(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        load(tmp_path, text)


def test_an_unknown_model_is_proposed_a_near_one() -> None:
    with pytest.raises(Refused, match=r"no model 'smolm2_135m' in the roster; did you mean 'smollm2_135m'\?"):
        load_roster().entry("smolm2_135m")


def test_no_roster(tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match="no roster"):
        load_roster(tmp_path / "none.yaml")


def test_entries_do_not_change() -> None:
    entry = load_roster().entry("chatgpt_free")
    with pytest.raises(ValidationError):
        entry.model_id = "other"  # type: ignore[union-attr]
