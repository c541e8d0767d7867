"""The measurement, built a second time from its publication alone: `python -I -S outsider.py FOLDER`.

Written from `specification.md`, the data and the golden vectors of a published folder, not from the code that
measured; what had to be guessed then stands in the specification now. One file, the standard library only, nothing of
this project imported. It says of every hash and every statistic whether it comes out the same (to 1e-9), and exits
with 1 where one does not.
"""

from __future__ import annotations

import csv
import hashlib
import json
import math
import random
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

Json = Any
Answers = dict[str, list[tuple[str, str]]]
"""Per version: item and outcome of every answer, in the order of asking."""

VERSIONS = ("A", "A_prime", "B", "C")
INVALID = ("blocked_upstream", "empty", "off_format", "refused", "truncated", "unparseable")
PAIRS = {"ab": ("A", "B"), "aa": ("A", "A_prime"), "ac": ("A", "C")}
WHITE = re.compile("[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
LINE_END = re.compile("\r\n|\r|\n|\u2028|\u2029")
RUN_OF_MARKS = re.compile(r"\*+|_+")
CLOSING = ".,;:!?\u2026"
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


# --- reading an answer -------------------------------------------------------------------------------------------


def without_emphasis(line: str) -> str:
    """Asterisks and underscores taken out, but a single one that stands free, and a single underscore in a word."""

    def kept(run: re.Match[str]) -> str:
        before, behind = line[run.start() - 1 : run.start()], line[run.end() : run.end() + 1]
        free = (not before or before.isspace()) and (not behind or behind.isspace())
        within = run[0] == "_" and before.isalnum() and behind.isalnum()
        return run[0] if len(run[0]) == 1 and (free or within) else ""

    return RUN_OF_MARKS.sub(kept, line)


def normal(line: str) -> str:
    return WHITE.sub(" ", without_emphasis(unicodedata.normalize("NFC", line).casefold())).strip(" ")


def token_of(line: str) -> str | None:
    """What a decision line names, normalised; None where the line is none."""
    line = normal(line)
    key = "decision:"
    return line[len(key) :].rstrip(CLOSING + " ").lstrip(" ") if line.startswith(key) else None


def outcome_of(text: Json, ending: str, options: Sequence[str], grammar: int) -> str:
    """The outcome of one reply."""
    if ending == "blocked":
        return "blocked_upstream"
    if ending == "empty" or text is None or (isinstance(text, str) and not WHITE.sub("", text)):
        return "empty"
    if ending == "cut":
        return "truncated"
    if ending == "refused":
        return "refused"
    if not isinstance(text, str) or ending == "other" or any("\ud800" <= sign <= "\udfff" for sign in text):
        return "off_format"
    tokens = {token for token in map(token_of, LINE_END.split(text)) if token is not None}
    by_token = {normal(option): option for option in options}
    if grammar == 2:
        tokens = {token for token in tokens if token in by_token}
    return by_token.get(tokens.pop(), "unparseable") if len(tokens) == 1 else "unparseable"


# --- statistics --------------------------------------------------------------------------------------------------


def generator(*parts: str) -> random.Random:
    """MT19937 seeded by array from 64 bits; its `random` gives doubles of 53 bits."""
    return random.Random(int.from_bytes(hashlib.sha256("\x1f".join(parts).encode("utf-8")).digest()[:8], "big"))


def gap(left: Sequence[str], right: Sequence[str], options: Sequence[str]) -> Fraction | None:
    """Half the summed differences of the shares, in percent."""
    if not left or not right:
        return None
    return 50 * sum(
        (abs(Fraction(left.count(one), len(left)) - Fraction(right.count(one), len(right))) for one in options),
        Fraction(0),
    )


def percentile(values: Iterable[Fraction], share: Fraction) -> Fraction:
    """Linear between ranks, the ranks running from 0 to their number less 1."""
    ordered = sorted(values)
    place = (len(ordered) - 1) * share
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def again(draw: random.Random, answers: Sequence[str]) -> list[str]:
    return [answers[int(draw.random() * len(answers))] for _ in answers]


def interval(
    left: Sequence[Sequence[str]],
    right: Sequence[Sequence[str]],
    options: Sequence[str],
    draw: random.Random,
    times: int,
) -> tuple[Fraction, Fraction]:
    """Of stability; within each group of answers: one group a version, or one a scenario."""
    seen: Counter[Fraction] = Counter()
    cache: dict[tuple[int, ...], Fraction] = {}
    for _ in range(times):
        a = [one for group in left for one in again(draw, group)]
        b = [one for group in right for one in again(draw, group)]
        counts = (*map(a.count, options), *map(b.count, options))
        if counts not in cache:
            cache[counts] = 100 - (gap(a, b, options) or Fraction(0))
        seen[cache[counts]] += 1
    values = list(seen.elements())
    return percentile(values, Fraction(1, 40)), percentile(values, Fraction(39, 40))


def null_floor(a: Sequence[str], b: Sequence[str], options: Sequence[str], draw: random.Random, times: int) -> Fraction:
    pool, total = sorted([*a, *b], key=options.index), Fraction(0)
    for _ in range(times):
        for place in range(len(a)):
            other = place + int(draw.random() * (len(pool) - place))
            pool[place], pool[other] = pool[other], pool[place]
        total += gap(pool[: len(a)], pool[len(a) :], options) or 0
    return total / times


def entropy(answers: Sequence[str], options: Sequence[str]) -> float | None:
    if not answers:
        return None
    shares = [answers.count(one) / len(answers) for one in options if one in answers]
    return 0.0 - sum(share * math.log(share) for share in shares) / math.log(len(options))


def of_item(answers: Iterable[tuple[str, str]], item: str) -> list[str]:
    return [one for of, one in answers if of == item]


def scenarios(valid: Answers, options: Sequence[str]) -> dict[str, Json]:
    items = sorted({item for told in valid.values() for item, _ in told})
    gaps = {item: gap(of_item(valid["A"], item), of_item(valid["B"], item), options) for item in items}
    known = sorted((value for value in gaps.values() if value is not None), reverse=True)
    spread: dict[str, Fraction | None] = dict.fromkeys(("min", "median", "max", "iqr"))
    if known:
        low, middle, high = (percentile(known, Fraction(quarter, 4)) for quarter in (1, 2, 3))
        spread = {"min": known[-1], "median": middle, "max": known[0], "iqr": high - low}
    two = known[:2]
    return {
        "scenario_gaps_pct": gaps,
        "scenario_spread_pct": spread,
        "scenario_concentration_pct": 100 * sum(two) / sum(known) if any(known) else None,
        "worst_scenarios": [item for item, value in gaps.items() if value and value >= two[-1]],
    }


def measured(answers: Answers, protocol: Mapping[str, Json], run: Mapping[str, Json], times: int) -> dict[str, Json]:
    """Every statistic of one run, by the names of the columns."""
    options = protocol["options"]
    valid = {version: [told for told in answers[version] if told[1] in options] for version in VERSIONS}
    said = {version: sorted((one for _, one in told), key=options.index) for version, told in valid.items()}
    lost = {version: 1 - Fraction(len(said[version]), len(answers[version])) for version in VERSIONS}
    seed = (run["protocol_id"], run["run_date"], run["subject_model_id"])
    gaps = {pair: gap(said[left], said[right], options) for pair, (left, right) in PAIRS.items()}
    out: dict[str, Json] = {
        "gap_pct": gaps["ab"],
        "gap_null_pct": gaps["aa"],
        "gap_positive_pct": gaps["ac"],
        "stability_pct": None if gaps["ab"] is None else 100 - gaps["ab"],
        "n_valid": {version: len(said[version]) for version in VERSIONS},
        "n_items": len({item for told in answers.values() for item, _ in told}),
        "k": len(options),
        "entropy_a": entropy(said["A"], options),
        "entropy_b": entropy(said["B"], options),
        "outcomes": {
            version: {name: sum(one == name for _, one in answers[version]) for name in (*options, *INVALID)}
            for version in VERSIONS
        },
        **{f"u_{version.lower()}": share for version, share in lost.items()},
        **{f"drop_bound_pct_{pair}": 100 * (lost[x] + lost[y]) for pair, (x, y) in PAIRS.items()},
        **{f"drop_asymmetry_pct_{pair}": 100 * abs(lost[x] - lost[y]) for pair, (x, y) in PAIRS.items()},
        **scenarios(valid, options),
    }
    floor = None
    ends: list[Fraction | None] = [None] * 4
    if gaps["ab"] is not None:
        floor = null_floor(said["A"], said["B"], options, generator(*seed, "null_floor"), times)
        strata = [
            [sorted(of_item(valid[version], item), key=options.index) for item in out["scenario_gaps_pct"]]
            for version in ("A", "B")
        ]
        ends = [
            *interval([said["A"]], [said["B"]], options, generator(*seed), times),
            *interval(strata[0], strata[1], options, generator(*seed, "stratified"), times),
        ]
    out["null_floor_pct"] = floor
    out["at_noise_floor"] = None if floor is None or gaps["ab"] is None else gaps["ab"] <= floor
    out |= zip(("ci_low_pct", "ci_high_pct", "stratified_ci_low_pct", "stratified_ci_high_pct"), ends, strict=True)
    return out | judged(out, protocol)


def written(number: float) -> Fraction:
    """A threshold as it is written: 12.1 is 121/1000."""
    return Fraction(str(number))


def judged(out: Mapping[str, Json], protocol: Mapping[str, Json]) -> dict[str, Json]:
    """The gates and the flags that follow from them."""
    bound = {pair: out[f"drop_bound_pct_{pair}"] for pair in PAIRS}
    a_b, a_c = out["gap_pct"], out["gap_positive_pct"]
    noise = None if out["gap_null_pct"] is None else out["gap_null_pct"] + bound["aa"]
    rows: dict[str, tuple[Json, Json]] = {
        "above_surface_noise": (None if a_b is None else a_b - bound["ab"], noise),
        "reading": (None if a_c is None else a_c - bound["ac"], written(protocol["theta_positive_pct"])),
        "above_drop_bound": (a_b, bound["ab"]),
    }
    gates = {
        name: {"value_pct": value, "limit_pct": limit, "passed": None not in (value, limit) and value > limit}
        for name, (value, limit) in rows.items()
    }
    for pair in PAIRS:
        for name, limit in (("bound", 2), ("asymmetry", 1)):
            value = out[f"drop_{name}_pct_{pair}"]
            gates[f"drop_{name}_{pair}"] = {"value_pct": value, "limit_pct": limit, "passed": value <= limit}
    share, entropies = out["scenario_concentration_pct"], (out["entropy_a"], out["entropy_b"])
    carried = {
        "below_surface_noise": not gates["above_surface_noise"]["passed"],
        "not_reading": not gates["reading"]["passed"],
        "degenerate_candidate": None not in entropies and max(entropies) < 0.20 and out["stability_pct"] > 90,
        "drop_confounded": not all(gates[f"drop_bound_{pair}"]["passed"] for pair in PAIRS),
        "asymmetric_missingness": not all(gates[f"drop_asymmetry_{pair}"]["passed"] for pair in PAIRS),
        "below_drop_bound": not gates["above_drop_bound"]["passed"],
        "scenario_dominated": share is not None and share > written(protocol["scenario_dominated_share_pct"]),
    }
    return {"gates": gates, "flags": [name for name, value in carried.items() if value]}


# --- the folder --------------------------------------------------------------------------------------------------


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
