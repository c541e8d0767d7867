"""`python -m stimfid_lib` is the command `stimfid`."""

from stimfid_lib.cli import main

main()
