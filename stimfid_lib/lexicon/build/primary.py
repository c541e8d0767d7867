"""Which of a word's pronunciations is the primary one."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping

from stimfid_lib.lexicon.build.arpabet import Pronunciation, once
from stimfid_lib.lexicon.build.convention import agree_by_convention, edit_distance, fold, unfolded
from stimfid_lib.lexicon.build.inflected import expected_form
from stimfid_lib.lexicon.build.overrides import Override
from stimfid_lib.lexicon.build.settle import settle

Dictionary = Mapping[str, tuple[Pronunciation, ...]]
Arbiter = Mapping[str, Pronunciation]

_ATE = re.compile(r"at(es|ed|ing)$")


def order_variants(
    word: str, variants: tuple[Pronunciation, ...], targets: Arbiter, overrides: Mapping[str, Override]
) -> tuple[Pronunciation, ...]:
    """Return a word's pronunciations with the primary one first, the others in the dictionary's order.

    CMUdict's first pronunciation is not its primary one (read, live, wind, lead). The primary is the one with
    the smallest edit distance to the word's target (the arbiter's default), by the letter or on the common
    convention, then by the letter, then the earliest; an override decides before all; without either the dictionary's
    order stands.

    Raises:
        Refused: an override names a pronunciation that the dictionary does not list.
    """
    if word in overrides:
        return overrides[word].order(variants)
    if len(variants) == 1 or word not in targets:
        return variants
    target = targets[word]
    primary = min(variants, key=lambda spoken: _distances(spoken, target))
    return (primary, *(spoken for spoken in variants if spoken != primary))


def _distances(spoken: Pronunciation, target: Pronunciation) -> tuple[int, int]:
    """Edit distance by the letter or by convention, whichever is smaller, then by the letter."""
    strict = edit_distance(unfolded(spoken), unfolded(target))
    return (min(strict, edit_distance(fold(spoken), fold(target))), strict) if strict else (0, 0)


def _like_its_base(
    word: str, variants: tuple[Pronunciation, ...], expected: Pronunciation | None, sure: bool
) -> tuple[Pronunciation, ...]:
    """Order a form's pronunciations by what its base lets expect, which comes first where none agrees with it.

    Not where the base itself is unsure or has several readings (*elaborating*), nor where it may change before an
    ending: the f and θ of *paths*, the vowel of -ate.
    """
    if expected is None:
        return variants
    ordered = order_variants(word, variants, {word: expected}, {})
    changes = expected.phonemes[-2] in ("f", "θ") or _ATE.search(word)
    if not sure or changes or any(agree_by_convention(one, expected) for one in ordered):
        return ordered
    return once((expected, *ordered))


def settle_all(
    dictionary: Dictionary,
    arbiter: Arbiter,
    overrides: Mapping[str, Override],
    known: Container[str],
    root_of: Callable[[str], str],
) -> tuple[dict[str, tuple[Pronunciation, ...]], dict[str, list[str]]]:
    """Settle the pronunciations of every word: primary first, on the conventions of `settle.CLASSES`.

    Where the arbiter is silent on a regular form (most plurals), its base decides in the arbiter's place: *dogs* as
    *dog*. `known` are the real words, `root_of` the base of a form.

    Returns:
        word -> its pronunciations, and class -> the words that it concerns.

    Raises:
        Refused: an override names a pronunciation that the dictionary does not list.
    """
    spoken: dict[str, tuple[Pronunciation, ...]] = {}
    classes: dict[str, list[str]] = {"by its base": []}
    later = []
    for word in sorted(dictionary):
        base = root_of(word) if word not in arbiter and word not in overrides else word
        if base != word and base in dictionary:
            later.append((word, base))
        else:
            spoken[word] = order_variants(word, dictionary[word], arbiter, overrides)
    for word, base in later:
        of_base = spoken.get(base, dictionary[base])[0]
        sure = base in overrides or (base in arbiter and agree_by_convention(of_base, arbiter[base]))
        readings = base in overrides and overrides[base].further
        spoken[word] = _like_its_base(word, dictionary[word], expected_form(word, base, of_base), sure and not readings)
        if spoken[word][0] != dictionary[word][0]:
            classes["by its base"].append(word)
    for word in sorted(spoken):
        spoken[word], concerned = settle(word, spoken[word], known)
        for name in concerned:
            classes.setdefault(name, []).append(word)
    return spoken, classes
