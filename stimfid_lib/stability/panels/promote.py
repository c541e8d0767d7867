"""Gate 4: a person admits a protocol. Refused without an explicit lane and without the statement of a human review."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import write_text
from stimfid_lib.stability.panels.build import file_text
from stimfid_lib.stability.panels.catalogue import load_panel, load_protocol, place_of, protocol_ids
from stimfid_lib.stability.panels.gates import grammar_stands, panel_breaches
from stimfid_lib.stability.panels.lanes import check_lane, twin_of
from stimfid_lib.stability.panels.panel import Panel
from stimfid_lib.stability.panels.protocol import Protocol
from stimfid_lib.stability.panels.reader import check_day, read_verdict

LOSS_THRESHOLD_PCT = 1.0
"""A pilot that lost more than this share of answers in any version keeps its protocol a candidate.

Two versions at 1 % make the drop bound of 2 %, which is the most that the gate of a pair allows.
"""


@dataclass(frozen=True)
class Request:
    """What a person says when admitting a protocol.

    Attributes:
        lane: given explicitly, never a default.
        human_reviewed: the statement that a person has read all fifteen scenarios in all versions.
        reviewer: who says so; may be left out where the review is inherited.
        day: ISO day of the admission.
        verdict: file of the blind reader's verdict; likewise.
        pilot_loss_pct: the largest share of invalid answers of a pilot run among its versions, if there was one.
    """

    lane: str | None
    human_reviewed: bool
    day: str
    reviewer: str | None = None
    verdict: Path | None = None
    pilot_loss_pct: float | None = None


def promote(protocol_id: str, request: Request) -> Protocol:
    """Admit a protocol: its file is rewritten with status, lane, twin and review. The hash does not change.

    Raises:
        Refused: lane or review is missing, the lane is not by rule, a gate does not open, the verdict belongs to
            another panel, or a pilot lost too much.
        MissingInput: the verdict's file.
    """
    protocol = load_protocol(protocol_id)
    panel = load_panel(protocol)
    place = place_of(protocol_id)
    others = [load_protocol(other) for other in protocol_ids() if other != protocol_id]
    admitted = admit(protocol, panel, request, private=place.private, others=others)
    write_text(place.protocol_file(protocol_id), file_text(admitted.as_json()))
    return admitted


def admit(
    protocol: Protocol, panel: Panel, request: Request, *, private: bool, others: Iterable[Protocol] = ()
) -> Protocol:
    """The protocol as admitted; nothing is written. See `promote`."""
    if request.lane is None:
        raise Refused(f"{protocol.protocol_id}: name its lane (--lane open, guard or sealed); there is no default")
    if not request.human_reviewed:
        raise Refused(
            f"{protocol.protocol_id}: not admitted without --human-reviewed, by which a person states that all fifteen "
            "scenarios were read in all versions"
        )
    if protocol.status != "candidate":
        raise Refused(f"{protocol.protocol_id} is {protocol.status} already, in the lane {protocol.lane}")
    check_day(request.day, "day")
    others = tuple(others)
    check_lane(protocol, request.lane, private=private, others=others)
    checklist = _checklist(protocol, panel)
    if request.pilot_loss_pct is not None and not 0 <= request.pilot_loss_pct <= LOSS_THRESHOLD_PCT:
        raise Refused(
            f"{protocol.protocol_id}: the pilot lost {request.pilot_loss_pct} % in a version; allowed are 0 to "
            f"{LOSS_THRESHOLD_PCT} %, so it stays a candidate and off the curve"
        )
    review = {
        **_reviewed(protocol, panel, request, others),
        "panel_sha256": protocol.panel_sha256,
        "protocol_sha256": protocol.protocol_sha256,
        "admitted_on": request.day,
        "checklist": checklist,
        "pilot_loss_pct": request.pilot_loss_pct,
    }
    return replace(protocol, status="admitted", lane=request.lane, twin_id=twin_of(protocol), review=review)


def _checklist(protocol: Protocol, panel: Panel) -> dict[str, bool]:
    """What is seen to at the moment of admission; every point holds, or the protocol is refused."""
    broken = panel_breaches(panel, protocol.protocol_id)
    if broken:
        told = "\n".join(map(str, broken))
        raise Refused(f"{protocol.protocol_id} does not pass its gates:\n{told}")
    if panel.panel_sha256 != protocol.panel_sha256:
        raise Refused(f"{protocol.protocol_id}: the panel is not the one that it names")
    if not grammar_stands(protocol):
        raise Refused(f"{protocol.protocol_id}: grammar {protocol.grammar_version} does not read its options")
    points = ("gate_1", "gate_1b", "phrases_catalogued", "grammar_present", "verdict_recorded", "lane_and_twin_by_rule")
    return dict.fromkeys(points, True)


def _reviewed(protocol: Protocol, panel: Panel, request: Request, others: Iterable[Protocol]) -> dict[str, Any]:
    """Who reviewed the panel and what the blind reader said: given now, or inherited from an equal panel."""
    if request.verdict is not None:
        if not request.reviewer or not request.reviewer.strip():
            raise Refused(f"{protocol.protocol_id}: name who reviewed it (--reviewer)")
        verdict = read_verdict(request.verdict, panel)
        return {
            "reviewer": request.reviewer.strip(),
            "reviewed_on": request.day,
            "verdict": verdict.as_json(),
            "cue_sensitivity": verdict.cue_sensitivity,
            "inherited_from": None,
        }
    for other in others:
        if other.panel_sha256 == protocol.panel_sha256 and other.review is not None:
            if request.reviewer is not None and request.reviewer.strip() != other.review["reviewer"]:
                break  # another reviewer needs a verdict of their own
            copied = ("reviewer", "reviewed_on", "verdict", "cue_sensitivity")
            return {**{name: other.review[name] for name in copied}, "inherited_from": other.protocol_id}
    raise Refused(
        f"{protocol.protocol_id}: no admitted protocol with this panel hands down its review: give --reviewer and "
        "--verdict (the blind reader's verdict; `stimfid stability panels form` makes the form)"
    )
