"""Whether a file is committed and unmodified, and what it was before: what the repository's history can vouch for.

A history is as trustworthy as the place that holds it: dates of commits are what the committing machine said they were,
and only a copy that others hold (a remote, a registry of studies) shows that none was rewritten.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from stimfid_lib.base.errors import Refused


@dataclass(frozen=True)
class Version:
    """A file as one commit holds it: the commit's full name, its moment (UTC), the file's text."""

    commit: str
    moment: datetime
    text: str

    def __str__(self) -> str:
        return f"commit {self.commit[:12]} of {self.moment:%Y-%m-%d}"


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
    if told := history_problem(root):
        return f"{name}: {told}"
    committed = _git(root, "rev-parse", "--verify", "--quiet", f"HEAD:./{name}")
    here = _git(root, "hash-object", "--", name)
    if here.returncode != 0:
        return f"{name}: git cannot read it ({here.stderr.strip()})"
    if committed.returncode != 0:
        return f"{name} is not committed: `git add {name}` and commit before any model is asked"
    if committed.stdout.strip() != here.stdout.strip():
        return f"{name} was changed since the last commit: commit it, or `git checkout -- {name}` to restore it"
    return None


def history_problem(root: Path) -> str | None:
    """Say why no history can be read around a folder: git is absent, or the folder is no checkout; None if one can."""
    try:
        inside = _git(root, "rev-parse", "--is-inside-work-tree")
    except FileNotFoundError:
        return "git is not installed, so nobody can tell whether the file is committed"
    if inside.stdout.strip() == "true":
        return None
    why = inside.stderr.strip().splitlines()
    return (
        f"no git history can be read here ({why[0] if why else 'no work tree'}), so nobody can tell whether the file "
        "is committed: work in a clone of the repository"
    )


def head_commit(root: Path, *names: str) -> str:
    """The full name of the last commit, if it holds everything below `names` as it lies.

    Raises:
        Refused: no history can be read, or something there is not committed.
    """
    if told := history_problem(root):
        raise Refused(told)
    changed = _git(root, "status", "--porcelain", "--untracked-files=all", "--", *names).stdout.splitlines()
    if changed:
        raise Refused(
            f"{len(changed)} files below {', '.join(names)} are not committed as they lie, the first is "
            f"{changed[0][3:]}: commit them, so that the commit says what was registered"
        )
    found = _git(root, "rev-parse", "--verify", "--quiet", "HEAD")
    if found.returncode != 0:
        raise Refused(f"{root} has no commit yet: commit first")
    return found.stdout.strip()


def is_shallow(root: Path) -> bool:
    """Tell whether the history is cut short (`git clone --depth`), so that former versions of files are not in it."""
    return _git(root, "rev-parse", "--is-shallow-repository").stdout.strip() == "true"


def versions_of(root: Path, name: str) -> tuple[Version, ...]:
    """Every version of a file in the history of the last commit, oldest first; commits that removed it are left out."""
    log = _git(root, "log", "--reverse", "--full-history", "--format=%H %cI", "--", name)
    found = []
    for line in log.stdout.splitlines():
        commit, moment = line.split(" ", 1)
        if (text := text_at(root, commit, name)) is not None:
            found.append(Version(commit, datetime.fromisoformat(moment).astimezone(UTC), text))
    return tuple(found)


def text_at(root: Path, commit: str, name: str) -> str | None:
    """The text of a file as a commit holds it, None where the commit has no such file."""
    shown = _git(root, "show", f"{commit}:./{name}")
    return shown.stdout if shown.returncode == 0 else None


def _git(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    # GIT_DIR and its kin, set inside hooks, would answer for another repository
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ["git", "-C", str(root), *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, env=environment)
