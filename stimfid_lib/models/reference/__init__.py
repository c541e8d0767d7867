"""Generators that need no model: the ceiling and the floor between which every model's numbers are read.

They answer through the same files as any model. `common` (frequent words whatever is asked) and `echo` (repeats
the prompt) will stand beside them, each one more `ReferenceClient`.
"""

from __future__ import annotations

from stimfid_lib.models.reference.ceiling import LexiconClient
from stimfid_lib.models.reference.floor import SpellingClient

__all__ = ["LexiconClient", "SpellingClient"]
