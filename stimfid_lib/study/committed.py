"""Whether a file is committed and unmodified: what the history of the repository can vouch for."""

from __future__ import annotations

import subprocess
from pathlib import Path


def committed_problem(root: Path, name: str) -> str | None:
    """Say why the repository's last commit does not hold a file as it lies; None when it does.

    Args:
        root: the repository's root.
        name: path of the file from there, with forward slashes.

    The file's content is hashed as git would store it and compared with the last commit's, so that neither the index
    nor a flag such as `assume-unchanged` can hide a change.
    """
    if not (root / name).is_file():
        return f"{name} does not exist: `stimfid prereg freeze` writes the plan, then commit it"
    try:
        committed = _git(root, "rev-parse", "--verify", "--quiet", f"HEAD:./{name}")
        here = _git(root, "hash-object", "--", name)
    except FileNotFoundError:
        return f"{name}: git is not installed, so nobody can tell whether the file is committed"
    if here.returncode != 0:
        return f"{name}: git cannot read it ({here.stderr.strip()})"
    if committed.returncode != 0:
        return f"{name} is not committed: `git add {name}` and commit before any model is asked"
    if committed.stdout.strip() != here.stdout.strip():
        return f"{name} was changed since the last commit: commit it, or `git checkout -- {name}` to restore it"
    return None


def _git(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)
