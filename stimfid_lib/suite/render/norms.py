"""Naive wording of B1 and B2: words for naming and word-retrieval therapy with adults."""

from __future__ import annotations

from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.suite.cell import Cell
from stimfid_lib.suite.render import phrases

ADJECTIVES = {
    ("log_frequency", "low"): "low-frequency",
    ("log_frequency", "high"): "high-frequency",
    ("concreteness", "low"): "abstract",
    ("concreteness", "high"): "concrete",
    ("aoa", "low"): "early-acquired",
    ("aoa", "high"): "late-acquired",
}
"""The field's own shorthand, in the order in which adjectives read best."""

CLAUSES = {
    ("log_frequency", "low"): "hardly ever come up in everyday talk",
    ("log_frequency", "high"): "come up all the time in everyday talk",
    ("concreteness", "low"): "are abstract (nothing you can see or touch)",
    ("concreteness", "high"): "are concrete (something you can see or touch)",
    ("aoa", "low"): "are usually learned early in life",
    ("aoa", "high"): "aren't usually learned until later, well after early childhood",
    (
        "neighborhood_density",
        "low",
    ): "have hardly any similar-sounding neighbors (words that differ from them by only a single sound)",
    (
        "neighborhood_density",
        "none",
    ): "have no similar-sounding neighbors (words that differ from them by only a single sound)",
    (
        "neighborhood_density",
        "high",
    ): "have a lot of similar-sounding neighbors (words that differ from them by only a single sound)",
}
"""Relative clauses in plain words, for "words that …"."""

SENTENCES = {
    ("log_frequency", "low"): "Pick words that he hardly ever hears.",
    ("log_frequency", "high"): "Pick everyday words that he hears all the time.",
    ("concreteness", "low"): "They should be abstract, not words for things you can see or touch.",
    ("concreteness", "high"): "They should be words for things you can see or touch.",
    ("aoa", "low"): "They should be words people learn when they're little.",
    ("aoa", "high"): "They should be words people learn later on, not when they're little.",
    ("neighborhood_density", "low"): "They shouldn't sound like other words: few or no words should differ from them "
    "by just a single sound.",
    (
        "neighborhood_density",
        "none",
    ): "They shouldn't sound like other words: no word should differ from them by just a single sound.",
    ("neighborhood_density", "high"): "They should sound like many other words: a lot of words should differ from "
    "them by just a single sound.",
}
"""Whole sentences about the words of a list for a man in therapy."""

NEIGHBORHOODS = {
    "low": "with sparse phonological neighborhoods (hardly any words that differ from them by a single sound)",
    "none": "with no phonological neighbors (no words that differ from them by a single sound)",
    "high": "with dense phonological neighborhoods (many words that differ from them by a single sound)",
}


def naive(cell: Cell) -> str:
    """Word a B1 or B2 cell as a clinician who treats adults would; norms in plain words, no number but those asked."""
    return _WORDINGS[phrases.variant(cell, len(_WORDINGS))](cell)


def _levels(cell: Cell) -> dict[str, str]:
    """Level of each banded norm, in the order of `ADJECTIVES`, density last."""
    found = {band.params["prop"]: _level(band) for band in phrases.bands(cell)}
    order = [prop for prop, level in CLAUSES if level == "low"]
    return {prop: found[prop] for prop in order if prop in found}


def _level(band: Constraint) -> str:
    """Low or high; `none` where the upper bound is 0, since "few" would allow a word that then fails."""
    return "none" if band.params["max"] == 0 else phrases.level(band)


def _nouns(cell: Cell) -> str:
    """Adjectives, noun and neighborhood: "high-frequency, abstract two-syllable words with dense …"."""
    levels = _levels(cell)
    adjectives = ", ".join(ADJECTIVES[item] for item in levels.items() if item in ADJECTIVES)
    span = phrases.syllables(cell)
    length = phrases.syllables_before(span) if span else ""
    density = levels.get("neighborhood_density")
    return phrases.sentences(adjectives, length, "words", NEIGHBORHOODS[density] if density else "")


def _each(cell: Cell) -> str:
    span = phrases.syllables(cell)
    return f", {phrases.syllables_after(span)} each" if span else ""


def _word_finding(cell: Cell) -> str:
    span = phrases.syllables(cell)
    length = f"{phrases.syllables_before(span)} " if span else ""
    clauses = phrases.joined([CLAUSES[item] for item in _levels(cell).items()])
    return (
        "I'm working on word finding with an adult who has aphasia. "
        f"Can you give me {cell.list_length} {length}words that {clauses}?"
    )


def _naming_list(cell: Cell) -> str:
    return f"Naming therapy list for an adult after a stroke, please: {cell.list_length} {_nouns(cell)}."


def _anomia(cell: Cell) -> str:
    return phrases.sentences(
        "My client has anomia and we're doing word retrieval drills.",
        f"I need {phrases.numeral(cell.list_length)} words for him{_each(cell)}.",
        *(SENTENCES[item] for item in _levels(cell).items()),
    )


def _practice(cell: Cell) -> str:
    return (
        "I'm putting together word retrieval practice for an adult client with anomic aphasia. "
        f"What are {phrases.numeral(cell.list_length)} {_nouns(cell)} that I could use?"
    )


_WORDINGS = (_word_finding, _naming_list, _anomia, _practice)
