"""The task `extraction`: which list entries a chatbot's reply offers, verbatim.

python -m stimfid_lib.tasks.extraction            # a model (the study's fallback)
python -m stimfid_lib.tasks.extraction --reader   # the deterministic reader, which the study goes by
"""

from stimfid_lib.tasks.extraction.score import score_one
from stimfid_lib.tasks.extraction.task import TASK, rate_reader

load_cases, evaluate = TASK.load_cases, TASK.evaluate
dspy_fields, to_dspy_example = TASK.dspy_fields, TASK.to_dspy_example

__all__ = ["TASK", "dspy_fields", "evaluate", "load_cases", "rate_reader", "score_one", "to_dspy_example"]
