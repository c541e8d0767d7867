"""Which code read and measured: digests of this folder's own files."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent


@cache
def extractor_sha() -> str:
    """SHA-256 of `grammar.py`, which reads decisions."""
    return hashlib.sha256((_FOLDER / "grammar.py").read_bytes()).hexdigest()


@cache
def analysis_code_sha() -> str:
    """SHA-256 over name and SHA-256 of every Python file of this folder, in the order of their names."""
    names = sorted(path.relative_to(_FOLDER).as_posix() for path in _FOLDER.rglob("*.py"))
    digests = ((name, hashlib.sha256((_FOLDER / name).read_bytes()).hexdigest()) for name in names)
    return hashlib.sha256("".join(f"{digest}  {name}\n" for name, digest in digests).encode()).hexdigest()
