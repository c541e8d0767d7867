"""The recogniser inside: masked to English, silent on silence, and right about the bundled recordings' one change."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

pytest.importorskip("hama", reason="the extra `pronounce` is not installed: make pronounce")

from stimfid_lib.base.errors import Refused
from stimfid_lib.phonology.ipa import PHONEMES
from stimfid_lib.pronounce.audio import RATE
from stimfid_lib.pronounce.transcribers.hama import HamaTranscriber
from tests.pronounce.service.making import clip


@pytest.fixture(scope="module")
def hama() -> HamaTranscriber:
    return HamaTranscriber()


def test_posteriors_are_of_english_and_sum_to_one(hama: HamaTranscriber) -> None:
    posteriors = hama.log_posteriors(clip("school"))
    assert posteriors.shape[1] == 1 + len(PHONEMES)
    np.testing.assert_allclose(np.exp(posteriors).sum(axis=1), 1, atol=1e-9)
    seconds = len(clip("school")) / RATE + 0.4
    assert len(posteriors) == pytest.approx(50 * seconds, abs=2), "20 ms a frame, the padding included"


@pytest.mark.parametrize("seconds", [0.001, 0.3, 2.0])
def test_silence_and_noise_give_nothing(hama: HamaTranscriber, seconds: float) -> None:
    n = int(seconds * RATE)
    assert hama.transcribe(np.zeros(n, np.float32)).phonemes == ()
    noise = np.random.default_rng(215).normal(0, 0.1, n).astype(np.float32)
    assert hama.transcribe(noise).phonemes == ()


@pytest.mark.parametrize(
    ("name", "target", "wrong"),
    [
        ("very_with_b", "v ɛ ɹ i", 0),
        ("think_with_s", "θ ɪ ŋ k", 0),
        ("rabbit_with_w", "ɹ æ b ɪ t", 0),
        ("bed_without_d", "b ɛ d", 2),
        ("ship_as_sheep", "ʃ ɪ p", 1),
    ],
)
def test_the_change_of_a_clip_has_the_lowest_ratio(hama: HamaTranscriber, name: str, target: str, wrong: int) -> None:
    fit = hama.fit(clip(name))(target.split())
    assert int(np.argmin(fit.position_llr)) == wrong
    assert fit.overall_llr < 0


@pytest.mark.parametrize(("name", "target"), [("cat", "k æ t"), ("school", "s k u l")])
def test_a_clip_said_as_listed_is_no_error(hama: HamaTranscriber, name: str, target: str) -> None:
    assert hama.fit(clip(name))(target.split()).llr_class == "variant"


def test_a_transcript_tells_its_length_confidences_and_error_rate(hama: HamaTranscriber) -> None:
    samples = clip("cat")
    transcript = hama.transcribe(samples)
    assert set(transcript.phonemes) <= set(PHONEMES)
    assert len(transcript.confidences) == len(transcript.phonemes) > 0
    assert all(one is not None and 0 < one <= 1 for one in transcript.confidences)
    assert transcript.duration_ms == round(1000 * len(samples) / RATE), "the padding is not the speaker's"
    assert any("wrong" in one for one in transcript.limitations)


def test_several_threads_hear_what_one_hears(hama: HamaTranscriber) -> None:
    names = ["cat", "school", "bed_without_d", "very_with_b"] * 2
    alone = [hama.transcribe(clip(name)) for name in names]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda name: hama.transcribe(clip(name)), names)) == alone


def test_a_target_of_another_language_is_refused(hama: HamaTranscriber) -> None:
    with pytest.raises(Refused, match="y"):
        hama.fit(clip("cat"))(("k", "y"))
