"""The task `tagging`: topics of a closed vocabulary, kind and level of a research-feed item.

python -m stimfid_lib.tasks.tagging
"""

from stimfid_lib.tasks.tagging.score import score_one
from stimfid_lib.tasks.tagging.task import TASK

load_cases, evaluate = TASK.load_cases, TASK.evaluate
dspy_fields, to_dspy_example = TASK.dspy_fields, TASK.to_dspy_example

__all__ = ["TASK", "dspy_fields", "evaluate", "load_cases", "score_one", "to_dspy_example"]
