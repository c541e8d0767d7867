"""Lists that stand inside one line: "rabbit, ring, rope, and red", with or without words before them."""

from __future__ import annotations

import re

from stimfid_lib.scoring.clean import clean_item, word_count
from stimfid_lib.scoring.reading.found import most
from stimfid_lib.scoring.reading.labels import (
    looks_plural,
    names_attribute,
    names_item,
    names_list,
    names_section,
    names_sound,
)
from stimfid_lib.scoring.separators import fits
from stimfid_lib.suite.request import Shape

_GROUP = re.compile(r"\s*(?<!\w)[(\[][^()\[\]]*[)\]]")
_GROUPS = re.compile(r"[(\[][^()\[\]]*[)\]](?:(?:[\s,;.]|and|&)*[(\[][^()\[\]]*[)\]])+\W*")
_ONE_GROUP = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_COMMAS = re.compile(r"[,;、]")
_QUOTED_COMMA = re.compile(r"([,;.])([\"”’'](?!\w))")  # American print puts the comma inside: "rabbit," "ring"
_BETWEEN = re.compile(r"\s[•|/~·]\s")
_SEMICOLONS = re.compile(r"[;|]")
_LAST_AND = re.compile(r"\s(?:and|or|&|y|o|e|et|und|plus)\s", re.IGNORECASE)
_LEADING_AND = re.compile(r"\A\s*(?:and|or|&|y|plus)\s(?=\s*[\"“*_]*\w)", re.IGNORECASE)
_LABEL = re.compile(r"([^:]{1,60}?)(?::[*_]{0,3}\s*|\s+[-–—=]>?\s+|\s*→\s*)(?=\S)")
_DASHED = re.compile(r"\s[-–—=→]{1,2}>?\s|—|→")
_SPEECH = re.compile(
    r"(?:n|v|adj|adv|noun|verb|adjective|adverb|pronoun|preposition|sustantivo|verbo|adjetivo)s?\.?", re.IGNORECASE
)

_IN_ONE = re.compile(r"[,;:、|()]")
_DIVIDES: dict[Shape, re.Pattern[str]] = {
    "words": re.compile(r"[,;:、]|\s(?:[-–—=→•|/~·]|and\b|&)|—|→"),
    "pairs": _IN_ONE,
    "sets": _IN_ONE,
}
"""What a line holds that holds more than one entry, or a label: a plain look that spares most lines the rest."""

_FEWEST = 3  # parts; "yes, please" is no list
_LONGEST_PART = 3  # words; halves of sentences are longer
_MOST_GROUPS = 6  # entries; categories are few, and a longer list of "word: a, b, c" is words with remarks


def expanded(texts: list[str], shape: Shape) -> list[str]:
    """Return the entries that the marked lines of one list hold: each line itself, or the list written in it.

    "Initial: rabbit, ring" is two words; "rabbit: small, furry, quick" is one, since its label names no section.
    Whether "rabbit, bunny" is two words or a word with a remark, and "B: ball" a letter with its word, is decided by
    most lines.
    """
    if all(text.isalnum() for text in texts):
        return texts
    if shape != "words":
        return [entry for text in texts for entry in inline_entries(text, shape)]
    texts = [*texts[:-1], _LEADING_AND.sub("", texts[-1])]
    doubled = most(_is_double(text) for text in texts)
    labelled = [labelled_parts(text) for text in texts]
    lettered = most(found is not None and names_sound(found[0]) for found in labelled)
    grouped = len(texts) <= _MOST_GROUPS and all(
        found and ":" not in found[1] and len(_words_of(found[1])) >= _FEWEST for found in labelled
    )
    alike = len(texts) > 1 and _is_one_label(labelled)
    entries: list[str] = []
    for text, found in zip(texts, labelled, strict=True):
        if found and (lettered or grouped or alike or _is_named(*found)):
            parts = _words_of(found[1])
            entries += parts if len(parts) > 1 else [found[1]]
        elif doubled and _is_double(text):
            entries += split_words(text)
        else:
            entries += inline_entries(text, shape)
    return entries


def inline_entries(text: str, shape: Shape) -> list[str]:
    """Return the entries that one line holds: itself, or the parts of the list written in it."""
    if text.isalnum() or _DIVIDES[shape].search(text) is None:
        return [text]
    found = labelled_parts(text) if shape == "words" or ":" in text else None
    if found:
        label, rest = found
        parts = parts_of(rest, shape)
        if announces(label, parts, shape):
            return parts
        if shape == "words" or (shape == "pairs" and ":" in text):
            return [text]
    if shape == "words" and _DASHED.search(text):
        return [text]
    parts = parts_of(text, shape)
    return parts if len(parts) >= (2 if shape != "words" else _FEWEST) else [text]


