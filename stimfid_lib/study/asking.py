"""Who is asked what: reference generators the whole suite, every other model its stratified share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stimfid_lib.models.build import clients_open
from stimfid_lib.models.local import EmbeddedModelUnavailable
from stimfid_lib.models.roster import Roster, load_roster
from stimfid_lib.models.runner import run_suite
from stimfid_lib.models.runs import read_runs
from stimfid_lib.study.made import Made
from stimfid_lib.suite.share import share_of_suite

if TYPE_CHECKING:
    import polars as pl

    from stimfid_lib.study.workspace import Study

RUNS = "runs"
"""The run folder, in a snapshot's folder: one journal a model, and the ledger of attempts."""


def ask_models(study: Study) -> Made:
    """Ask every model of the snapshot and write the table `runs` of all clean replies.

    Returns:
        What is owed (replies that failed, weights that could not be fetched), and which model cannot run here.

    Raises:
        Refused: an unknown model, a live model without its guards, a journal that is damaged or of another suite.
        MissingInput: the suite is not frozen yet, or an API key is not set.
    """
    roster, suite = load_roster(study.roster_path), study.suite()
    digest = study.manifest()["suite_sha256"]
    owed: list[str] = []
    notes: list[str] = []
    asked: dict[str, pl.DataFrame] = {}
    for key in study.params.models:
        prompts = prompts_of(study, roster, key, suite)
        try:
            with clients_open([key], roster, suite, study.lexicon) as clients:
                (report,) = run_suite(
                    prompts,
                    clients,
                    study.path(RUNS),
                    replicates=study.params.replicates,
                    temperature=study.params.temperature,
                    suite_sha256=digest,
                )
        except EmbeddedModelUnavailable as error:
            (owed if error.try_again else notes).append(str(error))
            continue
        asked[key] = prompts
        if report.open:
            server = getattr(roster.entry(key), "base_url", None)
            owed.append(f"{report}" + (f" (its server is {server}: does it run?)" if server else ""))
    study.write_table("runs", _replies(study, asked))
    return Made(tuple(owed), tuple(notes))


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


def _replies(study: Study, asked: dict[str, pl.DataFrame]) -> pl.DataFrame:
    """The clean replies to what this snapshot asks; a journal may hold more, from parameters that asked more."""
    import polars as pl

    pairs = [(key, prompt) for key, prompts in asked.items() for prompt in prompts["prompt_id"]]
    wanted = pl.DataFrame(pairs, schema=["model_key", "prompt_id"], orient="row")
    replies = read_runs(study.path(RUNS)).filter(pl.col("replicate") <= study.params.replicates)
    return replies.join(wanted, on=["model_key", "prompt_id"], how="semi", maintain_order="left")
