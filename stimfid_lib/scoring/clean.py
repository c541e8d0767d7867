"""Cleaning: from the text of a list entry to the bare item, taking away and never adding."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LONGEST_ENTRY = 400
"""Characters; a longer line is prose, never an entry, which keeps the reading of any reply linear in its length."""

_ROUNDS = 8  # groups, gloss and edges uncover one another: "(n.) **ring** (jewelry) - gold." needs three rounds

_INVISIBLE = "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufe0e\ufe0f\ufeff"
_DIRECTIONS = "".join(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
_SPACES = "\u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_HALVES = "".join(map(chr, range(0xD800, 0xE000)))  # halves of a character that was cut; no table can hold them
_CHARACTERS = str.maketrans(
    dict.fromkeys(_INVISIBLE + _DIRECTIONS + _HALVES, "")
    | dict.fromkeys(_SPACES, " ")
    | dict.fromkeys("\u2010\u2011\u2212", "-")
)
_LINE_BREAK_TAG = re.compile(r"<br\s?/?>", re.IGNORECASE)
_REASONING = re.compile(r"\A\s*<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.IGNORECASE | re.DOTALL)
_EMPHASIS_TAG = re.compile(r"</?(?:b|strong|i|em|u|mark)>", re.IGNORECASE)
_EMPHASIS = re.compile(r"[*`]+|__+|~~+|(?<![^\W_])_|_(?![^\W_])")
_SYLLABLE_DOT = re.compile(r"(?<=[^\W\d_])[\u00b7\u2027](?=[^\W\d_])")

_GLOSS = re.compile(
    r":|—|--|\s[-–―]|[-–―]{1,3}\s|\s=\s|[-=]>|[→⇒⟶➔➜➡]|,\s(?:\d|(?:an?|the|which|that|meaning|as in|such as|used)\s)"
)
_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»]+)[\"”»](?=\s*[,;:.(/–—-]|\s*$)")
_CLOSERS = {")": "(", "]": "[", "}": "{", "）": "（"}
_OPENERS = {opener: closer for closer, opener in _CLOSERS.items()}


def plain_reply(raw: str) -> str:
    """Return the reply with one character for each thing: NFC, plain spaces and hyphens, nothing invisible.

    Line ends are left as they are; HTML line breaks become line ends and HTML emphasis is dropped. What a model
    thinks aloud before its reply (`<think>…</think>`, as servers of open models leave it in) is no part of the reply.
    """
    text = unicodedata.normalize("NFC", raw).translate(_CHARACTERS)
    if "<" not in text:
        return text
    return _EMPHASIS_TAG.sub("", _LINE_BREAK_TAG.sub("\n", _REASONING.sub("", text, count=1)))


def without_emphasis(text: str) -> str:
    """Drop Markdown's marks of bold, italics, code and strike-out, inside words too (`**r**abbit`)."""
    return _SYLLABLE_DOT.sub("", _EMPHASIS.sub("", text))


def word_count(text: str) -> int:
    """Number of space-separated tokens that hold a letter or digit."""
    return 1 if text.isalnum() else sum(token.isalnum() or any(map(str.isalnum, token)) for token in text.split())


def clean_item(text: str) -> str:
    """Return the bare item of a list entry, in the model's own spelling and case; "" if nothing is left.

    Taken away: bold and italic marks, leading and trailing groups in parentheses or brackets, trailing IPA between
    slashes, a gloss after a colon, a spaced dash, an arrow or a comma with an article, quotes, punctuation and emoji
    at either end. Spaces and hyphens inside stay, one space each. Brackets that mark the first sound of a word,
    `(r)abbit`, are dropped alone.
    """
    if text.isalnum():
        return text
    return _clean(text) if len(text) > LONGEST_ENTRY else _clean_again(text)


def _clean(text: str) -> str:
    text = " ".join(without_emphasis(text).split())
    for _ in range(_ROUNDS):
        before = text
        quoted = _QUOTED.match(text)
        text = quoted[1] if quoted else text
        text = _trim(_without_gloss(_without_trailing_groups(_without_leading_group(text))))
        if text == before:
            break
    return text


_clean_again = lru_cache(maxsize=1 << 14)(_clean)  # a reader looks at an entry up to five times


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
    return rest.lstrip()


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
