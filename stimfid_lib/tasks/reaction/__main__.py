"""`python -m stimfid_lib.tasks.reaction`."""

from stimfid_lib.tasks.command import run
from stimfid_lib.tasks.reaction import TASK

if __name__ == "__main__":
    run(TASK)
