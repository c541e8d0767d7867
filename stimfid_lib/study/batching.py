"""The snapshot's questions by the vendors' batch interfaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.batch.batches import Batches, BatchNews
from stimfid_lib.models.batch.ledger import questions_in_batches
from stimfid_lib.models.build import served_client
from stimfid_lib.models.clients.base import close_all
from stimfid_lib.models.clients.keys import load_env
from stimfid_lib.models.costs import tariff_of
from stimfid_lib.models.entries import VendorEntry
from stimfid_lib.study.asking import run_of
from stimfid_lib.study.question_run import GiveLeave, QuestionRun

if TYPE_CHECKING:
    from stimfid_lib.study.workspace import Study

Say = Callable[[str], None]


def vendors_of(run: QuestionRun, keys: Iterable[str] = ()) -> list[str]:
    """Keys of the snapshot's vendor models, or of those named.

    Raises:
        Refused: a named model is not in the snapshot or is no vendor's, or the snapshot has none.
    """
    vendors = [key for key in run.prompts if isinstance(run.roster.entry(key), VendorEntry)]
    wrong = [key for key in keys if key not in vendors]
    if wrong or not vendors:
        told = ", ".join(wrong) or "the snapshot"
        raise Refused(
            f"{told}: no vendor's model, and only vendors take batches; in this snapshot: {vendors or 'none'}"
        )
    return list(keys) or vendors


def submit(
    study: Study, give_leave: GiveLeave, say: Say, keys: Iterable[str] = (), max_cost: float | None = None
) -> None:
    """Send every open question of the vendors' models in batches.

    Raises:
        Refused: a guard, the cost limit, a vendor's refusal; a second try doubles nothing.
        MissingInput: an API key is not set.
    """
    run = run_of(study)
    named = vendors_of(run, keys)
    if any(key in run.live for key in named):
        give_leave()
    _require_money(run, named, max_cost)
    for key in named:
        with _batches(run, key) as batches:
            _tell(batches.submit(), say)


def poll(study: Study, say: Say, keys: Iterable[str] = ()) -> bool:
    """Fetch what has ended; true when no batch is open any more. Needs no leave: the answers are paid for."""
    run = run_of(study)
    for key in _with_open_batches(run, keys):
        with _batches(run, key) as batches:
            _tell(batches.poll(), say)
    return not questions_in_batches(run.folder)


def cancel(study: Study, say: Say, keys: Iterable[str] = ()) -> None:
    """Ask the vendors to stop the open batches."""
    run = run_of(study)
    for key in _with_open_batches(run, keys):
        with _batches(run, key) as batches:
            _tell(batches.cancel(), say)


def _with_open_batches(run: QuestionRun, keys: Iterable[str]) -> list[str]:
    held = questions_in_batches(run.folder)
    return [key for key in vendors_of(run, keys) if key in held]


@contextmanager
def _batches(run: QuestionRun, key: str) -> Iterator[Batches]:
    entry = run.roster.entry(key)
    assert isinstance(entry, VendorEntry)
    load_env()
    client = served_client(key, entry)
    try:
        yield Batches(run.folder, client, run.plan(key), run.study.params.temperature, run.suite_sha256)
    finally:
        close_all([client])


def _tell(news: Iterable[BatchNews], say: Say) -> None:
    for entry in news:
        say(str(entry))


def _require_money(run: QuestionRun, keys: list[str], max_cost: float | None) -> None:
    """Refuse what might pass the limit: a batch cannot be stopped half-way without losing what is under way."""
    budget = run.budget(keys, max_cost)
    if budget.limit is None:
        return
    most = 0.0
    for key in keys:
        tariff = tariff_of(run.roster.entry(key))
        assert tariff is not None  # `budget` has seen to it
        most += sum(tariff.most(task.prompt) for task in run.open_tasks(key)) * tariff.prices.batch
    if budget.spent + most > budget.limit:
        raise Refused(
            f"these batches may cost {most:.2f}, {budget.spent:.2f} is spent or under way, the limit is "
            f"{budget.limit:g}: raise it, lower max_tokens in models.yaml, or ask fewer models (--model)"
        )
