"""What is known of the requests that clinicians make, and whether the families without an example are confirmed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

CONFIRMATION = "prereg/confirmation.md"
"""A co-investigator's statement that prompts of B1 and B2 are such as clinicians write: who, when, which prompts."""


@dataclass(frozen=True)
class ObservedRequests:
    """A count of posts in which clinicians tell of a chatbot.

    `posts` mention one, `prompts` are quoted in them and distinct, `stimuli` of these ask for stimuli, `minimal_pairs`
    and `naming` of these for minimal pairs and for naming therapy. The posts are about children's therapy throughout.
    """

    posts: int
    prompts: int
    stimuli: int
    minimal_pairs: int
    naming: int


COUNTED = ObservedRequests(posts=233, prompts=38, stimuli=24, minimal_pairs=1, naming=0)
"""The authors' count from before this version; the number of distinct prompts is approximate.

The posts are no part of this repository, so the count cannot be repeated here; `stimfid corpus mine` counts anew where
they are at hand.
"""


def is_confirmed(root: Path) -> bool:
    """Tell whether a co-investigator's confirmation of B1 and B2 is on file."""
    return (root / CONFIRMATION).is_file()
