"""Claude the person, Gemini the star sign, Copilot the pilot: names of tools that are names of other things too."""

from __future__ import annotations

import re
from dataclasses import dataclass

from stimfid_lib.corpus.plain import word

NEAR = 120
"""Characters on either side in which words of another world (or of this one) tell the sense of a name."""

_KIN = (
    r"(?:son|daughter|child|kid|kiddo|baby|toddler|nephew|niece|brother|sister|cousin|uncle|aunt|husband|wife|partner|"
    r"friend|boyfriend|girlfriend|student|client|patient|resident|boss|supervisor|colleague|co-?worker|teacher|neighbor|"
    r"neighbour|grandson|grandfather|grandpa|dog|cat|principal|roommate|mentor|professor|guy|man|boy|gentleman)s?"
)
_OF_THEIRS = (
    r"(?:mom|mum|mother|dad|father|parents?|family|brother|sister|wife|husband|teacher|classroom|speech|iep|articulation|"
    r"stutter|lisp|caregivers?|daughter|son|birthday|house|room|session|eval(?:uation)?|goals?|voice|swallow)"
)
_PRODUCTS = (
    r"(?:ai|sonnet|opus|haiku|code|pro|max|instant|desktop|projects?|artifacts?|cowork|free|api|team|chat|skills?|"
    r"subscription|account|prompts?|plus|advanced|flash|ultra|live|nano|app|gems?|model|version|users?|responses?|"
    r"conversation|output|answers?|plugin|extension|button|website|llm|chatbot|bot|in\s+(?:word|excel|teams|outlook|edge|"
    r"google|docs|gmail))"
)
"""What follows a tool's name and never a namesake's: a product's own words."""

_THIS_WORLD = re.compile(
    word(
        r"a\.?i|artificial intelligence|chat\s?gpt|gpt\S*|chat\s?bots?|llms?|language models?|anthropic|open\s?ai|"
        r"google|microsoft|ms|github|bing|deepseek|grok|magic\s?school|notebooklm"
    ),
    re.IGNORECASE,
)
"""Words of the world of chatbots; near a name that only a topic speaks against, they let it pass."""


@dataclass(frozen=True)
class Namesake:
    """What speaks against a tool: words right before, words right after, a topic near by; each may be empty.

    Words right beside the name decide (those before it unless a product's word follows); a topic decides unless
    `_THIS_WORLD` is near as well. `unless`, right before the name, lets it pass whatever else stands around.
    """

    before: re.Pattern[str] | None = None
    after: re.Pattern[str] | None = None
    topic: re.Pattern[str] | None = None
    unless: re.Pattern[str] | None = None


def _ends(pattern: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z])(?:{pattern})\Z", flags)


