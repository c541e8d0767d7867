"""A hunspell dictionary read as data: its entries spread out by its affix rules into plain words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from stimfid_lib.base.errors import Refused

_POSSESSIVE = "'s"


@dataclass(frozen=True)
class Affix:
    """One line of an affix class: strip these letters, add those, where the condition holds."""

    is_suffix: bool
    crosses: bool
    strip: str
    add: str
    condition: re.Pattern[str]

    def apply(self, word: str) -> str | None:
        """Return the affixed word, or None where the rule does not hold."""
        if not self.condition.search(word):
            return None
        if self.is_suffix:
            return word[: len(word) - len(self.strip)] + self.add if word.endswith(self.strip) else None
        return self.add + word[len(self.strip) :] if word.startswith(self.strip) else None


@dataclass(frozen=True)
class HunspellWords:
    """A dictionary spread out: words of lower-case entries, and forms of capitalised ones (names, abbreviations).

    `unfit` are the words that the dictionary itself marks as never to be suggested (obscenities and slurs).
    """

    lower: frozenset[str]
    names: frozenset[str]
    possessives: frozenset[str]
    unfit: frozenset[str] = frozenset()


def read_affixes(path: Path) -> dict[str, tuple[Affix, ...]]:
    """Read the PFX and SFX classes of an affix file: flag -> rules; everything else is passed over."""
    classes: dict[str, list[Affix]] = {}
    crosses: dict[str, bool] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = line.split()
        if len(fields) < 4 or fields[0] not in ("PFX", "SFX"):
            continue
        kind, flag = fields[:2]
        if flag not in crosses:
            crosses[flag] = fields[2] == "Y"
            classes[flag] = []
            continue
        strip, add = ("" if field == "0" else field for field in fields[2:4])
        condition = fields[4] if len(fields) > 4 else "."
        pattern = re.compile(condition + "$" if kind == "SFX" else "^" + condition)
        classes[flag].append(Affix(kind == "SFX", crosses[flag], strip, add.split("/")[0], pattern))
    return {flag: tuple(rules) for flag, rules in classes.items()}


def expand(entry: str, flags: str, affixes: dict[str, tuple[Affix, ...]]) -> set[str]:
    """Return an entry with all the forms that its flags allow, a prefix and a suffix together included."""
    rules = [rule for flag in flags for rule in affixes.get(flag, ())]
    suffixed = {(form, rule.crosses) for rule in rules if rule.is_suffix and (form := rule.apply(entry)) is not None}
    forms = {entry} | {form for form, _ in suffixed}
    crossing = {entry} | {form for form, crosses in suffixed if crosses}
    for rule in rules:
        if not rule.is_suffix:
            bases = crossing if rule.crosses else {entry}
            forms |= {form for base in bases if (form := rule.apply(base)) is not None}
    return forms


def read_hunspell(dic: Path, aff: Path) -> HunspellWords:
    """Read dictionary and affix file into words; digits and parts of compounds (ONLYINCOMPOUND) are left out.

    Raises:
        Refused: the dictionary does not begin with its number of entries.
    """
    affix_text = aff.read_text(encoding="utf-8")
    only_compound = re.search(r"^ONLYINCOMPOUND (\S)", affix_text, flags=re.MULTILINE)
    no_suggestion = re.search(r"^NOSUGGEST (\S)", affix_text, flags=re.MULTILINE)
    affixes = read_affixes(aff)
    lines = dic.read_text(encoding="utf-8").splitlines()
    if not lines or not lines[0].strip().isdigit():
        raise Refused(f"{dic.name}, line 1: {lines[:1]!r} is no count of entries; the file is damaged, fetch it again")
    lower: set[str] = set()
    names: set[str] = set()
    unfit: set[str] = set()
    for line in lines[1:]:
        entry, _, flags = line.strip().partition("/")
        if not entry or not re.fullmatch(r"[A-Za-z']+", entry) or (only_compound and only_compound[1] in flags):
            continue
        forms = expand(entry, flags, affixes)
        (lower if entry == entry.lower() else names).update(forms)
        if no_suggestion and no_suggestion[1] in flags:
            unfit |= forms
    possessives = {word for word in lower | names if word.endswith(_POSSESSIVE)}
    return HunspellWords(
        frozenset(lower - possessives), frozenset(names - possessives), frozenset(possessives), frozenset(unfit)
    )
