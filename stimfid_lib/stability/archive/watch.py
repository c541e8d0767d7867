"""The model watch: what each source lists, day by day; who is new, who is gone, who is silent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from stimfid_lib.stability.run.subject import family_of


def observed_entry(day: date, source: str, ids: Sequence[str] | None, before: Sequence[str] | None) -> dict[str, Any]:
    """The entry of one look at a source; `ids` is None where it could not be reached, and left out where unchanged."""
    entry: dict[str, Any] = {"kind": "model_observed", "day": day.isoformat(), "source": source}
    if ids is None:
        return {**entry, "reached": False}
    listed = sorted(set(ids))
    return {**entry, "reached": True, **({} if before == listed else {"ids": listed})}


@dataclass
class Source:
    """What is known of one source.

    Attributes:
        listed: the ids of its last listing; None before the first.
        known: every id that it ever listed.
        silent_since: the first of the days, up to the last look, on which it could not be reached; None if it was.
        absent: on how many days in a row the listing lacked an id that an earlier one had.
        looked_on: the day of the last listing; a second look on one day is no second day.
    """

    listed: list[str] | None = None
    known: set[str] = field(default_factory=set)
    silent_since: date | None = None
    absent: Counter[str] = field(default_factory=Counter)
    looked_on: date | None = None

    def take(self, entry: Mapping[str, Any], day: date) -> list[str]:
        """Take a look and return the ids that were never seen before; those of the first listing are no news."""
        if not entry["reached"]:
            self.silent_since = self.silent_since or day
            return []
        self.silent_since = None
        ids = [str(name) for name in entry.get("ids", self.listed or [])]
        new = [] if self.listed is None else [name for name in ids if name not in self.known]
        self.known.update(ids)
        self.listed = ids
        for name in self.known:
            self.absent[name] = 0 if name in ids else max(1, self.absent[name] + (self.looked_on != day))
        self.looked_on = day
        return new


class Watch:
    """All sources, folded from the `model_observed` entries of the books."""

    def __init__(self) -> None:
        self.sources: dict[str, Source] = {}
        self._news: list[tuple[str, str]] = []

    def take(self, entry: Mapping[str, Any]) -> None:
        """Take an entry; others than `model_observed` say nothing here."""
        if entry["kind"] != "model_observed":
            return
        source = self.sources.setdefault(str(entry["source"]), Source())
        self._news += [(str(entry["source"]), name) for name in source.take(entry, date.fromisoformat(entry["day"]))]

    def news(self) -> list[tuple[str, str]]:
        """The (source, id) that appeared since the last call."""
        found, self._news = self._news, []
        return found

    def listed(self, source: str) -> list[str] | None:
        """The last listing of a source."""
        return self.sources.get(source, Source()).listed

    def reached(self, source: str) -> bool:
        """Tell whether the last look at a source reached it; one that was never looked at counts as reached."""
        return self.sources.get(source, Source()).silent_since is None

    def silent_days(self, source: str, day: date) -> int:
        """For how many days a source has not been reached, that day included."""
        since = self.sources.get(source, Source()).silent_since
        return 0 if since is None else (day - since).days + 1

    def missed(self, source: str, model_id: str) -> int:
        """On how many days in a row the listing has lacked a model, up to the last look."""
        return self.sources.get(source, Source()).absent[model_id]


def of_family(news: Iterable[tuple[str, str]], source: str, model_family: str) -> list[str]:
    """Those new ids of a source that are of a family; the family is the id's first word."""
    return [name for where, name in news if where == source and family_of(name) == model_family]
