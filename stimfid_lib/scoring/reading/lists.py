"""Reading a marked list: which of its lines are the entries, and whether it is a list of items at all."""

from __future__ import annotations

import re

from stimfid_lib.scoring.clean import LONGEST_ENTRY, clean_item, word_count
from stimfid_lib.scoring.extraction import Method
from stimfid_lib.scoring.reading.blocks import Block, is_bold_line, is_heading
from stimfid_lib.scoring.reading.characters import PART
from stimfid_lib.scoring.reading.found import Found, Strength, most
from stimfid_lib.scoring.reading.inline import expanded, is_word, parts_of
from stimfid_lib.scoring.reading.labels import looks_plural, names_attribute, names_item, names_list, names_section
from stimfid_lib.scoring.reading.lines import Line
from stimfid_lib.scoring.reading.records import read_records
from stimfid_lib.scoring.reading.roles import (
    NO_ITEMS,
    ends_with_colon,
    is_chatter,
    is_order,
    is_remark,
    is_sentence,
    is_title,
)
from stimfid_lib.scoring.reading.spread import are_spread, as_one_entry, is_said_of, joined, regrouped, with_lines_below
from stimfid_lib.scoring.reading.trees import Node, grow
from stimfid_lib.scoring.separators import LONGEST_LINE, fits, has_strong_separator, names_contrast
from stimfid_lib.suite.request import Shape

_SET_OFF = re.compile(r"\"([^\"\n]{1,30})\"|“([^”\n]{1,30})”|\*\*([^*\n]{2,30})\*\*")
_LONGEST_PHRASE = 4  # words; more around one word in quotes are a sentence about it
_ORDERS = re.compile(
    r"\W*(?:every|each|all|no|only|must|should|do not|don't|use|say|read|have|ask|practi[cs]e|make|try|start|"
    r"take|focus|"
    r"model|encourage|repeat|play|write|draw|keep|give|avoid|include|the (?:word|sound|list|target|child|client)|"
    r"words? (?:must|should|that)|one|i|you|we|your|it|this)\b",
    re.IGNORECASE,
)


def read_list(block: Block, shape: Shape) -> Found | None:
    """Return the entries of a marked list and how surely they are items; None if it holds none.

    Headings over sub-lists give the entries of the sub-lists; a word with remarks below it gives the word. A list of
    questions or of attributes ("Sound: /r/") holds no items, nor does one of phrases after a refusal.
    """
    lines = [line for line in block.lines if len(line.text) <= LONGEST_ENTRY]
    if not any(line.text for line in lines):
        return None
    first = lines[0]
    if all(line.mark == first.mark and line.indent == first.indent for line in lines):
        mark, kept = str(first.mark), regrouped(lines, shape)
        texts = [line.text for line in kept]
    else:
        mark, kept, texts = _from_tree(grow(lines), shape)
    headings = most(is_heading(line) for line in kept)
    texts = [
        text
        for line, text in zip(kept, texts, strict=True)
        if not is_heading(line) or (headings and (fits(text, shape) or PART in text))
    ]
    texts = read_records(texts, shape) or (_spoken_of(texts) if shape == "words" else []) or texts
    if _all_attributes(texts):
        return None
    texts = expanded([text for text in texts if text], shape)
    if shape != "words":
        texts = [text for text in as_one_entry(texts, block.lead, shape) if not names_contrast(text)]
    suits = [fits(text, shape) for text in texts]
    strength = _strength(texts, suits, block, shape) if texts else None
    if strength is None:
        return None
    if most(suits):
        texts = _without_remarks(texts, suits, shape)
        glossed = most(":" in text for text in texts)
        texts = [text for text in texts if glossed or not is_order(text)]
    return Found(block.start, mark, texts, strength, recap=block.role == "recap")


def _from_tree(roots: list[Node], shape: Shape) -> tuple[Method, list[Line], list[str]]:
    """Choose between the heads and what stands below them; each kept line with the text of its entry."""
    if not _below(roots, shape) and are_spread(roots, shape):
        return roots[0].line.mark, [root.line for root in roots], [joined(root) for root in roots]
    kept = _chosen(roots, shape)
    return (kept or [roots[0].line])[0].mark, kept, [line.text for line in kept]


def _chosen(nodes: list[Node], shape: Shape) -> list[Line]:
    return _below(nodes, shape) or [line for node in nodes for line in _with_said(node, shape)]


def _below(nodes: list[Node], shape: Shape) -> list[Line]:
    """Return the entries of the sub-lists if these are the items and their heads only headings, else `[]`."""
    over = {id(node): _chosen(node.below, shape) for node in nodes if node.below}
    if not over:
        return []
    lines = [line for some in over.values() for line in some]
    if shape == "words" and most(bool(_named(some)) for some in over.values()):
        return [line for node in nodes for line in _named(over.get(id(node), [])) or [node.line]]
    if not _are_entries([node for node in nodes if node.below], lines, shape):
        return []
    return [
        line for node in nodes for line in over.get(id(node), [] if is_heading(node.line) else _with_said(node, shape))
    ]


