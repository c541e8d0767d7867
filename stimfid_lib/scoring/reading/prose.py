"""Lists in sentences, where a reply has no other: "you could try rabbit, ring, and rope"."""

from __future__ import annotations

import re

from stimfid_lib.scoring.clean import clean_item, without_emphasis, word_count
from stimfid_lib.scoring.reading.found import Found
from stimfid_lib.scoring.reading.inline import are_short, is_word, parts_of, split_words
from stimfid_lib.scoring.reading.lines import Line
from stimfid_lib.scoring.reading.roles import NO_ITEMS, is_chatter, is_remark, is_title, role_of
from stimfid_lib.scoring.refusal import has_refusal_phrase
from stimfid_lib.scoring.separators import fits, has_strong_separator
from stimfid_lib.suite.request import Shape

_SPACED = re.compile(r"\s[/|·~]\s")  # in a line of its own; beside a mark these set a word off from its pronunciation
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_LEAD_IN = re.compile(
    r"\b(?:are|is|be|include|includes|including|like|as|try|use|(?:begin|start) with|words|using|consider|"
    r"practi[cs]e|say|recommend|"
    r"suggest|son|como|incluyen|prueba|usa)\s+(?=\S)",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"\A\W*(?:sure(?: thing)?|yes|okay|ok|of course|certainly|absolutely|well|great|claro)[,!.:]\s+(?=\S+,\s)",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(r"\A\W*(?:try|use|consider|prueba|usa)\s(?=\W?[^\W\d_]+\W?,)", re.IGNORECASE)
_PREDICATE = re.compile(
    r"\s(?:are|is|all|would|can|could|have|start|starts|begin|end|contain|should|work|make|[—–-]|for|in|which|because)\s",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"\s*(?:since|because|which|as|where|all|so|but|if|when|each|depending|for)\s", re.IGNORECASE)
_COMMAS = re.compile(r"[,;]")
_LAST_AND = re.compile(r"\s(?:and|or|&|y|o)\s", re.IGNORECASE)
_LEADING_AND = re.compile(r"\A\s*(?:and|or|&|y)\s+", re.IGNORECASE)
_LONGEST_SIDE_BY_SIDE: dict[Shape, int] = {"words": 1, "pairs": 4, "sets": 9}
_SET_OFF = re.compile(r"\*\*([^*\n]{2,40})\*\*|\"([^\"\n]{2,40})\"|“([^”\n]{2,40})”|`([^`\n]{2,40})`")
_FEWEST = 3
_LONGEST_SENTENCE = 5_000  # characters; longer without a comma it is no list


def prose_lists(lines: list[Line], shape: Shape) -> Found | None:
    """Return the lists that stand in unmarked lines, from the likeliest kind of place that holds any.

    Likeliest is a list after a colon or alone on its line, then a sentence that is a list, then a list that a
    sentence leads to ("you could try rabbit, ring, and rope"), then words set off by bold or quotes in sentences.
    """
    ranked: tuple[list[str], ...] = ([], [], [])
    spoken = _unwrapped([line.text for line in lines if line.mark == "plain" and not is_remark(line.text)])
    for text in spoken:
        sentences = _SENTENCE_END.split(_SPACED.sub(", ", text) if shape == "words" else text)
        if shape == "words" and len(sentences) >= _FEWEST and all(word_count(one) == 1 for one in sentences):
            ranked[0].extend(sentences)
            continue
        for sentence in sentences:
            if has_refusal_phrase(sentence):
                sentence = sentence.rpartition(": ")[2] if ": " in sentence else ""
            if sentence:
                rank, parts = _read_sentence(sentence, shape, alone=len(sentences) == 1, only=len(spoken) == 1)
                ranked[rank].extend(parts)
    texts = next(filter(None, ranked), [])
    if shape == "words" and not ranked[0]:
        apart = _set_off(lines)
        named = {clean_item(text).lower() for text in apart}
        if len(apart) > len(texts) and all(clean_item(text).lower() in named for text in texts):
            texts = apart
    return Found(0, "comma", texts, 1) if texts else None


def _unwrapped(texts: list[str]) -> list[str]:
    """Join a line that ends with a comma to the one that goes on with it; labels are as plain as what they label."""
    whole: list[list[str]] = []
    for text in map(without_emphasis, texts):
        if whole and whole[-1][-1].endswith(","):
            whole[-1].append(text.strip())
        else:
            whole.append([text.strip()])
    return [" ".join(parts) for parts in whole]


def _read_sentence(sentence: str, shape: Shape, *, alone: bool, only: bool) -> tuple[int, list[str]]:
    if len(sentence) > _LONGEST_SENTENCE and "," not in sentence:
        return 2, []
    before, colon, rest = sentence.rpartition(": ")
    if colon and role_of(before + ":") in NO_ITEMS:
        return 2, []
    parts = parts_of(rest if colon else _IMPERATIVE.sub("", sentence), shape)
    if shape == "words" and any(is_title(part) for part in parts):
        return 2, []
    enough = 1 if shape != "words" else 2 if (colon or only) and all(map(is_word, parts)) else _FEWEST
    # "we, weird, wheat" opens like talk and is a list; "Sure, of course, happy to help!" is none
    bare = 2 * sum(map(is_word, parts)) > len(parts) > 2 and not sentence.rstrip().endswith("!")
    if len(parts) >= enough and (colon or bare or not is_chatter(sentence)):
        return (0 if colon or alone else 1), parts
    if shape == "words":
        parts = _after_lead_in(sentence) or _before_predicate(_OPENING.sub("", sentence))
        return 2, parts if len(parts) >= _FEWEST else []
    return 2, _after_lead_in_of(sentence, shape)


def _before_predicate(sentence: str) -> list[str]:
    """Read "Rabbit, ring, and rope would all work well"."""
    if "," not in sentence:
        return []
    parts = split_words(without_emphasis(sentence))
    if len(parts) < _FEWEST or not all(map(is_word, parts[:-1])) or is_chatter(sentence):
        return []
    parts[-1] = _PREDICATE.split(parts[-1], maxsplit=1)[0]
    return parts if is_word(parts[-1]) else []


def _after_lead_in(sentence: str) -> list[str]:
    """Read "For example, you could try rabbit, ring and rope, since …": the list begins in the first or second part."""
    if "," not in sentence:
        return []
    parts = split_words(without_emphasis(sentence))
    for start in (0, 1):
        first, *others = parts[start:] or [""]
        leads = list(_LEAD_IN.finditer(first))
        if leads and others:
            run = [first[leads[-1].end() :]]
            for part in others:
                cut = _PREDICATE.split(part, maxsplit=1)[0]
                both = _LAST_AND.split(cut)
                last = len(both) == 2 and all(map(is_word, both))
                if _CLAUSE.match(part) or not (are_short([cut]) or last):
                    break
                run += both if last else [cut]
                if last or cut != part:
                    break
            return run if are_short(run) else []
    return []


def _after_lead_in_of(sentence: str, shape: Shape) -> list[str]:
    """Read "I'd begin with bow/boat, tie/time, and moo/moon, where …": pairs or sets as long as they go on."""
    leads = list(_LEAD_IN.finditer(sentence))
    if not leads:
        return []
    for lead in reversed(leads):
        run: list[str] = []
        for part in _COMMAS.split(sentence[lead.end() :]):
            part = _LEADING_AND.sub("", part).rstrip(" .")
            if not fits(part, shape) or word_count(part) > _LONGEST_SIDE_BY_SIDE[shape]:
                break
            run.append(part)
        if len(run) > 1 or any(map(has_strong_separator, run)):
            return run
    return []


def _set_off(lines: list[Line]) -> list[str]:
    """Read "**rabbit** is a good start, then **ring**": three words or more in bold or quotes, in order, each once."""
    words: dict[str, str] = {}
    for line in lines:
        if line.mark == "plain":
            for found in _SET_OFF.finditer(line.text):
                text = next(filter(None, found.groups()))
                if word_count(clean_item(text)) == 1 and not text.rstrip().endswith(":"):
                    words.setdefault(clean_item(text).lower(), text)
    return list(words.values()) if len(words) >= _FEWEST else []
