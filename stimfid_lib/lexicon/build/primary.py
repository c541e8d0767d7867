"""Which of a word's pronunciations is the primary one, and how far two dictionaries agree on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.build.arpabet import Pronunciation, arpabet_to_ipa
from stimfid_lib.lexicon.build.convention import (
    Compare,
    agree_at_edges,
    agree_by_convention,
    agree_in_consonants,
    agree_strictly,
    edit_distance,
    fold,
)

Dictionary = Mapping[str, tuple[Pronunciation, ...]]
Arbiter = Mapping[str, Pronunciation]


@dataclass(frozen=True)
class Override:
    """A primary pronunciation that a person decided, with the reason; `replaces` drops the dictionary's own."""

    word: str
    spoken: Pronunciation
    replaces: bool
    reason: str


def load_overrides() -> dict[str, Override]:
    """Read `overrides.txt`: word, choose or replace, ARPAbet and reason a line, divided by tabs.

    Raises:
        Refused: a line lacks a part, or names a word twice.
    """
    text = (resources.files(__package__) / "overrides.txt").read_text(encoding="utf-8")
    overrides: dict[str, Override] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split("\t")]
        if len(parts) != 4 or not all(parts) or parts[1] not in ("choose", "replace") or parts[0] in overrides:
            raise Refused(
                f"overrides.txt, line {number}: {line!r} must be `word<TAB>choose or replace<TAB>ARPAbet<TAB>reason`, "
                "each word once"
            )
        word, action, symbols, reason = parts
        overrides[word] = Override(word, arpabet_to_ipa(symbols.split()), action == "replace", reason)
    return overrides


def order_variants(
    word: str, variants: tuple[Pronunciation, ...], arbiter: Arbiter, overrides: Mapping[str, Override]
) -> tuple[Pronunciation, ...]:
    """Return a word's pronunciations with the primary one first, the others in the dictionary's order.

    CMUdict's first pronunciation is not its primary one (read, live, wind, lead). The primary is the one with
    the smallest edit distance to the arbiter's default, by the letter or on the common convention, then by the
    letter, then the earliest; an override decides before all; without either the dictionary's order stands.

    Raises:
        Refused: an override names a pronunciation that the dictionary does not list.
    """
    override = overrides.get(word)
    if override is not None and override.replaces:
        return (override.spoken,)
    if override is not None:
        ranked = [spoken for spoken in variants if spoken.phonemes == override.spoken.phonemes]
        if not ranked:
            listed = ", ".join("|".join(spoken.phonemes) for spoken in variants)
            raise Refused(f"overrides.txt, {word!r}: not among the dictionary's variants, which are {listed}")
        primary = ranked[0]
    elif len(variants) == 1 or word not in arbiter:
        return variants
    else:
        target = arbiter[word]
        primary = min(variants, key=lambda spoken: _distances(spoken, target))
    return (primary, *(spoken for spoken in variants if spoken != primary))


def _distances(spoken: Pronunciation, target: Pronunciation) -> tuple[int, int]:
    """Edit distance by the letter or by convention, whichever is smaller, then by the letter."""
    strict = edit_distance(spoken.phonemes, target.phonemes)
    return (min(strict, edit_distance(fold(spoken), fold(target))), strict) if strict else (0, 0)


MEASURES: dict[str, Compare] = {
    "strict": agree_strictly,
    "by_convention": agree_by_convention,
    "consonants": agree_in_consonants,
    "edges": agree_at_edges,
}


def agreement(words: Iterable[str], dictionary: Dictionary, primary: Dictionary, arbiter: Arbiter) -> dict[str, object]:
    """Measure, over the words that both know, how far dictionary and arbiter agree; shares from 0 to 1.

    For each measure: the dictionary's first variant, the primary as chosen, and the best variant of all. The
    arbiter also picks the primary, so the last two flatter; they bound, and do not show, how right the table is.
    """
    both = [word for word in words if word in dictionary and word in arbiter]
    result: dict[str, object] = {"n_words": len(both)}
    for name, same in MEASURES.items():
        first = chosen = best = later = 0
        for word in both:
            # most words have one pronunciation, so that one comparison serves all three counts
            hits = {spoken: same(spoken, arbiter[word]) for spoken in {*dictionary[word], primary[word][0]}}
            is_first, is_best = hits[dictionary[word][0]], any(hits[spoken] for spoken in dictionary[word])
            first, chosen, best = first + is_first, chosen + hits[primary[word][0]], best + is_best
            later += is_best and not is_first
        shares = {"first_variant": first, "primary": chosen, "best_variant": best}
        result[name] = {key: round(count / max(len(both), 1), 4) for key, count in shares.items()}
        result[f"{name}_only_in_a_later_variant"] = later
    return result
