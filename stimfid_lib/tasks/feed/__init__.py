"""A small research feed: would this reader want the item, why does it fit, what is it about.

python -m stimfid_lib.tasks.feed            # simulate two readers on a sample feed with the embedded model
python -m stimfid_lib.tasks.feed --offline  # the same with a stub

The builders here (`tag_messages`, `reaction_messages`, `explanation_messages`) word what a model is sent, in
production and in the evaluation of the tasks alike.
"""

from stimfid_lib.tasks.feed.explanation import REFUSAL, Explanation, explanation_messages
from stimfid_lib.tasks.feed.item import FeedItem, Reader
from stimfid_lib.tasks.feed.reaction import Reaction, reaction_messages
from stimfid_lib.tasks.feed.tags import KINDS, LEVELS, TOPICS, ItemTags, tag_messages

__all__ = [
    "KINDS",
    "LEVELS",
    "REFUSAL",
    "TOPICS",
    "Explanation",
    "FeedItem",
    "ItemTags",
    "Reaction",
    "Reader",
    "explanation_messages",
    "reaction_messages",
    "tag_messages",
]
