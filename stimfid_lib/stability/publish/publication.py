"""The published folder: gathered beside its place, searched for leaks, verified, and only then moved there."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from stimfid_lib.base.errors import Refused, StimfidError
from stimfid_lib.base.files import canonical_json, json_text, sha256_file, sha256_text
from stimfid_lib.stability.instrument.state import InstrumentState
from stimfid_lib.stability.measure import published
from stimfid_lib.stability.measure.chain import SEAL
from stimfid_lib.stability.measure.checking import Report
from stimfid_lib.stability.panels.catalogue import load_panel, load_protocol
from stimfid_lib.stability.publish.about import citation, described, status, zenodo
from stimfid_lib.stability.publish.lanes import Lanes, published_lines
from stimfid_lib.stability.publish.leaks import Private, files_of, require_no_leak
from stimfid_lib.stability.records.archive import Archive

FORMAT = "stimfid stability publication 1"
"""First words of a manifest; a folder is known by them."""


class PublicationStopped(StimfidError, RuntimeError):
    """The instrument forbids publishing: an alarm is open, or the day has no fingerprint; the text says which."""


@dataclass(frozen=True)
class Publication:
    """What was published: the folder, its files by path with their SHA-256, and the record of it.

    `record` is the `render_manifest` that the archive may take up next; it hashes every file and names the chain's
    place.
    """

    folder: Path
    files: Mapping[str, str]
    record: Mapping[str, Any]


def publish(
    archive: Archive, folder: Path, *, day: str, instrument: InstrumentState, private: Private, simulated: bool = False
) -> Publication:
    """Publish an archive into a folder that is absent, empty, or holds an earlier publication.

    Args:
        archive: the private archive; only read.
        folder: where to.
        day: ISO day, UTC; the same archive on the same day gives the same bytes.
        instrument: what the books say of the instrument.
        private: what may not go out; the texts of protocols that are not open are added here.
        simulated: whether the archive is a simulation, which every page then says.

    Raises:
        PublicationStopped: an alarm is open, or no fingerprint was taken on that day.
        Refused: the folder holds something else, something private would go out, or what was gathered does not verify.
            Nothing is left behind then, and an earlier publication stays as it was.
    """
    if reasons := instrument.against_publishing(day):
        raise PublicationStopped(f"nothing is published on {day}: {'; '.join(reasons)}")
    folder = Path(folder).absolute()
    _require_ours(folder)
    lanes = Lanes.of(archive.records())
    private = with_panels(private, lanes)
    with _beside(folder) as gathered:
        digests = _gather(archive, gathered, lanes, day, simulated=simulated)
        require_no_leak(files_of(gathered), private)
        report = published.verify_published(gathered)
        if not report.whole:
            raise Refused(f"what would be published does not verify; nothing was published:\n  {_first(report)}")
        if folder.exists():
            shutil.rmtree(folder)
        gathered.rename(folder)
    seal = json.loads((folder / SEAL).read_text(encoding="utf-8"))
    record = {
        "record_type": "render_manifest",
        "rendered_on": day,
        "files": digests,
        "lines": seal["lines"],
        "last_sha256": seal["last_sha256"],
    }
    return Publication(folder, digests, record)


def _gather(archive: Archive, folder: Path, lanes: Lanes, day: str, *, simulated: bool) -> dict[str, str]:
    chain: list[str] = []
    by_year: dict[str, list[str]] = {}
    records: list[Mapping[str, Any]] = []
    for public in published_lines(archive.records(), lanes):
        chain.append(public.line)
        if public.record is not None:
            records.append(public.record)
        if public.trial is not None:
            year, line = public.trial
            by_year.setdefault(year, []).append(line)
    tables = published.tables(records)
    seal = json.loads((archive.folder / SEAL).read_text(encoding="utf-8"))
    texts = {
        published.CHAIN: _lines(chain),
        SEAL: canonical_json(seal) + "\n",
        **{f"{published.OPEN_LANE}/{year}.jsonl": _lines(lines) for year, lines in by_year.items()},
        **tables,
        **{f"{published.PANELS}/{name}.json": text for name, text in _panels(records, lanes).items()},
        "specification.md": _own("specification.md"),
        "README.md": _own("readme.md").replace("{day}", day).replace("{simulated}", _SIMULATED if simulated else ""),
        "LICENSE": _own("licence.txt"),
        "CITATION.cff": citation(day),
        ".zenodo.json": json_text(zenodo(day)),
        "status.json": json_text({**status(records, day, "no alarm"), "simulated": simulated}),
    }
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    _copy_measure(folder / "measure")
    digests = {path: sha256_file(folder / path) for path in _paths(folder)}
    croissant = json_text(described(sorted(digests.items()), tables, day))
    (folder / "croissant.json").write_text(croissant, encoding="utf-8", newline="")
    digests["croissant.json"] = sha256_text(croissant)
    about = {"format": FORMAT, "published_on": day, "simulated": simulated}
    manifest = published.manifest_text(digests, about)
    (folder / published.MANIFEST).write_text(manifest, encoding="utf-8", newline="")
    return dict(sorted(digests.items()))


_SIMULATED = "\n**These data are simulated.** No model was asked; they show what a publication looks like.\n"


def _panels(records: Sequence[Mapping[str, Any]], lanes: Lanes) -> dict[str, str]:
    """The panels of open protocols as they were measured, by family and type.

    Raises:
        Refused: the panel at hand is not the one that the archive names.
    """
    found: dict[str, str] = {}
    for record in records:
        if record["record_type"] != "protocol" or record["protocol_id"] not in lanes.open_ids:
            continue
        protocol = load_protocol(record["protocol_id"])
        panel = load_panel(protocol)
        if panel.panel_sha256 != record["panel_sha256"]:
            raise Refused(
                f"{record['protocol_id']}: the archive was measured with panel {record['panel_sha256'][:12]}…, here "
                f"lies {panel.panel_sha256[:12]}…: bring the panel that was measured, or point STIMFID_PRIVATE_PANELS "
                "to it"
            )
        found[panel.name] = json_text(panel.as_json())
    return found


def with_panels(private: Private, lanes: Lanes) -> Private:
    """Add the texts of an archive's panels that are at hand: those of open protocols public, all others private."""
    open_texts, closed_texts = list[str](private.public_texts), list[str](private.texts)
    for protocol_id in sorted(lanes.protocol_ids):
        try:
            panel = load_panel(load_protocol(protocol_id))
        except StimfidError:  # a sealed protocol's text lies elsewhere, and cannot leak from here
            continue
        texts = [text for scenario in panel.scenarios for text in scenario.texts.values()]
        (open_texts if protocol_id in lanes.open_ids else closed_texts).extend(texts)
    return Private(private.keys, private.figures, tuple(closed_texts), tuple(open_texts))


@contextmanager
def _beside(folder: Path) -> Iterator[Path]:
    gathered = folder.with_name(f".{folder.name}.new")
    if gathered.exists():
        shutil.rmtree(gathered)
    gathered.mkdir(parents=True)
    try:
        yield gathered
    finally:
        if gathered.exists():
            shutil.rmtree(gathered)


def _require_ours(folder: Path) -> None:
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    try:
        told = json.loads((folder / published.MANIFEST).read_text(encoding="utf-8"))
        ours = told["format"] == FORMAT and set(_paths(folder)) == {*told["files"], published.MANIFEST}
    except (OSError, ValueError, KeyError, TypeError):
        ours = False
    if not ours:
        raise Refused(
            f"{folder} holds something that is no publication of ours, or files beside one: name a folder that is "
            "absent or empty, or take them out; nothing there was changed"
        )


def _paths(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def _copy_measure(target: Path) -> None:
    source = Path(published.__file__).parent
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))


def _lines(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _own(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _first(report: Report) -> str:
    return "\n  ".join(report.faults[:5])
