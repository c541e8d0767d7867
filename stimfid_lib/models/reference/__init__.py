"""Generators that need no model, between and beside which every model's numbers are read.

`lexicon` is the ceiling, `spelling` obeys letters instead of sounds, `common` answers with frequent words whatever is
asked, `echo` repeats the prompt. They answer through the same files as any model.
"""

from __future__ import annotations

from collections.abc import Mapping

from stimfid_lib.models.entries import Generator
from stimfid_lib.models.reference.ceiling import LexiconClient
from stimfid_lib.models.reference.chance import CommonClient
from stimfid_lib.models.reference.client import ReferenceClient
from stimfid_lib.models.reference.echo import EchoClient
from stimfid_lib.models.reference.floor import SpellingClient

GENERATORS: Mapping[Generator, type[ReferenceClient]] = {
    "lexicon": LexiconClient,
    "spelling": SpellingClient,
    "common": CommonClient,
    "echo": EchoClient,
}

__all__ = ["GENERATORS", "CommonClient", "EchoClient", "LexiconClient", "ReferenceClient", "SpellingClient"]
