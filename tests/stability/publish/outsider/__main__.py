"""The measurement, built a second time from its publication alone: `python -I -S outsider FOLDER`.

Written from `specification.md`, the data and the golden vectors of a published folder, not from the code that
measured; what had to be guessed then stands in the specification now. The standard library only, nothing of this
project imported. It says of every hash and every statistic whether it comes out the same (to 1e-9), and exits with 1
where one does not.

answers (reading) · measuring (statistics) · this file (the folder: hashes, chain, tables)
"""

from __future__ import annotations

import csv
import hashlib
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from answers import Json, outcome_of
from measuring import VERSIONS, Answers, measured

IDENTITY = (
    "protocol_id family rewording_type panel_sha256 n grammar_version options system thinking effort "
    "theta_positive_pct scenario_dominated_share_pct primary_contrast"
).split()
OF_THE_RUN = (
    "run_id run_date series model_family subject_model_id returned_model_id condition_profile replicate_index "
    "protocol_id n panel_sha256 protocol_sha256 extractor_sha analysis_code_sha grammar_version api_surface_sha"
).split()
GIVEN = ("instrument_suspect", "exploratory")
"""Flags that a measurement is told; they follow from no answer."""


class Told:
    """What agreed and what did not."""

    def __init__(self) -> None:
        self.agreed: Counter[str] = Counter()
        self.differing: list[str] = []
        self.notes: Counter[str] = Counter()

    def check(self, name: str, where: str, published: Json, computed: Json) -> None:
        if same(published, computed):
            self.agreed[name] += 1
        else:
            self.differing.append(f"{name} of {where}: published {shown(published)}, computed {shown(computed)}")


def shown(value: Json) -> str:
    text = json.dumps(value, sort_keys=True, default=str)
    return text if len(text) <= 200 else text[:200] + " ..."


def same(left: Json, right: Json) -> bool:
    """Equal in shape and, as to numbers, to 1e-9."""
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(same(one, other) for one, other in zip(left, right, strict=True))
    kinds = (bool, str, type(None))
    if isinstance(left, kinds) or isinstance(right, kinds):
        return type(left) is type(right) and left == right
    return abs(float(left) - float(right)) <= 1e-9


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def canonical(value: Json) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


def lines_of(path: Path) -> Iterator[tuple[bytes, dict[str, Json]]]:
    for line in path.read_bytes().splitlines():
        yield line, json.loads(line)


def check_manifest(folder: Path, told: Told) -> None:
    manifest = json.loads((folder / "manifest.json").read_bytes())
    there = {
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"
    }
    there -= {"manifest.json"}
    told.check("files of the manifest", "manifest.json", sorted(manifest["files"]), sorted(there))
    for name in sorted(there & manifest["files"].keys()):
        told.check("file hash", name, manifest["files"][name], sha256((folder / name).read_bytes()))
    whole = {key: value for key, value in manifest.items() if key != "manifest_sha256"}
    told.check("manifest_sha256", "manifest.json", manifest["manifest_sha256"], sha256(canonical(whole)))


def check_chain(folder: Path, told: Told) -> list[dict[str, Json]]:
    """Every link, the seal, and the public trials in their places; gives the records of the chain."""
    before, records = "0" * 64, []
    places: dict[str, str] = {}
    for number, (line, record) in enumerate(lines_of(folder / "chain.jsonl"), start=1):
        told.check("prev_sha256", f"chain.jsonl, line {number}", record["prev_sha256"], before)
        before = record["sha256"] if record.get("withheld") else sha256(line)
        if record.get("withheld"):
            places[before] = record["prev_sha256"]
        else:
            told.check("canonical line", f"chain.jsonl, line {number}", line.decode(), canonical(record).decode())
        records.append(record)
    seal = json.loads((folder / "seal.json").read_bytes())
    told.check("seal", "seal.json", [seal["lines"], seal["last_sha256"]], [len(records), before])
    for path in sorted(folder.glob("open-lane/*.jsonl")):
        for number, (line, record) in enumerate(lines_of(path), start=1):
            told.check("trial's place", f"{path.name}, line {number}", record["prev_sha256"], places.get(sha256(line)))
    return records


