"""`python -m stimfid_lib.tasks.extraction`."""

from stimfid_lib.tasks.command import run
from stimfid_lib.tasks.extraction import TASK, rate_reader

if __name__ == "__main__":
    run(TASK, lambda cases, on_case: rate_reader(cases, on_case=on_case))
