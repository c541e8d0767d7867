"""The second recogniser: its phones are the study's, silence is silence, and one recording does not colour the next."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("pocketsphinx", reason="the extra `pronounce` is not installed: make pronounce")

from stimfid_lib.base.errors import Refused
from stimfid_lib.phonology.ipa import PHONEMES
from stimfid_lib.pronounce.audio import RATE
from stimfid_lib.pronounce.transcribers.pocketsphinx import PocketsphinxTranscriber, ipa_of
from tests.pronounce.service.making import clip


@pytest.fixture(scope="module")
def sphinx() -> PocketsphinxTranscriber:
    return PocketsphinxTranscriber()


def test_it_hears_phonemes_of_the_study_without_confidences(sphinx: PocketsphinxTranscriber) -> None:
    transcript = sphinx.transcribe(clip("school"))
    assert transcript.phonemes
    assert set(transcript.phonemes) <= set(PHONEMES)
    assert set(transcript.confidences) == {None}
    assert transcript.limitations


def test_silence_gives_nothing(sphinx: PocketsphinxTranscriber) -> None:
    assert sphinx.transcribe(np.zeros(RATE, np.float32)).phonemes == ()
    assert sphinx.transcribe(np.zeros(1, np.float32)).phonemes == ()


def test_what_came_before_changes_nothing(sphinx: PocketsphinxTranscriber) -> None:
    first = sphinx.transcribe(clip("cat"))
    sphinx.transcribe(0.2 * clip("school"))
    assert sphinx.transcribe(clip("cat")) == first


def test_loud_samples_do_not_wrap_round(sphinx: PocketsphinxTranscriber) -> None:
    loud = np.clip(clip("cat") * 1.4, -1, 1).astype(np.float32)
    assert sphinx.transcribe(loud).phonemes


@pytest.mark.parametrize(("phone", "phoneme"), [("AH", "ʌ"), ("ER", "ɝ"), ("NG", "ŋ"), ("JH", "dʒ")])
def test_its_phones_as_ipa(phone: str, phoneme: str) -> None:
    assert ipa_of(phone) == phoneme


def test_a_phone_that_is_none_is_refused() -> None:
    with pytest.raises(Refused, match="QQ"):
        ipa_of("QQ")
