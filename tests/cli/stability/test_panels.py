"""`stimfid stability panels …`, `promote` and `prereg …` as a person types them."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import canonical_json, sha256_text
from stimfid_lib.cli import app
from stimfid_lib.stability.panels import prereg
from stimfid_lib.stability.panels.catalogue import PRIVATE, SHIPPED, load_protocol
from stimfid_lib.stability.panels.mutations import mutants
from stimfid_lib.stability.panels.panel import read_panel
from stimfid_lib.stability.panels.reader import QUESTIONS
from stimfid_lib.stability.panels.scenario import ITEMS
from stimfid_lib.study.committed import head_commit
from tests.stability.admitted import panels_copied

ID = "risky_choice_framing__wording__v0"


@pytest.fixture(autouse=True)
def no_private_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PRIVATE, raising=False)


@pytest.fixture
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = panels_copied(tmp_path / "panels")
    monkeypatch.setenv(PRIVATE, str(folder))
    return folder


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["stability", *arguments])


def _word_runs(text: str, length: int = 4) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    return {tuple(words[at : at + length]) for at in range(len(words) - length + 1)}


def test_the_list_names_all_24_with_equal_panels_in_both_series() -> None:
    lines = _run("panels", "list").stdout.splitlines()
    assert len(lines) == 24
    panels = [line.split()[-2] for line in lines]
    assert panels[::2] == panels[1::2]
    assert len(set(panels)) == 12


def test_a_check_tells_how_many_broken_versions_were_rejected() -> None:
    told = _run("panels", "check", ID)
    assert told.exit_code == 0
    made, of = re.fullmatch(
        rf"{ID} +gates 1, 1b and 3 pass, ([\d,]+) of ([\d,]+) broken versions rejected\n", told.stdout
    ).groups()  # type: ignore[union-attr]
    assert made == of
    assert int(of.replace(",", "")) > 2000


def test_a_check_of_broken_panels_prints_no_word_of_a_scenario(private: Path) -> None:
    """Every kind of breakage, each in a scenario of a private panel: the output holds ids and rules alone."""
    name = ID.rsplit("__", 1)[0]
    panel = read_panel(private / f"{name}.json")
    broken = list(mutants(panel.scenarios[0], panel.scenarios[1]))[::9]
    known = set[tuple[str, ...]]().union(*(_word_runs(text) for one in panel.scenarios for text in one.texts.values()))
    for mutant in broken:
        told = panel.as_json()
        told["scenarios"][0] = mutant.scenario.as_json()
        (private / f"{name}.json").write_text(json.dumps(told), encoding="utf-8")
        path = private / "protocols" / f"{ID}.json"
        changed = read_panel(private / f"{name}.json")
        protocol = json.loads(path.read_text())
        protocol["protocol"]["panel_sha256"] = changed.panel_sha256
        protocol["protocol_sha256"] = sha256_text(canonical_json(protocol["protocol"]))
        path.write_text(json.dumps(protocol))
        result = _run("panels", "check", ID, "--preflight")
        assert result.exit_code == 1, mutant.name
        assert f"problem: {ID} s01 " in result.stdout
        assert not _word_runs(result.output) & known, mutant.name
        assert "Traceback" not in result.output


def test_an_unknown_protocol_item_or_version_is_refused_with_what_is_allowed() -> None:
    for arguments, told in (
        (("panels", "check", "risky"), "risky_choice_framing__wording__v0"),
        (("panels", "show", ID, "s16"), "s15"),
        (("panels", "show", ID, "s01", "--version", "D"), "A_prime"),
    ):
        with pytest.raises(Refused, match=told):
            CliRunner().invoke(app, ["stability", *arguments], catch_exceptions=False)


def test_a_text_is_shown_as_it_is_asked() -> None:
    shown = _run("panels", "show", ID, "s05", "--version", "A_prime").stdout
    panel = read_panel(SHIPPED / f"{ID.rsplit('__', 1)[0]}.json")
    assert shown == panel.scenarios[4].texts["A_prime"] + "\n"


def test_the_shipped_files_are_what_the_sources_make() -> None:
    told = _run("panels", "build", "--look")
    assert (told.exit_code, told.stdout) == (0, "0 files would change\n")


def test_form_verdict_and_admission_end_to_end(private: Path, tmp_path: Path) -> None:
    assert _run("panels", "form", ID, "--out", str(tmp_path)).exit_code == 0
    (path,) = tmp_path.glob("reading-*.verdict.json")
    assert "framing" not in path.name
    told = json.loads(path.read_text())
    told |= {"reader": "R. Blind", "read_on": "2026-11-30"}
    told["answers"] = {item: dict.fromkeys(QUESTIONS, False) for item in ITEMS}
    told["answers"]["s02"]["preferred_answer"] = True
    path.write_text(json.dumps(told))
    promoted = _run(
        *("promote", ID, "--lane", "open", "--human-reviewed", "--reviewer", "E. Editor", "--verdict", str(path))
    )
    assert promoted.exit_code == 0, promoted.output
    assert "lane open, twin risky_choice_framing__anchoring__v0" in promoted.stdout
    assert "Cue sensitivity, published: s02" in promoted.stdout
    handed = _run("promote", ID.replace("v0", "v1"), "--lane", "open", "--human-reviewed")
    assert f"Reviewed by E. Editor (inherited from {ID})" in handed.stdout
    one_sided = _run("panels", "check", "--preflight")
    assert one_sided.exit_code == 1
    assert "names risky_choice_framing__anchoring__v1 as its twin, which is not admitted" in one_sided.stdout
    assert load_protocol(ID).status == "admitted"


def test_promote_without_lane_or_review_is_refused(private: Path) -> None:
    for arguments, told in (
        (("promote", ID, "--human-reviewed"), "--lane"),
        (("promote", ID, "--lane", "open"), "--human-reviewed"),
    ):
        with pytest.raises(Refused, match=told):
            CliRunner().invoke(app, ["stability", *arguments], catch_exceptions=False)


def test_registering_needs_a_commit_that_holds_the_code(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        named = ("-c", "user.name=x", "-c", "user.email=x@example.org")
        subprocess.run(["git", "-C", str(tmp_path), *named, *arguments], check=True, capture_output=True)

    with pytest.raises(Refused, match="no git history"):
        head_commit(tmp_path, "code")
    git("init", "-q")
    with pytest.raises(Refused, match="no commit yet"):
        head_commit(tmp_path, "code")
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "a.py").write_text("1\n")
    with pytest.raises(Refused, match=r"code/a\.py"):
        head_commit(tmp_path, "code")
    git("add", ".")
    git("commit", "-q", "-m", "x")
    assert re.fullmatch(r"[0-9a-f]{40}", head_commit(tmp_path, "code"))
    (tmp_path / "elsewhere.txt").write_text("not code\n")
    assert head_commit(tmp_path, "code")
    (tmp_path / "code" / "a.py").write_text("2\n")
    with pytest.raises(Refused, match=r"code/a\.py"):
        head_commit(tmp_path, "code")


def test_what_is_registered_is_told_for_each_protocol(private: Path) -> None:
    assert f"{ID:<40}  not_preregistered: there is no manifest" in _run("prereg", "check", ID).stdout
    written = prereg.write_manifest([load_protocol(ID)], "a" * 40)
    assert written.path.parent == private / "prereg"
    assert _run("prereg", "check", ID).exit_code == 1
    written.proof.write_bytes(
        bytes.fromhex("004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e892940108" + written.sha256 + "00")
    )
    told = _run("prereg", "check", ID)
    assert (told.exit_code, told.stdout) == (0, f"{ID:<40}  registered in {written.path.name}, commit aaaaaaaaaaaa\n")
    assert _run("prereg", "check").exit_code == 1
