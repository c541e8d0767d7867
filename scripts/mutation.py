"""`make mutation`: does a test fail when a line of stability/measure is wrong? Writes docs/mutation.md.

mutmut changes one expression at a time in a copy under build/mutation and runs the tests that reach it; a mutant that
no test notices survives. What no test can notice (an equivalent mutant) is listed with the reason in
scripts/mutation_equivalent.json, by its function and its changed line, so that a listed mutant whose line was edited
since counts as a survivor again. Takes about an hour the first time; a second run asks only what changed. No part of
`make study`, `make test` or CI.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TREE = ROOT / "build" / "mutation"
MEASURE = Path("stimfid_lib/stability/measure")
EQUIVALENT = ROOT / "scripts" / "mutation_equivalent.json"
PAGE = ROOT / "docs" / "mutation.md"
WANTED_PCT = 95.0

TESTS = (
    "tests/stability/measure",
    "tests/stability/records/test_verify.py",
    "tests/stability/records/test_schema.py",
    "tests/stability/records/test_archive.py",
)
"""The fast subset: every test of these folders and files, except `LEFT_OUT`."""

LEFT_OUT = ("test_alone.py",)
OUTSIDER = "tests/stability/records/test_verify.py::test_an_outsider_runs_it_without_installing_anything"
"""They start interpreters that cannot run mutants, which need mutmut beside them."""

MESSAGES = (
    r"\braise ",
    r"faults\.append\(",
    r"faults \+= ",
    r"return \[f\"",
    r"^\s*f?\"[^\"]*\"$",
    r"sys\.std(out|err)\.",
)
"""Lines of message text, which no test spells out."""

CONFTEST = """from hypothesis import settings

settings.register_profile("mutation", deadline=None, derandomize=True, max_examples=25, database=None)
settings.load_profile("mutation")
"""


def settings() -> str:
    """The configuration of mutmut and pytest in the copy."""
    return f"""[tool.mutmut]
source_paths = ["{MEASURE}"]
also_copy = ["stimfid_lib", "tests"]
pytest_add_cli_args_test_selection = {json.dumps(list(TESTS))}
pytest_add_cli_args = ["-p", "no:cacheprovider", "-p", "no:xdist", "--deselect", "{OUTSIDER}"]
do_not_mutate_patterns = {json.dumps(list(MESSAGES))}
use_git_change_detection = false

[tool.pytest.ini_options]
addopts = ["--import-mode=importlib"]
pythonpath = ["."]
markers = ["lexicon: a", "weights: b", "slow: c"]
"""


ENDS = {
    "killed": (1, 3, -11, -9),
    "timed out": (36, 24, 152, 255, -24, -14),
    "without a test": (5, 33),
    "not asked yet": (None, 2, 34),
}
"""mutmut's exit codes; any other is a survivor."""

LIVING = ("survived", "without a test")


@dataclass(frozen=True)
class Mutant:
    """One change that no test noticed.

    Attributes:
        name: mutmut's name of it, whose last number moves when a function is edited.
        function: file and function.
        before, after: the changed line.
    """

    name: str
    function: str
    before: str
    after: str


def main() -> None:
    """Make the tree, run mutmut in it and write the page; exit status 1 under the wanted share.

    Files named on the command line (`gap chain`) are the only ones asked; what is known of the others stays.
    """
    prepare()
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", os.environ.get("MUTATION_CHILDREN", "1")]
    command += [f"{MEASURE.as_posix().replace('/', '.')}.{name}.*" for name in sys.argv[1:]]
    subprocess.run(command, cwd=TREE, check=True, preexec_fn=lambda: os.nice(max(0, 10 - os.nice(0))))
    counts, living = results()
    reasons = {(one["function"], one["before"], one["after"]): one["reason"] for one in _listed()}
    found = {mutant: reasons.get((mutant.function, mutant.before, mutant.after)) for mutant in living}
    equivalent = sum(reason is not None for reason in found.values())
    judged = sum(counts.values()) - equivalent - counts["not asked yet"]
    killed = counts["killed"] + counts["timed out"]
    share = 100 * killed / judged
    PAGE.write_text(page(counts, found, share), encoding="utf-8")
    sys.stdout.write(
        f"{killed} of {judged} mutants killed ({share:.1f} %), {equivalent} equivalent; {PAGE.name} written\n"
    )
    sys.exit(0 if share >= WANTED_PCT else 1)


