"""Entries spelled out as labelled lines: "Word: rabbit", "Meaning: a pet"; "Target: sun", "Contrast: thumb"."""

from __future__ import annotations

import re

from stimfid_lib.scoring.clean import clean_item, without_emphasis
from stimfid_lib.scoring.reading.characters import PART
from stimfid_lib.scoring.reading.found import most
from stimfid_lib.scoring.reading.inline import parts_of
from stimfid_lib.scoring.reading.labels import looks_plural, names_attribute, names_item, names_sound
from stimfid_lib.suite.request import Shape

_FEWEST = 2
_SOUND = re.compile(r"\W*(?:vs\.?|versus)?\s*(/[^/\s]{1,4}/)\s*(?::|→|[-–—=]+>?)\s*(?=\S)", re.IGNORECASE)


def labelled_sound(text: str) -> tuple[str, str, str] | None:
    """Split "/t/ → tip" and "vs. /t/: tip" into the sound and the word; None if no sound opens the line."""
    found = _SOUND.match(text) if "/" in text else None
    return (found[1], ":", without_emphasis(text[found.end() :])) if found else None


def read_records(texts: list[str], shape: Shape) -> list[str]:
    """Return the entries of labelled lines, `[]` if most lines are none; a label that comes again begins the next one.

    Of words each labelled value is an entry of its own; the values of a pair or set are its parts.
    """
    if not any(":" in text for text in texts):
        return []
    labelled = [labelled_sound(text) or without_emphasis(text).partition(":") for text in texts]
    named = [
        bool(rest.strip()) and ":" not in rest and (names_item(label) or (shape != "words" and names_sound(label)))
        for label, _, rest in labelled
    ]
    if not any(name and not names_sound(label) for name, (label, _, _) in zip(named, labelled, strict=True)):
        return []
    known = [name or names_attribute(label) for name, (label, _, _) in zip(named, labelled, strict=True)]
    if sum(named) < _FEWEST or not most(known):
        return []
    entries: list[list[str]] = []
    seen: set[str] = set()
    for label, _, rest in (found for name, found in zip(named, labelled, strict=True) if name):
        key = label.strip().lower()
        several = [part for part in parts_of(rest, "words") if clean_item(part)]
        values = several if len(several) > 1 and (shape != "pairs" or looks_plural(label)) else [rest.strip()]
        if shape == "words":
            entries += [[value] for value in values]
        elif not entries or key in seen:
            entries.append(values)
            seen = {key}
        else:
            entries[-1] += values
            seen.add(key)
    return [PART.join(entry) for entry in entries]
