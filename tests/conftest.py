"""Fixtures that every floor may ask for."""

from tests.fixtures import fixture_lexicon, fixture_lexicon_dir, open_lexicon, open_lexicon_dir

__all__ = ["fixture_lexicon", "fixture_lexicon_dir", "open_lexicon", "open_lexicon_dir"]
