"""Pre-registration: which protocols were fixed before a paid run, proved by a stamped manifest.

A manifest lists `protocol_id, panel_sha256, protocol_sha256` and the repository's commit; its proof lies beside it as
`<name>.json.ots`. It is private, because it lists the hashes of sealed panels.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import canonical_json, sha256_bytes, write_text
from stimfid_lib.base.paths import data_dir
from stimfid_lib.stability.panels.catalogue import private_folder
from stimfid_lib.stability.panels.ots import stamped_sha256
from stimfid_lib.stability.panels.protocol import Protocol

NOT_PREREGISTERED = "not_preregistered"

_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_DIGEST = re.compile(r"[0-9a-f]{64}")

Row = tuple[str, str, str]
"""protocol_id, panel_sha256, protocol_sha256."""


class NotPreregistered(Refused):
    """A paid run of a protocol that no stamped manifest holds; nothing was spent."""


@dataclass(frozen=True)
class Manifest:
    """What was registered.

    Attributes:
        path: the file.
        sha256: of the file's bytes, which is what the proof must be about.
        repo_commit: the commit of the code that the hashes were computed with.
        rows: the protocols.
    """

    path: Path
    sha256: str
    repo_commit: str
    rows: frozenset[Row]

    @property
    def proof(self) -> Path:
        """Where the proof lies."""
        return self.path.with_name(f"{self.path.name}.ots")


def manifest_folder() -> Path:
    """`prereg/` in the private folder of panels, or `data/stability/prereg/`, which git ignores."""
    private = private_folder()
    return (private or data_dir() / "stability") / "prereg"


def row_of(protocol: Protocol) -> Row:
    """What a manifest says of a protocol."""
    return protocol.protocol_id, protocol.panel_sha256, protocol.protocol_sha256


def write_manifest(protocols: Iterable[Protocol], repo_commit: str, folder: Path | None = None) -> Manifest:
    """Write a manifest, named by the first twelve digits of its SHA-256; the same rows give the same file.

    Raises:
        Refused: no protocol, or the commit is none.
    """
    rows = sorted(row_of(protocol) for protocol in protocols)
    if not rows:
        raise Refused("a manifest of no protocol registers nothing: name at least one")
    if not _COMMIT.fullmatch(repo_commit):
        raise Refused(f"repo_commit {repo_commit!r}: allowed is the full hash of a commit, 40 or 64 hex digits")
    named = ("protocol_id", "panel_sha256", "protocol_sha256")
    told = {"repo_commit": repo_commit, "rows": [dict(zip(named, row, strict=True)) for row in rows]}
    text = canonical_json(told) + "\n"
    digest = sha256_bytes(text.encode("utf-8"))
    path = (folder or manifest_folder()) / f"manifest-{digest[:12]}.json"
    write_text(path, text)
    return read_manifest(path)


def read_manifest(path: Path) -> Manifest:
    """Read a manifest.

    Raises:
        MissingInput: no such file.
        Refused: it is none.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise MissingInput(f"manifest {path} is missing: `stimfid stability prereg manifest` writes one") from None
    try:
        told: Any = json.loads(data)
        rows = [(row["protocol_id"], row["panel_sha256"], row["protocol_sha256"]) for row in told["rows"]]
        if set(told) != {"repo_commit", "rows"} or not _COMMIT.fullmatch(told["repo_commit"]):
            raise ValueError("its keys are not repo_commit (a full commit) and rows")
        if not rows or not all(_DIGEST.fullmatch(digest) for _, *digests in rows for digest in digests):
            raise ValueError("a row holds no two SHA-256")
        if len({name for name, *_ in rows}) != len(rows):
            raise ValueError("a protocol stands twice")
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise Refused(f"{path.name} is no manifest ({error}): write it anew") from None
    return Manifest(path, sha256_bytes(data), told["repo_commit"], frozenset(rows))


def manifest_problem(manifest: Manifest) -> str | None:
    """Why a manifest registers nothing; None if its proof is about it."""
    if not manifest.proof.exists():
        return f"{manifest.path.name} is not stamped: {manifest.proof.name} does not lie beside it"
    try:
        stamped = stamped_sha256(manifest.proof.read_bytes(), manifest.proof.name)
    except Refused as error:
        return str(error)
    if stamped != manifest.sha256:
        return (
            f"{manifest.proof.name} is about {stamped[:12]}…, {manifest.path.name} has {manifest.sha256[:12]}…: "
            "the manifest was changed after it was stamped"
        )
    return None


def manifests(folder: Path | None = None) -> tuple[tuple[Manifest, ...], tuple[str, ...]]:
    """Every manifest of the folder, by name, and what is wrong with files that are damaged.

    A damaged file registers nothing and does no harm to its neighbours.
    """
    found, damaged = [], []
    for path in sorted((folder or manifest_folder()).glob("manifest-*.json")):
        try:
            found.append(read_manifest(path))
        except Refused as error:
            damaged.append(str(error))
    return tuple(found), tuple(damaged)


def registration_of(protocol: Protocol, folder: Path | None = None) -> Manifest | None:
    """The stamped manifest that holds a protocol with these very hashes; None if there is none."""
    for manifest in manifests(folder)[0]:
        if row_of(protocol) in manifest.rows and manifest_problem(manifest) is None:
            return manifest
    return None


def require_registered(protocol: Protocol, folder: Path | None = None) -> Manifest:
    """Let a paid run go on only if its protocol was registered; call it before anything is sent.

    Raises:
        NotPreregistered: no stamped manifest holds its id with both hashes; why, is told.
    """
    registered = registration_of(protocol, folder)
    if registered is None:
        raise NotPreregistered(
            f"{NOT_PREREGISTERED}: {protocol.protocol_id}: {why_not(protocol, folder)}; nothing spent"
        )
    return registered


def why_not(protocol: Protocol, folder: Path | None = None) -> str:
    """Why a protocol is not registered, as near to it as a manifest comes."""
    found, damaged = manifests(folder)
    if damaged and not found:
        return "; ".join(damaged)
    if not found:
        return f"there is no manifest in {folder or manifest_folder()}: `stimfid stability prereg manifest` writes one"
    for manifest in found:
        if row_of(protocol) in manifest.rows:
            return str(manifest_problem(manifest))
    if any(name == protocol.protocol_id for manifest in found for name, *_ in manifest.rows):
        return "it was registered with other hashes: panel or protocol has changed since"
    return f"none of {len(found)} manifests lists it"
