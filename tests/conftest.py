"""Fixtures that every floor may ask for."""

from tests.fixtures import fixture_lexicon, fixture_lexicon_dir, open_lexicon

__all__ = ["fixture_lexicon", "fixture_lexicon_dir", "open_lexicon"]
