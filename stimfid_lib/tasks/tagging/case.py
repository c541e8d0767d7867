"""A case of the tagging corpus: an item of a feed, and its right tags."""

from __future__ import annotations

from stimfid_lib.tasks.cases import Case
from stimfid_lib.tasks.feed.item import FeedItem, Text
from stimfid_lib.tasks.feed.tags import ItemTags, Kind, Level, Topic


class TaggingCase(Case):
    """An item with its right topics, kind and level.

    The id's first word is the family: `plain` (the topic's words are there), `several` (two or three topics), `decoy`
    (a topic's word in another meaning), `unnamed` (the topic without its words).
    """

    title: Text
    summary: Text
    topics: tuple[Topic, ...]
    kind: Kind
    level: Level

    @property
    def item(self) -> FeedItem:
        """What is to be tagged."""
        return FeedItem(title=self.title, summary=self.summary)

    @property
    def tags(self) -> ItemTags:
        """What is right."""
        return ItemTags(topics=self.topics, kind=self.kind, level=self.level)
