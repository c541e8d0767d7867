"""Whether the roster's ids stand in the vendors' listings, and when `verified` may be set."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.build import KEY_OF
from stimfid_lib.models.listing import Found, check_roster, set_verified
from stimfid_lib.models.roster import Roster, load_roster
from tests.loopback.server import Answer, serving

KEY = "planted-Secret-5x"
TODAY = date(2026, 11, 30)


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in KEY_OF.values():
        monkeypatch.setenv(name, KEY)


def roster(url: str, **changes: object) -> Roster:
    base = {"provider": "openai", "model_id": "gpt-1", "access": "paid", "base_url": url}
    return Roster.model_validate({"models": {"gpt": base | changes}})


def listing(*ids: str) -> Answer:
    return Answer({"object": "list", "data": [{"id": name, "object": "model", "created": 1} for name in ids]})


@pytest.mark.parametrize(
    ("changes", "state", "told"),
    [
        ({}, "listed", "gpt-1"),
        ({"snapshot": "gpt-1-2026", "aliases": ["gpt-latest"]}, "listed", "gpt-1, gpt-1-2026, gpt-latest"),
        (
            {"model_id": "gpt-0"},
            "missing",
            "gpt-0 not among 4 listed models; of the same name: gpt-1, gpt-1-2026, gpt-latest",
        ),
        ({"aliases": ["gpt-9"]}, "missing", "gpt-9 not among"),
    ],
)
def test_ids_are_looked_for(changes: dict[str, object], state: str, told: str) -> None:
    with serving([], lambda _: listing("gpt-1", "gpt-1-2026", "gpt-latest", "other")) as server:
        (found,) = check_roster(roster(server.url, **changes))
        assert server.requests == [], "no model is asked"
    assert found.state == state
    assert found.told.startswith(told)


def test_a_server_that_does_not_answer_and_a_missing_key_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    refusal = Answer({"error": {"message": f"bad {KEY}", "code": "invalid_api_key"}}, 401)
    with serving([], lambda _: refusal) as server:
        (found,) = check_roster(roster(server.url))
        assert str(found) == "gpt: not checked: AuthenticationError (HTTP 401, code invalid_api_key): bad …"
        monkeypatch.setenv("OPENAI_API_KEY", "")
        (found,) = check_roster(roster(server.url))
        assert "needs the key OPENAI_API_KEY" in found.told


ROSTER = """# ours
verified: null   # the date
models:
  # kept
  gpt: {provider: openai, model_id: gpt-1, access: paid}
"""


def test_the_date_is_set_and_every_comment_stays(tmp_path: Path) -> None:
    path = tmp_path / "models.yaml"
    path.write_text(ROSTER, encoding="utf-8")
    found = [Found("gpt", "listed", "gpt-1", vendor=True), Found("own", "not checked", "x", vendor=False)]
    set_verified(path, found, TODAY)
    assert path.read_text(encoding="utf-8") == ROSTER.replace("null", "2026-11-30")
    assert load_roster(path).verified == TODAY
    set_verified(path, found, date(2026, 12, 1))
    assert path.read_text(encoding="utf-8") == ROSTER.replace("null", "2026-12-01")


@pytest.mark.parametrize("state", ["missing", "not checked"])
def test_the_date_is_not_set_while_an_id_is_unseen(tmp_path: Path, state: str) -> None:
    path = tmp_path / "models.yaml"
    path.write_text(ROSTER, encoding="utf-8")
    with pytest.raises(Refused, match="verified stays as it is, because gpt could not be found"):
        set_verified(path, [Found("gpt", state, "x", vendor=True)], TODAY)  # type: ignore[arg-type]
    assert path.read_text(encoding="utf-8") == ROSTER


def test_a_roster_without_the_line_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "models.yaml"
    path.write_text(ROSTER.replace("verified: null   # the date\n", ""), encoding="utf-8")
    with pytest.raises(Refused, match=r"has no line that begins with 'verified:'; add `verified: 2026-11-30`"):
        set_verified(path, [], TODAY)
