"""How two words of a pair, or the words of a contrast set, are told apart inside one entry."""

from __future__ import annotations

import re
from functools import lru_cache

from stimfid_lib.scoring.clean import clean_item, without_emphasis, word_count
from stimfid_lib.scoring.reading.characters import PART
from stimfid_lib.suite.request import Shape

_ARROW = r"\s*(?:<?[-=–—]{1,2}>|<[-=–—]{1,2}|<>|[→←↔⇄⇆⇔⇒⟶⟷➔➜➡↦⟹])\s*"
_VERSUS = r"\s+(?:vs\.?|v\.|versus|becomes?)\s+"
_DASH = r"\s+[-–—―]{1,3}\s*|[-–—―]{1,3}\s+|\s*[–—―]{1,3}\s*"  # an unspaced hyphen stays inside its word
_SLASH = r"\s*[/|~×]\s*|\s[·•+xX=]\s"
_COMMA = r"\s*[,;]\s*"
_AND = r"\s+(?:and|&|or|y|und|et)\s+"
_COLON = r"\s*:\s*"
_COLUMNS = r"\t\s*|\s{2,}|\s*(?:\.{3,}|…)\s*"

_STRONG = tuple(re.compile(part, re.IGNORECASE) for part in (_ARROW, _VERSUS, _DASH, _SLASH))
_WEAK = tuple(re.compile(part, re.IGNORECASE) for part in (_COMMA, _AND, _COLON, _COLUMNS))
_ANY = re.compile("|".join((_ARROW, _VERSUS, _DASH, _SLASH, _COMMA, _COLON, r"\t\s*|\s{3,}")), re.IGNORECASE)
_TIGHT = re.compile(r"([^\W\d_]{2,})[-‐‑]([^\W\d_]{2,})")
_LAST_AND = re.compile(_AND, re.IGNORECASE)
_LEADING_AND = re.compile(r"\A\s*(?:and|&)\s+", re.IGNORECASE)

_IPA = re.compile(r"(?:(?<=\s)(?:→|[-–—=:])\s+|(?<!\S))[(\[]?/[^/\s][^/]{0,40}/[)\]]?(?!\w)")
_DANGLING = re.compile(r"\s+(?:vs\.?|versus|and|or)\Z", re.IGNORECASE)
_GROUP = re.compile(r"\s*(?<![^\W\d_])[(\[{][^()\[\]{}]*[)\]}]|\s+[(\[{][^()\[\]{}]*[)\]}]|[(\[{][^()\[\]{}]{4,}[)\]}]")
_ROLE = re.compile(
    r"\b(?:targets?|contrasts?|words?|foils?|sets?|pairs?|partners?|objetivo|contraste|palabra)"
    r"(?:\s+(?:words?|sounds?))?\s?(?:\d{1,2}|[AB])?\s?:\s*",
    re.IGNORECASE,
)
# a label of one or two consonant letters or symbols ("th: …"); "so: toe, show" has a word before its colon
_SOUND_LABEL = re.compile(r"[^\w]*[^\W\d_aeiouy]{1,2}[^\w:]*:\s*(?=\S)", re.IGNORECASE)
_SOUND_NAME = r"[/\[(]?(?:[^\W\d_aeiouy]{1,2}|[/\[]\S{1,4}[/\]])[/\])]?"
_CONTRAST_NAME = re.compile(
    rf"\W*{_SOUND_NAME}\s*(?:[-–—/~|→]|vs\.?|versus|and)\s*{_SOUND_NAME}\s*(?::|\s[-–—]\s)\s*(?=\S)", re.IGNORECASE
)
_TARGET_OF_GROUP = re.compile(
    r"([^\W\d_]+)\s*\(([^\W\d_]+(?:\s*[,/;]\s*(?:and\s+)?[^\W\d_]+)+)\)\W*"
)  # goat (coat, boat)
_CONTRAST = re.compile(rf"\W*{_SOUND_NAME}(?:\s*(?:[-–—/~|→+,]|vs\.?|versus|and)\s*{_SOUND_NAME})+\W*", re.IGNORECASE)

