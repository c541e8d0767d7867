"""What the word before a colon, the head of a column or a key of an object says about what stands behind it."""

from __future__ import annotations

import re
from functools import lru_cache

from stimfid_lib.scoring.clean import clean_item, without_emphasis, word_count

_ITEM = re.compile(
    r"(?:(?:target|contrast|stimulus|minimal|paired?|new|the|your|practice|therapy|example)[ _-]?)?"
    r"(?:words?|items?|targets?|contrasts?|foils?|stimul(?:us|i)|answers?|terms?|palabras?|t[eé]rminos?|mots?|w(?:ort|örter)|"
    r"partner|(?:first|second|third|fourth)(?:[ _-]word)?|objetivo|contraste)"
    r"[ _-]?(?:#?\d{1,2}|[a-d])?",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"(?:(?:minimal|contrast|word|target|the|your|full|complete|practice|final)[ _-]?)*"
    r"(?:words?|lists?|items?|examples?|pairs?|sets?|options|entries|targets|stimuli|wordlist|palabras|lista)"
    r"(?:[ _-](?:list|words?|pairs?|sets?))?",
    re.IGNORECASE,
)
_ATTRIBUTE = re.compile(
    r"(?:(?:word|target|initial|final|example|sample|simple|short|part|number|age|spoken|phonetic|key|carrier|the|speech|"
    r"contrast(?:ing)?|first|last|cv|visual|memory)[ _-](?:of[ _-])?)*"
    r"(?:definitions?|meanings?|gloss|explanations?|descriptions?|examples?|(?:in )?(?:a )?sentences?|phrases?|"
    r"usage|use|"
    r"ipa|pronunciations?|phonetics?|phonetic|transcriptions?|phonemes?|syllables?|syllable count|syllabi(?:fi)?cation|"
    r"stress|(?:of )?speech|pos|type|categor(?:y|ies)|theme|topic|positions?|sounds?|letters?|spelling|"
    r"rhymes?(?: with)?|"
    r"hints?|cues?|clues?|notes?|tips?|pictures?|images?|emoji|level|difficulty|age|acquisition|aoa|frequency|"
    r"concreteness|imageability|density|neighbou?rs|shape|structure|pattern|contrast|why(?: it works)?|reason|"
    r"rationale|"
    r"translation|synonyms?|antonyms?|context|function|feature|count|of (?:syllables|letters|sounds|words)|"
    r"significado|ejemplo|oraci[oó]n|s[ií]labas|pronunciaci[oó]n|definici[oó]n|client|patient|goal|objective|arm|tier|"
    r"format|total|language|constraints?|criteria|no|#|nr|num|number|rank|index|row)",
    re.IGNORECASE,
)
_SECTION = re.compile(
    r"(?:word[- ])?(?:initial|medial|final|beginning|start|middle|end|ending|onset|coda|easy|medium|moderate|"
    r"hard|easier|"
    r"harder|simple|challenging|difficult|beginner|intermediate|advanced|bonus|extra|more|others?|additional|"
    r"common|uncommon|rare|frequent|familiar|concrete|abstract|warm-?ups?|main|core|starters?|challenges?|stretch|"
    r"nouns?|verbs?|adjectives?|adverbs?|food|nature|home|school|body|clothing|weather|house(?:hold)?|music|people|"
    r"family|animals?|things|actions?|places?|objects?|colou?rs?|toys|transport(?:ation)?|vehicles?|sports?|"
    r"kitchen|outdoors?|indoors?|sea|space|everyday|short|long|mono-?syllabic|bi-?syllabic|multi-?syllabic|"
    r"inicial|media?|fáciles|difíciles|animales|comida|"
    r"(?:one|two|three|four|five|single|1|2|3|4|5)[- ](?:syllables?|words?|sounds?)|[cv]{2,6}|"
    r"(?:level|group|category|part|set|list|section|round|week|day|tier|row|column|stage|session|page|card)\s?[\da-d]{1,2})"
    r"(?:[- ](?:position|words?|sounds?|level|list|pairs?|sets?|items?|nouns?|verbs?|things|s?\w{1,2}))*",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"(?:word[- ])?(?:initial|medial|final|first|last)[ _-]positions?", re.IGNORECASE
)  # a part, not "position"
_SOUND = re.compile(
    r"\W{0,3}(?:[^\W\d_]|[sctgpwz]h|ng|ck|qu|kn|wr|[bcfgp][lr]|[dt][rw]|s[cklmnptw]|s[cpt][rl]|squ|[st]hr|"
    r"[^\W\d_]?[ɹɾʃʒθðŋɪæəɛʊɔɑʌɝɚɡ][^\W\d_]?ː?)\W{0,3}",
    re.IGNORECASE,
)
_REMARK = re.compile(r"\s*\((?P<remark>[^()]*)\)?\Z")
_SAID = re.compile(r"[/\[]\S*(?:(?![aeiou])[^\W\d_][aeiouæəɛʊɔɑʌɪɝɚ]|[æəɛʊɔɑʌɪ](?:(?![aeiouɪʊ])[^\W\d_]){2})")
"""A word in sounds, no lone sound or rime: consonant and vowel, or two after one ("/si/", "/ɛnd/", not "/ɑɹ/")."""
_LABELS = 1 << 14  # answers kept: labels come again and again
_LONGEST_SOUND = 10  # characters: "[tʃ]" in its brackets and quotes
_LONGEST_LABEL = 60  # characters; nothing longer is a label


@lru_cache(maxsize=_LABELS)
def names_item(label: str) -> bool:
    """Tell whether a label says that an item follows it ("Word: rabbit", "Target word", "Contrast 2")."""
    return _ITEM.fullmatch(_bare(label)) is not None


@lru_cache(maxsize=_LABELS)
def names_list(label: str) -> bool:
    """Tell whether a label says that items follow it ("Words: rabbit, ring", "Minimal pairs")."""
    return _LIST.fullmatch(_bare(label)) is not None


@lru_cache(maxsize=_LABELS)
def names_attribute(label: str) -> bool:
    """Tell whether a label says that something about an item follows ("Meaning: …", "Syllables: 2", "IPA")."""
    bare = _bare(label)
    return _ATTRIBUTE.fullmatch(bare) is not None and _PLACE.fullmatch(bare) is None


@lru_cache(maxsize=_LABELS)
def names_section(label: str) -> bool:
    """Tell whether a text names a part of a list ("Initial position", "Two-syllable words", "Animals", "Level 2")."""
    bare = _bare(label)
    remark = _REMARK.search(bare)
    if remark and _SAID.match(remark["remark"].strip()):  # "More (/mɔɹ/)" is an item with its pronunciation
        return False
    return _SECTION.fullmatch(_REMARK.sub("", bare)) is not None


@lru_cache(maxsize=_LABELS)
def names_sound(label: str) -> bool:
    """Tell whether a text is a sound or a letter and no word ("/r/", "sh", "B")."""
    bare = without_emphasis(label).strip()
    return len(bare) <= _LONGEST_SOUND and _SOUND.fullmatch(bare) is not None


def looks_plural(label: str) -> bool:
    """Tell whether a text of one or two words ends like an English plural, as the names of categories do."""
    bare = clean_item(label)
    return word_count(bare) <= 2 and len(bare) > 3 and bare[-1:] in "sS" and bare[-2:-1] not in "sSuUiI"


def _bare(label: str) -> str:
    if len(label) > _LONGEST_LABEL:
        return ""
    return without_emphasis(label).strip(" \t:.()[]*#-–—'\"")
