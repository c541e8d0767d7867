"""Who is asked what: reference generators the whole suite, every other model its stratified share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from stimfid_lib.models.model_journal import answered_in
from stimfid_lib.models.pasted import with_pasted
from stimfid_lib.models.roster import Roster, load_roster
from stimfid_lib.models.runs import read_attempts, read_runs
from stimfid_lib.study.made import Made
from stimfid_lib.study.question_run import RUNS, GiveLeave, Outcome, QuestionRun
from stimfid_lib.study.workspace import PASTED
from stimfid_lib.suite.share import share_of_suite

if TYPE_CHECKING:
    import polars as pl

    from stimfid_lib.study.workspace import Study


def run_of(study: Study) -> QuestionRun:
    """The run that the parameter file describes.

    Raises:
        MissingInput: the suite is not frozen yet.
        Refused: the suite is not the one that was frozen.
    """
    roster, suite = load_roster(study.roster_path), study.suite()
    prompts = {key: prompts_of(study, roster, key, suite) for key in study.params.models}
    return QuestionRun(study, roster, suite, study.path(RUNS), study.params.replicates, prompts)


def ask_models(study: Study, give_leave: GiveLeave | None = None) -> Made:
    """Ask every model of the snapshot and write the tables `runs` (all clean replies) and `attempts` (every call).

    Args:
        study: the snapshot.
        give_leave: called when a live model has open questions; checks the guards.

    Returns:
        What is owed (replies that failed, weights that could not be fetched), and which model cannot run here.

    Raises:
        Refused: an unknown model, a live model without its guards, a journal that is damaged or of another suite.
        MissingInput: the suite is not frozen yet, or an API key is not set.
    """
    run = run_of(study)
    outcome = run.ask(give_leave)
    wanted = _wanted(run.prompts, study.params.replicates)
    answered = wanted.filter(wanted["model_key"].is_in([key for key in run.prompts if answered_in(run.folder, key)]))
    keys = wanted.columns
    replies = read_runs(run.folder).join(answered, on=keys, how="semi", maintain_order="left")
    study.write_table("runs", with_pasted(replies, study.path(PASTED), run.suite, run.suite_sha256))
    study.write_table("attempts", read_attempts(run.folder).join(wanted, on=keys, how="semi", maintain_order="left"))
    return Made(outcome.owed, (*outcome.notes, *_cost_note(outcome)))


def _cost_note(outcome: Outcome) -> tuple[str, ...]:
    if outcome.spent is None:
        return ()
    return (f"asking cost {outcome.cost:.4f} {outcome.currency} now and {outcome.spent:.4f} in all",)


def prompts_of(study: Study, roster: Roster, key: str, suite: pl.DataFrame) -> pl.DataFrame:
    """The rows of the suite that a model is asked in this snapshot."""
    reference = roster.entry(key).kind == "reference"
    return suite if reference else share_of_suite(suite, study.params.cells_per_stratum)


def replies_wanted(study: Study) -> dict[str, int]:
    """How many replies of each model the snapshot wants; empty while the suite is not made."""
    if not study.path("suite.parquet").is_file():
        return {}
    roster, suite = load_roster(study.roster_path), study.table("suite")
    each = {key: prompts_of(study, roster, key, suite).height for key in study.params.models}
    return {key: prompts * study.params.replicates for key, prompts in each.items()}


def _wanted(prompts: Mapping[str, pl.DataFrame], replicates: int) -> pl.DataFrame:
    """Every question of this snapshot; a journal may hold more, from parameters that asked more."""
    import polars as pl

    rows = [
        (key, prompt, replicate)
        for key, frame in prompts.items()
        for prompt in frame["prompt_id"]
        for replicate in range(1, replicates + 1)
    ]
    return pl.DataFrame(rows, schema=["model_key", "prompt_id", "replicate"], orient="row")
