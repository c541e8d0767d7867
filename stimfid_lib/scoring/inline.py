"""Lists that stand inside one line: "rabbit, ring, rope, and red", with or without words before them."""

from __future__ import annotations

import re

from stimfid_lib.scoring.chatter import is_chatter, is_section_label
from stimfid_lib.scoring.clean import clean_item, without_emphasis, word_count
from stimfid_lib.scoring.lines import Line
from stimfid_lib.scoring.refusal import has_refusal_phrase
from stimfid_lib.scoring.separators import fits
from stimfid_lib.suite.request import Shape

_GROUP = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
_COMMAS = re.compile(r"[,;、]")
_QUOTED_COMMA = re.compile(r"([,;.])([\"”’'](?!\w))")  # American print puts the comma inside: "rabbit," "ring"
_BULLETS = re.compile(r"\s•\s")
_SPACED = re.compile(r"\s[/|·~]\s")  # in a line of its own; beside a mark these set a word off from its pronunciation
_SEMICOLONS = re.compile(r"[;|]")
_LAST_AND = re.compile(r"\s(?:and|or|&)\s", re.IGNORECASE)
_LEADING_AND = re.compile(r"\A\s*(?:and|or|&)\s", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_LEAD_IN = re.compile(r"\b(?:are|is|be|include|includes|including|like|as|try|use|words|using)\s+(?=\S)", re.IGNORECASE)
_IMPERATIVE = re.compile(r"\A\W*(?:try|use)\s(?=\W?[^\W\d_]+\W?,)", re.IGNORECASE)
_PREDICATE = re.compile(r"\s(?:are|is|all|would|can|have|start|end|contain)\s", re.IGNORECASE)

_FEWEST = 3  # parts; "yes, please" is no list
_LONGEST_PART = 3  # words; halves of sentences are longer


def inline_entries(text: str, shape: Shape) -> list[str]:
    """Return the entries that one marked line holds: itself, or the parts of the list written in it.

    "Initial: rabbit, ring" is two words; "rabbit: small, furry, quick" is one, since its label names no section.
    """
    label, colon, rest = text.partition(":")
    if colon and rest.strip():
        parts = _parts(rest, shape)
        if _announces(label, parts):
            return parts
        if shape != "sets":
            return [text]
    parts = _parts(text, shape)
    return parts if len(parts) >= (2 if shape != "words" else _FEWEST) else [text]


def _announces(label: str, parts: list[str]) -> bool:
    """Tell whether a label names a list and not the item itself ("start: /stɑɹt/", "end: the last part")."""
    words = word_count(clean_item(label))
    if is_section_label(label) and all(map(_is_word, parts)):
        return len(parts) > 1 or (words > 1 and len(parts) == 1)
    return words > 1 and len(parts) >= _FEWEST


def inline_lists(lines: list[Line], shape: Shape) -> list[str]:
    """Return the entries of the lists that stand in unmarked lines, from the likeliest kind of place that holds any.

    Likeliest is a list after a colon or alone on its line, then a sentence that is a list, then a list that a
    sentence leads to ("you could try rabbit, ring, and rope").
    """
    ranked: tuple[list[str], list[str], list[str]] = ([], [], [])
    spoken = _unwrapped([line.text for line in lines if line.mark == "plain"])
    for text in spoken:
        sentences = _SENTENCE_END.split(_SPACED.sub(", ", text) if shape == "words" else text)
        for sentence in sentences:
            if not has_refusal_phrase(sentence):
                rank, parts = _read_sentence(sentence, shape, alone=len(sentences) == 1, only=len(spoken) == 1)
                ranked[rank].extend(parts)
    return next(filter(None, ranked), [])


def _unwrapped(texts: list[str]) -> list[str]:
    """Join a line that ends with a comma to the one that goes on with it; labels are as plain as what they label."""
    whole: list[str] = []
    for text in map(without_emphasis, texts):
        if whole and whole[-1].endswith(","):
            whole[-1] += f" {text}"
        else:
            whole.append(text.strip())
    return whole


def _read_sentence(sentence: str, shape: Shape, *, alone: bool, only: bool) -> tuple[int, list[str]]:
    _, colon, rest = sentence.rpartition(": ")
    parts = _parts(rest if colon else _IMPERATIVE.sub("", sentence), shape)
    enough = 1 if shape != "words" else 2 if (colon or only) and all(map(_is_word, parts)) else _FEWEST
    # "we, weird, wheat" opens like talk and is a list; "Sure, of course, happy to help!" is none
    bare = 2 * sum(map(_is_word, parts)) > len(parts) > 2 and not sentence.rstrip().endswith("!")
    if len(parts) >= enough and (colon or bare or not is_chatter(sentence)):
        return (0 if colon or alone else 1), parts
    if shape == "words":
        parts = _after_lead_in(sentence)
        if len(parts) >= _FEWEST:
            return 2, parts
    return 2, []


def _parts(text: str, shape: Shape) -> list[str]:
    """Split at the commas; `[]` unless every part could be an entry."""
    if shape == "words":
        parts = _split_words(text)
        return parts if _are_short(parts) else []
    commas = _COMMAS if shape == "pairs" else _SEMICOLONS
    parts = [part for part in (_LEADING_AND.sub("", part) for part in commas.split(text)) if clean_item(part)]
    return parts if all(fits(part, shape) for part in parts) else []


def _split_words(text: str) -> list[str]:
    """Split at commas and at the last "and"; commas in brackets belong to a remark, unless all stands in brackets."""
    text = _BULLETS.sub(", ", _QUOTED_COMMA.sub(r"\2\1", text))
    parts = [_LEADING_AND.sub("", part) for part in _COMMAS.split(_GROUP.sub("", text).strip() or text)]
    last = _LAST_AND.split(parts[-1])
    if len(parts) > 1 and len(last) == 2 and all(map(_is_word, last)):
        parts[-1:] = last
    return [part for part in parts if clean_item(part)]


def _after_lead_in(sentence: str) -> list[str]:
    """Read "For example, you could try rabbit, ring, and rope": the list begins in the first or second part."""
    parts = _split_words(without_emphasis(sentence))
    for start in (0, 1):
        first, *others = parts[start:] or [""]
        leads = list(_LEAD_IN.finditer(first))
        if leads and others:
            others[-1] = _PREDICATE.split(others[-1], maxsplit=1)[0]
            found = [first[leads[-1].end() :], *others]
            return found if _are_short(found) else []
    return []


def _are_short(parts: list[str]) -> bool:
    return all(1 <= word_count(part) <= _LONGEST_PART for part in parts)


def _is_word(text: str) -> bool:
    return word_count(clean_item(text)) == 1
