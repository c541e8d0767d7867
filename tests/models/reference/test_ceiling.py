"""The ceiling passes everything, through the study's own extraction and scoring."""

from __future__ import annotations

import polars as pl
import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.wordlist import load_wordlist
from stimfid_lib.models.completion import ChatClient, settings_of
from stimfid_lib.models.reference import LexiconClient
from stimfid_lib.scoring.extract import extract_items, extract_pairs
from tests.models.conftest import FrozenSuite
from tests.models.scored import scored_by


def test_it_draws_what_satisfies(seven_suite: pl.DataFrame, fixture_lexicon: Lexicon) -> None:
    client = LexiconClient(seven_suite, fixture_lexicon)
    for seed in range(10):
        t_words = extract_items(client.complete("Three words that end in t.", seed=seed).text or "").items
        assert sorted(word.lower() for word in t_words) == ["bat", "cat", "rabbit"]
        k_words = extract_items(client.complete("Two words that start with k.", seed=seed).text or "").items
        assert sorted(word.lower() for word in k_words) == ["cat", "kingdom"]
        assert extract_pairs(client.complete("A b/k pair.", seed=seed).text or "").items == (("bat", "cat"),)
        assert extract_pairs(client.complete("A t/k pair.", seed=seed).text or "").items == ()


def test_same_prompt_and_seed_same_text(seven_suite: pl.DataFrame, fixture_lexicon: Lexicon) -> None:
    one, other = (LexiconClient(seven_suite, fixture_lexicon) for _ in range(2))
    prompt = "Three words that end in t."
    other.complete("A b/k pair.", seed=4)
    assert [one.complete(prompt, seed=seed).text for seed in range(9)] == [
        other.complete(prompt, 0.3, seed=seed).text for seed in range(9)
    ]
    assert len({one.complete(prompt, seed=seed).text for seed in range(9)}) > 1
    assert one.complete(prompt).text == other.complete(prompt).text


def test_its_record_says_what_it_used(seven_suite: pl.DataFrame, fixture_lexicon: Lexicon) -> None:
    completion = LexiconClient(seven_suite, fixture_lexicon).complete("A b/k pair.", 1.0, seed=3)
    assert completion.request == {
        "requested": {"temperature": 1.0, "seed": 3},
        "sent": {"seed": 3},
        "unsupported": ["temperature"],
        "generator": "stimfid-lexicon-1",
    }
    assert settings_of(completion.request) == LexiconClient(seven_suite, fixture_lexicon).settings(1.0)
    assert completion.model_id == "stimfid-lexicon-1"
    assert isinstance(LexiconClient(seven_suite, fixture_lexicon), ChatClient)


def test_a_prompt_of_another_suite_is_refused(seven_suite: pl.DataFrame, fixture_lexicon: Lexicon) -> None:
    with pytest.raises(Refused, match="knows only the 4 prompts of its suite, not 'Hello'"):
        LexiconClient(seven_suite, fixture_lexicon).complete("Hello")


def test_one_text_with_two_meanings_is_refused(seven_suite: pl.DataFrame, fixture_lexicon: Lexicon) -> None:
    same = seven_suite.with_columns(prompt_text=pl.lit("Some words."))
    with pytest.raises(Refused, match="W:naive and K:naive have the same text"):
        LexiconClient(same, fixture_lexicon)


@pytest.mark.lexicon
def test_it_scores_exactly_one_on_every_cell_of_the_open_suite(frozen: FrozenSuite) -> None:
    items, lists = scored_by(LexiconClient(frozen.frame, frozen.lexicon), frozen, load_wordlist())
    assert set(items["status"]) == {"pass"}
    assert not items["duplicate"].any()
    assert not items["morph_pad"].any()
    assert not items["variant_only"].any()
    assert lists["all_pass"].all()
    assert lists["clean_pass"].all()
    assert lists.height == frozen.frame.height
    assert {"numbered", "bulleted", "lines", "comma"} <= set(lists["extract_method"])
