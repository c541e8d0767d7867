"""The ground truth stands before the study begins: the open lexicon is built when absent or made by another recipe."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from stimfid_lib.base.files import sha256_file
from stimfid_lib.base.paths import data_dir
from stimfid_lib.study.sidecar import code_sha256, is_current, sidecar_path, write_sidecar

LEXICON_FILES = ("words.parquet", "pairs.parquet", "wordlist.txt", "names.txt", "lexicon.json")
_RECIPE = ("base/fetch.py", "base/files.py", "phonology", "lexicon/build", "lexicon/roots.py", "lexicon/schema.py")


def ensure_lexicon(say: Callable[[str], None]) -> bool:
    """Build the open lexicon into `data/lexicon` unless it stands there, made by the recipe of this checkout.

    It is needed even where another lexicon scores, because the real-word list comes with it.

    Args:
        say: told each step of the build, one line a step.

    Returns:
        True when it was built now.

    Raises:
        MissingInput: a source can be had neither from the cache nor from the registry.
    """
    folder = data_dir() / "lexicon"
    record, recipe = sidecar_path(folder, "lexicon"), {"code": code_sha256(_RECIPE), **_added_norms()}
    if is_current(record, recipe):
        return False
    build_into(folder, say)
    write_sidecar(record, recipe, LEXICON_FILES)
    return True


def norms_dir() -> Path:
    """Where norms that the user added are kept, to be part of every build."""
    return data_dir() / "norms"


def _added_norms() -> dict[str, str]:
    """Digest of each kept norm, so that adding or dropping one builds the lexicon anew."""
    return {f"norm {path.stem}": sha256_file(path) for path in sorted(norms_dir().glob("*.csv"))}


def build_into(folder: Path, say: Callable[[str], None]) -> None:
    """Build the open lexicon into a folder, from sources kept in `data/cache`."""
    from stimfid_lib.lexicon.build import build_open_lexicon

    build_open_lexicon(folder, cache_dir=data_dir() / "cache", norms_dir=norms_dir(), progress=say)
