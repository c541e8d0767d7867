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
