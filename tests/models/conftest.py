"""The suite of the open lexicon, frozen once a session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import polars as pl
import pytest

from stimfid_lib.lexicon.lexicon import Lexicon


@dataclass(frozen=True)
class FrozenSuite:
    """A suite, its manifest, and the lexicon that it was made from."""

    frame: pl.DataFrame
    manifest: dict[str, Any]
    lexicon: Lexicon


@pytest.fixture(scope="session")
def frozen(open_lexicon: Lexicon) -> FrozenSuite:
    from stimfid_lib.suite.freeze import build_suite_with_manifest

    return FrozenSuite(*build_suite_with_manifest(open_lexicon), open_lexicon)


@pytest.fixture(scope="session")
def seven_suite(fixture_lexicon: Lexicon) -> pl.DataFrame:
    """Four prompts that the seven-word lexicon can answer."""
    from stimfid_lib.lexicon.constraints import Constraint, constraints_to_json
    from stimfid_lib.lexicon.contrasts import Contrast

    ends_in_t = [Constraint("phoneme_at", {"phoneme": "t", "position": "final"})]
    begins_with_k = [Constraint("phoneme_at", {"phoneme": "k", "position": "initial"})]
    rows = [
        ("W:naive", "Three words that end in t.", constraints_to_json(ends_in_t), None, 3),
        ("K:naive", "Two words that start with k.", constraints_to_json(begins_with_k), None, 2),
        ("P:naive", "A b/k pair.", "[]", Contrast("minimal", ("b", "k")).to_json(), 1),
        ("N:naive", "A t/k pair.", "[]", Contrast("minimal", ("t", "k")).to_json(), 1),
    ]
    columns = ("prompt_id", "prompt_text", "constraints_json", "contrast_json", "list_length")
    return pl.DataFrame(rows, schema=columns, orient="row")
