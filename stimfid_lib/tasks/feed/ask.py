"""The three questions of the feed, as production asks them: react, explain, tag."""

from __future__ import annotations

from stimfid_lib.tasks.answer import Answer, read_answer
from stimfid_lib.tasks.chat import ChatJson
from stimfid_lib.tasks.feed.explanation import Explanation, explanation_messages
from stimfid_lib.tasks.feed.item import FeedItem, Reader
from stimfid_lib.tasks.feed.reaction import Reaction, reaction_messages
from stimfid_lib.tasks.feed.tags import ItemTags, tag_messages


def react(chat: ChatJson, reader: Reader, item: FeedItem) -> Answer[Reaction]:
    """Ask whether a reader wants an item; an answer that does not validate has an `error` and no value.

    Raises:
        CallFailed: no answer came (so do `explain` and `tag`).
    """
    messages = reaction_messages(reader.persona, reader.interests, item.title, item.summary)
    return read_answer(chat(messages, Reaction), Reaction)


def explain(chat: ChatJson, reader: Reader, item: FeedItem) -> Answer[Explanation]:
    """Ask for the one line that tells a reader why an item fits, or the mandated refusal."""
    messages = explanation_messages(reader.interests, item.title, item.summary)
    return read_answer(chat(messages, Explanation), Explanation)


def tag(chat: ChatJson, item: FeedItem) -> Answer[ItemTags]:
    """Ask for an item's topics, kind and level."""
    return read_answer(chat(tag_messages(item), ItemTags), ItemTags)
