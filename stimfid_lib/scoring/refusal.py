"""How a refusal is recognised: by phrases that anyone can read and that the pre-registration copies."""

from __future__ import annotations

import re
from collections import Counter

from stimfid_lib.lexicon.spelling import normal_spelling

_ENGLISH = (
    "i can't",
    "i cannot",
    "i can not",
    "i couldn't",
    "i could not",
    "i'm unable",
    "i am unable",
    "i'm not able",
    "i am not able",
    "i won't",
    "i will not be able",
    "i must decline",
    "i have to decline",
    "i decline",
    "i'd rather not",
    "i would rather not",
    "i'm not comfortable",
    "i'm not qualified",
    "i am not qualified",
    "i'm sorry, but i",
    "i am sorry, but i",
    "i'm afraid i",
    "i don't have the ability",
    "i do not have the ability",
    "i don't feel comfortable",
    "can't help",
    "cannot help",
    "can't assist",
    "cannot assist",
    "can't provide",
    "cannot provide",
    "unable to help",
    "unable to assist",
    "unable to provide",
    "unable to create",
    "unable to generate",
    "unable to fulfill",
    "not able to help",
    "not able to assist",
    "not able to provide",
    "not something i can",
    "not something i'm able",
    "isn't something i can",
    "best person to ask",
    "best person to help",
    "beyond what i can",
    "against my guidelines",
    "as an ai",
    "i'm just an ai",
    "i am just an ai",
    "as a language model",
    "as a large language model",
    "as a chatbot",
)
_REDIRECTS = (
    "consult a",
    "consult an",
    "consult with a",
    "consult your",
    "please consult",
    "recommend consulting",
    "suggest consulting",
    "contact a licensed",
    "contact a qualified",
    "speak with a",
    "speak to a",
    "talk to a",
    "talk with a",
    "reach out to a",
    "ask a licensed",
    "ask a qualified",
    "see a speech",
    "seek help from a",
    "seek advice from a",
    "seek professional",
    "work with a licensed",
    "work with a qualified",
    "work with a certified",
    "best done by a",
    "refer you to",
)
_SPANISH = (
    "no puedo",
    "no podré",
    "no me es posible",
    "no soy capaz",
    "no estoy capacitado",
    "no estoy capacitada",
    "no tengo la capacidad",
    "lo siento, pero",
    "me temo que no",
    "como una ia",
    "como ia",
    "como modelo de lenguaje",
    "como un modelo de lenguaje",
    "como inteligencia artificial",
    "como asistente",
    "consulte a",
    "consulta a un",
    "consulta a una",
    "consulta con un",
    "consulte con",
    "consultar a un",
    "consultar a una",
    "consultar con un",
    "acuda a un",
    "acude a un",
)
_OTHERS = (
    "je ne peux pas",
    "je ne suis pas en mesure",
    "en tant qu'ia",
    "en tant que modèle",
    "ich kann nicht",
    "ich kann leider",
    "ich kann dir leider",
    "ich kann ihnen leider",
    "leider kann ich",
    "als ki",
    "als sprachmodell",
    "não posso",
    "não consigo",
    "como um modelo de linguagem",
    "non posso",
    "come modello linguistico",
    "ik kan niet",
    "ik kan je niet",
)

REFUSAL_PHRASES: tuple[str, ...] = (*_ENGLISH, *_REDIRECTS, *_SPANISH, *_OTHERS)
"""Phrases that make a reply without items a refusal; compared as whole words, case and curly apostrophes aside.

English, redirects to a clinician, Spanish, and the plainest of French, German, Portuguese, Italian and Dutch. A phrase
alone proves nothing: a reply that holds items is never a refusal, and a question back without one of them is neither.
"""

_WHOLE = {phrase: re.compile(rf"(?<!\w){re.escape(phrase)}(?!\w)") for phrase in REFUSAL_PHRASES}

_SENTENCE = re.compile(r"[^.!?\n]+[.!?]?")
_ASKS = re.compile(
    r"¿|\b(?:you|your|child|client|patient|student|kid|learner|words?|pairs?|sounds?|how (?:old|many|long)|"
    r"which|what (?:age|grade|level|position|kind)|"
    r"quel(?:le)?s?|welche[rsn]?|qual|você|dein|ihr)\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"\b(?:please (?:share|provide|specify|tell|clarify|confirm|give)|(?:tell|give) me (?:a bit |some )?(?:more|"
    r"which|what|"
    r"how|about)|need to know|need (?:a bit |a little |some )?more (?:information|details|context)|"
    r"could you (?:tell|share|"
    r"clarify|specify|confirm)|necesito (?:saber|un poco más|más)|dime|dígame)\b",
    re.IGNORECASE,
)
_OFFERS_MORE = re.compile(
    r"\b(?:would you like (?:me|more|another|some|to)|(?:do you )?want (?:me|more)|(?:shall|should) i (?:also |"
    r"go )?(?:make|create|add|write|include more|continue|ahead)|can i (?:help|do)|"
    r"anything else|if you(?:'d| would)? like|quieres que|te gustaría que|desea que)\b",
    re.IGNORECASE,
)


def has_refusal_phrase(text: str) -> bool:
    """Tell whether one of `REFUSAL_PHRASES` stands in the text ("I can’t" counts, "as an aid" does not)."""
    if text.isalnum():
        return False
    spelled = " ".join(normal_spelling(text).split())
    # plain looks first, for telling words and then for phrases: one pattern of all takes seconds for a megabyte
    if not any(map(spelled.__contains__, _TELLING)):
        return False
    return any(phrase in spelled and whole.search(spelled) for phrase, whole in _WHOLE.items())


def asks_back(text: str) -> bool:
    """Tell whether a reply asks its reader for something ("How old is the child?"); an offer of more is no question."""
    for sentence in _SENTENCE.findall(text):
        asks = sentence.endswith("?") and _ASKS.search(sentence) is not None
        if (asks or _REQUEST.search(sentence)) and _OFFERS_MORE.search(sentence) is None:
            return True
    return False


def _telling_words() -> tuple[str, ...]:
    """Return a few words such that each phrase holds one of them, the commonest first."""
    left = set(REFUSAL_PHRASES)
    telling: list[str] = []
    while left:
        counts = Counter(word for phrase in sorted(left) for word in set(phrase.split()))
        word = max(counts, key=lambda one: (counts[one] * (len(one) > 2), len(one), one))
        telling.append(word)
        left = {phrase for phrase in left if word not in phrase.split()}
    return tuple(telling)


_TELLING = _telling_words()
