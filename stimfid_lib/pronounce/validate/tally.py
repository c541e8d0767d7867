"""What was read and what was skipped, beside what the release notes say there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from stimfid_lib.pronounce.validate.checkpoint import Done
from stimfid_lib.pronounce.validate.speakers import ANNOTATED_FILES, RELEASED

NAMES = {"utterances": "annotated utterances", "s": "substitutions", "d": "deletions", "a": "additions"}


@dataclass(frozen=True)
class Tally:
    """Counts over a whole run: `counts` of what could be read (rows or not), `bad` files with reasons, notes by file,
    annotated files by speaker, files in folders of no known speaker (`aside`)."""

    counts: dict[str, int]
    rows: int
    scored: int
    files: dict[str, int]
    bad: dict[str, str]
    notes: dict[str, list[str]]
    aside: dict[str, int]

    @classmethod
    def of(cls, done: Iterable[Done], aside: dict[str, int]) -> Tally:
        """Count what was done."""
        every = list(done)
        counts = Counter(dict.fromkeys(RELEASED, 0))
        for one in every:
            counts.update(one.counts)
            counts["utterances"] += bool(one.counts)
        rows = [row for one in every for row in one.rows]
        return cls(
            counts=dict(counts),
            rows=len(rows),
            scored=sum(None not in (row["cos_dist_oracle"], row["cos_dist_transcriber"]) for row in rows),
            files=dict(Counter(one.key.split("/")[0] for one in every)),
            bad={one.key: one.bad for one in every if one.bad},
            notes={one.key: one.notes for one in every if one.notes},
            aside=aside,
        )

    def differences(self) -> dict[str, tuple[int, int]]:
        """What counts otherwise than the release notes: here, there."""
        return {name: (self.counts[name], there) for name, there in RELEASED.items() if self.counts[name] != there}

    def as_dict(self) -> dict[str, Any]:
        """As the file beside the rows holds it."""
        return {
            "counts": self.counts,
            "release_notes": RELEASED,
            "agrees_with_release_notes": not self.differences(),
            "rows": self.rows,
            "rows_with_both_distances": self.scored,
            "files": self.files,
            "bad": self.bad,
            "notes": self.notes,
            "aside": self.aside,
        }

    def told(self) -> Iterator[str]:
        """The tally in lines for people."""
        yield f"{self.rows} rows, {self.scored} of them with both distances, of {sum(self.files.values())} files"
        for name, there in RELEASED.items():
            here = self.counts[name]
            differs = "" if here == there else f", {abs(here - there):,} {'fewer' if here < there else 'more'}"
            yield f"  {NAMES[name]}: {here:,}; the release notes say {there:,}{differs}"
        if self.differences():
            yield "  This is not the release as its notes count it; figures hold for what was read."
            yield from self._short_speakers()
        for folder, count in self.aside.items():
            yield f"  left aside: {count} files in {folder}, which is no speaker of the read sentences"
        noted = sum(map(len, self.notes.values()))
        if noted:
            yield f"Noted in {len(self.notes)} files that were used all the same:"
            yield from (f"  {key}: {note}" for key, notes in self.notes.items() for note in notes)
        if self.bad:
            yield f"Skipped {len(self.bad)} files:"
            yield from (f"  {key}: {reason}" for key, reason in self.bad.items())

    def _short_speakers(self) -> Iterator[str]:
        for speaker, expected in ANNOTATED_FILES.items():
            if 0 < (held := self.files.get(speaker, 0)) != expected:
                yield f"  {speaker}: {held} annotated files, the release has {expected}"
        absent = [speaker for speaker in ANNOTATED_FILES if speaker not in self.files]
        if absent:
            yield f"  no files of {' '.join(absent)}"
