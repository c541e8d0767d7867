"""The five claims as a reader wants them: what was claimed, what became of it, on which figures."""

from __future__ import annotations

from great_tables import GT

from stimfid_lib.analysis.verdict_table import hypotheses_table
from stimfid_lib.study.numbers import labels_of, results_of
from stimfid_lib.study.prereg import plan_in_force
from stimfid_lib.study.workspace import Study


def verdicts(study: Study) -> GT:
    """H1 to H5: claim, verdict, the figures behind it, p after correction; under a draft all of it is exploratory."""
    return hypotheses_table(results_of(study).verdicts, plan_in_force(study), labels_of(study))
