"""API keys: from the environment or `.env`, checked when a client is made, written nowhere."""

from __future__ import annotations

import os
from pathlib import Path

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.paths import repo_root


def load_env(path: Path | None = None) -> None:
    """Read `.env` (default: the one at the repository's root) into the environment; what is set there already wins.

    A file that does not exist is no error: the keys may be in the environment.
    """
    from dotenv import load_dotenv

    load_dotenv(path or repo_root() / ".env", override=False)


def require_key(variable: str, needed_by: str) -> str:
    """Return the key that an environment variable holds.

    Raises:
        MissingInput: the variable is unset or blank. The text names the variable, never a value.
        Refused: the value holds what no HTTP header can carry (a space, a line end, a letter with an accent).
    """
    value = os.environ.get(variable, "").strip()
    if not value:
        raise MissingInput(
            f"{needed_by} needs the key {variable}, which is not set: "
            f"export it, or write {variable}=… into the file .env at the repository's root"
        )
    if not value.isascii() or not value.isprintable() or " " in value:
        raise Refused(
            f"{needed_by} needs the key {variable}, which holds a character that no key has (a space, a line end or a "
            "letter with an accent): copy it anew from the vendor's page"
        )
    return value
