"""From judged items to counts: repeats and padding within a reply, and each reply's own row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from stimfid_lib.scoring.items import NONE, Ints, Items
from stimfid_lib.scoring.judge import Judged
from stimfid_lib.scoring.rows import STATUSES
from stimfid_lib.suite.request import Request

Flags = npt.NDArray[np.bool_]

_VIOLATIONS = [place for place, status in enumerate(STATUSES) if status not in ("pass", "oov")]
_CODES = {status: code for code, status in enumerate(STATUSES)}


def repeats(items: Items, judged: Judged) -> tuple[Flags, Flags]:
    """Which items are a `duplicate`, and which a `morph_pad`.

    An item repeats an earlier one of its reply if its spelling has occurred; it pads if it does not repeat but its
    root has occurred, in whatever item. A pair is the same whichever of its words comes first; an item without
    spelling or root, or with one of two words missing, matches nothing.
    """
    duplicate = _occurred(items, judged.facts.spelling)
    return duplicate, _occurred(items, judged.facts.root) & ~duplicate


def _occurred(items: Items, forms: Ints) -> Flags:
    """True for an item whose form, or unordered pair of forms, stands earlier in its reply."""
    one = forms[items.first]
    paired = items.second != NONE
    other = np.where(paired, forms[items.second], 0)
    known = (one != NONE) & (other != NONE)
    low, high = np.minimum(one, other), np.maximum(one, other)
    size = len(forms) + 1
    key = np.where(paired, (low + 1) * size + high, one)
    if paired.any():  # numbered anew, since reply × form × form would outgrow 64 bits in runs of millions of items
        key = np.unique(key, return_inverse=True)[1].reshape(-1)
    where = np.flatnonzero(known)
    combined = items.reply[where] * (key.max(initial=0) + 1) + key[where]
    found = np.ones(len(key), dtype=np.bool_)
    found[where[np.unique(combined, return_index=True)[1]]] = False
    return np.asarray(found & known)


def list_columns(
    items: Items, judged: Judged, duplicate: Flags, morph_pad: Flags, prompts: Sequence[Request], prompt: Ints
) -> dict[str, Any]:
    """Count the items of each reply: the columns of the list table from n_requested to clean_pass, and
    contrast_phonemes_distinct.

    - `all_pass`: at least as many items as asked, at least one of them scored, every scored one passed, and none
      multiword. Real words outside the lexicon (oov) and variant_only items fill the list but are not scored, so
      they neither pass nor spoil it; a list of nothing else cannot be vouched for and does not pass. Sets must
      also show each contrast phoneme once (`contrast_phonemes_distinct`), since that is what makes them a set.
    - `clean_pass`: all_pass without a repeat or padding
    - `contrast_phonemes_distinct`: no set shows one contrast phoneme twice, over the members that differ from their
      target in one phoneme; null for words and pairs, and where there is no such member
    """
    size = len(prompt)
    requested = np.asarray([one.n_requested for one in prompts], dtype=np.int64)[prompt]
    status = np.asarray([_CODES[one] for one in judged.columns["status"]], dtype=np.int64)[judged.at]
    variant_only = np.asarray(judged.columns["variant_only"], dtype=np.bool_)[judged.at]
    cells = (items.reply * len(STATUSES) + status)[~variant_only]
    counts = np.bincount(cells, minlength=size * len(STATUSES)).reshape(size, len(STATUSES))
    returned = _per_reply(items, size)
    dupes, pads = _per_reply(items, size, duplicate), _per_reply(items, size, morph_pad)
    distinct = _distinct(items, judged)
    all_pass = (returned >= requested) & (counts[:, _CODES["pass"]] > 0)
    all_pass &= counts[:, _VIOLATIONS].sum(axis=1) == 0
    all_pass[[reply for reply, different in distinct.items() if not different]] = False
    return {
        "n_requested": requested,
        "n_returned": returned,
        **{f"n_{name}": counts[:, code] for name, code in _CODES.items()},
        "n_dupes": dupes,
        "n_morph_pad": pads,
        "n_variant_only": _per_reply(items, size, variant_only),
        "all_pass": all_pass,
        "clean_pass": all_pass & (dupes == 0) & (pads == 0),
        "contrast_phonemes_distinct": [distinct.get(reply) for reply in range(size)],
    }


def _per_reply(items: Items, size: int, flags: Flags | None = None) -> Ints:
    return np.bincount(items.reply if flags is None else items.reply[flags], minlength=size)


def _distinct(items: Items, judged: Judged) -> dict[int, bool]:
    """`contrast_phonemes_distinct` of each reply of sets with a member that differs in one phoneme."""
    shown: dict[int, list[tuple[int, str]]] = {}
    opposed = judged.columns["opposed"]
    for place in np.flatnonzero(items.set_index != NONE).tolist():
        phoneme = opposed[judged.at[place]]
        if phoneme is not None:
            shown.setdefault(int(items.reply[place]), []).append((int(items.set_index[place]), phoneme))
    return {reply: len(set(members)) == len(members) for reply, members in shown.items()}
