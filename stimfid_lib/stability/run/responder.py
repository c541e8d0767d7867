"""A synthetic responder as a client that can be asked: the whole path of a run with a law in place of a model."""

from __future__ import annotations

import random
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.seed import SEED
from stimfid_lib.base.settings import proposal
from stimfid_lib.models.completion import Completion, requested_and_sent, settings_of
from stimfid_lib.stability.responders import RESPONDERS
from stimfid_lib.stability.run.profiles import RESPONDER
from stimfid_lib.stability.run.schedule import Schedule


class ResponderClient:
    """Answers the prompts of one schedule by a decision law; the same prompt and seed give the same reply.

    Args:
        name: `responder:<law>`.
        schedule: its prompts are the only ones that the client knows.
        key: the name of its journal.

    Raises:
        Refused: no such law.
    """

    def __init__(self, name: str, schedule: Schedule, *, key: str) -> None:
        law = name.removeprefix(RESPONDER)
        if law not in RESPONDERS:
            raise Refused(f"no responder {law!r}{proposal(law, RESPONDERS)}")
        self.key = key
        self._name = name
        self._law = RESPONDERS[law]
        self._known = {
            text: (scenario, version)
            for scenario in schedule.panel.scenarios
            for version, text in scenario.texts.items()
        }

    def complete(self, prompt: str, temperature: float | None = None, *, seed: int | None = None) -> Completion:
        """Answer a prompt of the schedule.

        Raises:
            Refused: the prompt is none of the schedule's.
        """
        if prompt not in self._known:
            raise Refused(f"{self._name} knows only the prompts of its protocol, not {prompt[:60]!r}")
        scenario, version = self._known[prompt]
        draw = random.Random(f"{SEED}:{self._name}:{scenario.item_id}:{version}:{seed}")
        text, finish_reason = self._law(scenario.item_id, version, scenario.structure, draw)
        request = self._request(temperature, seed)
        return Completion(text, model_id=self._name, finish_reason=finish_reason, latency_s=0.0, request=request)

    def settings(self, temperature: float | None) -> dict[str, Any]:
        """What decides a reply besides prompt and seed; see `completion.settings_of`."""
        return settings_of(self._request(temperature, seed=0))

    def _request(self, temperature: float | None, seed: int | None) -> dict[str, Any]:
        sent = {} if seed is None else {"seed": seed}
        return {**requested_and_sent({"temperature": temperature, "seed": seed}, sent), "responder": self._name}
