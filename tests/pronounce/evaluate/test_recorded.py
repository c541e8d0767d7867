"""On recordings of people, fetched by apt-get for these tests: the claims of the page in the small."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("hama", reason="the extra `pronounce` is not installed: make pronounce")
pytest.importorskip("pocketsphinx", reason="the extra `pronounce` is not installed: make pronounce")

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.base.paths import data_dir
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.pronounce.evaluate.figures import auc, position_scores, word_scores
from stimfid_lib.pronounce.evaluate.measure import gather
from stimfid_lib.pronounce.evaluate.recordings import Recording, fetch, recordings, samples_of
from stimfid_lib.pronounce.evaluate.spoken import letters, speak
from stimfid_lib.pronounce.evaluate.trials import Heard, Said, hear_all, unit_errors
from stimfid_lib.pronounce.transcribers.hama import HamaTranscriber
from stimfid_lib.pronounce.transcribers.pocketsphinx import PocketsphinxTranscriber

SMALL = ("asterisk-core-sounds-en-g722", "alsa-utils")
"""Eleven megabytes; the others of the list are 250."""


@pytest.fixture(scope="module")
def folder() -> Path:
    where = data_dir() / "cache" / "recordings"
    try:
        fetch(where, SMALL)
    except (MissingInput, OSError) as error:
        pytest.skip(f"no recordings: {error}")
    return where


@pytest.fixture(scope="module")
def said(folder: Path, open_lexicon: Lexicon) -> list[Said]:
    listed = [one for one in recordings() if one.package == SMALL[0]][::6]
    listed += [one for one in recordings() if one.package == SMALL[1]][:3]
    return gather(folder, open_lexicon, listed)


@pytest.fixture(scope="module")
def heard(said: list[Said]) -> Heard:
    return hear_all(said, HamaTranscriber())


def test_the_list_names_each_file_once_and_only_files_that_are_there(folder: Path) -> None:
    listed = recordings()
    assert len({(one.package, one.path) for one in listed}) == len(listed)
    for one in listed:
        if one.package in SMALL:
            assert samples_of(one, folder).size > 0


def test_a_word_is_in_one_half_and_both_halves_are_used() -> None:
    halves = {one.words: set[str]() for one in recordings()}
    for one in recordings():
        halves[one.words].add(one.half)
    assert all(len(some) == 1 for some in halves.values())
    report = sum(one.half == "report" for one in recordings()) / len(recordings())
    assert 0.4 < report < 0.6


@pytest.mark.lexicon
def test_hama_writes_most_sounds_right_and_pocketsphinx_far_fewer(said: list[Said], heard: Heard) -> None:
    sphinx = PocketsphinxTranscriber()
    others = [unit_errors(one.right, sphinx.transcribe(one.samples).phonemes) for one in said]
    rates = [sum(e for e, _ in pairs) / sum(n for _, n in pairs) for pairs in (heard.errors, others)]
    assert rates[0] < 0.3 < 0.5 < rates[1]


@pytest.mark.lexicon
def test_the_likelihood_ratio_tells_right_from_wrong_better_than_the_free_decode(heard: Heard) -> None:
    for scores in (position_scores, word_scores):
        free, llr = (auc(*scores(heard.trials, method)) for method in ("free", "llr"))
        assert llr > 0.9
        assert llr > free


@pytest.mark.lexicon
def test_the_likelihood_ratio_flags_few_words_that_were_said_right(heard: Heard) -> None:
    from stimfid_lib.pronounce.likelihood import LLR_THRESHOLD

    right = [row for row in heard.trials if row.wrong is None]
    flags = np.mean([row.overall_llr < LLR_THRESHOLD for row in right])
    assert flags < np.mean([row.free_class == "error" for row in right])
    assert flags <= 0.25


def test_a_package_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match="no-such-package-of-sounds"):
        fetch(tmp_path, ["no-such-package-of-sounds"])
    assert list(tmp_path.iterdir()) == [], "nothing half-fetched stays"


def test_a_file_that_was_not_fetched_is_named(tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match=r"absent\.ogg"):
        samples_of(Recording("p", "usr/share/absent.ogg", "absent", "v"), tmp_path)


@pytest.mark.parametrize(
    ("phonemes", "expected"),
    [("k æ t", "k|'a|t"), ("ə b aʊ t", "@|b|'aU|t"), ("h ɑ t ʃ ɑ t", "h|'A:|t|S|A:|t"), ("tʃ ɝ", "tS|'3:")],
)
def test_the_letters_of_espeak(phonemes: str, expected: str) -> None:
    assert letters(phonemes.split()) == expected


def test_espeak_says_what_it_is_told() -> None:
    hama, words = HamaTranscriber(), [tuple(word.split()) for word in ("ʃ ɪ p", "s i m ə n", "k æ t")]
    for told in words:
        try:
            said = speak(told)
        except MissingInput as error:
            pytest.skip(str(error))
        assert np.abs(said).max() == pytest.approx(0.7, abs=1e-3)
        fit = hama.fit(said)
        assert max(words, key=lambda word: fit(word).overall_llr) == told
