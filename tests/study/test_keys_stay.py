"""Planted keys (environment, .env, echoed by a server in headers, error bodies, replies) reach no file and no text."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.loopback.openai_wire import Answer, Json, chat, serving
from tests.study.conftest import stimfid

pytestmark = [pytest.mark.lexicon, pytest.mark.slow]

IN_ENVIRONMENT, IN_FILE = "sk-planted-Env-9f8e7d", "sk-planted-File-1a2b3c"

NOTEBOOK = """
import os, sys
from stimfid_lib.study.headless import run_notebook
from stimfid_lib.study.workspace import Study
run_notebook(Study.open("params/own.yaml"), "params/own.yaml", "04_run")
"""


def echoing(key: str) -> object:
    """A server that knows the key and puts it wherever it can, a fault after the other."""
    echo = {"X-Echo": key, "Retry-After": "0.01"}
    faults = (
        Answer({"error": {"message": f"Incorrect API key {key}", "code": key, "type": key}}, 429, echo),
        Answer(f"<html>{key}</html>".encode(), 500, echo, "text/html"),
        Answer(f'{{"choices": "{key}'.encode(), 200, echo),
        Answer(chat(f"1. cat {key}"), 200, echo),
    )
    asked: list[Json] = []

    def answer(body: Json) -> Answer:
        asked.append(body)
        return (
            faults[len(asked) - 1]
            if len(asked) <= len(faults)
            else Answer(chat("1. cat\n2. bat", model="m"), 200, echo)
        )

    return answer


def test_keys_stay_where_they_are(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ONE_KEY", IN_ENVIRONMENT)
    monkeypatch.delenv("TWO_KEY", raising=False)
    (home / ".env").write_text(f"TWO_KEY={IN_FILE}\n", encoding="utf-8")
    (home / "params/own.yaml").write_text(
        "snapshot: own\nmodels: [lexicon, one, two]\ncells_per_stratum: 1\nreplicates: 1\n", encoding="utf-8"
    )
    said = ""
    with serving(echoing(IN_ENVIRONMENT)) as one, serving(echoing(IN_FILE)) as two:  # type: ignore[arg-type]
        with (home / "models.yaml").open("a", encoding="utf-8") as roster:
            for name, server, variable in (("one", one, "ONE_KEY"), ("two", two, "TWO_KEY")):
                entry = f"kind: endpoint, base_url: '{server.url}', model_id: m, key_env: {variable}"
                roster.write(f"  {name}: {{{entry}}}\n")
        for _ in range(2):
            environment = {**os.environ, "STIMFID_HOME": str(home)}
            command = [sys.executable, "-c", NOTEBOOK]
            done = subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, check=False)
            said += done.stdout + done.stderr
        for words in (("ask", "--dry-run"), ("ask",), ("roster", "check"), ("batch", "poll")):
            done = (
                stimfid(home, *words, "--params", "params/own.yaml") if words[0] != "roster" else stimfid(home, *words)
            )
            said += done.stdout + done.stderr
        assert one.headers[0]["authorization"] == f"Bearer {IN_ENVIRONMENT}"
        assert two.headers[0]["authorization"] == f"Bearer {IN_FILE}"
    notebook = json.loads((home / "build/own/notebooks/04_run.ipynb").read_text(encoding="utf-8"))
    assert "HTTP 429" in str(notebook["cells"]), "the notebook tells of the failed calls"
    errors = (home / "build/own/runs/attempts.jsonl").read_text(encoding="utf-8")
    assert "malformed reply (it holds the API key)" in errors
    for key in (IN_ENVIRONMENT, IN_FILE):
        assert key not in said
        assert key[3:] not in said
        for path in home.rglob("*"):
            if path.is_file() and path.name != ".env" and "data" not in path.parts:
                assert key.encode() not in path.read_bytes(), path


@pytest.mark.parametrize("value", ["http://user:planted-Pass-1@localhost/v1", "planted-Key-2"])
def test_a_secret_in_the_wrong_place_of_the_roster_is_not_told(home: Path, value: str) -> None:
    field = "base_url" if value.startswith("http") else "key_env"
    url = value if field == "base_url" else "http://127.0.0.1:9/v1"
    more = "" if field == "base_url" else f", key_env: {value}"
    with (home / "models.yaml").open("a", encoding="utf-8") as roster:
        roster.write(f"  own: {{kind: endpoint, base_url: '{url}', model_id: m{more}}}\n")
    done = stimfid(home, "grid")
    assert done.returncode == 1
    assert f"models.own.{field} = (not shown, it may be secret)" in done.stderr
    assert "planted" not in done.stderr + done.stdout
