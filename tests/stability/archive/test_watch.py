"""The model watch."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from stimfid_lib.stability.archive.watch import Watch, observed_entry, of_family

DAY = date(2028, 2, 27)


def _look(watch: Watch, day: int, ids: Sequence[str] | None) -> None:
    watch.take(observed_entry(DAY + timedelta(days=day), "north", ids, watch.listed("north")))


def test_the_first_listing_is_no_news_and_every_later_id_is_news_once() -> None:
    watch = Watch()
    _look(watch, 0, ["alder-1", "birch-1"])
    assert watch.news() == []
    _look(watch, 1, ["alder-1", "birch-1", "alder-2"])
    assert watch.news() == [("north", "alder-2")]
    _look(watch, 2, ["alder-1", "birch-1"])
    _look(watch, 3, ["alder-1", "birch-1", "alder-2"])
    assert watch.news() == [], "it was seen before"


def test_an_unchanged_listing_is_not_written_again() -> None:
    entry = observed_entry(DAY, "north", ["b", "a", "a"], ["a", "b"])
    assert "ids" not in entry
    assert observed_entry(DAY, "north", ["b"], ["a", "b"])["ids"] == ["b"]
    assert observed_entry(DAY, "north", None, ["a"])["reached"] is False


def test_a_model_is_missed_by_days_and_a_second_look_or_silence_is_no_day() -> None:
    watch = Watch()
    _look(watch, 0, ["alder-1", "birch-1"])
    for day, ids, missed in (
        (1, ["alder-1"], 1),
        (1, ["alder-1"], 1),
        (2, None, 1),
        (3, ["alder-1"], 2),
        (4, ["alder-1", "birch-1"], 0),
        (5, ["alder-1"], 1),
    ):
        _look(watch, day, ids)
        assert watch.missed("north", "birch-1") == missed
    assert watch.missed("north", "alder-1") == watch.missed("south", "alder-1") == 0


def test_silence_is_counted_across_the_leap_day() -> None:
    watch = Watch()
    for day in range(4):
        _look(watch, day, None)
    assert watch.silent_days("north", date(2028, 3, 1)) == 4
    assert not watch.reached("north")
    _look(watch, 4, ["alder-1"])
    assert watch.reached("north")
    assert watch.silent_days("north", date(2028, 3, 2)) == 0
    assert watch.news() == [], "the first listing, however late"


def test_a_family_is_the_first_word_of_an_id() -> None:
    news = [("north", "alder-2"), ("north", "alderman-1"), ("south", "alder-3"), ("north", "alder")]
    assert of_family(news, "north", "alder") == ["alder-2", "alder"]
