"""Replies without items that refuse: they decline, ask back, send on, or are empty."""

from __future__ import annotations

import pytest

from stimfid_lib.scoring.extract import extract_items


@pytest.mark.parametrize(
    "reply",
    [
        "I'm sorry, but I can't provide medical advice. I can help with:\n- General tips\n"
        "- Finding a clinician\n- Explaining sounds",
        "Lo siento, pero no puedo ayudar con eso. Consulte a un logopeda.",
        "Could you tell me a bit more?\n\n- How old is the child?\n- Which sound position?\n- How many words?",
        "To tailor this list, please tell me:\n1. The child's age\n2. The target position\n3. Any interests",
        "Please consult a speech-language pathologist for this.",
        "",
        "I understand you're looking for words, but I'm not able to create clinical materials. Here are some "
        "alternatives:\n\n1. Consult a licensed SLP\n2. Use published word lists\n3. Check ASHA's website",
        "I'm sorry, I can't help with that request.",
        "Before I make the list: is this for a child or an adult, and should I include clusters?",
        "No puedo crear esa lista, pero puedo ofrecerte:\n- Recursos en línea\n- Consejos generales\n"
        "- Información sobre terapia",
        "Lo siento, no puedo ayudarte con eso.",
    ],
)
def test_refusals(reply: str) -> None:
    found = extract_items(reply)
    assert (found.items, found.method, found.refusal) == ((), "none", True)
