"""What surrounds a list and is no item: headings, preambles, closing sentences, sections of advice."""

from __future__ import annotations

import re

from stimfid_lib.scoring.clean import clean_item, without_emphasis, word_count
from stimfid_lib.scoring.lines import Line
from stimfid_lib.scoring.refusal import has_refusal_phrase

_OPENERS = (
    r"sure|certainly|of course|absolutely|definitely|okay|ok|alright|great|got it|no problem|understood|happy to help",
    r"thanks|thank you|hello|hi|hey|here (?:you go|it is|they are|are|is)|here's|below (?:is|are)",
    r"(?:the|these|this|those|all|each|both|every|some|note|remember|please)\b.*\b(?:words?|lists?|pairs?|sets?)",
    r"(?:the )?following|i (?:hope|have|am|can|will|would|'ve|'d)|i'(?:ve|ll|m|d)|we|it is|it's|this is",
    r"enjoy|good luck|have fun|have a|happy (?:practicing|practising|practice|talking)|let me know|let's|feel free",
    r"hope (?:this|that|these|it)|would you|do you|did you|(?:can|should|shall) i|if (?:you|there)",
    r"please (?:let|note|feel)",
    r"you(?:'re)? (?:can|are|may|might|welcome)|don't hesitate|remember to|try (?:to|these|this|using)|note that",
)
_CHATTER = re.compile(rf"(?:{'|'.join(_OPENERS)})(?!\w)", re.IGNORECASE)
_ADVICE = re.compile(
    r"\b(?:tips?|notes?|instructions?|how to|activit(?:y|ies)|strateg(?:y|ies)|steps?|cues?|reminders?|guidelines?)\b",
    re.IGNORECASE,
)
_REMARK = re.compile(r"(?:note|tip|hint|remember|reminder|important|warning|example|bonus)s?\b", re.IGNORECASE)
_LONGEST_ADVICE_HEADING = 6  # words; a longer one is a sentence that leads to the list itself
_LIST_NOUN = re.compile(r"\b(?:words?|lists?|pairs?|sets?|items?|examples?)\b", re.IGNORECASE)
_SECTION = re.compile(
    r"(?:word[- ])?(?:initial|medial|final|beginning|start|middle|end|ending|easy|medium|hard|easier|harder|"
    r"beginner|intermediate|advanced|nouns?|verbs?|adjectives?|"
    r"(?:one|two|three|four|1|2|3|4)[- ]syllables?|level \d|group \d|category \d|part \d)"
    r"(?: (?:position|words?|sounds?|level|list|pairs?|sets?))*",
    re.IGNORECASE,
)


def is_heading(line: Line) -> bool:
    """Tell whether a line announces what follows: a Markdown heading, or a text that ends with a colon."""
    return line.mark == "heading" or without_emphasis(line.text).rstrip().endswith((":", "："))


def is_section_label(text: str) -> bool:
    """Tell whether a text names a part of a word list ("Initial position", "Two-syllable words")."""
    return _SECTION.fullmatch(clean_item(text)) is not None


def is_chatter(text: str) -> bool:
    """Tell whether an unmarked line speaks to the reader instead of naming an item.

    A single bare word never does ("sure" may be an item); with an exclamation mark or a comma it may ("Sure!").
    """
    bare = without_emphasis(text).replace("’", "'").strip().lstrip("\"'“‘¡(")
    if has_refusal_phrase(bare):
        return True
    if word_count(bare) == 1 and not bare.endswith(("!", ",", "?", "…", "...")):
        return False
    return _CHATTER.match(bare) is not None


def is_remark(text: str) -> bool:
    """Tell whether a line opens as a remark ("Note: …", "Tip - …")."""
    return _REMARK.match(without_emphasis(text).lstrip()) is not None


def is_title(text: str) -> bool:
    """Tell whether an unmarked line of several words names the list ("R words", "Words that end in L")."""
    return word_count(text) >= 2 and _LIST_NOUN.search(text) is not None


def without_advice(lines: list[Line]) -> list[Line]:
    """Drop the sections whose heading promises advice ("Tips:", "## How to use this list") up to the next heading."""
    kept, dropping = [], False
    for line in lines:
        if line.mark in ("heading", "plain") and is_heading(line):
            dropping = _promises_advice(line.text)
        if not dropping:
            kept.append(line)
    return kept


def _promises_advice(heading: str) -> bool:
    """Tell "Tips for these words" and "Practice notes" from "Words (no notes)" and "Here are ten in three steps"."""
    advice, noun = _ADVICE.search(heading), _LIST_NOUN.search(heading)
    if advice is None or word_count(heading) > _LONGEST_ADVICE_HEADING or is_chatter(heading):
        return False
    return noun is None or advice.start() < noun.start()
