"""Planted keys, figures and private texts are found wherever they stand, and nothing goes out."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.panels.catalogue import load_panel, load_protocol
from stimfid_lib.stability.publish.leaks import Private, Search, require_no_leak
from stimfid_lib.stability.publish.publication import publish
from tests.stability.publish.made import DAY, GUARD, OPEN, SOUND, archive_of

SECRET = "The ferry left two barrels of salted herring on the northern quay before dawn broke"
PRIVATE = Private(keys=("sk-abcdef0123456789",), figures=(187.43, 12.0, 1204.0), texts=(SECRET,))


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.txt", "x sk-abcdef0123456789 y", "a.txt: a key"),
        ("a.csv", "when,what\n1,187.43\n", "a.csv, line 2: a figure of the budget"),
        ("a.json", '{"n": 1204}', "a.json, line 1: a figure of the budget"),
        ("a.json", '{"monthly_ceiling": 1}', "a.json: the field 'monthly_ceiling' of a private file"),
        ("a.jsonl", '{"a": 1}\n{"b": {"spend": 2}}\n', "a.jsonl: the field 'spend' of a private file"),
        ("a.csv", "day,amount\n", "a.csv: the field 'amount' of a private file"),
        ("a.md", f"so: {SECRET}.", "a.md: 8 words in a row of a private text"),
        ("a.md", "the FERRY left\ntwo barrels, of salted — herring!", "a.md: 8 words in a row of a private text"),
        ("a.json", json.dumps({"t": SECRET.replace(" ", "\n")}), "a.json: 8 words in a row of a private text"),
    ],
)
def test_each_kind_is_found_and_not_repeated(name: str, content: str, told: str) -> None:
    assert Search(PRIVATE).found(name, content.encode()) == [told]
    assert "herring" not in told


@pytest.mark.parametrize(
    "content",
    [
        "the ferry left two barrels of salted",  # seven words
        "12 and 12.0 and 1187.43 and 187.433 and 87.43",
        '{"text": "the amount, the spend: 3"}',
        "sk-abcdef",
    ],
)
def test_what_is_no_leak(content: str) -> None:
    for name in ("a.txt", "a.json"):
        assert Search(PRIVATE).found(name, content.encode()) == []


def test_words_that_are_public_anyway_are_no_leak() -> None:
    private = Private(texts=(SECRET + " and nobody had been told of it at all",), public_texts=(SECRET,))
    assert Search(private).found("a.txt", SECRET.encode()) == []
    assert Search(private).found("a.txt", b"and nobody had been told of it at all") != []


def test_wheels_and_source_archives_are_looked_into(tmp_path: Path) -> None:
    wheel, sdist = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("stimfid_lib/data.json", json.dumps({"text": SECRET}))
    with tarfile.open(fileobj=sdist, mode="w:gz") as archive:
        data = SECRET.encode()
        member = tarfile.TarInfo("stimfid-1/notes.md")
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))
    files = [("stimfid-1.whl", wheel.getvalue()), ("stimfid-1.tar.gz", sdist.getvalue())]
    with pytest.raises(Refused) as refused:
        require_no_leak(files, PRIVATE)
    assert "stimfid-1.whl: stimfid_lib/data.json: 8 words in a row" in str(refused.value)
    assert "stimfid-1.tar.gz: stimfid-1/notes.md: 8 words in a row" in str(refused.value)
    assert "herring" not in str(refused.value)


def test_a_reply_that_echoes_a_guard_text_is_not_published(admitted: Path, tmp_path: Path) -> None:
    guard, opened = (load_panel(load_protocol(name)) for name in (GUARD, OPEN))
    anchor = next(
        line
        for line in guard.scenarios[0].texts["A"].splitlines()
        if line and line not in opened.scenarios[0].texts["A"]
    )
    echo = " ".join(guard.scenarios[0].texts["A"].split())
    assert anchor in echo
    archive = archive_of(tmp_path / "archive", tmp_path / "runs", open=echo)
    with pytest.raises(Refused, match=r"open-lane/2027\.jsonl: 8 words in a row of a private text") as refused:
        publish(archive, tmp_path / "out", day=DAY, instrument=SOUND, private=Private())
    assert anchor not in str(refused.value)
    assert not (tmp_path / "out").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["archive", "runs"], "nothing is left behind"


def test_a_planted_key_is_not_published(admitted: Path, tmp_path: Path) -> None:
    archive = archive_of(tmp_path / "archive", tmp_path / "runs", open="my key is sk-abcdef0123456789, keep it")
    with pytest.raises(Refused, match=r"open-lane/2027\.jsonl: a key"):
        publish(archive, tmp_path / "out", day=DAY, instrument=SOUND, private=PRIVATE)
    assert not (tmp_path / "out").exists()
