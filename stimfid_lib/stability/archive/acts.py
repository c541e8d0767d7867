"""What a person did, as entries of the books: the only way in which anything is done that the code may not do alone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.settings import proposal
from stimfid_lib.stability.archive.cadence import DONE_BY_PERSON

NEEDS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(DONE_BY_PERSON, ()),
    "bridge_run": ("model_family",),
    "not_successor": ("model_id", "note"),
    "protocol_readmitted": ("protocol_id", "note"),
    "generation": ("series", "model_family", "model_id"),
}
"""Every act and what it has to say beside who did it: the jobs of persons, the run of a bridge, that a new model is no
successor, that a protocol may be asked again, that a new generation of open weights takes the old one's place."""


BY_OTHER_COMMANDS: Mapping[str, str] = {"bridge_run": "bridge", "generation": "adopt"}
"""Acts that are more than an entry, and the command that does each."""


def act_entry(act: str, day: date, by: str, **said: str | None) -> dict[str, Any]:
    """The entry of an act.

    Args:
        act: one of `NEEDS`.
        day: the day on which it was done.
        by: the person.
        said: `model_family`, `model_id`, `protocol_id`, `series`, `note`; None counts as left out.

    Raises:
        Refused: no such act, nobody is named, or something that the act has to say is missing.
    """
    if act not in NEEDS:
        raise Refused(f"act {act!r}{proposal(act, NEEDS)}")
    if not by.strip():
        raise Refused(f"{act}: name the person who did it; an act of nobody is none")
    given = {name: value for name, value in said.items() if value is not None and value.strip()}
    missing = [name for name in NEEDS[act] if name not in given]
    if missing:
        raise Refused(f"{act}: {', '.join(missing)} is missing; say it")
    return {"kind": "human_act", "day": day.isoformat(), "act": act, "by": by.strip(), **given}
