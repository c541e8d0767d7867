"""The model that guesses sounds from letters, and how its accuracy is counted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.paths import data_dir
from stimfid_lib.lexicon.build.arpabet import arpabet_to_ipa
from stimfid_lib.lexicon.build.gru import Gru
from stimfid_lib.lexicon.build.letters import accuracy, load_g2p, local_g2p
from stimfid_lib.phonology.g2p import Transcription, espeak_is_installed


class Parrot:
    """Says what it was told, whatever the spelling."""

    name = "parrot"

    def __init__(self, said: dict[str, str | None]) -> None:
        self._said = said

    def transcribe(self, words: Sequence[str]) -> list[Transcription | None]:
        return [tuple(said.split()) if (said := self._said[word]) is not None else None for word in words]


def test_accuracy_is_counted_by_the_letter_and_by_convention() -> None:
    known = {
        "cat": arpabet_to_ipa("K AE1 T".split()),
        "rabbit": arpabet_to_ipa("R AE1 B IH0 T".split()),
        "dog": arpabet_to_ipa("D AO1 G".split()),
        "x": arpabet_to_ipa("EH1 K S".split()),
    }
    found = accuracy(Parrot({"cat": "k æ t", "rabbit": "ɹ æ b ə t", "dog": "d ɔ k s", "x": None}), known)
    # 14 phonemes: rabbit has one error that is none by convention, dog two, x three
    assert found == {
        "model": "parrot",
        "n_words": 4,
        "exact": 0.25,
        "exact_by_convention": 0.5,
        "phoneme_error_rate": round(6 / 14, 4),
        "phoneme_error_rate_by_convention": round(5 / 14, 4),
    }


def test_weights_of_another_model_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    np.savez(path, enc_emb=np.zeros((2, 2)))
    with pytest.raises(Refused, match=r"weights\.npz: its arrays are \['enc_emb'\]"):
        Gru(path)


def test_no_model_is_made_where_its_weights_are_not(tmp_path: Path) -> None:
    assert espeak_is_installed() or local_g2p(tmp_path) is None


@pytest.mark.lexicon
def test_the_numpy_model_reads_plain_words(open_lexicon_dir: Path) -> None:
    model = load_g2p(data_dir() / "cache", espeak=False)
    words = ["cat", "Knight", "church", "hot dog", "", "judge"]
    found = model.transcribe(words)
    assert found == [("k", "æ", "t"), ("n", "aɪ", "t"), ("tʃ", "ɝ", "tʃ"), None, None, ("dʒ", "ʌ", "dʒ")]
    # one by one and together: a longer neighbour in the batch changes nothing
    assert [model.transcribe([word])[0] for word in words] == found
