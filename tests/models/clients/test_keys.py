"""Keys come from the environment or .env, and are asked for by name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.models.clients.keys import load_env, require_key

SECRET = "planted-Secret-123"


@pytest.fixture(autouse=True)
def _restored(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)


def test_a_missing_key_is_named() -> None:
    with pytest.raises(MissingInput, match=r"model 'chatgpt' needs the key OPENAI_API_KEY, which is not set: .*\.env"):
        require_key("OPENAI_API_KEY", "model 'chatgpt'")


def test_a_blank_key_is_a_missing_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "  ")
    with pytest.raises(MissingInput):
        require_key("OPENAI_API_KEY", "x")


def test_dotenv_fills_in_but_never_overrides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text(f"OPENAI_API_KEY={SECRET}\nGEMINI_API_KEY=from-file\n", encoding="utf-8")
    monkeypatch.setenv("GEMINI_API_KEY", "from-environment")
    load_env(tmp_path / ".env")
    assert require_key("OPENAI_API_KEY", "x") == SECRET
    assert os.environ["GEMINI_API_KEY"] == "from-environment"


def test_no_dotenv_is_no_error(tmp_path: Path) -> None:
    load_env(tmp_path / ".env")
