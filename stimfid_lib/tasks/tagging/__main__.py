"""`python -m stimfid_lib.tasks.tagging`."""

from stimfid_lib.tasks.command import run
from stimfid_lib.tasks.tagging import TASK

if __name__ == "__main__":
    run(TASK)
