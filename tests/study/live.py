"""A checkout with a small frozen suite and a vendor's model that counts as live and yet stays on this machine."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.files import write_json, write_parquet
from stimfid_lib.lexicon.constraints import Constraint, constraints_to_json
from stimfid_lib.models.roster import load_roster
from stimfid_lib.study.prereg import freeze_plan
from stimfid_lib.study.workspace import Study
from stimfid_lib.suite.manifest import suite_sha256
from tests.fixtures import write_fixture_lexicon
from tests.study.conftest import ROOT
from tests.study.plans import MANIFEST as NUMBERS
from tests.study.test_prereg import commit_all, git

KEY = "planted-Secret-4711x"
PARAMS = "snapshot: own\nmodels: [lexicon, chat, other]\nreplicates: 2\n"
# 0.0.0.0 is no loopback address, so its models need leave; on this machine it leads to 127.0.0.1 all the same
ROSTER = """
verified: {verified}
limits: {{openai: {{concurrency: 2}}}}
models:
  lexicon: {{kind: reference, generator: lexicon}}
  chat: {{provider: openai, model_id: chat-1, access: paid, max_tokens: 10, base_url: "{url}", prices: {prices}}}
  other: {{provider: openai, model_id: other-1, access: free, max_tokens: 10, base_url: "{url}", prices: {prices}}}
"""
PRICES = "{input: 0.0, output: 1000.0, as_of: 2026-11-30}"


@dataclass(frozen=True)
class Live:
    """The checkout; its methods change one thing each."""

    home: Path

    @property
    def study(self) -> Study:
        return Study.open("params/own.yaml")

    def roster(self, port: int = 9, *, verified: object = None, prices: str = "null") -> None:
        today = datetime.now(UTC).date()
        url = f"http://0.0.0.0:{port}/v1"
        text = ROSTER.format(verified=verified or today, url=url, prices=prices)
        (self.home / "models.yaml").write_text(text, encoding="utf-8")
        load_roster(self.home / "models.yaml")

    def register(self) -> None:
        """Freeze the plan and commit it."""
        freeze_plan(self.study, "2026-12-01")
        commit_all(self.study)


def make_live(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Live:
    """Lay the checkout out: two cells in two arms, a seven-word lexicon, nothing registered."""
    home = folder / "checkout"
    (home / "params").mkdir(parents=True)
    (home / "prereg.qmd").write_bytes((ROOT / "prereg.qmd").read_bytes())
    (home / "params/own.yaml").write_text(PARAMS, encoding="utf-8")
    (home / ".gitignore").write_text("build/\n.env\n", encoding="utf-8")
    git(home, "init", "-q")
    monkeypatch.setenv("STIMFID_HOME", str(home))
    monkeypatch.setenv("PHONOLEX_RUNTIME_DIR", str(write_fixture_lexicon(folder / "lexicon")))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    live = Live(home)
    live.roster()
    suite = _suite()
    write_parquet(live.study.path("suite.parquet"), suite)
    write_json(live.study.manifest_path, {**NUMBERS, "suite_sha256": suite_sha256(suite)})
    return live


def _suite() -> pl.DataFrame:
    rows = []
    for number, (sound, place) in enumerate((("t", "final"), ("k", "initial"))):
        constraints = constraints_to_json([Constraint("phoneme_at", {"phoneme": sound, "position": place})])
        for arm in ("naive", "expert"):
            cell = f"A1-{number:03d}"
            text = f"Two {arm} words with {sound}."
            rows.append((f"{cell}:{arm}", cell, "A1", 1, arm, "adapted", text, constraints, None, 2))
    columns = ("prompt_id", "cell_id", "family", "tier", "arm", "provenance", "prompt_text")
    return pl.DataFrame(rows, schema=[*columns, "constraints_json", "contrast_json", "list_length"], orient="row")
