"""The embedded model: when it cannot run, and that it answers the same way twice."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import sha256_file
from stimfid_lib.models import local
from stimfid_lib.models.completion import settings_of
from stimfid_lib.models.entries import EmbeddedEntry
from stimfid_lib.models.local import EmbeddedModelUnavailable, LocalClient
from stimfid_lib.models.roster import load_roster


def own(path: Path, sha256: str | None = None) -> EmbeddedEntry:
    weights = {"path": str(path), "sha256": sha256 or sha256_file(path)}
    return EmbeddedEntry.model_validate({"kind": "embedded", "model_id": "tiny", "weights": weights})


@pytest.fixture
def no_model(tmp_path: Path) -> Path:
    path = tmp_path / "no-model.gguf"
    path.write_bytes(b"GGUF but nothing more")
    return path


def test_without_xllamacpp_the_study_goes_on(no_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(EmbeddedModelUnavailable, match=r"xllamacpp is not installed .* goes on with the reference gen"):
        LocalClient("m", own(no_model))


def test_without_avx2_the_study_goes_on(no_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cpuinfo").write_text("flags\t\t: fpu sse4_2 avx f16c\n", encoding="ascii")
    monkeypatch.setattr(local, "_CPU_FLAGS", tmp_path / "cpuinfo")
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    with pytest.raises(EmbeddedModelUnavailable, match="lacks AVX2"):
        LocalClient("m", own(no_model))
    monkeypatch.setattr("platform.machine", lambda: "arm64")
    assert not local.lacks_avx2()


def test_weights_of_another_digest_are_refused(no_model: Path) -> None:
    with pytest.raises(Refused, match=r"has sha256 .*, models\.yaml pins aaaa"):
        LocalClient("m", own(no_model, "a" * 64))


def test_absent_weights(tmp_path: Path) -> None:
    with pytest.raises(EmbeddedModelUnavailable, match=r"no weights at .*none\.gguf"):
        LocalClient("m", own(tmp_path / "none.gguf", "a" * 64))


def test_weights_that_do_not_load(no_model: Path) -> None:
    with LocalClient("m", own(no_model)) as client, pytest.raises(EmbeddedModelUnavailable, match="does not load"):
        client.complete("hello")


@pytest.fixture(scope="module")
def entry() -> EmbeddedEntry:
    found = load_roster().entry("smollm2_135m")
    assert isinstance(found, EmbeddedEntry)
    return found.model_copy(update={"max_tokens": 6})


PROMPTS = ("Give me five words with r.", "Say hello.")


@pytest.mark.weights
def test_the_same_text_whatever_the_order_of_asking_and_the_threads(entry: EmbeddedEntry) -> None:
    questions = [(PROMPTS[0], 0.0), (PROMPTS[1], 1.0), (PROMPTS[0], 1.0)]
    with LocalClient("m", entry) as client:
        first = {asked: client.complete(*asked, seed=11).text for asked in questions}
    other_threads = entry.model_copy(update={"threads": 2, "prompt_threads": 1})
    with LocalClient("m", other_threads) as client:
        turned = {asked: client.complete(*asked, seed=11).text for asked in reversed(questions)}
    assert first == turned
    assert all(first.values())


@pytest.mark.weights
def test_what_is_recorded(entry: EmbeddedEntry, capfd: pytest.CaptureFixture[str]) -> None:
    with LocalClient("m", entry) as client:
        completion = client.complete(PROMPTS[0], 1.0, seed=11)
        other = client.complete(PROMPTS[0], 1.0, seed=12)
    assert completion.text != other.text, "replicates differ by their seed"
    assert completion.model_id == "SmolLM2-135M-Instruct.Q4_1", "and not a path of this machine"
    assert completion.finish_reason in ("stop", "length")
    assert 0 < completion.usage["output_tokens"] <= 6
    assert completion.usage["cached_tokens"] == 0
    sent, runtime = completion.request["sent"], completion.request["runtime"]
    assert sent == {
        "model": "SmolLM2-135M-Instruct.Q4_1",
        "temperature": 1.0,
        "seed": 11,
        "max_tokens": 6,
        "top_k": 40,
        "top_p": 0.95,
        "min_p": 0.05,
        "cache_prompt": False,
    }
    assert runtime["weights_sha256"].startswith("b179c952")
    assert set(runtime) == {"name", "weights_sha256", "n_ctx"}
    assert client.settings(1.0) == settings_of(completion.request)
    assert capfd.readouterr() == ("", ""), "llama.cpp keeps its log to itself"