def check_vectors(folder: Path, told: Told) -> None:
    for case in json.loads((folder / "measure/vectors/generator.json").read_bytes())["cases"]:
        seed = int(case["seed"], 16)
        doubles, words = random.Random(seed), random.Random(seed)
        told.check("generator vector", case["seed"], case["doubles"], [doubles.random() for _ in range(4)])
        told.check("generator vector", case["seed"], case["words"], [words.getrandbits(32) for _ in range(4)])
    for path in sorted(folder.glob("measure/vectors/grammar*.json")):
        whole = json.loads(path.read_bytes())
        for case in whole["cases"]:
            read = outcome_of(case["text"], case["ending"], whole["options"], whole["grammar_version"])
            told.check("grammar vector", f"{path.name}, {case['id']}", case["outcome"], read)


def check_panels(
    folder: Path, protocols: Iterable[Mapping[str, Json]], opened: set[str], told: Told
) -> dict[tuple[str, str, str], str]:
    """Identities, and the hash of every public text by panel, item and version."""
    prompts: dict[tuple[str, str, str], str] = {}
    panels: set[str] = set()
    for path in sorted(folder.glob("panels/*.json")):
        panel = json.loads(path.read_bytes())["scenarios"]
        panels.add(sha256(canonical(panel)))
        for scenario in panel:
            for version, text in scenario["texts"].items():
                prompts[sha256(canonical(panel)), scenario["item_id"], version] = sha256(text.encode("utf-8"))
    for protocol in protocols:
        identity = sha256(canonical({key: protocol[key] for key in IDENTITY}))
        told.check("identity", protocol["protocol_id"], protocol["protocol_sha256"], identity)
        if protocol["protocol_id"] in opened:
            told.check("panel", protocol["protocol_id"], protocol["panel_sha256"] in panels, True)
    return prompts


class Records:
    """The records of the chain by what they tell of a run."""

    def __init__(self, chain: Sequence[dict[str, Json]]) -> None:
        def of(kind: str) -> list[dict[str, Json]]:
            return [record for record in chain if record.get("record_type") == kind]

        self.protocols = of("protocol")
        self.by_sha = {record["protocol_sha256"]: record for record in self.protocols}
        self.runs = {record["run_id"]: record for record in of("experiment_run")}
        self.measurements = {record["run_id"]: record for record in of("measurement")}
        self.opened = {record["protocol_id"] for record in self.protocols if record["lane"] == "open"}
        self.opened |= {one["detail"]["protocol_id"] for one in of("status") if one["state"] == "declassified"}

    def protocol(self, run_id: str) -> dict[str, Json]:
        return self.by_sha[self.runs[run_id]["protocol_sha256"]]


def check_trials(
    folder: Path, records: Records, prompts: Mapping[tuple[str, str, str], str], told: Told
) -> dict[str, Answers]:
    """Every public trial read again; gives the answers of each run."""
    read: dict[str, Answers] = {}
    asked: dict[str, list[list[Json]]] = {}
    for path in sorted(folder.glob("open-lane/*.jsonl")):
        for number, (_, trial) in enumerate(lines_of(path), start=1):
            where, protocol = f"{path.name}, line {number}", records.protocol(trial["run_id"])
            one = outcome_of(trial["text"], trial["ending"], protocol["options"], protocol["grammar_version"])
            if trial["text"] is None:
                told.notes["trials that tell no text, whose outcome is taken as it stands"] += 1
                one = trial["outcome"]
            told.check("outcome", where, trial["outcome"], one)
            prompt = prompts.get((protocol["panel_sha256"], trial["item_id"], trial["version"]))
            told.check("prompt_sha256", where, trial["prompt_sha256"], prompt)
            of_run = read.setdefault(trial["run_id"], {version: [] for version in VERSIONS})
            of_run[trial["version"]].append((trial["item_id"], one))
            call = [trial[name] for name in ("item_id", "version", "trial_index", "seed")]
            asked.setdefault(trial["run_id"], []).append(call)
    for run_id, calls in asked.items():
        run = records.runs[run_id]
        schedule = sha256(canonical([run["protocol_sha256"], run["replicate_index"], calls]))
        told.check("schedule_sha256", run_id, run["schedule_sha256"], schedule)
    return read


