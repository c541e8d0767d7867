"""Why a scheduled job did not run: a closed list in which the first that fits is the cause."""

from __future__ import annotations

from collections.abc import Iterable

from stimfid_lib.base.errors import Refused

CAUSES = (
    *("before_archive_start", "budget_halted", "dormant", "provider_outage", "protocol_confounded", "human_absent"),
    *("generation_retired_early", "generation_bridge"),
)
"""In the order of precedence."""

ALSO_CALLED = {"not_preregistered": "protocol_confounded"}
"""Names that other floors use, and the cause that each is."""


PUBLIC_NOTES = frozenset(
    (
        *("the archive had not begun", "nobody worked on that day", "nobody has acted for long", "sweeps pause"),
        *("the source could not be reached", "the source broke off", "the model is not listed", "not in the plan"),
        *("the ladder stands on rung 1", "the ladder stands on rung 2", "the ladder stands on rung 3"),
        *("the money of the month", "not_preregistered", "too many responses lost, twice in a row"),
        *("the bridge takes this month's place", "a person's job", "an alarm of the instrument is open"),
        *("no fingerprint of the instrument", "the archive is concluded"),
    )
)
"""What a gap's record may say beside its cause. Everything else stays in the books: an error may quote a path, an
address or a figure, and records are published."""


def public_note(note: str) -> str:
    """A note as far as it may be published: its words before the first colon, if they are of `PUBLIC_NOTES`."""
    told = note.partition(":")[0]
    return told if told in PUBLIC_NOTES else ""


class NoCause(Refused):
    """A job neither ran nor has a cause: a hole, which is a fault of the archive and no gap."""


def as_cause(name: str) -> str:
    """The cause that a name stands for.

    Raises:
        Refused: no such cause.
    """
    cause = ALSO_CALLED.get(name, name)
    if cause not in CAUSES:
        raise Refused(f"cause {name!r}: allowed are {', '.join((*CAUSES, *ALSO_CALLED))}")
    return cause


def first_cause(hindrances: Iterable[str], where: str = "a job") -> str:
    """The one cause among all that hindered a job, whatever their order.

    Raises:
        NoCause: nothing hindered it; `where` names the job.
        Refused: an unknown name.
    """
    found = {as_cause(name) for name in hindrances}
    if not found:
        raise NoCause(f"{where} did not run and nothing hindered it: a hole without a cause; find out what happened")
    return min(found, key=CAUSES.index)
