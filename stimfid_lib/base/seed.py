"""The one seed of the study: every draw starts from it, so that the same inputs give the same suite and scores."""

SEED = 215