def code_hashes(folder: Path) -> dict[str, str]:
    """What the columns of hashes say of a measurement that the code of this folder made."""
    measure = folder / "measure"
    code = sorted((path.relative_to(measure).as_posix(), sha256(path.read_bytes())) for path in measure.rglob("*.py"))
    return {
        "extractor_sha": sha256((measure / "grammar.py").read_bytes()),
        "analysis_code_sha": sha256("".join(f"{digest}  {name}\n" for name, digest in code).encode()),
        "schema_sha256": sha256((measure / "schemas/record.v1.json").read_bytes()),
    }


def cell(text: str, pattern: Json) -> Json:
    """A cell of a table, in the kind of what was computed for it."""
    if text == "":
        return None
    return text if isinstance(pattern, str) else json.loads(text)


def check_row(
    row: Mapping[str, str], records: Records, answered: Answers | None, hashes: Mapping[str, str], told: Told
) -> list[list[str]]:
    """One row of stability.csv, every column; gives the rows of outcomes.csv that follow from it."""
    where, run, protocol = row["run_id"], records.runs[row["run_id"]], records.protocol(row["run_id"])
    answers = {version: [(item, one) for item, one in pairs] for version, pairs in json.loads(row["decisions"]).items()}
    if protocol["protocol_id"] in records.opened:
        told.check("decisions and trials", where, answers, answered)
    measurement, times = records.measurements[where], int(row["resamples"])
    expected: dict[str, Json] = {name: run[name] for name in OF_THE_RUN}
    expected |= {name: protocol[name] for name in ("rewording_type", "lane", "twin_id")}
    expected |= {"schema_version": measurement["schema_version"], "schema_sha256": measurement["schema_sha256"]}
    expected |= measured(answers, protocol, run, times)
    expected["flags"] += [flag for flag in GIVEN if flag in json.loads(row["flags"])]
    expected |= {"on_curve": not expected["flags"], "generator": "mt19937-init_by_array-res53"}
    expected |= {"decisions": answers, "resamples": times}
    told.check("columns", where, sorted(row), sorted(expected))
    for name in sorted(row.keys() & expected.keys()):
        value = cell(row[name], expected[name])
        told.check(name, where, value, expected[name])
        told.check("table and chain", f"{name} of {where}", value, measurement[name])
    for name, digest in hashes.items():
        told.notes[f"{name} is {'that' if row[name] == digest else 'not that'} of this folder's code"] += 1
    return [
        [where, version, name, str(number)]
        for version, of_version in expected["outcomes"].items()
        for name, number in of_version.items()
    ]


def main(folder: Path) -> int:
    told = Told()
    csv.field_size_limit(1 << 30)
    check_manifest(folder, told)
    check_vectors(folder, told)
    records = Records(check_chain(folder, told))
    prompts = check_panels(folder, records.protocols, records.opened, told)
    read, hashes = check_trials(folder, records, prompts, told), code_hashes(folder)
    counts: list[list[str]] = []
    with (folder / "stability.csv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    told.check("rows", "stability.csv", [row["run_id"] for row in rows], list(records.measurements))
    for row in rows:
        counts += check_row(row, records, read.get(row["run_id"]), hashes, told)
    with (folder / "outcomes.csv").open(encoding="utf-8", newline="") as table:
        told.check("outcomes.csv", "all rows", sorted(list(csv.reader(table))[1:]), sorted(counts))
    for name, number in told.agreed.items():
        sys.stdout.write(f"agrees: {name} ({number})\n")
    for name, number in told.notes.items():
        sys.stdout.write(f"note: {name} ({number})\n")
    for line in told.differing:
        sys.stdout.write(f"DIFFERS: {line}\n")
    return 1 if told.differing else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
