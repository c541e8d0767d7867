"""From verdicts to rows: repeats and padding among the items of a list, and the list's own counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

from stimfid_lib.scoring.extraction import Extraction
from stimfid_lib.scoring.rows import STATUSES, ItemRow, ListRow

_VIOLATIONS = tuple(status for status in STATUSES if status not in ("pass", "oov"))


def repeats(spellings: Iterable[Hashable | None], roots: Iterable[Hashable | None]) -> list[tuple[bool, bool]]:
    """Tell for each item in order whether it repeats an earlier one, and whether it pads.

    An item repeats an earlier one if its spelling has occurred; it pads if it does not repeat but its root has
    occurred, in whatever item. None never matches.
    """
    seen_spellings: set[Hashable] = set()
    seen_roots: set[Hashable] = set()
    flags = []
    for spelling, root in zip(spellings, roots, strict=True):
        duplicate = spelling in seen_spellings
        flags.append((duplicate, not duplicate and root in seen_roots))
        if spelling is not None:
            seen_spellings.add(spelling)
        if root is not None:
            seen_roots.add(root)
    return flags


def list_row(
    keys: ListRow, items: Sequence[ItemRow], extraction: Extraction[object], n_requested: int, distinct: bool | None
) -> ListRow:
    """Count the item rows of one reply.

    `all_pass`: at least as many items as asked, at least one of them scored, every scored one passed, and none
    multiword. Real words outside the lexicon (oov) and variant_only items fill the list but are not scored, so they
    neither pass nor spoil it; a list of nothing else cannot be vouched for and does not pass. More items than asked
    do no harm if all pass. `clean_pass`: all_pass without a repeat or padding.
    """
    scored = [item for item in items if not item["variant_only"]]
    counts = Counter(item["status"] for item in scored)
    dupes = sum(item["duplicate"] for item in items)
    pads = sum(item["morph_pad"] for item in items)
    all_pass = len(items) >= n_requested and counts["pass"] > 0 and not any(counts[status] for status in _VIOLATIONS)
    return {
        **keys,
        "n_requested": n_requested,
        "n_returned": len(items),
        **{f"n_{status}": counts[status] for status in STATUSES},
        "n_dupes": dupes,
        "n_morph_pad": pads,
        "n_variant_only": len(items) - len(scored),
        "all_pass": all_pass,
        "clean_pass": all_pass and not dupes and not pads,
        "refusal": extraction.refusal,
        "extract_method": extraction.method,
        "contrast_phonemes_distinct": distinct,
    }
