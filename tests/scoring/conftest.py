"""Fixtures of this floor's tests."""

from tests.scoring.words import more_words

__all__ = ["more_words"]