LONGEST_LINE: dict[Shape, int] = {"words": 6, "pairs": 6, "sets": 16}
"""Words that an unmarked line may hold and still be an entry, by the shape of the list."""

_FEWEST_PARTS: dict[Shape, int] = {"words": 1, "pairs": 2, "sets": 3}
_LONGEST_SOUND = 2  # letters: "t vs k" and "th / s" name sounds
_LONGEST_SIDE = 3
"""Words; commas, "and" and colons also stand in sentences, whose halves are longer than this."""

_WORD = r"([^\W\d_]{2,})"
_SIMPLE_PAIR = re.compile(rf"{_WORD}(?:\s(?:[-–—/→~|&]|->|vs\.?|versus|and)\s|[–—/→]){_WORD}")
"""Two words and one separator: the common case, for which the long way would give the same."""


@lru_cache(maxsize=1 << 15)
def split_pair(text: str) -> tuple[str, str]:
    """Return the two words of an entry, cleaned; a side that is missing is "" and always the second.

    Separators: arrows, vs, spaced hyphens, en and em dashes (these two unspaced as well), slashes, and where those
    give nothing commas, "and", colons, columns of spaces. The first separator that leaves one word on either side
    is taken, so that "cat / bat - initial sounds" is split at the slash. Labels ("t/k: cat - bat"), IPA and groups in
    brackets are no part of a pair. `("", "")` if nothing is left.
    """
    if text.isalnum():
        return text, ""
    if PART in text:
        words = [word for word in map(clean_item, text.split(PART)) if word]
        return (words[0] if words else ""), (words[1] if len(words) > 1 else "")
    simple = _SIMPLE_PAIR.fullmatch(text)
    if simple:
        return simple[1], simple[2]
    text = _bare(text)
    head, colon, tail = text.partition(":")
    for part in (head, tail) if colon else ():
        pair = _split_pair(part)
        if _are_words(pair):
            return pair
    return _split_pair(text)


