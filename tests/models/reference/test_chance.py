"""Frequent words whatever is asked."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.wordlist import load_wordlist
from stimfid_lib.models.completion import settings_of
from stimfid_lib.models.reference import CommonClient
from stimfid_lib.scoring.extract import extract_items, extract_pairs
from tests.models.conftest import FrozenSuite
from tests.models.scored import scored_by


def test_it_hears_the_number_and_nothing_else(seven_suite: pl.DataFrame, fixture_lexicon: Lexicon) -> None:
    client = CommonClient(seven_suite, fixture_lexicon)
    seen = set()
    for seed in range(40):
        items = extract_items(client.complete("Three words that end in t.", seed=seed).text or "").items
        assert len(items) == 3
        seen |= {item.lower() for item in items}
        pairs = extract_pairs(client.complete("A t/k pair.", seed=seed).text or "").items
        assert len(pairs) == 1, "no such pair exists, and two words are answered all the same"
    assert seen == set(fixture_lexicon.primary["word"]), "all seven are among the thousand most frequent"


def test_its_record_says_what_it_is(seven_suite: pl.DataFrame, fixture_lexicon: Lexicon) -> None:
    client = CommonClient(seven_suite, fixture_lexicon)
    completion = client.complete("A b/k pair.", 1.0, seed=3)
    assert completion.request["generator"] == completion.model_id == "stimfid-common-1"
    assert settings_of(completion.request) == client.settings(1.0)
    assert completion.text == client.complete("A b/k pair.", seed=3).text


@pytest.mark.lexicon
def test_chance_passes_some_conditions_and_hardly_a_pair(frozen: FrozenSuite) -> None:
    expert = replace(frozen, frame=frozen.frame.filter(pl.col("arm") == "expert"))
    items, lists = scored_by(CommonClient(expert.frame, frozen.lexicon), expert, load_wordlist())
    family = frozen.frame.select("prompt_id", "family")
    rates = items.join(family, on="prompt_id").group_by("family").agg(passed=(pl.col("status") == "pass").mean())
    passed = dict(rates.iter_rows())
    assert passed["A3"] < 0.02
    assert passed["A1"] < 0.2
    assert 0.05 < passed["B1"] < 0.6, "a third of all words lies in a band"
    assert (lists["n_requested"] == lists["n_returned"]).mean() > 0.95