def _starts(pattern: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    return re.compile(pattern, flags)


def _topic(pattern: str) -> re.Pattern[str]:
    return re.compile(word(pattern), re.IGNORECASE)


NAMESAKES: dict[str, Namesake] = {
    "Claude": Namesake(
        before=_ends(
            rf"(?:mr|mrs|ms|dr|st|saint|prof|professor|monsieur|jean|pierre|marie)[.\s-]*|(?:named?|called|names?[’']?s?"
            rf"(?:\s+(?:is|was))?)\s+|(?:{_KIN},?\s+)|(?:evaluat(?:ed?|ing)|treat(?:ed|ing)?|seeing|assess(?:ed|ing)|"
            rf"screen(?:ed|ing)|diagnosed|dismissed|discharged|picked up)\s+"
        ),
        after=_starts(
            rf"[’']s\s+(?:\w+\s+)?{_OF_THEIRS}\b|,?\s*\(?\s*(?:who|aged?)\b|\s*\(\s*\d|-[A-Z]"
            rf"|\s+(?:is|was|just turned|turned|turns)\s+(?:only\s+|almost\s+)?(?:\d+|two|three|four|five|six|seven|"
            rf"eight|nine|ten|my|our|in\s+(?:kindergarten|preschool|(?:the\s+)?\w+\s+grade))\b"
            rf"|\s+and\s+(?:his|her|their)\b|\s+(?:stutters|lisps|babbles|walked|cried|smiled|laughed|was\s+born)\b"
            rf"|,\s+(?:my|our|his|her|their|a|the)\s+(?:\w+[\s-]+){{0,3}}{_KIN}\b"
        ),
        topic=_topic(r"impressionis[mt]s?|debussy|monet|van damme|painter|composer|l[ée]vi-strauss"),
    ),
    "Gemini": Namesake(
        before=_ends(
            rf"(?:such|typical|total|true|classic|fellow|double|triple)\s+(?:a\s+)?|(?:i[’']?m|i am|he[’']?s|she[’']?s|"
            rf"(?:he|she|who) is|being|as|(?:my|our)\s+{_KIN}\s+is)\s+an?\s+|"
            rf"(?:sun|moon|rising|ascendant|venus|mars)\s+in\s+"
        ),
        after=_starts(
            r"\s+(?:season|rising|moon|sun|man|woman|boy|girl|twins?|baby|babies|birthday|zodiac|horoscope|mission|capsule"
            r"|spacecraft|here|\d+\s+(?:mission|capsule|launch))\b"
        ),
        topic=_topic(
            r"zodiacs?|horoscopes?|astrolog\w*|star signs?|sun signs?|constellations?|libra|taurus|sagittarius|"
            r"capricorn|aquarius|pisces|scorpio|virgo|mercury retrograde|nasa|astronauts?"
        ),
    ),
    "Bard": Namesake(
        before=_ends(r"(?:the|a|an|level \d+|half-elf|tiefling)\s+"),
        after=_starts(r"\s+(?:college|of\s+avon|class|in\s+(?:d\s?&\s?d|dnd)|spells?|songs?|passive|port)\b"),
        topic=_topic(
            r"shakespeare\w*|hamlet|d\s?&\s?d|dnd|dungeons?|tieflings?|paladins?|warlocks?|rogues?|stratford|minstrels?"
        ),
        unless=_ends(r"google(?:[’']s)?\s+"),
    ),
    "Copilot": Namesake(
        before=_ends(r"(?:my|our|his|her|their|the|a|as|be|being|was|trusty|your)\s+(?:trusty\s+)?"),
        after=_starts(
            r"\s+(?:seat|of\s+the\s+(?:plane|flight)|on\s+(?:the|a|our)\s+(?:\w+\s+)?(?:flight|trip|drive))\b"
        ),
        topic=_topic(
            r"pilots?|flights?|planes?|cockpit|airlines?|captain|aviation|aircraft|airport|road trips?|navigat\w+|"
            r"passenger seat|runway"
        ),
        unless=_ends(r"(?:microsoft|ms|github|m365|365|windows|bing|office|edge)(?:[’']s)?\s+"),
    ),
    "Perplexity": Namesake(
        before=_ends(
            r"(?:my|his|her|their|our|its|utter|sheer|some|much|great|complete|lower|higher|model|sentence|language|"
            r"in|of|the)\s+",
            flags=0,
        ),
        after=_starts(r"\s+(?:of|over|about|at|scores?|values?|measures?|per|on\s+(?:his|her|their))\b"),
        unless=_ends(r"(?:version|subscription|help|use|answers?)\s+of\s+"),
    ),
    "LLM": Namesake(
        after=_starts(r"\s+(?:degree|in\s+(?:tax|international|human|law|health|intellectual)|programme|graduate)\b"),
        topic=_topic(r"law school|lawyers?|attorneys?|taxation|bar exam|jd|llb|master of laws|barristers?|law degree"),
    ),
    "GPT": Namesake(topic=_topic(r"liver|hepatic|alt|ast|partitions?|mbr|bootable")),
}
"""Namesakes by tool; tools that are not here have none."""

_NOUNS = ("Copilot", "Perplexity")
"""Names that are common nouns too: "the copilot" is a pilot, and "the Copilot" in Word is not."""

_PRODUCT_NEXT = re.compile(rf"\s+{_PRODUCTS}\b", re.IGNORECASE)
_SURNAME_NEXT = re.compile(
    r"\s+(?!(?:Can|Could|Will|Then|But|And|The|This|That|What|How|Gave|Also|Gemini|Copilot|Perplexity|Chat|Open|"
    r"Write|Wrote|Writes|Make|Makes|Made|Give|Gives|Create|Creates|Created|Generate|Generates|Generated|Help|Helps|Helped|"
    r"Know|Knows|Understand|Understands|For|From|With|About|Free|Better|Good|Worth|Not|Now|Users|Has|Did|Does|Was|Is|"
    r"Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Yesterday|Today)\b)[A-Z][a-z]{2,}"
)
"""A capitalised word right after "Claude" is taken for a surname (Claude Monet), but for these, which stand so in
titles."""


def is_namesake(tool: str, text: str, start: int, end: int) -> bool:
    """Tell whether the name at `text[start:end]` is that of something else than the tool, by the words around it."""
    rules = NAMESAKES.get(tool)
    if rules is None:
        return False
    before, after = text[max(0, start - NEAR) : start], text[end : end + NEAR]
    if rules.unless is not None and rules.unless.search(before[-40:]):
        return False
    product_next = _PRODUCT_NEXT.match(after) is not None
    if rules.after is not None and rules.after.match(after):
        return True
    noun = tool not in _NOUNS or text[start].islower()  # the noun has no capital, and the tool may have none
    if rules.before is not None and noun and not product_next and rules.before.search(before[-60:]):
        return True
    if tool == "Claude" and text[start : start + 2] == "Cl" and not product_next and _SURNAME_NEXT.match(after):
        return True
    if rules.topic is None or not rules.topic.search(before + after):
        return False
    return not _THIS_WORLD.search(before + after)