def split_tight(pairs: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Split entries that all, two at least, are two words joined by a hyphen ("cat-bat") or by one space ("cat bat").

    One such entry among others is left alone: it may be a compound whose partner is missing.
    """
    if len(pairs) < 2 or any(second for _, second in pairs):
        return pairs
    halves = [_TIGHT.fullmatch(first) for first, _ in pairs]
    if all(halves):
        return tuple((half[1], half[2]) for half in halves if half)
    words = [first.split(" ") for first, _ in pairs]
    if all(len(two) == 2 and all(map(str.isalpha, two)) for two in words):
        return tuple((one, other) for one, other in words)
    return pairs


def is_simple_pair(text: str) -> bool:
    """Tell whether a text is two bare words with one separator between them ("tip – dip"), and nothing else."""
    simple = _SIMPLE_PAIR.fullmatch(text)
    return simple is not None and max(map(len, simple.groups())) > _LONGEST_SOUND


def fits(text: str, shape: Shape) -> bool:
    """Tell whether an entry is of the shape asked for: one word, two single words, or a target and two and more."""
    if shape == "words":
        return text.isalnum() or word_count(clean_item(text)) == 1
    if shape == "pairs" and is_simple_pair(text):
        return True
    parts = split_pair(text) if shape == "pairs" else split_set(text)
    return len(parts) >= _FEWEST_PARTS[shape] and _are_words(parts)


def names_contrast(text: str) -> bool:
    """Tell whether an entry only names sounds ("/t/ - /k/", "s + t", "/s/-sh")."""
    return len(text) <= 40 and not text.isalnum() and _CONTRAST.fullmatch(without_emphasis(text)) is not None


def _are_words(parts: tuple[str, ...]) -> bool:
    """Tell whether all parts are single words, one at least of three letters: "t vs k" and "th / s" name sounds."""
    return all(word_count(part) == 1 for part in parts) and any(len(part) > _LONGEST_SOUND for part in parts)


@lru_cache(maxsize=1 << 15)
def has_strong_separator(text: str) -> bool:
    """Tell whether a mark that hardly occurs in prose (arrow, vs, spaced dash, slash) stands between two words."""
    if text.isalnum():
        return False
    simple = _SIMPLE_PAIR.fullmatch(text)
    if simple:
        return simple[0][len(simple[1]) : -len(simple[2])].strip().lower() not in ("and", "&")
    text = _bare(text)
    return any(all(_sides(separator.split(text, maxsplit=2))) for separator in _STRONG if separator.search(text))


@lru_cache(maxsize=1 << 15)
def split_set(text: str) -> tuple[str, ...]:
    """Return the words of a contrast set in order, target first, cleaned; every separator of pairs counts, commas too.

    A part that is missing between two others is ""; at the ends it is left out. `()` if nothing is left.
    """
    if text.isalnum():
        return (text,)
    if PART in text:
        parts = text.split(PART)
    else:
        grouped = _TARGET_OF_GROUP.fullmatch(without_emphasis(text).strip())
        bare = _bare(f"{grouped[1]}, {grouped[2]}" if grouped else text)
        parts = [_LEADING_AND.sub("", part) for part in _evenly(bare) or _ANY.split(bare)]
        last = _LAST_AND.split(parts[-1])
        if len(last) == 2 and all(word_count(part) == 1 for part in last):
            parts[-1:] = last
    words = [clean_item(part) for part in parts]
    while words and not words[-1]:
        words.pop()
    while words and not words[0]:
        words.pop(0)
    return tuple(words)


def _evenly(text: str) -> list[str]:
    """Split at the one separator that keeps all words apart, so that a remark behind the last is no part of a set."""
    for separator in (*_STRONG, _WEAK[0]):
        parts = separator.split(text)
        if len(parts) >= _FEWEST_PARTS["sets"] and not any(_ANY.search(part) for part in parts[:-1]):
            return parts if word_count(clean_item(parts[-1])) == 1 else []
    return []


def _split_pair(text: str) -> tuple[str, str]:
    found: tuple[str, str] | None = None
    for separator in (*_STRONG, *_WEAK):
        if separator.search(text) is None:
            continue
        left, right = _sides(separator.split(text, maxsplit=2))
        if word_count(left) == word_count(right) == 1:
            return left, right
        strong = separator in _STRONG
        if found is None and left and (strong or (right and max(map(word_count, (left, right))) <= _LONGEST_SIDE)):
            found = left, right
    return found or (clean_item(text), "")


def _bare(text: str) -> str:
    """Drop emphasis, IPA, groups in brackets and labels, but keep an entry that stands in brackets as a whole."""
    text = _ROLE.sub("", without_emphasis(text)).strip()
    if text[:1] in "([{" and text[-1:] in ")]}" and _GROUP.fullmatch(text):
        text = text[1:-1]
    named = _CONTRAST_NAME.match(text)
    if named:
        text = text[named.end() :]
    text = _DANGLING.sub("", _IPA.sub(" ", _GROUP.sub("", text)).strip())
    return _SOUND_LABEL.sub("", text, count=1) if _SOUND_LABEL.match(text) else text


def _sides(parts: list[str]) -> tuple[str, str]:
    left, right = (_side(part) for part in parts[:2])
    return (left, right) if left else (right, "")


def _side(text: str) -> str:
    """Clean one side; what follows a comma is a remark ("bat, which differs")."""
    text = _SOUND_LABEL.sub("", text, count=1) if _SOUND_LABEL.match(text) else text
    for piece in re.split(_COMMA, text):
        cleaned = clean_item(piece)
        if cleaned:
            return cleaned
    return ""
