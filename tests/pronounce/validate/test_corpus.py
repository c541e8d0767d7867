"""Which files are the corpus, what is left aside, and what an empty folder is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.pronounce.validate.corpus import find_corpus
from stimfid_lib.pronounce.validate.speakers import ANNOTATED_FILES, L1_OF, RELEASED
from tests.pronounce.validate.making import MADE, Made, made_corpus


def test_utterances_of_the_speakers_are_found_and_nothing_else(tmp_path: Path) -> None:
    found = find_corpus(made_corpus(tmp_path))
    assert [entry.key for entry in found.entries] == sorted(f"{one.speaker}/{one.utt}" for one in MADE)
    assert found.aside == {"suitcase_corpus": 1}
    assert [entry.key for entry in found.entries if entry.wav is None] == ["TLV/arctic_a0005"]
    assert {entry.speaker: entry.l1 for entry in found.entries}["YDCK"] == "Korean"


def test_a_fingerprint_changes_with_either_file(tmp_path: Path) -> None:
    path = Made("ABA", "arctic_a0001", ("cat",)).write(tmp_path)
    (entry,) = find_corpus(tmp_path).entries
    assert entry.wav is not None
    before = entry.fingerprint()
    assert before == entry.fingerprint()
    path.write_bytes(path.read_bytes().replace(b'"K"', b'"G"'))
    changed = entry.fingerprint()
    entry.wav.write_bytes(b"")
    assert len({before, changed, entry.fingerprint()}) == 3


def test_a_folder_without_the_corpus_says_what_to_name(tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match=r"none is no folder"):
        find_corpus(tmp_path / "none")
    with pytest.raises(MissingInput, match=r"licensed"):
        find_corpus(tmp_path)
    Made("ABA", "arctic_a0001", ("cat",)).write(tmp_path / "ABA")
    with pytest.raises(MissingInput, match=rf"did you mean --corpus {tmp_path / 'ABA'}\?"):
        find_corpus(tmp_path)
    Made("XYZ", "arctic_a0001", ("cat",)).write(tmp_path)
    with pytest.raises(MissingInput, match=r"annotations in XYZ, which are none of them"):
        find_corpus(tmp_path)


def test_the_release_is_24_speakers_of_six_languages_and_adds_up() -> None:
    assert sorted(list(L1_OF.values()).count(l1) for l1 in set(L1_OF.values())) == [4] * 6
    assert sum(ANNOTATED_FILES.values()) == RELEASED["utterances"] == 3599
