"""Drive the archive's own code through two years, and say what came of it."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

import yaml

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import write_json, write_text
from stimfid_lib.models.lock import LOCK_NAME
from stimfid_lib.stability.archive.budget import BUDGET, load_budget
from stimfid_lib.stability.archive.cadence import load_cadence
from stimfid_lib.stability.archive.days import each_day
from stimfid_lib.stability.archive.keeper import Keeper
from stimfid_lib.stability.archive.purse import standing
from stimfid_lib.stability.archive.simulated import script
from stimfid_lib.stability.archive.simulated.instrument import fixtures, schedules
from stimfid_lib.stability.archive.simulated.person import Person
from stimfid_lib.stability.archive.simulated.world import RESAMPLES, SimulatedWorld
from stimfid_lib.stability.archive.work import Work
from stimfid_lib.stability.records.archive import Archive

SUMMARY = "summary.json"


@dataclass(frozen=True)
class Summary:
    """What came of a simulation.

    Attributes:
        first, last: its days.
        records: how many of each type the archive holds.
        scheduled, ran, open: jobs.
        gaps: by job and cause, `full_sweep: provider_outage`.
        rungs: the rungs of the ladder that a run met.
        ceilings_passed: months whose money went above its ceiling, on any evening; none.
        faults: of coverage; none.
    """

    first: str
    last: str
    records: dict[str, int]
    scheduled: int
    ran: int
    open: int
    gaps: dict[str, int]
    rungs: list[int]
    ceilings_passed: list[str]
    faults: list[str]

    @property
    def whole(self) -> bool:
        """Tell whether nothing is wrong."""
        return not self.faults and not self.ceilings_passed


def simulate(
    folder: Path,
    *,
    until: date = script.END,
    resamples: int = RESAMPLES,
    on_day: Callable[[date], None] = lambda _: None,
) -> Summary:
    """Simulate from the script's epoch to a day; the same arguments give the same bytes.

    Args:
        folder: absent, empty, or an earlier simulation, which is replaced. Afterwards it holds `archive/` (the chain),
            `state/` (books, budget, ledger, declarations: private) and `summary.json`.
        until: the last day.
        resamples: of each bootstrap.
        on_day: told each day before it is worked on.

    Raises:
        Refused: the folder holds something else.
    """
    _clear(folder)
    state = folder / "state"
    write_text(state / BUDGET, yaml.safe_dump(script.BUDGET, sort_keys=False))
    protocols = fixtures(script.EPOCH)
    keeper = Keeper.of(Archive(folder / "archive"), state, load_budget(state), load_cadence(), protocols, forced=False)
    world = SimulatedWorld(keeper, schedules(protocols), resamples)
    person, work = Person(keeper, world, state), Work(keeper, world)
    passed: set[str] = set()
    with keeper.archive, keeper.books, keeper.ledger.writing():
        keeper.begin(script.EPOCH, script.START, simulated=True)
        for day in each_day(script.START, until):
            on_day(day)
            if any(first <= day <= last for first, last in script.MACHINE_DOWN):
                continue
            person.day(day)
            work.day(day)
            now = standing(keeper.ledger, keeper.budget, day)
            if now.spent > now.ceiling or keeper.ledger.spent_ever("bridge") > keeper.budget.bridge_reserve:
                passed.add(f"{day:%Y-%m}")
    summary = _summary(keeper, until, sorted(passed))
    for lock in folder.rglob(LOCK_NAME):  # they hold this process's number
        lock.unlink()
    write_json(folder / SUMMARY, asdict(summary))
    return summary


def _summary(keeper: Keeper, until: date, passed: list[str]) -> Summary:
    found = keeper.coverage(until)
    rungs = {entry["rung"] for entry in keeper.books.entries("budget_decision")}
    return Summary(
        first=script.EPOCH.isoformat(),
        last=until.isoformat(),
        records=dict(sorted(Counter(record["record_type"] for record in keeper.archive.records()).items())),
        scheduled=found.scheduled,
        ran=found.ran.total(),
        open=found.open.total(),
        gaps={f"{job}: {cause}": count for (job, cause), count in sorted(found.gaps.items())},
        rungs=sorted(rungs),
        ceilings_passed=passed,
        faults=found.faults,
    )


def _clear(folder: Path) -> None:
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    ours = {"archive", "state", SUMMARY}
    if not folder.is_dir() or not {path.name for path in folder.iterdir()} <= ours or not (folder / "state").is_dir():
        raise Refused(f"{folder} holds something that is no simulation: name a folder that is absent or empty")
    shutil.rmtree(folder)