def prepare() -> None:
    """Copy the library and the tests; mutmut's own folder stays, so that a second run asks only what changed."""
    TREE.mkdir(parents=True, exist_ok=True)
    skip = shutil.ignore_patterns("__pycache__", *LEFT_OUT)
    for folder in ("stimfid_lib", "tests"):
        shutil.rmtree(TREE / folder, ignore_errors=True)
        shutil.copytree(ROOT / folder, TREE / folder, ignore=skip)
    (TREE / "tests" / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (TREE / "pyproject.toml").write_text(settings(), encoding="utf-8")


def results() -> tuple[Counter[str], list[Mutant]]:
    """How many mutants ended how, and those that no test noticed."""
    counts: Counter[str] = Counter()
    living: list[Mutant] = []
    for path in sorted((TREE / "mutants" / MEASURE).glob("*.meta")):
        for name, status in json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"].items():
            how = next((how for how, codes in ENDS.items() if status in codes), "survived")
            counts[how] += 1
            if how in LIVING:
                living.append(_mutant(name))
    return counts, living


def _mutant(name: str) -> Mutant:
    command = [sys.executable, "-m", "mutmut", "show", name]
    told = subprocess.run(command, cwd=TREE, check=True, capture_output=True, text=True).stdout
    lines = [line for line in told.splitlines() if not line.startswith(("---", "+++"))]
    before, after = (" ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+")
    module, _, rest = name.removeprefix("stimfid_lib.stability.measure.").partition(".")
    function = rest.rpartition("__mutmut_")[0].removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")
    return Mutant(name, f"{module}.{function}", before, after)


def _listed() -> list[dict[str, str]]:
    listed: list[dict[str, str]] = json.loads(EQUIVALENT.read_text(encoding="utf-8"))
    return listed


def page(counts: Counter[str], found: dict[Mutant, str | None], share: float) -> str:
    """The page of what was found."""
    equivalent = sum(reason is not None for reason in found.values())
    told = ", ".join(f"{count} {how}" for how, count in sorted(counts.items()))
    judged = sum(counts.values()) - equivalent - counts["not asked yet"]
    lines = [
        "# Mutation test of stability/measure",
        "",
        "Written by `make mutation` (`scripts/mutation.py`, mutmut). mutmut changes one expression inside a function",
        "at a time: a comparison, a constant, an argument, an operator. Lines of message text are left out. It does",
        "not change constants of modules, properties and cached functions; the tests pin those by value.",
        "",
        f"{sum(counts.values())} mutants: {told}. {equivalent} of the survivors are equivalent: no test can tell them",
        f"from the code. Of the other {judged}, **{share:.1f} %** were killed; wanted are {WANTED_PCT:.0f} %.",
        "",
        "## Survivors",
        "",
        "| function | the line | as changed | why it lives |",
        "|---|---|---|---|",
        *_rows(found),
    ]
    return "\n".join(lines) + "\n"


def _rows(found: dict[Mutant, str | None]) -> Iterator[str]:
    for mutant, reason in sorted(found.items(), key=lambda pair: (pair[1] is not None, pair[0].name)):
        before, after = (part.replace("|", "\\|") for part in (mutant.before, mutant.after))
        why = f"equivalent: {reason}" if reason else "**not killed**"
        yield f"| {mutant.function} | `{before}` | `{after}` | {why} |"


if __name__ == "__main__":
    main()