def _are_entries(over: list[Node], lines: list[Line], shape: Shape) -> bool:
    """Tell whether what stands below heads are the items: of the shape asked for, and their heads headings.

    Where a head could be an item too, two or more words below it that hardly repeat make it a heading.
    """
    if not most(_is_entry(line, shape) for line in lines):
        return False
    if most(_is_head(node.line, shape) for node in over):
        return True
    if shape != "words" or len(lines) < 2 * len(over):
        return False
    words = [clean_item(line.text).lower() for line in lines]
    return len(set(words)) * 2 > len(words)


def _is_entry(line: Line, shape: Shape) -> bool:
    label, colon, _ = line.text.partition(":")
    if colon and names_attribute(label) and not names_item(label):
        return False
    return fits(line.text, shape) or (shape == "words" and len(parts_of(line.text, shape)) > 2)


def _is_head(line: Line, shape: Shape) -> bool:
    text = line.text
    if is_heading(line) or not text or not fits(text, shape) or names_section(text) or names_list(text):
        return True
    return shape == "words" and (looks_plural(text) or is_bold_line(text))


def _with_said(node: Node, shape: Shape) -> list[Line]:
    """Return the lines of an entry without sub-list: its own, or those of the list that its heading runs on with."""
    if shape != "words":
        return with_lines_below(node, shape) if node.said else [node.line]
    if not node.said or not _is_head(node.line, shape):
        return [node.line]
    if not node.line.text:
        return [line._replace(mark=node.line.mark) for line in node.said if line.mark == "plain"]
    listed = [line for line in node.said if line.mark == "plain" and len(parts_of(line.text, shape)) > 1]
    if not listed:
        alone = [line for line in node.said if line.mark == "plain" and is_word(line.text)]
        listed = alone if len(alone) == len(node.said) > 1 else []
    return [line._replace(mark=node.line.mark) for line in listed] or [node.line]


def _named(lines: list[Line]) -> list[Line]:
    """Return the lines that a label calls the item, where others are called something else ("Word: …", "Use: …")."""
    named = [line for line in lines if ":" in line.text and names_item(line.text.partition(":")[0])]
    return named if len(named) < len(lines) or len(lines) == 1 else []


def _spoken_of(texts: list[str]) -> list[str]:
    """Return the one word that each sentence sets off by quotes or bold, if most do: "The word "garden" is good"."""
    found = [
        _SET_OFF.findall(text) if word_count(text) > (2 if "**" not in text else _LONGEST_PHRASE) else []
        for text in texts
    ]
    words = ["".join(one[0]) if len(one) == 1 else "" for one in found]
    if sum(map(bool, words)) * 2 <= len(texts) or not all(map(is_word, filter(None, words))):
        return []
    return [word or text for word, text in zip(words, texts, strict=True)]


def _all_attributes(texts: list[str]) -> bool:
    """Tell whether most lines say something about the list as a whole: "Sound: /r/", "Position: initial"."""
    return any(":" in text for text in texts) and most(map(is_said_of, texts))


def _strength(texts: list[str], suits: list[bool], block: Block, shape: Shape) -> Strength | None:
    role = block.role
    if role == "avoid" or most(text.rstrip(' *_"”)').endswith("?") for text in texts):
        return None
    suited = most(suits)
    if role in NO_ITEMS:
        return 0 if role == "advice" and suited and not block.after_refusal and len(texts) > 2 else None
    if suited:
        return 3
    if block.after_refusal and most(word_count(clean_item(text)) > 2 for text in texts):
        return None
    if shape != "words" and most(has_strong_separator(text) for text in texts):
        return 3
    if shape != "words" and most(word_count(clean_item(text)) > _LONGEST_PHRASE // 2 for text in texts):
        return None
    if most(_ORDERS.match(clean_item(text)) is not None and word_count(clean_item(text)) > 2 for text in texts):
        return None
    if most(is_sentence(text) for text in texts):
        return 0
    if most(is_chatter(text) or is_remark(text) for text in texts) and len(texts) > 1:
        return 0
    return 2 if role != "items" else 3


def _without_remarks(texts: list[str], suits: list[bool], shape: Shape) -> list[str]:
    """Where most entries are of the shape asked for, a long one that is not is advice; elsewhere all stay."""
    longest = LONGEST_LINE[shape] if shape == "words" else 2
    return [
        text
        for text, suit in zip(texts, suits, strict=True)
        if suit or (word_count(clean_item(text)) <= longest and not _is_aside(text))
    ]


def _is_aside(text: str) -> bool:
    """Tell whether an entry among words speaks to the reader: "Let me know if you need more", "Ten more words:"."""
    words = word_count(text)
    if words > 3 and _ORDERS.match(text):
        return True
    return words > 2 and (is_chatter(text) or (is_title(text) and ends_with_colon(text)))
