"""`stimfid check` and `stimfid words` as a clinician runs them, on the built lexicon (marker `lexicon`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from stimfid_lib.base.errors import MissingInput, Refused, StimfidError
from stimfid_lib.cli import app, console
from stimfid_lib.lexicon.schema import NORMS

pytestmark = [pytest.mark.lexicon, pytest.mark.usefixtures("open_lexicon_dir")]


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """As wide as the widest table: a console learns its width once, when the command line is first imported."""
    monkeypatch.setattr(console.out, "width", 200)


def _run(*arguments: str, given: str | None = None) -> Result:
    result = CliRunner().invoke(app, list(arguments), input=given, env={"PHONOLEX_RUNTIME_DIR": ""})
    if result.exception is not None and not isinstance(result.exception, (SystemExit, StimfidError)):
        raise result.exception
    return result


def _json(*arguments: str, given: str | None = None) -> dict[str, Any]:
    return json.loads(_run(*arguments, "--json", given=given).stdout)


R = ("--phoneme", "r", "--position", "initial")


def test_a_pasted_reply_with_its_reasons_and_replacements() -> None:
    reply = "Sure! Here are words with r:\n\n1. **Rabbit**\n2. Wrist\n3. Knight\n\nAnything else?"
    result = _run("check", *R, given=reply)
    assert result.exit_code == 1
    assert "words that start with r /ɹ/" in result.stdout
    assert "‘Knight’ starts with /n/, not /ɹ/." in result.stdout
    assert "2 of 3 as asked, 1 not." in result.stdout
    assert "Anything" not in result.stdout


def test_the_same_list_gets_the_same_replacements() -> None:
    first, second = (_json("check", "cat", "dog", "bee", *R) for _ in range(2))
    assert first == second
    offered = [tuple(item["instead"]) for item in first["items"]]
    assert len(set(offered)) == 3


def test_replacements_pass_when_they_are_checked_in_turn() -> None:
    for asked in (R, ("--cluster", "st", "--shape", "CCVC"), ("--phoneme", "th:this", "--aoa-max", "6")):
        items = _json("check", "zebra", "elephant", "a", *asked)["items"]
        offered = [item["instead"][0] for item in items]
        assert _run("check", *offered, *asked).exit_code == 0
    pairs = [" - ".join(item["instead"]) for item in _json("check", "a - b", "dog", "--pairs", "s/th:thumb")["items"]]
    assert _run("check", "\n".join(pairs), "--pairs", "s/th:thumb").exit_code == 0


def test_the_json_has_the_keys_that_the_page_tells() -> None:
    page = (Path(__file__).parents[2] / "docs/check.md").read_text(encoding="utf-8")
    checked, listed = _json("check", "cat", "hot dog", *R), _json("words", *R, "--limit", "1")
    assert checked["schema"] == "stimfid.check/1"
    assert listed["schema"] == "stimfid.words/1"
    assert (checked["n_items"], checked["n_pass"], checked["n_fail"], checked["n_unchecked"]) == (2, 0, 2, 0)
    assert [item["status"] for item in checked["items"]] == ["fail", "multiword"]
    assert set(listed["entries"][0]["norms"]) == set(NORMS)
    keys = {*checked, *checked["items"][0], *checked["asked"], *checked["lexicon"], *listed, *listed["entries"][0]}
    assert {key for key in keys if f"`{key}`" not in page} == set()


def test_exit_status_0_when_all_pass_and_2_when_there_is_no_list(tmp_path: Path) -> None:
    assert _run("check", "rabbit, ring", *R).exit_code == 0
    nothing = _run("check", *R, given="\n")
    assert isinstance(nothing.exception, MissingInput)
    absent = _run("check", "--file", str(tmp_path / "none.txt"), *R)
    assert isinstance(absent.exception, MissingInput)
    assert absent.exception.exit_status == 2


def test_a_list_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "my list.txt"
    file.write_text("\ufeff- rabbit\n- knight\n", encoding="utf-8")
    for arguments in (("--file", str(file)), (str(file),)):
        assert [item["item"] for item in _json("check", *arguments, *R)["items"]] == ["rabbit", "knight"]
    file.write_bytes("café".encode("latin-1"))
    assert isinstance(_run("check", "--file", str(file), *R).exception, Refused)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("check", "bath", "--phoneme", "th", "--position", "final"), "th as in thumb (θ) or th as in this (ð)"),
        (("check", "bath", "--phoneme", "s", "--position", "finl"), "did you mean 'final'"),
        (("check", "bath"), "nothing to check against"),
        (("check", "bath", "--norm", "valence>=3"), "unknown norm 'valence'"),
        (("check", "bath", "--cell", "A1-001", "--phoneme", "r"), "leave --phoneme away"),
        (("words", "--phoneme", "r", "--sort", "freqency"), "did you mean 'frequency'"),
        (("words", "--pairs", "r/w", "--sort", "word"), "for words"),
    ],
)
def test_what_is_refused_says_what_is_allowed(arguments: tuple[str, ...], told: str) -> None:
    refused = _run(*arguments).exception
    assert isinstance(refused, Refused)
    assert told in str(refused)


def test_a_misspelt_option_gets_a_proposal() -> None:
    result = _run("check", "bath", "--phonem", "s")
    assert result.exit_code != 0
    assert "--phoneme" in result.stderr


def test_words_that_satisfy_a_condition() -> None:
    result = _run("words", "--phoneme", "zh", "--position", "medial", "--norms", "--limit", "3")
    assert result.exit_code == 0
    for told in ("zh", "concreteness", "the first 3 shown"):
        assert told in result.stdout
    listed = _json("words", "--phoneme", "ʒ", "--position", "medial", "--limit", "0", "--sort", "word")
    assert listed["n_found"] == len(listed["entries"]) > 20
    assert {"vision", "treasure"} <= {entry["words"][0] for entry in listed["entries"]}
    assert "no words of this kind" in _run("words", "--phoneme", "ng", "--position", "initial").stdout


def test_pairs_and_sets_that_satisfy_a_condition() -> None:
    pairs = _json("words", "--pairs", "s/th:thumb", "--position", "initial", "--limit", "0")["entries"]
    assert ["sing", "thing"] in [entry["words"] for entry in pairs]
    (first, *_) = _json("words", "--pairs", "s/t/sh", "--position", "initial", "--limit", "1")["entries"]
    assert [phonemes[0] for phonemes in first["phonemes"]] == ["s", "t", "ʃ"]
