"""What surrounds a list and is no item: what a heading or a lead-in promises, and lines that speak to the reader."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from stimfid_lib.scoring.clean import clean_item, without_emphasis, word_count
from stimfid_lib.scoring.reading.labels import names_section
from stimfid_lib.scoring.refusal import has_refusal_phrase

Role = Literal["items", "unknown", "advice", "avoid", "offer", "question", "recap"]
"""What stands under a heading: `items` where it says so; `advice` (tips, rules, activities, sentences) and what else is
no item; `recap` where items are said again."""

NO_ITEMS: frozenset[Role] = frozenset(("advice", "avoid", "offer", "question"))

_LIST_NOUN = re.compile(
    r"\b(?:words?|lists?|pairs?|sets?|items?|targets?|stimuli|examples?|palabras?|lista|pares|conjuntos|mots|wörter)\b",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"\b(?:tips?|notes?|instructions?|directions|how to|activit(?:y|ies)|games?|strateg(?:y|ies)|steps?|cues?|cueing|"
    r"reminders?|guidelines?|suggestions?|ideas?|ways? to|rules?|criteria|requirements?|conditions|constraints|"
    r"explanations?|rationale|reasons?|why\b|notas?|consejos?|instrucciones|actividades|sugerencias|reglas|"
    r"sentences?|phrases?|story|stories|oraciones|frases|paragraphs?|questions?|warm-?ups?|exercises?|homework|progression|"
    r"extensions?|variations?|materials|resources?|references?|sources?|legend|key|abbreviations|goals?|"
    r"disclaimers?|caveats?|considerations?|observations?|background|features?|benefits|next steps|data collection|"
    r"prompts?|procedures?|methods?|scoring|what (?:to|i) |remember|important|practice (?:plan|routine|schedule)|"
    r"hints?|practicing|practising|techniques?|prompting|modeling|feedback)\b",
    re.IGNORECASE,
)
_AVOID = re.compile(
    r"\b(?:avoid(?:ed)?|exclud\w+|left out|leave out|not includ\w+|did(?: not|n't) (?:include|make)|do(?: not|"
    r"n't) (?:fit|"
    r"qualify|work|count|meet)|does(?: not|n't) (?:fit|qualify|work|count|meet)|incorrect|wrong|non-?examples?|"
    r"rejected|"
    r"skip(?:ped)?|omitted|removed|near[- ]misses|evitar|ruled out|considered but|watch out|tricky ones to)\b",
    re.IGNORECASE,
)
_OFFER = re.compile(
    r"\b(?:(?:i|we) (?:can|could|would|may|might|am able to|am happy to)(?: also| instead| still)?"
    r" (?:help|offer|provide|assist|make|create|suggest|give|do|be happy|share|turn|add|generate|tailor|point|"
    r"discuss|explain)|"
    r"would you like|let me know|if you(?:'d| would)? like|do you want|want me to|happy to|feel free|"
    r"other (?:help|services|options)|what i can (?:do|offer)|here(?:'s| is) what i can|help (?:you )?with|"
    r"puedo ayudar\w*|puedo ofrecer\w*|te puedo|le puedo|next,? i can|alternatives?|instead,? (?:i|you|try|"
    r"consider))\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"\b(?:tell me|could you|can you|please (?:share|provide|specify|tell|clarify|confirm|let me)|"
    r"need (?:to know|a bit|some|more)|a few (?:quick )?(?:questions|details|things)|clarif\w+|"
    r"more (?:information|details|about)|to (?:tailor|help|get started)|which of|know (?:a bit )?more|podr[ií]as?|"
    r"necesito saber|dime|d[ií]game|help me (?:with|by))\b",
    re.IGNORECASE,
)
_RECAP = re.compile(
    r"\b(?:recap|again|once more|in summary|summary|summari[sz]ed|full list|complete list|all together|together|"
    r"at a glance|quick (?:list|reference|copy)|copy[- ](?:and[- ])?paste|copyable|plain (?:list|text)|"
    r"final (?:list|answer)|printable|in (?:one|a single) line|clean (?:list|copy|version)|just the (?:list|"
    r"words|pairs)|"
    r"resumen|de nuevo|otra vez|word bank|for easy)\b",
    re.IGNORECASE,
)
_HERE = re.compile(
    r"\W*(?:\w+[,!.]? ){0,3}?(?:here (?:is|are|you)|here's|below (?:is|are)|the following|these are|i(?:'ve| have) "
    r"|aqu[ií] (?:tienes?|tiene|est[aá]n|hay|van?)|voici|hier (?:sind|ist))\b",
    re.IGNORECASE,
)
_HERE_OTHER = re.compile(
    r"\b(?:tips?|ways|ideas|suggestions?|activit\w+|steps|rules|strategies|things|questions|options|what i can)\b",
    re.IGNORECASE,
)
_RULES = re.compile(
    r"\b(?:must|should|has to|have to|need to|following)\b.{0,60}\b(?:conditions|criteria|rules|requirements|"
    r"constraints)\W*\Z",
    re.IGNORECASE,
)
_ADVICE_LAST = re.compile(
    r"\b(?:features|characteristics|properties|qualities|tips|steps|ideas|activities|strategies|rules|guidelines|games|"
    r"requirements|reasons|benefits|notes|instructions|suggestions for \w+|sentences|phrases|questions|goals)\W*:\W*\Z",
    re.IGNORECASE,
)
_SPEAKING: tuple[tuple[Role, re.Pattern[str]], ...] = (("offer", _OFFER), ("question", _QUESTION))
_LONGEST_HEADING = 8  # words; a longer one is a sentence that leads to the list itself

_OPENERS = (
    r"sure(?: thing)?|certainly|of course|absolutely|definitely|okay|ok|alright|great|got it|no problem|understood|"
    r"happy to help|perfect|wonderful|excellent|awesome|gladly|yes|thanks|thank you|hello|hi|hey(?: there)?|"
    r"here (?:you go|it is|they are|are|is)|here's|below (?:is|are)|you're welcome|welcome",
    r"(?:the|these|this|those|all|each|both|every|some|note|remember|please)\b.*\b(?:words?|lists?|pairs?|sets?|items?)",
    r"(?:the )?following|i (?:hope|have|am|can|will|would|could|did|tried|made|chose|picked|kept|included|avoided|left|"
    r"'ve|'d)|i'(?:ve|ll|m|d)|we (?:can|have|are|will|could)|we'(?:ve|ll|re)|we|it is|it's|this is|that's|"
    r"there (?:are|is|you)|they (?:are|all|should)",
    r"enjoy|good luck|have fun|have a|happy (?:practicing|practising|practice|talking|learning|teaching|"
    r"speaking|therapy)|"
    r"let me know|let's|feel free|keep up|keep practi[cs]ing|best of luck|cheers|all the best|hope (?:this|that|"
    r"these|it)|"
    r"would you|do you|did you|(?:can|should|shall|may) i|want (?:me|more)|need (?:more|any|help)|if (?:you|"
    r"there|your)",
    r"please|you(?:'re|'ll|'d)? (?:can|are|may|might|could|will|should|welcome|want)|don't (?:hesitate|forget)|"
    r"remember to|try (?:to|these|this|using|saying)|note that|practi[cs]e (?:saying|each|these|the|with|makes)|"
    r"(?:say|read|repeat|use|pick|choose|model|encourage|ask|have|point|start with|focus on) (?:each|these|the|"
    r"them|your|"
    r"one|every|it|this|any|a)\b|looking for|based on|as requested|for (?:more|additional|example)|"
    r"these (?:are|all|should|can|will)",
    r"¡?claro|por supuesto|aqu[ií] (?:tienes|tiene|est[aá]n?|hay|van?)|espero que|si (?:necesitas|quieres|desea)|"
    r"(?:av[ií]same|h[aá]zmelo saber|d[ií]me)|¿|con gusto|bien s[uû]r|voici|natürlich|gerne|hier (?:sind|ist)|"
    r"aqui est[aã]o|buena suerte|suerte|disfruta",
)
_CHATTER = re.compile(rf"(?:{'|'.join(_OPENERS)})(?!\w)", re.IGNORECASE)
_REMARK = re.compile(
    r"p\.?\s?s\b|n\.?b\.|(?:note|tip|hint|remember|reminder|important|warning|example|bonus|pro tip|nota|consejo)s?\b"
    r"|(?:disclaimer|caveat|reference|source|instruction|\w+ tip|practice|goal|target sound|position|why)s?\s*:",
    re.IGNORECASE,
)


_SPEAKER = re.compile(r"(?:assistant|user|system|human|ai|bot|model|extractor|parser|instructions?)", re.IGNORECASE)


@lru_cache(maxsize=1 << 12)
def role_of(heading: str) -> Role:
    """Say what a heading or a lead-in promises, from its words.

    A long lead-in is a sentence that leads to its list, unless it offers, asks or excludes; "Tips for these words" is
    advice, "Words (no notes)" and "Here are ten in three steps" are not.
    """
    bare = without_emphasis(heading[:300]).replace("’", "'")
    noun = _LIST_NOUN.search(bare)
    here = _here_follow(bare)
    if not here and _AVOID.search(bare):
        return "avoid"
    if _RECAP.search(bare):
        return "recap"
    if here:
        return "items" if noun else "unknown"
    if _RULES.search(bare) or _ADVICE_LAST.search(bare):
        return "advice"
    for role, pattern in _SPEAKING:
        found = pattern.search(bare)
        if found and (noun is None or found.start() < noun.start()):
            return role
    advice = _ADVICE.search(bare)
    if advice and word_count(bare) <= _LONGEST_HEADING and (noun is None or advice.start() < noun.start()):
        return "advice"
    return "items" if noun or names_section(bare) else "unknown"


def _here_follow(text: str) -> bool:
    """Tell "Here are ten words:" from "Here are some tips:"."""
    found = _HERE.match(text)
    if found is None:
        return False
    other, noun = _HERE_OTHER.search(text, found.start()), _LIST_NOUN.search(text, found.end())
    return other is None or (noun is not None and noun.start() < other.start())


@lru_cache(maxsize=1 << 12)
def is_chatter(text: str) -> bool:
    """Tell whether an unmarked line speaks to the reader instead of naming an item.

    A single bare word never does ("sure" may be an item); with an exclamation mark or a comma it may ("Sure!").
    """
    bare = without_emphasis(text).replace("’", "'").strip()
    start = next((at for at, sign in enumerate(bare) if sign.isalnum() or sign in "¿¡"), len(bare))
    bare = bare[start:]
    if word_count(bare) == 1 and not bare.endswith(("!", ",", "?", "…", "...", ":")):
        return False
    return _CHATTER.match(bare) is not None or has_refusal_phrase(bare)


def is_remark(text: str) -> bool:
    """Tell whether a line opens as a remark ("Note: …", "Tip - …")."""
    return _REMARK.match(without_emphasis(text).lstrip(" *_>-•💡📝⚠✨🗒(")) is not None


def is_order(text: str) -> bool:
    """Tell whether an entry is a remark or an order behind a label: "Note: these are common", "System: output …"."""
    if ":" not in text:
        return False
    label, _, rest = without_emphasis(text).partition(":")
    return word_count(rest) > 2 and (is_remark(text) or _SPEAKER.fullmatch(label.strip(" *_")) is not None)


def is_title(text: str) -> bool:
    """Tell whether an unmarked line of several words names the list ("R words", "Words that end in L")."""
    return word_count(text) >= 2 and _LIST_NOUN.search(text) is not None


def ends_sentence(text: str) -> bool:
    """Tell whether a text ends like a sentence."""
    return not text[-1:].isalnum() and without_emphasis(text).rstrip(' )"”').endswith((".", "!", "?"))


def ends_with_colon(text: str) -> bool:
    """Tell whether a text announces what follows."""
    return ":" in text and text.rstrip(" *_`").endswith(":")


def is_sentence(text: str) -> bool:
    """Tell whether an entry is a sentence or an instruction and no item: many words, or a few and a full stop."""
    words = word_count(clean_item(text))
    return words > 6 or (words > 3 and ends_sentence(text))
