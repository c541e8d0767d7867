"""The open lexicon's recipe: a ground truth that anyone can build on their own machine."""

from stimfid_lib.lexicon.build.recipe import build_open_lexicon

__all__ = ["build_open_lexicon"]
