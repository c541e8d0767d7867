"""Facts about English, chosen to hurt, that the built lexicon must know (marker `lexicon`); the facts: facts.txt."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.record import WordRecord
from stimfid_lib.phonology.ipa import PHONEMES

pytestmark = pytest.mark.lexicon

FACTS = Path(__file__).with_name("facts.txt")


def _facts() -> Iterator[tuple[str, str]]:
    section = ""
    for line in FACTS.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            for entry in line.split(","):
                yield section, entry.strip()


ALL = list(_facts())


def _of(*sections: str) -> pytest.MarkDecorator:
    chosen = [(section, entry) for section, entry in ALL if section in sections]
    return pytest.mark.parametrize(("section", "entry"), chosen, ids=lambda text: text.replace(" ", "_"))


def _record(lexicon: Lexicon, word: str) -> WordRecord:
    record = lexicon.get(word)
    assert record is not None, f"the lexicon does not hold {word!r}"
    return record


def test_there_are_hundreds_of_facts_each_stated_once_and_in_real_symbols() -> None:
    assert len(ALL) > 300
    assert len(set(ALL)) == len(ALL)
    symbols = {symbol for section, entry in ALL if section == "sounds" for symbol in entry.split()[1:]}
    assert symbols <= set(PHONEMES)


@_of("starts", "ends", "has", "lacks")
def test_a_sound_and_its_place(open_lexicon: Lexicon, section: str, entry: str) -> None:
    word, phoneme = entry.split()
    assert phoneme in PHONEMES
    phonemes = _record(open_lexicon, word).phonemes
    found = {
        "starts": phonemes[0] == phoneme,
        "ends": phonemes[-1] == phoneme,
        "has": phoneme in phonemes,
        "lacks": phoneme not in phonemes,
    }
    assert found[section], f"{word} is said /{' '.join(phonemes)}/"


@_of("syllables", "shape")
def test_a_length_and_a_shape(open_lexicon: Lexicon, section: str, entry: str) -> None:
    word, asked = entry.split()
    record = _record(open_lexicon, word)
    assert {"syllables": str(record.syllable_count), "shape": record.cv_shape}[section] == asked, record.phonemes


@_of("cluster initial", "cluster final")
def test_a_cluster(open_lexicon: Lexicon, section: str, entry: str) -> None:
    word, *cluster = entry.split()
    phonemes = _record(open_lexicon, word).phonemes
    edge = phonemes[: len(cluster)] if section.endswith("initial") else phonemes[-len(cluster) :]
    assert edge == tuple(cluster), phonemes


@_of("sounds")
def test_a_whole_pronunciation(open_lexicon: Lexicon, section: str, entry: str) -> None:
    word, *phonemes = entry.split()
    assert _record(open_lexicon, word).phonemes == tuple(phonemes)


@_of("pair")
def test_a_minimal_pair(open_lexicon: Lexicon, section: str, entry: str) -> None:
    one, other, first, second = entry.split()
    records = _record(open_lexicon, one), _record(open_lexicon, other)
    differ = [pair for pair in zip(records[0].phonemes, records[1].phonemes, strict=True) if pair[0] != pair[1]]
    assert differ == [(first, second)], (records[0].phonemes, records[1].phonemes)
    row = open_lexicon.pair_info(one, other)
    assert (row is not None) == (records[0].is_canonical and records[1].is_canonical)
    assert row is None or {row.phoneme1, row.phoneme2} == {first, second}


@_of("no pair")
def test_no_minimal_pair(open_lexicon: Lexicon, section: str, entry: str) -> None:
    one, other = entry.split()
    a, b = _record(open_lexicon, one).phonemes, _record(open_lexicon, other).phonemes
    assert open_lexicon.pair_info(one, other) is None
    assert len(a) != len(b) or sum(x != y for x, y in zip(a, b, strict=True)) != 1, (a, b)
