"""Cleaning: from the text of a list entry to the bare item, taking away and never adding."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from stimfid_lib.scoring.reading.characters import PART

LONGEST_ENTRY = 400
"""Characters; a longer line is prose, never an entry, which keeps the reading of any reply linear in its length."""

_ROUNDS = 8  # groups, gloss and edges uncover one another: "(n.) **ring** (jewelry) - gold." needs three rounds

_EMPHASIS = re.compile(r"[*`]+|__+|~~+|==(?=\w)|(?<=\w)==|(?<![^\W_])_|_(?![^\W_])|\\(?=[^\w\s])")
_SIGNS = frozenset("*`_~=\\]")  # of which one at least stands in emphasised text
_INNER_ITALICS = re.compile(r"(?<!\w)_([^\W_]+)_(?=[^\W_])|(?<=[^\W_])_([^\W_]+)_(?=[^\W_]|\b|$)")
_SYLLABLE_DOT = re.compile(r"(?<=[^\W\d_])[\u00b7\u2022\u2027\u2219\u22c5](?=[^\W\d_])")
_SYLLABLE_MARK = re.compile(r"[-.\u00b7\u2022\u2027\u2219\u22c5]")
_PARTED = re.compile(r"[^\W\d_]+(?:[-.\u00b7\u2022\u2027\u2219\u22c5][^\W\d_]+)+")
_LINK = re.compile(r"!?\[([^\[\]]{1,200})\]\((?:https?:|www\.|#|/|\w+:)[^()\s]{0,300}\)")
_NOTE_MARK = re.compile(r"(?<=\w)(?:\[\^?\d{1,3}\]|【[^】]{0,40}】|\^\d{1,2}(?!\w))|[¹²³⁴-⁹⁰†‡]+")

_INSIDE = re.compile(
    r"(?<![^\W\d_])[(\[{<]([^\W\d_]{1,4})[)\]}>](?=[^\W\d_])"  # (r)abbit
    r"|(?<=[^\W\d_])[(\[{<]([^\W\d_]{1,4})[)\]}>](?=[^\W\d_])"  # ca(rr)ot
    r"|(?<=[^\W\d_])[(\[{<]([^\W\d_]{1,3})[)\]}>](?![^\W\d_])"  # ca(r)
)
_MARKED = re.compile(r"\W{0,4}?(\*\*\*|\*\*|\*|__|`)(?=\S)((?:(?!\1).){2,60}?)\1\s+(.*)", re.DOTALL)
_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»]+)[\"”»](?=\s*[,;:.(/=→–—-]|\s*$|(?:\s+\S+){3})")

_GLOSS = re.compile(
    r":|;|—|--|\s[-–―~]|[-–―]{1,3}\s|\s[=|]\s|[-=]>|[→⇒⟶➔➜➡⟹↦]|,(?=\s|[^\W\d]|$)|\s(?:\.{3}|…)\s|\.\s+(?=\S+\s+\S)|\s·\s"
    r"|\s(?:as in|because|which|meaning|means|is an?|is the|are the|like the|like an?|e\.g\.|i\.e\.|for example)\s",
    re.IGNORECASE,
)
_GLOSSED = re.compile(r"(?:\*\*)?([^\W\d_]+)(?:\*\*)?(?::(?:\*\*)?\s|\s[-–—]\s)(?=\S)")
"""A word, bold or not, with its gloss: the common case, which needs no rounds."""
_COUNTED = re.compile(
    r"\s+[(\[]?\d{1,3}(?:[.,]\d+)?\s*-?(?:syllables?|syl\.?|s[ií]labas?|letters?|sounds?|phonemes?|years?|yrs?)\b.*",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"(?<=[^\W\d_])\s+\d{1,3}(?:\.\d+)?$")
_SPOKEN = re.compile(r"(?<=[^\W\d_])\s+(?:\|[^|]*\||/?\S*[ɹɾɻʃʒθðŋɪæəɛɐʊɔɒɑʌɝɚɜɡɫʔːˈˌ]\S*)$")
_TORN_SOUND = re.compile(r"(?<=[^\W\d_])\s+/[^\s/]*$")
_CLOSERS = {")": "(", "]": "[", "}": "{"}
_OPENERS = {opener: closer for closer, opener in _CLOSERS.items()}


def without_emphasis(text: str) -> str:
    """Drop Markdown's marks of bold, italics, code, strike-out and links, inside words too (`**r**abbit`)."""
    if text.isalnum() or (text.isascii() and _SIGNS.isdisjoint(text)):
        return text
    if "](" in text:
        text = _LINK.sub(r"\1", text)
    if "_" in text:
        text = _INNER_ITALICS.sub(lambda found: found[1] or found[2], text)
    text = _EMPHASIS.sub("", text)
    return text if text.isascii() else _SYLLABLE_DOT.sub("", text)


def word_count(text: str) -> int:
    """Number of space-separated tokens that hold a letter or digit."""
    if text.isalnum():
        return 1
    tokens = text.split()
    if "".join(tokens).isalnum():
        return len(tokens)
    return sum(token.isalnum() or any(map(str.isalnum, token)) for token in tokens)


