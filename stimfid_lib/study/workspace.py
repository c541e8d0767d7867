"""One snapshot's workspace: its parameters, its folder, its lexicon; what notebooks and commands hold in hand."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import write_parquet
from stimfid_lib.base.paths import repo_root
from stimfid_lib.models.roster import load_roster
from stimfid_lib.study.params import StudyParams, load_params

if TYPE_CHECKING:
    import polars as pl

    from stimfid_lib.lexicon.lexicon import Lexicon

DEFAULT_PARAMS = "params/demo.yaml"

PASTED = "pasted"
"""Folder of the answers pasted from user interfaces, in a snapshot's folder: `ui_<product>.jsonl`."""

FIGURE = "figures/satisfaction_by_tier"
"""The figure, in a snapshot's folder, without its ending: `.png` and `.svg`."""

FIGURE_CURVES, FIGURE_ANATOMY = "figures/difficulty_curves", "figures/error_anatomy"
"""The further figures: satisfaction by what was asked, and what came instead."""

FIGURES = (FIGURE, FIGURE_CURVES, FIGURE_ANATOMY)

REGISTERED_PLAN = "prereg/plan.json"
"""The registered plan, from the repository's root."""


@dataclass(frozen=True)
class Study:
    """A validated parameter file and the folder `build/<snapshot>` that its stages fill.

    Notebooks and commands open it by `Study.open("params/demo.yaml")`; a path that is not absolute is taken
    from the repository's root, so that the working directory never matters.
    """

    params: StudyParams
    root: Path

    @classmethod
    def open(cls, params: str | os.PathLike[str] = DEFAULT_PARAMS) -> Study:
        """Open the snapshot that a parameter file describes; nothing is made yet.

        Raises:
            MissingInput: no such parameter file or roster, or no checkout around them.
            Refused: an unknown or bad parameter, or a model that the roster does not hold.
        """
        root = repo_root()
        study = cls(load_params(root / params), root)
        roster = load_roster(study.roster_path)
        for key in filter(None, (*study.params.models, study.params.extract_llm)):
            roster.entry(key)
        return study

    @property
    def folder(self) -> Path:
        """Folder of this snapshot's stage files: `<root>/build/<snapshot>`."""
        return self.root / "build" / self.params.snapshot

    @property
    def roster_path(self) -> Path:
        """The roster of models that can be asked: `<root>/models.yaml`."""
        return self.root / "models.yaml"

    @property
    def manifest_path(self) -> Path:
        """The frozen manifest, in the snapshot's folder; a changed suite needs a new name in `suite_manifest`."""
        return self.folder / Path(self.params.suite_manifest).name

    @property
    def registered_manifest(self) -> Path | None:
        """The registered manifest that this snapshot asks (`suite_manifest: prereg/…`); None: it freezes its own.

        Raises:
            MissingInput: the parameter names it and it does not exist.
        """
        named = self.params.suite_manifest
        if "/" not in named:
            return None
        path = self.root / named
        if not path.is_file():
            raise MissingInput(
                f"{named} does not exist: no suite is registered yet. Freeze one with `stimfid prereg freeze "
                "--params …`, or restore the file from the repository"
            )
        return path

    @property
    def filled_sheet(self) -> Path:
        """Where the filled sheet of the hand audit belongs: `<root>/audit/<snapshot>.csv`, under version control."""
        return self.root / "audit" / f"{self.params.snapshot}.csv"

    @property
    def second_sheet(self) -> Path:
        """Where a second coder's sheet belongs: `<root>/audit/<snapshot>.second.csv`."""
        return self.filled_sheet.with_suffix(".second.csv")

    @property
    def wild_path(self) -> Path | None:
        """The wild-track sheet that the parameters name, None where they name none.

        Raises:
            MissingInput: no such file.
        """
        if self.params.wild is None:
            return None
        path = self.root / self.params.wild
        if not path.is_file():
            raise MissingInput(
                f"no wild-track sheet {self.params.wild}, which the parameter `wild` names from {self.root}: put it "
                "there (see docs/corpus.md), or take the parameter out"
            )
        return path

    @cached_property
    def lexicon(self) -> Lexicon:
        """The ground truth in use: `$PHONOLEX_RUNTIME_DIR`, else `data/runtime`, else the open lexicon."""
        from stimfid_lib.lexicon.lexicon import Lexicon

        return Lexicon.from_dir()

    def path(self, name: str) -> Path:
        """Path of a stage file in this snapshot's folder."""
        return self.folder / name

    def table(self, name: str) -> pl.DataFrame:
        """Read one of the stages' tables, for example `table("suite")`.

        Raises:
            MissingInput: the stage that makes it has not run.
            Refused: the file is no table; it was cut short or written by something else.
        """
        import polars as pl

        path = self.made(f"{name}.parquet")
        try:
            return pl.read_parquet(path)
        except pl.exceptions.PolarsError as error:
            where = path.relative_to(self.root)
            raise Refused(f"{where} is no parquet table ({error}): remove it and run `make study` again") from error

    def suite(self) -> pl.DataFrame:
        """Read the suite and hold it against the manifest that froze it.

        Raises:
            MissingInput: the suite stage has not run.
            Refused: the table is not the suite that was frozen.
        """
        from stimfid_lib.suite.manifest import suite_sha256

        suite, frozen = self.table("suite"), str(self.manifest()["suite_sha256"])
        found = suite_sha256(suite)
        if found != frozen:
            raise Refused(
                f"{self.path('suite.parquet').relative_to(self.root)} holds suite {found[:12]}…, "
                f"{self.manifest_path.name} froze {frozen[:12]}…: make the table again with `stimfid suite`"
            )
        return suite

    def manifest(self) -> dict[str, Any]:
        """Read the frozen manifest of the suite.

        Raises:
            MissingInput: the suite stage has not run.
            Refused: the file is no manifest.
        """
        from stimfid_lib.suite.freeze import read_manifest

        return read_manifest(self.made(self.manifest_path.name))

    def write_table(self, name: str, frame: pl.DataFrame) -> None:
        """Write one of the stages' tables."""
        write_parquet(self.path(f"{name}.parquet"), frame)

    def made(self, name: str) -> Path:
        """Path of a file that a stage or notebook makes; MissingInput when it has not."""
        path = self.path(name)
        if not path.is_file():
            raise MissingInput(
                f"{path.relative_to(self.root)} does not exist yet: run the stage that makes it, or all of them "
                f"with `make study` (snapshot {self.params.snapshot!r})"
            )
        return path
