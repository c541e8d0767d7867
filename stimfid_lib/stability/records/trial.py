"""From a reply to its trial record: how it ended, what the grammar reads in it, what was sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stimfid_lib.models.endings import ending_of
from stimfid_lib.stability.measure.grammar import classify
from stimfid_lib.stability.panels.protocol import Protocol


@dataclass(frozen=True)
class Reply:
    """What came back from one call, as its journal holds it.

    Attributes:
        text: the reply, unchanged.
        finish_reason: as the server named it.
        returned_model_id: the id that the server returned, None if it told none.
        request: `requested`, `sent` and `unsupported`, see `models.completion.requested_and_sent`.
        seed: the run's wish; it was sent if `seed` stands among `explicitly_set`.
    """

    text: str
    finish_reason: str | None
    returned_model_id: str | None
    request: Mapping[str, Any]
    seed: int | None


def trial_record(
    reply: Reply,
    *,
    run_id: str,
    protocol: Protocol,
    item_id: str,
    version: str,
    trial_index: int,
    call_index: int,
    prompt_sha256: str,
) -> dict[str, Any]:
    """The record of one call; the outcome is an option or one of the grammar's invalid outcomes."""
    ending = ending_of(reply.finish_reason, reply.text)
    return {
        "record_type": "trial",
        "run_id": run_id,
        "protocol_id": protocol.protocol_id,
        "item_id": item_id,
        "version": version,
        "trial_index": trial_index,
        "call_index": call_index,
        "prompt_sha256": prompt_sha256,
        "text": reply.text,
        "finish_reason": reply.finish_reason,
        "ending": ending,
        "outcome": classify(reply.text, ending, protocol.options, protocol.grammar_version),
        "returned_model_id": reply.returned_model_id,
        "explicitly_set": sorted(reply.request.get("sent", {})),
        "seed": reply.seed,
    }
