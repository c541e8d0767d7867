"""From a spoken word to a graded score: produced phonemes against the lexicon's, position by position."""
