"""The root of a word, so that "run, ran, running" counts as one idea in a list: inflection only."""

from __future__ import annotations

import functools
import re
import warnings

_ORDER = ("NOUN", "VERB", "AUX", "ADJ", "ADV")
_SUFFIXES = ("s", "es", "ed", "d", "ing")
_OWN_ROOT = frozenset(
    (
        # regular in spelling alone: the meaning has left the word that it seems to come from
        "evening ceiling stocking pudding lining being during outing nothing something anything everything inning "
        "wicked crooked ragged feed weed seed need steed "
        # unknown to the dictionary, and no plural
        "whereas alas adios yikes oops heinous bonkers twas trans viking towards"
    ).split()
)

_ROOTS = dict(
    pair.split("=")
    for pair in (
        # irregular forms that the dictionary also lists as words of their own, and that are nearly always forms
        "thought=think broke=break broken=break spoke=speak frozen=freeze drove=drive driven=drive known=know "
        "drawn=draw drunk=drink sank=sink stuck=stick won=win done=do found=find oxen=ox spat=spit people=person "
        "better=good best=good worse=bad worst=bad "
        # the rules find another word's form
        "does=do dying=die"
    ).split()
)


@functools.cache
def root_of(word: str) -> str:
    """Return the dictionary form that a word is an inflection of, else the word itself, in lower case.

    mice -> mouse, ran -> run, running -> run, better -> good, ring -> ring, bring -> bring. A form that is a word of
    its own and also an irregular inflection stays itself where the other reading is alive (left, saw, felt, bit,
    ground); a regular one goes to its verb or noun (building -> build), because a list that holds both is padded.
    Derivation is not undone (teacher, quickly).

    Source: the dictionary of lemminflect (NIH SPECIALIST Lexicon), its rules for words that it does not know.
    It looks at spelling alone, so it cannot tell two senses of a form apart.
    """
    word = word.lower()
    if word in _OWN_ROOT or word in _ROOTS:
        return _ROOTS.get(word, word)
    lemmas = _lemmas(word)
    others = [lemma for lemma in lemmas if lemma != word]
    if word in lemmas:
        others = [lemma for lemma in others if _is_regular(word, lemma)]
    return others[0] if others else word


def _lemmas(word: str) -> list[str]:
    inflect = _lemminflect()
    known: dict[str, tuple[str, ...]] = inflect.getAllLemmas(word)
    if not known and re.fullmatch(r"[a-z]{4,}", word):
        tags = [tag for tag, ending in (("NOUN", "s"), ("VERB", "ed"), ("VERB", "ing")) if word.endswith(ending)]
        known = {tag: lemmas for tag in tags for lemmas in inflect.getAllLemmasOOV(word, tag).values()}
    return [lemma.lower() for tag in _ORDER for lemma in known.get(tag, ())]


@functools.cache
def _lemminflect():  # type: ignore[no-untyped-def]
    """Import on first use (0.3 s) and load its tables (0.4 s)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import lemminflect
    return lemminflect


def _is_regular(word: str, lemma: str) -> bool:
    """Tell whether the word is its lemma plus -s, -ed or -ing by the rules of English spelling."""
    stems = {lemma, lemma + lemma[-1:]}
    if lemma.endswith("e"):
        stems.add(lemma[:-1])
    if lemma.endswith("y"):
        stems.add(lemma[:-1] + "i")
    return any(word == stem + suffix for stem in stems for suffix in _SUFFIXES)
