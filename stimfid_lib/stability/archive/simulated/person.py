"""The simulated person: does what the script says, and what is due of a person's jobs, unless absent."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from stimfid_lib.base.files import canonical_json, sha256_text, write_text
from stimfid_lib.stability.archive.acts import act_entry
from stimfid_lib.stability.archive.declarations import keep, read_declaration
from stimfid_lib.stability.archive.keeper import Keeper
from stimfid_lib.stability.archive.simulated import script
from stimfid_lib.stability.archive.simulated.script import Happening
from stimfid_lib.stability.archive.succeeding import Succeeding
from stimfid_lib.stability.archive.world import World
from stimfid_lib.stability.instrument.state import recover


@dataclass
class Person:
    """Who attends the simulated archive.

    Attributes:
        keeper, world: what is acted on.
        folder: the private folder, where declarations are kept.
    """

    keeper: Keeper
    world: World
    folder: Path

    def day(self, day: date) -> None:
        """Act, before the unattended work of the day."""
        first, back = script.ABSENT
        if first <= day < back:
            return
        for happening in script.HAPPENINGS:
            if happening.day == day:
                self._do(happening)
        if day == script.RECOVERY:
            recover(self.keeper.books, day=day.isoformat(), by=script.PERSON, reason="a simulated memory fault")
        due = {
            job.name
            for job in self.keeper.open.values()
            if job.by_person
            and job.scheduled_on + timedelta(days=script.DILIGENCE) <= day
            and not self.keeper.state.evidence.ran(job)
        }
        for name in sorted(due):
            self.keeper.books.append(act_entry(name, day, script.PERSON))

    def _do(self, one: Happening) -> None:
        keeper, day = self.keeper, one.day
        model = next((found for found in script.MODELS if found.model_id == one.model_id), None)
        match one.kind:
            case "adopt" | "generation" if model is not None:
                said = {"series": model.series, "model_family": model.model_family, "model_id": model.model_id}
                keeper.books.append(act_entry("generation", day, script.PERSON, **said))
                since = script.EPOCH if day == script.START else day  # the first ones are due from the epoch on
                keeper.adopt(model.series, model.model_family, model.model_id, since)
            case "bridge":
                candidate = keeper.state.candidates[one.model_id]
                Succeeding(keeper, self.world, day).bridge(candidate, script.PERSON)
            case "declare":
                self._declare(one)
            case "reject":
                said = {"model_id": one.model_id, "note": "a smaller product, sold beside the large one"}
                keeper.books.append(act_entry("not_successor", day, script.PERSON, **said))
            case "readmit":
                said = {"protocol_id": one.model_id, "note": "a cap on the reply's length was the provider's fault"}
                keeper.books.append(act_entry("protocol_readmitted", day, script.PERSON, **said))

    def _declare(self, one: Happening) -> None:
        """A snapshot of a page the first time, the provider's own list of models the second."""
        old, new, day = one.old_model_id, one.model_id, one.day
        if new.startswith("alder-3"):
            text, name = f"Deprecations. {old} is retired on 20 February 2028. Use {new} instead.\n", "page.txt"
        else:
            text, name = canonical_json({"data": [{"id": old, "successor": new}, {"id": new}]}), "models.json"
        page = self.folder / "received" / f"{sha256_text(text)[:8]}-{name}"
        write_text(page, text)
        declaration = read_declaration(page, old, new, dated=day, today=day)
        keep(page, declaration, self.folder)
        self.keeper.books.append(declaration.entry(day))
