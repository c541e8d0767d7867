"""Chats that no keyword finds: closeness in wording to seed prompts of our own writing (TF-IDF, scikit-learn)."""

from __future__ import annotations

from collections.abc import Sequence

SEEDS = (
    "Give me 10 words that start with the r sound for a five year old",
    "List twenty one-syllable words that end with the k sound",
    "Make a word list with the s sound in the middle of the word",
    "Generate minimal pairs for t and k for a child who fronts",
    "I need words with s blends for articulation practice",
    "Write ten short sentences with lots of words that have the l sound",
    "Give me pairs of rhyming words that differ in the first sound only",
    "Create a list of two-syllable words with sh at the beginning",
    "List words with th in final position",
    "Give me concrete high-frequency nouns that are learned early",
    "Make a list of picturable nouns for a naming task with an adult after a stroke",
    "Give me ten words with few similar sounding neighbors",
)
"""Requests as the families of the study ask them; none was posted by anybody."""

THRESHOLD = 0.35
"""Cosine from which a text counts as similar. Against `SEEDS`, requests for word lists in other words lie around 0.3 to
0.6 and general questions below 0.2; it is a choice for scoping and no measured cut."""


class Similarity:
    """Cosine of a text to the nearest seed, 0 to 1, over word pairs and single words.

    Weights are fitted on the seeds alone, so that a result does not depend on what else was read or in which order; a
    word that no seed has weighs most, which keeps a short text that shares one word with a seed from looking near.
    """

    def __init__(self, seeds: Sequence[str] = SEEDS) -> None:
        from sklearn.feature_extraction.text import HashingVectorizer, TfidfTransformer

        self._counts = HashingVectorizer(
            ngram_range=(1, 2), n_features=2**18, alternate_sign=False, norm=None, stop_words="english"
        )
        self._weights = TfidfTransformer(sublinear_tf=True)
        self._seeds = self._weights.fit_transform(self._counts.transform(seeds))

    def nearest(self, texts: Sequence[str]) -> list[float]:
        """Cosine of each text to its nearest seed."""
        if not texts:
            return []
        vectors = self._weights.transform(self._counts.transform(texts))
        cosines = (vectors @ self._seeds.T).max(axis=1).toarray().ravel()
        return [round(float(cosine), 4) for cosine in cosines]
