"""Fixtures that every floor may ask for, and how property tests run: no deadline, the same examples every time."""

from hypothesis import settings

from tests.fixtures import fixture_lexicon, fixture_lexicon_dir, open_lexicon, open_lexicon_dir

__all__ = ["fixture_lexicon", "fixture_lexicon_dir", "open_lexicon", "open_lexicon_dir"]

settings.register_profile("stimfid", deadline=None, derandomize=True)
settings.load_profile("stimfid")
