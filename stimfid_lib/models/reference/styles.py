"""How chatbots write a list: numbers, bullets, bold, lines, commas, with and without words around it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from stimfid_lib.models.reference.draw import Entry

if TYPE_CHECKING:
    from stimfid_lib.lexicon.lexicon import Lexicon

_OPENINGS = (
    "Sure! Here is a list for you:",
    "Here are some that fit your request:",
    "Of course! Below you will find the list you asked for.",
    "Great idea for a session. Here you go:",
    "Certainly! These should work well in therapy:",
    "Absolutely, here's what I came up with:",
)
_CLOSINGS = (
    "Let me know if you would like more, or if you want them sorted by difficulty!",
    "I hope this helps with your session!",
    "Would you like me to turn these into a worksheet?",
    "Feel free to ask for a different theme or level.",
    "Happy practising!",
)
_FEWEST_BARE_LINES = 3  # two bare words on two lines are no list to extraction, nor to most readers
_NO_ENTRIES = "I could not think of anything that fits, sorry."

_PAIR_JOINS = (" - ", " – ", " — ", " / ", " vs. ", " vs ", " → ", " | ")
_SET_JOINS = (" - ", " – ", " / ", ", ", " → ")

Mark = Callable[[int, str], str]
_MARKS: tuple[Mark, ...] = (
    lambda number, text: f"{number}. {text}",
    lambda number, text: f"{number}) {text}",
    lambda number, text: f"{number}. **{text}**",
    lambda _, text: f"- {text}",
    lambda _, text: f"* {text}",
    lambda _, text: f"• {text}",
    lambda _, text: f"- **{text}**",
    lambda _, text: text,
)


def write_reply(entries: Sequence[Entry], lex: Lexicon, draw: random.Random) -> str:
    """Write entries (words, pairs or sets) as one reply in a style that the generator draws.

    The style varies by opening and closing sentence, list marks, capitals, pronunciations, and how the words of a
    pair or set are kept apart. The words themselves are left as they are but for capitals.
    """
    if not entries:
        return _NO_ENTRIES
    body = _words(entries, lex, draw) if len(entries[0]) == 1 else _contrasts(entries, draw)
    parts = [
        draw.choice(_OPENINGS) if draw.random() < 0.7 else "",
        body,
        draw.choice(_CLOSINGS) if draw.random() < 0.4 else "",
    ]
    return "\n\n".join(part for part in parts if part)


def _words(entries: Sequence[Entry], lex: Lexicon, draw: random.Random) -> str:
    words = [entry[0] for entry in entries]
    if draw.random() < 0.3:
        words = [word.capitalize() for word in words]
    form = draw.choice(("list", "list", "list", "said", "comma"))
    if form == "comma" and len(words) > 3:
        return _comma_list(words, draw)
    mark = draw.choice(_MARKS if len(words) >= _FEWEST_BARE_LINES else _MARKS[:-1])
    lines = [mark(number, word) for number, word in enumerate(words, start=1)]
    if form == "said":
        join = draw.choice((" /{}/", " (/{}/)", ": /{}/", " [{}]"))
        lines = [line + join.format(_said(word, lex)) for line, word in zip(lines, words, strict=True)]
    return "\n".join(lines)


def _contrasts(entries: Sequence[Entry], draw: random.Random) -> str:
    join = draw.choice(_PAIR_JOINS if len(entries[0]) == 2 else _SET_JOINS)
    mark = draw.choice(_MARKS)
    return "\n".join(mark(number, join.join(entry)) for number, entry in enumerate(entries, start=1))


def _comma_list(words: Sequence[str], draw: random.Random) -> str:
    if draw.random() < 0.5:
        return ", ".join(words)
    return ", ".join(words[:-1]) + f", and {words[-1]}."


def _said(word: str, lex: Lexicon) -> str:
    record = lex.get(word)
    return "".join(record.phonemes) if record else word
