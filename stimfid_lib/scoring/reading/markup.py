"""HTML and XML in a reply, turned into the lines and rows that they draw."""

from __future__ import annotations

import html
import re

from stimfid_lib.scoring.reading.characters import LIST_MARK

_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9_-]*)([^<>]*)>")
_COMMENT = re.compile(r"<!--(?:[^-]|-(?!->))*(?:-->|\Z)|<!DOCTYPE[^<>]*>|<\?xml[^<>]*>", re.IGNORECASE)
_REFERENCE = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});", re.IGNORECASE)
_LATEX = re.compile(r"\\(?:text\w{0,4}|emph|underline|mathrm)\{([^{}\n]{0,200})\}")
_LATEX_BLOCK = re.compile(r"\\(?:begin|end)\{\w{1,20}\*?\}(?:\[[^\]\n]{0,40}\])?")
_SPACES = re.compile(r"\s+")
_NOTE_MARK = re.compile(r"<sup>[\s\d*†,]{1,8}</sup>", re.IGNORECASE)

_INLINE = frozenset(
    "b strong i em u mark span font small big code sub sup a s del ins kbd q cite tt abbr strike center label "
    "input".split()
)
_ENTRIES = frozenset(("li", "dt", "item", "word", "entry", "pair"))
_GLOSSES = frozenset("dd ipa meaning definition gloss sentence example syllables pronunciation note hint".split())
_HIDDEN = frozenset(("style", "script", "head", "title"))
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "caption", "summary"))
_BREAKS = frozenset(
    "p div section article main header footer html body table thead tbody tfoot colgroup col details figure br hr dl "
    "ul ol nav aside form button pre blockquote fieldset answer output response result results reply list lists words "
    "items pairs sets wordlist root data set group".split()
)


def without_references(text: str) -> str:
    """Return the text with character references as the characters they name (`&amp;`, `&#39;`)."""
    return _REFERENCE.sub(lambda found: html.unescape(found[0]), text) if "&" in text else text


def drawn(text: str) -> str:
    """Return the text with its tags replaced by what they draw: list marks, rows of a table, headings, line ends.

    Tags of emphasis vanish; a tag that is neither of HTML nor the name of an entry stays as it is written.
    """
    if "\\" in text:
        text = _LATEX_BLOCK.sub("", _LATEX.sub(r"\1", text))
    if "<" not in text or _TAG.search(text) is None:
        return text
    return _Drawing().draw(_NOTE_MARK.sub("", _COMMENT.sub("", text)))


class _Drawing:
    """The state of one pass over the tags of a text."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.depth = 0
        self.in_row = self.in_entry = self.heads = False
        self.cells = 0
        self.hidden = ""
        self.containers: frozenset[str] = frozenset()

    def draw(self, text: str) -> str:
        if any(tag[2].lower() == "word" for tag in _TAG.finditer(text)):
            self.containers = frozenset(("item", "entry", "pair"))  # the word stands inside them
        position = 0
        for tag in _TAG.finditer(text):
            self._say(text[position : tag.start()])
            position = tag.end()
            name = tag[2].lower()
            if self.hidden:
                self.hidden = "" if name == self.hidden and tag[1] else self.hidden
            elif name in _HIDDEN:
                self.hidden = "" if tag[1] else name
            elif not self._tag(name, closing=bool(tag[1])):
                self._say(tag[0])
        self._say(text[position:])
        return "".join(self.out)

    def _say(self, piece: str) -> None:
        if not self.hidden:
            self.out.append(_SPACES.sub(" ", piece) if self.in_row or self.in_entry else piece)

    def _tag(self, name: str, *, closing: bool) -> bool:
        """Draw a tag; tell whether it is known."""
        if name in ("td", "th"):
            self._cell(name, closing=closing)
        elif name == "tr":
            self._row(closing=closing)
        elif name in _ENTRIES and name not in self.containers:
            self.in_entry = not closing
            self.out.append("\n" if closing else f"\n{'  ' * min(self.depth - 1, 8)}{LIST_MARK} ")
        elif name in _GLOSSES:
            self.out.append("\n" if closing else "\n    : ")
        elif name in _HEADINGS:
            self.in_entry = False
            self.out.append("\n" if closing else "\n\n### ")
        elif name == "br":
            self.out.append(", " if self.in_row else "\n    : " if self.in_entry else "\n")
        elif name in _BREAKS or name in self.containers:
            if name in ("ul", "ol"):
                self.depth = max(self.depth + (-1 if closing else 1), 0)
                self.in_entry = False
            self.out.append(" " if self.in_row or (self.in_entry and name == "p") else "\n")
        else:
            return name in _INLINE
        return True

    def _row(self, *, closing: bool) -> None:
        if not closing:
            self.heads, self.cells = False, 0
        elif self.in_row:
            self.out.append(" |\n|" + "---|" * min(self.cells, 40) if self.heads else " |")
        self.in_row = not closing
        self.out.append("\n")

    def _cell(self, name: str, *, closing: bool) -> None:
        if closing:
            self.out.append(" ")
            return
        self.cells += 1
        self.heads = name == "th" and (self.cells == 1 or self.heads)
        self.out.append("| " if self.in_row else " ")
