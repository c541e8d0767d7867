"""Reading the replies: the deterministic reader, and where a snapshot names one, a model for what it cannot read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stimfid_lib.base.files import sha256_text
from stimfid_lib.models.build import clients_open
from stimfid_lib.models.local import EmbeddedModelUnavailable
from stimfid_lib.models.messages import as_prompt
from stimfid_lib.models.roster import load_roster
from stimfid_lib.models.runner import run_suite
from stimfid_lib.models.runs import read_runs
from stimfid_lib.scoring.extract import extract_runs
from stimfid_lib.scoring.extract_llm import SYSTEM, extraction_messages
from stimfid_lib.scoring.unread import unread, with_fallback
from stimfid_lib.study.made import Made

if TYPE_CHECKING:
    from stimfid_lib.study.workspace import Study

FALLBACK = "extract_llm"
"""The fallback's run folder in a snapshot's folder, and its table."""


def read_replies(study: Study) -> Made:
    """Write the tables `extracted` and `extract_llm`; the latter is empty unless the parameter names a model.

    The model's answers stand in a journal like any others: a run that is killed resumes, and a reply that was answered
    once is not asked about again.

    Returns:
        What is owed (calls that failed), and that the model cannot run here, if so.
    """
    runs = study.table("runs")
    extracted = extract_runs(runs, study.suite())
    replies = unread(extracted, runs)
    answers, made = _answers(study, replies["text"].unique(maintain_order=True).to_list())
    extracted, table = with_fallback(extracted, replies, answers)
    study.write_table("extracted", extracted)
    study.write_table(FALLBACK, table)
    return made


def _answers(study: Study, texts: list[str]) -> tuple[dict[str, str], Made]:
    """Ask about each text once, through the study's own runner; what an earlier run was told is not asked again."""
    import polars as pl

    key = study.params.extract_llm
    if key is None or not texts:
        return {}, Made()
    prompts = {text: as_prompt(extraction_messages(text)) for text in texts}
    ids = {text: f"reply-{sha256_text(prompt)[:24]}" for text, prompt in prompts.items()}
    asked = pl.DataFrame({"prompt_id": list(ids.values()), "prompt_text": list(prompts.values())})
    folder = study.path(FALLBACK)
    try:
        with clients_open([key], load_roster(study.roster_path), study.suite(), study.lexicon) as clients:
            # the builder's words stand for the suite: with other words the journal is refused, and never mixed
            digest = sha256_text(SYSTEM)
            (report,) = run_suite(asked, clients, folder, replicates=1, temperature=0.0, suite_sha256=digest)
    except EmbeddedModelUnavailable as error:
        text = f"{FALLBACK}: {error}"
        return {}, Made(owed=(text,)) if error.try_again else Made(notes=(text,))
    told = dict(read_runs(folder).filter(pl.col("model_key") == key).select("prompt_id", "text").iter_rows())
    owed = (f"{FALLBACK}: {report}",) if report.open else ()
    return {text: told[name] for text, name in ids.items() if name in told}, Made(owed=owed)
