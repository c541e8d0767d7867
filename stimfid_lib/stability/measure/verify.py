"""Check an archive's folder from outside, without installing: `python -I -S measure/verify.py FOLDER`.

The command itself stands in `command.py`; this file only finds them, inside the package or as a folder of its own.
"""

import importlib
import sys
from pathlib import Path


def main(arguments: list[str]) -> int:
    """Run the check and return its exit status: 0 all is right, 1 something is not, 2 called wrongly."""
    if __package__:
        name = __package__
    else:
        folder = Path(__file__).resolve().parent
        sys.path.append(str(folder.parent))  # at the end, so that nothing beside the folder hides a standard module
        name = folder.name
    status: int = importlib.import_module(f"{name}.command").main(arguments)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
