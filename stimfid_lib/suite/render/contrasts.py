"""Naive wording of A3: minimal pairs, maximal oppositions, multiple oppositions."""

from __future__ import annotations

from dataclasses import dataclass

from stimfid_lib.lexicon.spelled import spelled, spelling
from stimfid_lib.suite.cell import Cell
from stimfid_lib.suite.render import phrases
from stimfid_lib.suite.render.structures import POSITION

PLACE = {
    "initial": "at the beginning of the words",
    "medial": "in the middle of the words",
    "final": "at the end of the words",
}


@dataclass(frozen=True)
class Request:
    """The parts of a contrast request: sounds with and without key words, how many, where, how long."""

    sounds: tuple[str, ...]
    letters: tuple[str, ...]
    count: int
    position: str | None
    syllables: int | None

    def place(self, sentence: str) -> str:
        """The sentence with the place filled in, empty where any place will do."""
        return sentence.format(place=PLACE[self.position]) if self.position else ""

    def length(self, sentence: str) -> str:
        """The sentence with the length filled in, empty where any length will do."""
        if self.syllables is None:
            return ""
        return sentence.format(
            before=phrases.syllables_before((self.syllables, self.syllables)),
            after=phrases.syllables_after((self.syllables, self.syllables)),
        )

    def notes(self) -> str:
        """Place and length as a list's trailing notes: ", initial position, all words 1 syllable"."""
        place = f", {POSITION[self.position]}" if self.position else ""
        return place + self.length(", all words {after}")


def naive(cell: Cell) -> str:
    """Word an A3 cell as a clinician would; place and length are said wherever they score."""
    assert cell.contrast is not None, cell.cell_id  # A3 cells always hold one
    contrast = cell.contrast
    ask = Request(
        tuple(spelled(phoneme, contrast.position) for phoneme in contrast.phonemes),
        tuple(spelling(phoneme, contrast.position).letters for phoneme in contrast.phonemes),
        cell.list_length,
        contrast.position,
        contrast.syllables,
    )
    wordings = _WORDINGS[contrast.kind]
    return wordings[phrases.variant(cell, len(wordings))](ask)


def _minimal_can_you(ask: Request) -> str:
    one, other = ask.sounds
    return phrases.sentences(
        f"Can you give me {ask.count} minimal pairs for {one} vs. {other}?",
        ask.place("The sounds should be {place}."),
        ask.length("Both words in each pair should be {before} words."),
    )


def _minimal_mixes_up(ask: Request) -> str:
    one, other = ask.sounds
    return phrases.sentences(
        f"I have a kid who mixes up {one} and {other}.",
        f"I need {phrases.numeral(ask.count)} pairs of real words that sound the same except for that contrast.",
        ask.place("The contrast needs to be {place}."),
        ask.length("Only use {before} words."),
    )


def _minimal_list(ask: Request) -> str:
    one, other = ask.sounds
    return f"minimal pairs list please: {one} vs. {other}{ask.notes()}, {ask.count} pairs"


def _minimal_cards(ask: Request) -> str:
    one, other = ask.sounds
    return phrases.sentences(
        f"I'm making minimal pair cards for {one} and {other}.",
        f"What are {phrases.numeral(ask.count)} pairs I could use?",
        ask.place("Please keep the contrast {place}."),
        ask.length("All of the words should have {after}."),
    )


def _maximal_can_you(ask: Request) -> str:
    one, other = ask.sounds
    return phrases.sentences(
        f"Can you give me {ask.count} maximal opposition pairs for {one} vs. {other}?",
        "The words in each pair should be the same except for that sound.",
        ask.place("The sounds should be {place}."),
        ask.length("Both words in each pair should be {before} words."),
    )


def _maximal_approach(ask: Request) -> str:
    one, other = ask.sounds
    return phrases.sentences(
        f"I'm trying the maximal oppositions approach with a kid on my caseload, contrasting {one} with {other}.",
        f"I need {phrases.numeral(ask.count)} word pairs where only that sound changes.",
        ask.place("The contrast needs to be {place}."),
        ask.length("Only use {before} words."),
    )


def _maximal_list(ask: Request) -> str:
    one, other = ask.sounds
    return (
        f"maximal contrast word pairs please: {one} vs. {other}{ask.notes()}, {ask.count} pairs. "
        "Only that sound should be different in each pair."
    )


def _multiple_mixes_up(ask: Request) -> str:
    target, *others = ask.sounds
    first, *rest = ask.letters
    return phrases.sentences(
        f"I'm doing multiple oppositions with a kid who mixes up {target} with {phrases.joined(others)}.",
        f"Can you give me {ask.count} sets? Each set should start with a word that has {first},",
        f"and then give the same word with {phrases.joined(rest)} instead, so only that sound changes.",
        ask.place("The sounds should be {place}."),
        ask.length("Every word should have {after}."),
    )


def _multiple_make(ask: Request) -> str:
    target, *others = ask.sounds
    return phrases.sentences(
        f"Please make {phrases.numeral(ask.count)} multiple oppositions word sets for {target} against "
        f"{phrases.joined(others)}.",
        f"Put the {ask.letters[0]} word first in every set,",
        "then a real word for each of the other sounds that matches it except for that sound.",
        ask.place("The contrast needs to be {place}."),
        ask.length("Only use {before} words."),
    )


def _multiple_list(ask: Request) -> str:
    target, *others = ask.sounds
    return (
        f"multiple oppositions sets please: {target} vs. {phrases.joined(others)}{ask.notes()}, {ask.count} sets. "
        f"Start each set with the word that has {ask.letters[0]}, and change only that sound for the rest."
    )


_WORDINGS = {
    "minimal": (_minimal_can_you, _minimal_mixes_up, _minimal_list, _minimal_cards),
    "maximal": (_maximal_can_you, _maximal_approach, _maximal_list),
    "multiple": (_multiple_mixes_up, _multiple_make, _multiple_list),
}
