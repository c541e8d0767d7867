"""What items outside the lexicon would score by guessed sounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from stimfid_lib.lexicon.constraints import Constraint, constraints_to_json
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.phonology.g2p import Transcription
from stimfid_lib.scoring.g2p_sensitivity import G2P_SCHEMA, predicted
from stimfid_lib.scoring.score import score_response

WORDS = {"zephyr", "kayak", "katz", "hat"}
SAID = {"zephyr": "z ɛ f ɝ", "kayak": "k aɪ æ k", "hat": "h æ t"}


class Teller:
    """A model that knows three words and cannot read any other."""

    name = "teller"

    def transcribe(self, words: Sequence[str]) -> list[Transcription | None]:
        return [tuple(SAID[word].split()) if word in SAID else None for word in words]


def _prompt(constraints: list[Constraint], contrast: str = "") -> dict[str, Any]:
    return {
        "prompt_id": "A1-001:naive",
        "cell_id": "A1-001",
        "family": "A1",
        "tier": 1,
        "arm": "naive",
        "constraints_json": constraints_to_json(constraints),
        "contrast_json": contrast,
        "list_length": 4,
        "model_key": "m",
        "replicate": 0,
    }


def _predicted(prompt: dict[str, Any], reply: str, lex: Lexicon) -> dict[str, tuple[str, bool | None]]:
    items, _ = score_response(prompt, reply, lex, WORDS)
    found = predicted(pl.DataFrame(items, infer_schema_length=None), pl.DataFrame([prompt]), lex, Teller())
    assert dict(found.schema) == dict(G2P_SCHEMA)
    return {row["item"]: (row["sounds"], row["g2p_pass"]) for row in found.iter_rows(named=True)}


K_FIRST = Constraint("phoneme_at", {"phoneme": "k", "position": "initial"})


def test_only_words_outside_the_lexicon_are_guessed(fixture_lexicon: Lexicon) -> None:
    found = _predicted(_prompt([K_FIRST]), "1. cat\n2. kayak\n3. zephyr\n4. florb\n5. katz", fixture_lexicon)
    assert found == {"kayak": ("kaɪæk", True), "zephyr": ("zɛfɝ", False), "katz": ("?", None)}


def test_a_norm_is_never_guessed(fixture_lexicon: Lexicon) -> None:
    early = Constraint("norm_band", {"prop": "aoa", "max": 4})
    found = _predicted(_prompt([K_FIRST, early]), "1. kayak\n2. zephyr\n3. cat\n4. cat", fixture_lexicon)
    assert found == {"kayak": ("kaɪæk", None), "zephyr": ("zɛfɝ", None)}


def test_a_pair_takes_the_lexicons_sounds_where_it_has_them(fixture_lexicon: Lexicon) -> None:
    contrast = '{"kind": "minimal", "phonemes": ["k", "h"]}'
    found = _predicted(_prompt([], contrast), "1. cat - hat\n2. bat - hat\n3. cat - katz", fixture_lexicon)
    assert found == {
        "cat - hat": ("kæt - hæt", True),
        "bat - hat": ("bæt - hæt", False),
        "cat - katz": ("kæt - ?", None),
    }


def test_without_a_model_names_are_told_apart_all_the_same(fixture_lexicon: Lexicon) -> None:
    prompt = _prompt([K_FIRST])
    items, _ = score_response(prompt, "1. cat\n2. kayak\n3. Zephyr", fixture_lexicon, WORDS)
    frame, suite = pl.DataFrame(items, infer_schema_length=None), pl.DataFrame([prompt])
    found = predicted(frame, suite, fixture_lexicon, None, names={"zephyr"})
    assert found.select("item", "proper_noun", "g2p_pass", "g2p").rows() == [
        ("kayak", False, None, None),
        ("Zephyr", True, None, None),
    ]
    held = frame.filter(pl.col("status") != "oov")
    assert predicted(held, suite, fixture_lexicon, Teller()).is_empty()
