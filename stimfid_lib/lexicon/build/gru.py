"""The letter-to-sound model that needs nothing but numpy: two recurrent layers, letters in, ARPAbet out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.build.arpabet import arpabet_to_ipa
from stimfid_lib.phonology.g2p import Transcription

Array = npt.NDArray[np.float32]

_LETTERS = {letter: number for number, letter in enumerate("abcdefghijklmnopqrstuvwxyz", start=3)}
_UNKNOWN, _END_OF_WORD = 1, 2
_START, _STOP = 2, 3
_VOWELS = "AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW".split()
_SYMBOLS = (
    "<pad>",
    "<unk>",
    "<s>",
    "</s>",
    *sorted([f"{vowel}{digit}" for vowel in _VOWELS for digit in "012"] + ["UW"]
            + "B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH".split()),
)  # fmt: skip
_LONGEST = 24
_ARRAYS = {f"{side}_{name}" for side in ("enc", "dec") for name in ("emb", "w_ih", "w_hh", "b_ih", "b_hh")}


class Gru:
    """The weights of g2p-en, run over many words at once.

    They were trained on the dictionary that the open lexicon is made from, so that accuracy on its words flatters.

    Raises:
        Refused: the file does not hold the arrays of that model.
    """

    def __init__(self, weights: Path) -> None:
        with np.load(weights, allow_pickle=False) as stored:
            arrays = {name: stored[name].astype(np.float32) for name in stored.files}
        if set(arrays) != _ARRAYS | {"fc_w", "fc_b"} or arrays["fc_w"].shape[0] != len(_SYMBOLS):
            raise Refused(f"{weights.name}: its arrays are {sorted(arrays)}, not those of g2p-en 2.1; correct the pin")
        self._arrays: dict[str, Array] = arrays

    @property
    def name(self) -> str:
        """Name and version of the model."""
        return "g2p-en 2.1.0 (numpy)"

    def transcribe(self, words: Sequence[str]) -> list[Transcription | None]:
        """One transcription a word, None for what is not letters and apostrophes or comes out without a vowel."""
        readable = [index for index, word in enumerate(words) if word.replace("'", "").isalpha() and word.isascii()]
        spoken: list[Transcription | None] = [None] * len(words)
        if readable:
            symbols = self._decode(self._encode([words[index].lower() for index in readable]))
            for index, said in zip(readable, symbols, strict=True):
                spoken[index] = arpabet_to_ipa(said).phonemes or None
        return spoken

    def _encode(self, words: list[str]) -> Array:
        """The state after each word's last letter and its end mark."""
        lengths = np.array([len(word) + 1 for word in words])
        letters = np.full((len(words), int(lengths.max())), _END_OF_WORD)
        for row, word in enumerate(words):
            letters[row, : len(word)] = [_LETTERS.get(letter, _UNKNOWN) for letter in word]
        state = np.zeros((len(words), self._arrays["enc_w_hh"].shape[1]), dtype=np.float32)
        for step in range(letters.shape[1]):
            moved = self._cell("enc", self._arrays["enc_emb"][letters[:, step]], state)
            state = np.where((step < lengths)[:, None], moved, state)
        return state

    def _decode(self, state: Array) -> list[list[str]]:
        """The likeliest symbol at each step until each word's stop mark."""
        chosen = np.full(len(state), _START)
        going = np.ones(len(state), dtype=bool)
        said: list[list[str]] = [[] for _ in state]
        for _ in range(_LONGEST):
            state = self._cell("dec", self._arrays["dec_emb"][chosen], state)
            chosen = (state @ self._arrays["fc_w"].T + self._arrays["fc_b"]).argmax(axis=1)
            going &= chosen != _STOP
            if not going.any():
                break
            for row in np.flatnonzero(going & (chosen > _STOP)):
                symbol = _SYMBOLS[chosen[row]]
                said[row].append("UW1" if symbol == "UW" else symbol)
        return said

    def _cell(self, side: str, given: Array, state: Array) -> Array:
        """One step of a gated recurrent unit (Cho et al. 2014): reset, update and candidate state."""
        into = given @ self._arrays[f"{side}_w_ih"].T + self._arrays[f"{side}_b_ih"]
        held = state @ self._arrays[f"{side}_w_hh"].T + self._arrays[f"{side}_b_hh"]
        width = state.shape[1]
        gates = 1 / (1 + np.exp(-(into[:, : 2 * width] + held[:, : 2 * width])))
        reset, update = gates[:, :width], gates[:, width:]
        candidate = np.tanh(into[:, 2 * width :] + reset * held[:, 2 * width :])
        moved: Array = (1 - update) * candidate + update * state
        return moved
