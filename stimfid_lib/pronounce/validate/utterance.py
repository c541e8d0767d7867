"""One annotated utterance: the phones that were meant, and where an annotator perceived something else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stimfid_lib.base.errors import Refused
from stimfid_lib.pronounce.validate.labels import ErrorType, Label, read_label
from stimfid_lib.pronounce.validate.textgrid import Interval, TextGrid, read_textgrid

_NO_WORD = frozenset({"", "sil", "sp", "spn", "<unk>"})
_LONGER_S = 0.001
"""A tier is called longer than its file from a millisecond on; below, it is rounding."""


@dataclass(frozen=True, slots=True)
class Token:
    """One label and its place among the canonical phonemes: its own index, or for a phone that was not meant the
    number of canonical phonemes before it."""

    label: Label
    place: int


@dataclass(frozen=True, slots=True)
class Utterance:
    """The canonical phonemes in order, the annotated tokens, the unreadable labels, and what is odd about the file."""

    canonical: tuple[str, ...]
    annotated: tuple[Token, ...]
    unreadable: tuple[Label, ...]
    notes: tuple[str, ...]

    def count(self, errortype: ErrorType) -> int:
        """How many tokens carry a tag."""
        return sum(token.label.errortype == errortype for token in self.annotated)


def read_utterance(data: bytes) -> Utterance:
    """Read a file of `annotation/`. Its tier `phones` decides; `words` is only compared, `IPA` left aside.

    Raises:
        Refused: no TextGrid, or none with a tier `phones`.
    """
    grid = read_textgrid(data)
    phones = grid.tiers.get("phones")
    if phones is None:
        raise Refused(f"no tier 'phones' among its tiers {', '.join(grid.tiers) or '(none)'}")
    labels = [read_label(interval.text) for interval in phones]
    canonical: list[str] = []
    tokens: list[Token] = []
    for label in labels:
        if label.errortype is not None:
            tokens.append(Token(label, len(canonical)))
        phoneme = label.canonical.phoneme()
        if phoneme is not None:
            canonical.append(phoneme)
    return Utterance(
        tuple(canonical),
        tuple(tokens),
        tuple(label for label in labels if label.errortype is None and label.fault),
        (*_over_long(grid), *_disagreement(grid.tiers.get("words"), phones, labels), *_unknown(labels)),
    )


def _over_long(grid: TextGrid) -> list[str]:
    return [
        f"tier {name} ends at {tier[-1].end:g} s, the file at {grid.end:g} s"
        for name, tier in grid.tiers.items()
        if tier and tier[-1].end > grid.end + _LONGER_S
    ]


def _disagreement(words: Sequence[Interval] | None, phones: Sequence[Interval], labels: Sequence[Label]) -> list[str]:
    """Where the tiers `words` and `phones` contradict each other; the phones are used all the same."""
    if words is None:
        return ["no tier words"]
    spoken = [word for word in words if word.text.lower() not in _NO_WORD]
    meant = [phone for phone, label in zip(phones, labels, strict=True) if label.canonical.kind == "sound"]
    bare = [word for word in spoken if not any(word.start <= phone.middle <= word.end for phone in meant)]
    lost = [phone for phone in meant if not any(word.start <= phone.middle <= word.end for word in spoken)]
    told = []
    if bare:
        told.append(f"{len(bare)} words without a phone, the first {bare[0].text!r} at {bare[0].start:.2f} s")
    if lost:
        told.append(f"{len(lost)} phones outside any word, the first {lost[0].text!r} at {lost[0].start:.2f} s")
    return [f"tiers words and phones disagree: {'; '.join(told)}"] if told else []


def _unknown(labels: Sequence[Label]) -> list[str]:
    """Canonical phones that nobody knows: the recogniser hears them, and the alignment has no place for them."""
    names = [label.canonical.written for label in labels if label.canonical.kind == "unknown"]
    return [f"{len(names)} canonical labels without a known phone: {', '.join(sorted(set(names)))}"] if names else []
