"""The task `reaction`: would this persona want this item?

python -m stimfid_lib.tasks.reaction
"""

from stimfid_lib.tasks.reaction.score import score_one
from stimfid_lib.tasks.reaction.task import TASK

load_cases, evaluate = TASK.load_cases, TASK.evaluate
dspy_fields, to_dspy_example = TASK.dspy_fields, TASK.to_dspy_example

__all__ = ["TASK", "dspy_fields", "evaluate", "load_cases", "score_one", "to_dspy_example"]