def announces(label: str, parts: list[str], shape: Shape = "words") -> bool:
    """Tell whether a label names a list and not the item itself ("start: /stɑɹt/", "end: the last part")."""
    if not parts:
        return False
    words = word_count(clean_item(label))
    single = all(map(is_word, parts))
    if not single and len(parts) == 1 and shape == "words":
        return names_list(label) and not names_item(label)
    if names_section(label) and (single or shape != "words"):
        return len(parts) > 1 or words > 1 or shape != "words"
    if names_list(label) and shape == "words":
        return len(parts) > 1 or not names_item(label)
    if names_sound(label) and len(parts) > 1:
        return True
    if names_attribute(label) or names_item(label):
        return False
    if single and len(parts) > 1 and shape == "words" and (looks_plural(label) or words > 1):
        return True
    return words > 1 and (len(parts) >= _FEWEST or (shape != "words" and len(parts) > 1))


def parts_of(text: str, shape: Shape) -> list[str]:
    """Split at the commas; `[]` unless every part could be an entry."""
    if shape == "words":
        parts = split_words(text)
        return parts if parts and are_short(parts) else []
    groups = _GROUPS.fullmatch(text.strip())
    if groups:
        return [part for part in _ONE_GROUP.findall(text) if fits(part, shape)]
    commas = _COMMAS if shape == "pairs" else _SEMICOLONS
    text = _GROUP.sub("", text)
    parts = [part for part in (_LEADING_AND.sub("", part) for part in commas.split(text)) if clean_item(part)]
    return parts if all(fits(part, shape) for part in parts) else []


def are_short(parts: list[str]) -> bool:
    """Tell whether every part is of one to three words."""
    return all(1 <= word_count(part) <= _LONGEST_PART for part in parts)


def split_words(text: str) -> list[str]:
    """Split at commas and at the last "and"; commas in brackets belong to a remark, unless all stands in brackets."""
    if _DIVIDES["words"].search(text) is None:
        return [text] if clean_item(text) else []
    if text[:1] in "[(" and _GROUPS.fullmatch(text):
        return [part for part in _ONE_GROUP.findall(text) if clean_item(part)]
    text = _BETWEEN.sub(", ", _QUOTED_COMMA.sub(r"\2\1", text))
    parts = [_LEADING_AND.sub("", part) for part in _COMMAS.split(_GROUP.sub("", text).strip() or text.strip(" ()[]"))]
    last = _LAST_AND.split(parts[-1])
    if len(parts) > 1 and len(last) == 2 and all(map(is_word, last)):
        parts[-1:] = last
    return [part for part in parts if clean_item(part)]


def is_word(text: str) -> bool:
    """Tell whether a text is one word once it is cleaned."""
    return text.isalnum() or word_count(clean_item(text)) == 1


def labelled_parts(text: str) -> tuple[str, str] | None:
    """Split "Initial: rabbit, ring" and "Initial – rabbit, ring" into the label and what it announces."""
    found = _LABEL.match(text) if _DIVIDES["words"].search(text) else None
    if found is None or not (clean_item(found[1]) or names_sound(found[1])):
        return None
    return found[1], text[found.end() :]


def _is_named(label: str, rest: str) -> bool:
    """Tell "Word: rabbit" from "word: a unit of speech"."""
    if not names_item(label):
        return False
    words = clean_item(rest).split()
    return len(words) == 1 or (1 < len(words) <= _LONGEST_PART and words[0].lower() not in ("a", "an", "the"))


def _is_one_label(labelled: list[tuple[str, str] | None]) -> bool:
    """Tell whether all lines have one label of several words and one word behind it: "R word 1 - rabbit"."""
    labels = {found and clean_item(found[0]).lower() for found in labelled}
    return len(labels) == 1 and all(
        found is not None and word_count(found[0]) > 1 and word_count(found[1]) == 1 for found in labelled
    )


def _words_of(text: str) -> list[str]:
    parts = parts_of(text, "words")
    return parts if all(map(is_word, parts)) else []


def _is_double(text: str) -> bool:
    """Tell whether a line is two words with a comma, of which the second is no figure and no part of speech."""
    if "," not in text or ":" in text or _DASHED.search(text):
        return False
    parts = split_words(text)
    if len(parts) != 2 or not all(map(is_word, parts)):
        return False
    second = parts[1].strip(" *_()")
    return second[:1].isalpha() and _SPEECH.fullmatch(second) is None
