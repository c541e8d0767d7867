"""One label of the tier `phones`: `AO1`, or `Z,S,s` where an annotator perceived something else than was meant."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.build.arpabet import arpabet_to_ipa

ErrorType = Literal["s", "d", "a"]
"""Substitution, deletion, addition."""
Kind = Literal["sound", "silence", "unknown"]

_TAGS: dict[str, ErrorType] = {"s": "s", "d": "d", "a": "a"}

_SILENT = frozenset({"", "SIL", "SP"})
_UNKNOWN = frozenset({"ERR", "SPN", "<UNK>"})
"""`err`: the annotator could not name what was said; `spn` and `<unk>`: the aligner had no phone for it."""
_STRAY = re.compile(r"[()`'_\s]")
"""Characters that annotators left in labels and that mean nothing, as in `ER)` and `W`` ` `` `."""
_SHAPE = re.compile(r"([A-Z]+)([0-9]?)")


@dataclass(frozen=True, slots=True)
class Phone:
    """One side of a label: an ARPAbet phone (`base`) with its stress digit, silence, or something unknown.

    `accented` says that the label carries `*`: the annotator heard an accented deviation of this phone. `written` is
    the text as it stood. A `base` that is none of ARPAbet's is `unknown` too, under its own name.
    """

    written: str
    kind: Kind
    base: str = ""
    stress: str = ""
    accented: bool = False

    def phoneme(self, unmarked: str = "1") -> str | None:
        """The phoneme, None unless a known sound; `unmarked` is the stress of a vowel that carries no digit.

        Stress decides between ə and ʌ alone, both of which ARPAbet writes AH.
        """
        if self.kind != "sound":
            return None
        return _phoneme(self.base, self.stress or unmarked)


@dataclass(frozen=True, slots=True)
class Label:
    """A label's sides and its tag; without a tag (`errortype` None) nothing is annotated and both sides are the same.

    `fault` says in words what is wrong with the label, which then is counted by its tag and not scored.
    """

    text: str
    canonical: Phone
    perceived: Phone
    errortype: ErrorType | None = None
    fault: str | None = None


def read_label(text: str) -> Label:
    """Read a label; one that breaks the format comes back with its fault and with what could be read of it."""
    fields = [field.strip() for field in text.split(",")]
    while len(fields) > 1 and not fields[-1]:
        fields.pop()
    canonical = read_phone(fields[0])
    if len(fields) == 1:
        return Label(text, canonical, canonical)
    perceived = read_phone(fields[1])
    if len(fields) != 3:
        return Label(text, canonical, perceived, None, f"{len(fields)} fields instead of 1 or 3")
    tag = _STRAY.sub("", fields[2]).lower()
    errortype = _TAGS.get(tag)
    if errortype is not None:
        return Label(text, canonical, perceived, errortype, _contradiction(canonical, perceived, errortype))
    return Label(text, canonical, perceived, None, f"type {fields[2]!r}: allowed are s, d, a")


def read_phone(text: str) -> Phone:
    """Read one side: case, stray characters and blanks mean nothing; `*` marks an accent."""
    bare = _STRAY.sub("", text).upper()
    accented = "*" in bare
    bare = bare.replace("*", "")
    if bare in _SILENT:
        return Phone(text, "silence", accented=accented)
    shape = _SHAPE.fullmatch(bare)
    if bare in _UNKNOWN or shape is None:
        return Phone(text, "unknown", bare, accented=accented)
    base, stress = shape.groups()
    kind: Kind = "sound" if _phoneme(base, "1") else "unknown"
    return Phone(text, kind, base, stress if stress in ("0", "1", "2") else "", accented)


def _phoneme(base: str, stress: str) -> str | None:
    if base == "AX":  # the release notes' phone set has no schwa of its own; some labels use this common name for it
        return "ə"
    for symbols in ((base,), (base + stress,)):
        try:
            return arpabet_to_ipa(symbols).phonemes[0]
        except Refused:
            continue
    return None


def _contradiction(canonical: Phone, perceived: Phone, tag: ErrorType) -> str | None:
    """What a tag says against its own sides, if anything."""
    if (canonical.kind == "silence") != (tag == "a"):
        return f"tagged {tag} with canonical {canonical.written!r}"
    if (perceived.kind == "silence") != (tag == "d"):
        return f"tagged {tag} with perceived {perceived.written!r}"
    return None
