"""The shipped panels and protocols, made from the sources; a test holds the files equal to what this makes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import Refused, StimfidError
from stimfid_lib.base.files import write_text
from stimfid_lib.stability.panels.breach import Breach
from stimfid_lib.stability.panels.catalogue import SHIPPED
from stimfid_lib.stability.panels.gates import panel_breaches
from stimfid_lib.stability.panels.panel import Panel
from stimfid_lib.stability.panels.protocol import SERIES, Protocol, read_protocol
from stimfid_lib.stability.panels.render import build_panel
from stimfid_lib.stability.panels.scenario import FAMILIES, TYPES


def protocols_of(panel: Panel) -> tuple[Protocol, ...]:
    """The protocols of a panel, one a series, as candidates."""
    return tuple(
        Protocol(
            protocol_id=f"{panel.name}__{tag}",
            family=panel.family,
            rewording_type=panel.rewording_type,
            panel_sha256=panel.panel_sha256,
            n=n,
            grammar_version=grammar_version,
        )
        for tag, (n, grammar_version) in SERIES.items()
    )


def build(folder: Path = SHIPPED, *, only_look: bool = False) -> tuple[Path, ...]:
    """Write the twelve panels and twenty-four protocols that the sources make; all or none.

    A protocol that was admitted stays so as long as its hash stays the same; otherwise it is a candidate again.

    Args:
        folder: where they go.
        only_look: write nothing, only name the files that would change.

    Returns:
        The files that changed, or would.

    Raises:
        Refused: a panel does not pass the gates; every breach is told by id and rule.
    """
    panels = [build_panel(family, rewording_type) for family in FAMILIES for rewording_type in TYPES]
    breaches: list[Breach] = [breach for panel in panels for breach in panel_breaches(panel)]
    if breaches:
        raise Refused("the sources do not pass the gates:\n" + "\n".join(map(str, breaches)))
    changed = []
    for path, text in _files(panels, folder):
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            changed.append(path)
            if not only_look:
                write_text(path, text)
    return tuple(changed)


def file_text(value: dict[str, Any]) -> str:
    """A panel or protocol as its file: indented JSON with sorted keys."""
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _files(panels: list[Panel], folder: Path) -> Iterator[tuple[Path, str]]:
    for panel in panels:
        yield folder / f"{panel.name}.json", file_text(panel.as_json())
        for protocol in protocols_of(panel):
            path = folder / "protocols" / f"{protocol.protocol_id}.json"
            yield path, file_text(_as_admitted(protocol, path).as_json())


def _as_admitted(protocol: Protocol, path: Path) -> Protocol:
    """The protocol with the status of its former file, if that is the same protocol."""
    try:
        former = read_protocol(path)
    except StimfidError:
        return protocol
    if former.protocol_sha256 != protocol.protocol_sha256:
        return protocol
    return replace(protocol, status=former.status, lane=former.lane, twin_id=former.twin_id, review=former.review)
