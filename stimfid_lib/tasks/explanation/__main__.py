"""`python -m stimfid_lib.tasks.explanation`."""

from stimfid_lib.tasks.command import run
from stimfid_lib.tasks.explanation import TASK

if __name__ == "__main__":
    run(TASK)
