"""The feed: who wants what, why, and what it is about; nothing that a model answers stops it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.models.clients.fake import FakeClient
from stimfid_lib.tasks.chat import chat_of
from stimfid_lib.tasks.feed import FeedItem, Reader
from stimfid_lib.tasks.feed.simulate import Feed, as_rows, load_feed, simulate
from stimfid_lib.tasks.feed.stub import stub

FEED = Feed(
    readers=(Reader(name="ann", persona="A baker", interests=("bread",)),),
    items=(
        FeedItem(title="Rye rises", summary="On how dough rises."),
        FeedItem(title="Owls hear", summary="At night."),
    ),
)


def answers(prompt: str, _seed: int | None) -> str:
    if "You tag items" in prompt:
        return '{"topics": ["materials"], "kind": "study", "level": "public"}'
    if "You judge for one reader" in prompt:
        return json.dumps({"verdict": "Rye" in prompt, "confidence": 4, "reasoning": "x"})
    return '{"line": "You bake, and rye rises."}'


def test_an_item_is_tagged_once_and_explained_only_to_who_wants_it() -> None:
    client = FakeClient("m", answers)
    steps: list[int] = []
    wanted, unwanted = simulate(chat_of(client), FEED, lambda: steps.append(1))
    assert (wanted.reader, wanted.title, wanted.verdict, wanted.confidence) == ("ann", "Rye rises", True, 4)
    assert wanted.line == "You bake, and rye rises."
    assert (wanted.topics, wanted.kind, wanted.level, wanted.errors) == (("materials",), "study", "public", ())
    assert (unwanted.verdict, unwanted.line) == (False, None)
    assert len(client.calls) == 5, "two tags, two reactions, one explanation"
    assert len(steps) == 2


def test_what_fails_stands_in_the_rating_and_stops_nothing() -> None:
    replies = [RuntimeError("down"), "prose", '{"topics": ["gold"], "kind": "study", "level": "public"}']
    client = FakeClient("m", [*replies, '{"verdict": true, "confidence": 1, "reasoning": "x"}', "no line"])
    first, second = simulate(chat_of(client), FEED)
    assert (first.verdict, first.topics) == (None, None)
    assert first.errors == ("no answer: m: RuntimeError: down", "no JSON object in the answer: prose")
    assert (second.verdict, second.line, second.topics) == (True, None, None)
    assert len(second.errors) == 2
    assert [row["wants it"] for row in as_rows((first, second))] == [None, "yes"]


def test_the_sample_feed_runs_offline() -> None:
    feed = load_feed()
    ratings = simulate(stub, feed)
    assert len(ratings) == len(feed.items) * len(feed.readers)
    assert all(not rating.errors for rating in ratings)


@pytest.mark.parametrize(
    ("text", "told"),
    [("no json", "is not JSON"), ("[]", "is no feed"), ('{"readers": [], "items": [{"title": ""}]}', "items.0.title")],
)
def test_what_is_no_feed_is_refused(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "feed.json").write_text(text, encoding="utf-8")
    with pytest.raises(Refused, match=told):
        load_feed(tmp_path / "feed.json")
    with pytest.raises(MissingInput, match="no feed"):
        load_feed(tmp_path / "none.json")
