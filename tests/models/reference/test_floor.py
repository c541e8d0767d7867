"""The floor obeys letters, and falls where English spelling does."""

from __future__ import annotations

import json
from dataclasses import replace

import polars as pl
import pytest

from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.wordlist import load_wordlist
from stimfid_lib.models.reference import SpellingClient
from stimfid_lib.scoring.extract import extract_items, extract_pairs
from tests.models.conftest import FrozenSuite
from tests.models.scored import scored_by


def test_letters_for_sounds(seven_suite: pl.DataFrame, fixture_lexicon: Lexicon) -> None:
    client = SpellingClient(seven_suite, fixture_lexicon)
    k_words = extract_items(client.complete("Two words that start with k.", seed=1).text or "").items
    assert sorted(word.lower() for word in k_words) == ["cat", "kingdom"], "k and c are the letters of k"
    assert extract_pairs(client.complete("A b/k pair.", seed=1).text or "").items == (("bat", "cat"),)


def test_where_nothing_obeys_it_answers_nothing(seven_suite: pl.DataFrame, fixture_lexicon: Lexicon) -> None:
    reply = SpellingClient(seven_suite, fixture_lexicon).complete("A t/k pair.", seed=1)
    assert reply.error is None
    assert extract_pairs(reply.text or "").items == ()


@pytest.mark.lexicon
def test_it_falls_on_opaque_spellings_and_on_nothing_else(frozen: FrozenSuite) -> None:
    words = replace(frozen, frame=frozen.frame.filter(pl.col("contrast_json").is_null()))
    items, _ = scored_by(SpellingClient(words.frame, frozen.lexicon), words, load_wordlist())
    scored = items.filter(~pl.col("variant_only")).join(
        frozen.frame.select("prompt_id", "cell_id", "family", "constraints_json"), on="prompt_id"
    )
    sounds = {
        cell: _sound(constraints) for cell, constraints in scored.select("cell_id", "constraints_json").iter_rows()
    }
    cells = scored.group_by("family", "cell_id").agg(passed=(pl.col("status") == "pass").mean())
    a1 = {(sounds[cell], cell): passed for family, cell, passed in cells.iter_rows() if family == "A1"}

    def mean(group: str) -> float:
        found = [passed for (sound, _), passed in a1.items() if sound in group.split()]
        return sum(found) / len(found)

    assert mean("m b p d n") - mean("k s ʃ θ ð") >= 0.2
    assert set(cells.filter(pl.col("family").is_in(["B1", "B2"]))["passed"]) == {1.0}, (
        "norms are taken from the lexicon"
    )
    failures = set(scored.explode("failed")["failed"].drop_nulls())
    assert failures <= {"phoneme_at", "contains_phoneme", "cluster_at", "cv_shape"}


def _sound(constraints: str) -> str | None:
    named = [entry["params"].get("phoneme") for entry in json.loads(constraints or "[]")]
    return next((sound for sound in named if sound), None)