def clean_item(text: str) -> str:
    """Return the bare item of a list entry, in the model's own spelling and case; "" if nothing is left.

    Taken away: bold and italic marks, leading and trailing groups in parentheses or brackets, trailing IPA, counts of
    syllables, a gloss (after a colon, semicolon, comma, spaced dash or arrow, or after a word that is set off by bold
    or quotes), a second spelling that shows the syllables, quotes, punctuation and emoji at either end. Spaces and
    hyphens inside stay, one space each. Marks that point out a sound in a word go alone: `(r)abbit`, `**r**abbit`.
    """
    if text.isalnum():
        return text
    if text[:2] == "**" == text[-2:] and text[2:-2].isalnum():
        return text[2:-2]
    glossed = _GLOSSED.match(text)
    if glossed:
        return glossed[1]
    return _clean(text) if len(text) > LONGEST_ENTRY else _clean_again(text)


def _clean(text: str) -> str:
    text = _NOTE_MARK.sub("", text.partition(PART)[0])
    text = _set_off(text)
    if _SYLLABLE_DOT.search(text):
        text = _without_syllables(_EMPHASIS.sub("", text).strip())
    text = " ".join(without_emphasis(text).split())
    text = _INSIDE.sub(lambda found: found[1] or found[2] or found[3], text)
    for _ in range(_ROUNDS):
        before = text
        quoted = _QUOTED.match(text)
        text = quoted[1] if quoted else text
        text = _trim(_without_sounds(_without_gloss(_without_trailing_groups(_without_leading_group(text)))))
        if text == before:
            break
    return _without_syllables(text)


_clean_again = lru_cache(maxsize=1 << 16)(_clean)  # a reader looks at an entry up to five times


def _set_off(text: str) -> str:
    """Return the word in bold, italics or code that a gloss follows: "**Rabbit** *a furry animal*"."""
    found = _MARKED.match(text)
    if not found or not any(map(str.isalpha, found[2])):
        return text
    rest = found[3]
    if rest[:1] in tuple("*_`(/[|") or (word_count(rest) >= 3 and word_count(found[2]) <= 3):
        return found[2]
    return text


def _trim(text: str) -> str:
    """Drop what is no letter, digit or combining mark from both ends; a closing bracket waits for its group."""
    start, end = 0, len(text)
    while start < end and not text[start].isalnum() and not (text[start] in _OPENERS or text[start] == "/"):
        start += 1
    while end > start and not (text[end - 1].isalnum() or unicodedata.category(text[end - 1])[0] == "M"):
        if text[end - 1] in _CLOSERS or text[end - 1] == "/":
            break
        end -= 1
    text = text[start:end]
    return text if any(map(str.isalnum, text)) else ""


def _without_leading_group(text: str) -> str:
    opener = text[:1]
    closer = "/" if opener == "/" else _OPENERS.get(opener, "")
    if not closer:
        return text
    end = text.find(closer, 1)
    inside, rest = text[1:end], text[end + 1 :]
    if end < 0 or not any(map(str.isalnum, rest)):
        return text[1:-1] if end == len(text) - 1 else text[1:]  # "(rabbit)", "(rabbit"
    if opener != "/" and rest[0].isalnum():
        return inside + rest  # (r)abbit
    return rest.lstrip(" :-–—")


def _without_trailing_groups(text: str) -> str:
    for _ in range(_ROUNDS):
        body = text.rstrip(" .,;:!?")
        closer = body[-1:]
        opener = "/" if closer == "/" else _CLOSERS.get(closer, "")
        if not opener:
            break
        start = body.rfind(opener, 0, len(body) - 1)
        if start <= 0:
            return body[:-1]  # a closer without its opener
        text = body[:start].rstrip()
    for opener, closer in _OPENERS.items():
        start = text.rfind(opener)
        if start > 0 and text.rfind(closer) < start:
            text = text[:start].rstrip()  # cut off in the middle of a remark
    return text


def _without_gloss(text: str) -> str:
    start = next((index for index, character in enumerate(text) if character.isalnum()), len(text))
    match = _GLOSS.search(text, start)
    return text[: match.start()] if match else text


def _without_sounds(text: str) -> str:
    """Drop a pronunciation without brackets, a count of syllables and a bare figure behind the word."""
    if " " not in text:
        return text
    text = _COUNTED.sub("", text)
    for pattern in (_TORN_SOUND, _SPOKEN, _FIGURE):
        shorter = pattern.sub("", text)
        if shorter != text and word_count(shorter) == 1:
            text = shorter
    return text


def _without_syllables(text: str) -> str:
    """Drop a second spelling that only parts the syllables of the first: "rabbit rab-bit", "rabbit rab·bit"."""
    first, space, second = text.partition(" ")
    parted = second.strip(" ()[]")
    if space and _PARTED.fullmatch(parted) and _SYLLABLE_MARK.sub("", parted).lower() == first.lower():
        return first
    return text
