"""The fallback inside the stage: a real server on this machine, a journal that resumes, and nothing while it is off."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.files import write_parquet, write_text
from stimfid_lib.study.reading import read_replies
from stimfid_lib.study.workspace import Study
from tests.loopback.openai_wire import Answer, Json, chat, refuse, serving, wait_until
from tests.study.conftest import ROOT

SUITE = pl.DataFrame(
    {
        "prompt_id": ["p1", "p2", "p3"],
        "prompt_text": ["one", "two", "three"],
        "constraints_json": ["[]"] * 3,
        "contrast_json": [None] * 3,
        "list_length": [10] * 3,
    },
    schema_overrides={"contrast_json": pl.String},
)
TEXTS = [
    "1. cat\n2. bat\n3. wig",
    "One such thing is the rabbit, I would say.",
    "One such thing is the ring, I would say.",
]


def open_study(home: Path, monkeypatch: pytest.MonkeyPatch, lexicon: Path, url: str, extract_llm: str) -> Study:
    write_text(home / "pyproject.toml", "")
    write_text(
        home / "models.yaml",
        "models:\n  lexicon: {kind: reference, generator: lexicon}\n"
        f"  own: {{kind: endpoint, base_url: '{url}', model_id: m}}\n",
    )
    write_text(home / "params/own.yaml", f"snapshot: own\nmodels: [lexicon]\nextract_llm: {extract_llm}\n")
    monkeypatch.setenv("STIMFID_HOME", str(home))
    monkeypatch.setenv("PHONOLEX_RUNTIME_DIR", str(lexicon))
    monkeypatch.setattr(Study, "suite", lambda _self: SUITE)
    study = Study.open("params/own.yaml")
    runs = {"prompt_id": SUITE["prompt_id"], "model_key": ["m"] * 3, "replicate": [1] * 3, "text": TEXTS}
    write_parquet(study.path("runs.parquet"), pl.DataFrame(runs))
    return study


def _copies(body: Json) -> Answer:
    return Answer(chat("rabbit\nmango" if "rabbit" in body["messages"][0]["content"] else "ring"))


def test_off_it_asks_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fixture_lexicon_dir: Path) -> None:
    with serving(_copies) as server:
        study = open_study(tmp_path / "home", monkeypatch, fixture_lexicon_dir, server.url, "null")
        assert read_replies(study).lines == ()
        assert server.requests == []
    assert study.table("extracted")["method"].to_list() == ["numbered", "none", "none"]
    assert study.table("extract_llm").height == 0


def test_on_it_asks_about_failures_alone_and_a_second_run_asks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fixture_lexicon_dir: Path
) -> None:
    with serving(_copies) as server:
        study = open_study(tmp_path / "home", monkeypatch, fixture_lexicon_dir, server.url, "own")
        assert read_replies(study).lines == ()
        assert len(server.requests) == 2
        first = study.table("extracted")
        assert read_replies(study).lines == ()
        assert len(server.requests) == 2, "the journal answers"
    assert study.table("extracted").equals(first)
    assert first["method"].to_list() == ["numbered", "llm", "llm"]
    assert first["entries"].to_list()[1:] == [[["rabbit"]], [["ring"]]]
    assert study.table("extract_llm")["dropped"].to_list() == [["mango"], []]


def test_what_failed_is_owed_and_asked_again_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fixture_lexicon_dir: Path
) -> None:
    down = {"rabbit"}

    def flaky(body: Json) -> Answer:
        content = body["messages"][0]["content"]
        return refuse(400, code="down") if any(word in content for word in down) else _copies(body)

    with serving(flaky) as server:
        study = open_study(tmp_path / "home", monkeypatch, fixture_lexicon_dir, server.url, "own")
        made = read_replies(study)
        assert len(made.owed) == 1
        assert "extract_llm: own: 1 of 2 answered" in made.owed[0]
        assert study.table("extracted")["method"].to_list() == ["numbered", "none", "llm"]
        down.clear()
        asked = len(server.requests)
        assert read_replies(study).owed == ()
        assert len(server.requests) == asked + 1
    assert study.table("extracted")["method"].to_list() == ["numbered", "llm", "llm"]


def test_an_unknown_model_is_refused_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fixture_lexicon_dir: Path
) -> None:
    from stimfid_lib.base.errors import Refused

    with pytest.raises(Refused, match="nobody"):
        open_study(tmp_path / "home", monkeypatch, fixture_lexicon_dir, "http://127.0.0.1:9/v1", "nobody")


_CHILD = """
import pickle, sys
from stimfid_lib.study.reading import read_replies
from stimfid_lib.study.workspace import Study
suite = pickle.loads(bytes.fromhex(sys.argv[1]))
Study.suite = lambda _self: suite
read_replies(Study.open("params/own.yaml"))
"""


def test_a_killed_run_goes_on_and_asks_no_answered_reply_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fixture_lexicon_dir: Path
) -> None:
    slow = {"ring"}

    def half(body: Json) -> Answer:
        answer = _copies(body)
        answer.delay_s = 60.0 if any(word in body["messages"][0]["content"] for word in slow) else 0.0
        return answer

    with serving(half) as server:
        study = open_study(tmp_path / "home", monkeypatch, fixture_lexicon_dir, server.url, "own")
        child = subprocess.Popen([sys.executable, "-c", _CHILD, pickle.dumps(SUITE).hex()], cwd=ROOT)
        journal = study.path("extract_llm/own.jsonl")
        try:
            # one answer is on file and the other question is out
            wait_until(
                lambda: journal.is_file() and journal.read_bytes().count(b"\n") == 1 and len(server.requests) == 2,
                timeout_s=60.0,
            )
        finally:
            child.kill()
            child.wait()
        assert not study.path("extracted.parquet").exists()
        slow.clear()
        assert read_replies(study).owed == ()
        asked = [body["messages"][0]["content"] for body in server.requests]
    assert sum("rabbit" in content for content in asked) == 1, "it was answered before the kill"
    assert sum("ring, I" in content for content in asked) == 2, "its answer never came"
    assert study.table("extracted")["method"].to_list() == ["numbered", "llm", "llm"]
