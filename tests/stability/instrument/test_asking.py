"""The embedded reference model gives the same bits twice, and what moves them is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.local import EmbeddedModelUnavailable
from stimfid_lib.models.roster import load_roster
from stimfid_lib.stability.instrument.asking import questions, take_fingerprint
from stimfid_lib.stability.instrument.fingerprint import RuntimeFingerprint, differences

KEY = "smollm2_135m"


def test_there_are_twelve_questions() -> None:
    assert len(questions()) == len(set(questions())) == 12


def taken(**changed: object) -> RuntimeFingerprint:
    try:
        return take_fingerprint(KEY, load_roster().entry(KEY).model_copy(update=changed))  # type: ignore[arg-type]
    except EmbeddedModelUnavailable as error:
        pytest.skip(str(error))


@pytest.mark.weights
@pytest.mark.slow
def test_fresh_servers_agree_to_the_bit_and_another_context_is_named() -> None:
    first = taken()
    assert differences(first, taken()) == ()
    told = differences(first, taken(n_ctx=1024))
    assert told[0] == "n_ctx: 2048 in the baseline, 1024 now"


@pytest.mark.weights
def test_one_changed_byte_of_the_weights_is_refused(tmp_path: Path) -> None:
    from stimfid_lib.base.files import sha256_file
    from stimfid_lib.models.entries import EmbeddedEntry

    path = tmp_path / "w.gguf"
    path.write_bytes(b"GGUF then weights")
    digest = sha256_file(path)
    path.write_bytes(b"GGUF then weighty")
    entry = EmbeddedEntry.model_validate(
        {"kind": "embedded", "model_id": "tiny", "weights": {"path": str(path), "sha256": digest}}
    )
    with pytest.raises(Refused, match=f"models.yaml pins {digest}"):
        take_fingerprint("tiny", entry)
