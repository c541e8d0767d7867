"""Entries spelled out as labelled lines: "Word: rabbit", "Meaning: a pet"; "Target: sun", "Contrast: thumb"."""

from __future__ import annotations

from stimfid_lib.scoring.clean import clean_item, without_emphasis
from stimfid_lib.scoring.reading.characters import PART
from stimfid_lib.scoring.reading.found import most
from stimfid_lib.scoring.reading.inline import parts_of
from stimfid_lib.scoring.reading.labels import names_attribute, names_item
from stimfid_lib.suite.request import Shape

_FEWEST = 2


def read_records(texts: list[str], shape: Shape) -> list[str]:
    """Return the entries of labelled lines, `[]` if most lines are none; a label that comes again begins the next one.

    Of words each labelled value is an entry of its own; the values of a pair or set are its parts.
    """
    if not any(":" in text for text in texts):
        return []
    labelled = [without_emphasis(text).partition(":") for text in texts]
    named = [bool(rest.strip()) and ":" not in rest and names_item(label) for label, _, rest in labelled]
    known = [name or names_attribute(label) for name, (label, _, _) in zip(named, labelled, strict=True)]
    if sum(named) < _FEWEST or not most(known):
        return []
    entries: list[list[str]] = []
    seen: set[str] = set()
    for label, _, rest in (found for name, found in zip(named, labelled, strict=True) if name):
        key = label.strip().lower()
        several = [part for part in parts_of(rest, "words") if clean_item(part)]
        values = several if len(several) > 1 else [rest.strip()]
        if shape == "words":
            entries += [[value] for value in values]
        elif not entries or key in seen:
            entries.append(values)
            seen = {key}
        else:
            entries[-1] += values
            seen.add(key)
    return [PART.join(entry) for entry in entries]
