"""The task `explanation`: one line that says why an item fits stated interests, or the mandated refusal.

python -m stimfid_lib.tasks.explanation
"""

from stimfid_lib.tasks.explanation.score import score_one
from stimfid_lib.tasks.explanation.task import TASK

load_cases, evaluate = TASK.load_cases, TASK.evaluate
dspy_fields, to_dspy_example = TASK.dspy_fields, TASK.to_dspy_example

__all__ = ["TASK", "dspy_fields", "evaluate", "load_cases", "score_one", "to_dspy_example"]
