"""Strategies: lists of plain words, and the ways in which a reply may write them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import strategies as st

_NOT_PLAIN = frozenset(["and", "or", "vs", "the", "note", "notes", "tip", "tips", "hint", "hints"])
_TALK = (
    "we",
    "sure",
    "great",
    "hi",
    "enjoy",
    "please",
    "here",
    "these",
    "start",
    "end",
    "final",
    "practice",
    "word",
    "set",
)
_COMPOUNDS = ("hot dog", "ice cream", "merry-go-round", "T-shirt", "rock’n’roll", "don't")

letters = st.text("abcdefghijklmnopqrstuvwxyz", min_size=3, max_size=9).filter(lambda word: word not in _NOT_PLAIN)
single = st.one_of(st.sampled_from(_TALK), letters, letters.map(str.capitalize), letters.map(str.upper))
side = st.one_of(letters, st.sampled_from([word for word in _TALK if len(word) > 2]))
word = st.one_of(single, single, single, st.sampled_from(_COMPOUNDS))

OPENINGS = (
    "",
    "Sure! Here are the words you asked for:\n\n",
    "Here you go:\n",
    "## Words with R\n\n",
    "Of course!\n\n",
)
CLOSINGS = ("", "\n\nLet me know if you need more!", "\n\nEnjoy!", "\n\nI hope this helps with your session.")

Style = Callable[[int, str], str]
NUMBERED: tuple[Style, ...] = (
    lambda n, text: f"{n}. {text}",
    lambda n, text: f"{n}) {text}",
    lambda n, text: f"({n}) {text}",
    lambda n, text: f"**{n}.** {text}",
    lambda n, text: f"{n}. **{text}**",
    lambda n, text: f"   {n}. {text}",
    lambda n, text: f"{n % 4 + 1}. {text}",  # restarts
)
BULLETED: tuple[Style, ...] = (
    lambda _, text: f"- {text}",
    lambda _, text: f"* {text}",
    lambda _, text: f"+ {text}",
    lambda _, text: f"• {text}",
    lambda _, text: f"- **{text}**",
)
BOXES: tuple[Style, ...] = (lambda _, text: f"- [ ] {text}", lambda _, text: f"☐ {text}")
MARKED: tuple[tuple[str, Style], ...] = (
    *(("numbered", one) for one in NUMBERED),
    *(("bulleted", one) for one in BULLETED),
    *(("checkbox", one) for one in BOXES),
)
BARE: tuple[Style, ...] = (lambda _, text: text, lambda _, text: f"**{text}**", lambda _, text: f"🐰 {text}")
REMARKS: tuple[str, ...] = (
    "",
    " (a thing)",
    " /ˈɹæbɪt/",
    " [ɹæbɪt]",
    " - a thing to say",
    ": a thing to say",
    "  ",
    ".",
)


def listed(items: Sequence[str], style: Style, end: str = "\n") -> str:
    """Write items one a line."""
    return end.join(style(number, item) for number, item in enumerate(items, start=1))
