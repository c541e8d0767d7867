"""The hand audit of a snapshot: its sheet and page, where the filled sheet lies, and what it says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import write_text
from stimfid_lib.models.roster import load_roster
from stimfid_lib.scoring.audit import make_audit_sample
from stimfid_lib.scoring.audit_page import audit_page
from stimfid_lib.scoring.audit_sheet import AuditRow, read_sheet, write_sheet
from stimfid_lib.scoring.audit_table import AUDIT_SCHEMA, audit_table, extracted_now
from stimfid_lib.scoring.rows import KEYS

if TYPE_CHECKING:
    import polars as pl

    from stimfid_lib.study.workspace import Study

SHARE = 0.05


def audited_replies(study: Study) -> pl.DataFrame:
    """The replies that the audit draws from: those of models, with what was asked, the text and what was read.

    Reference generators are left out, because their lists are known, unless nobody else answered.
    """
    import polars as pl

    roster = load_roster(study.roster_path)
    extracted = study.table("extracted")
    models = [key for key in study.params.models if roster.entry(key).kind != "reference"]
    if not extracted.filter(pl.col("model_key").is_in(models)).is_empty():
        extracted = extracted.filter(pl.col("model_key").is_in(models))
    texts = study.table("runs").select(*KEYS, "text")
    asked = study.suite().select("prompt_id", "prompt_text")
    joined = extracted.join(texts, on=list(KEYS), how="inner", maintain_order="left")
    return joined.join(asked, on="prompt_id", how="left", maintain_order="left")


def audit_rows(study: Study, share: float = SHARE) -> tuple[AuditRow, ...]:
    """Draw the sample (seed 215) as rows of a sheet.

    Raises:
        MissingInput: the replies have not been extracted.
        Refused: a share that is not above 0 and at most 1.
    """
    sample = make_audit_sample(audited_replies(study), share)
    return tuple(
        AuditRow(
            (row["prompt_id"], row["model_key"], row["replicate"]),
            row["kind"],
            row["method"],
            row["prompt_text"],
            row["text"],
            tuple(map(tuple, row["entries"])),
            row["refusal"],
        )
        for row in sample.iter_rows(named=True)
    )


def make_sheet(study: Study, share: float = SHARE, *, overwrite: bool = False) -> tuple[Path, Path]:
    """Write an empty sheet and its page into `build/<snapshot>/audit/`; return both paths.

    Raises:
        Refused: the sheet there holds verdicts already.
    """
    sheet, page = study.path("audit/sheet.csv"), study.path("audit/sheet.html")
    if sheet.is_file() and not overwrite and any(row.verdict for row in read_sheet(sheet)):
        raise Refused(
            f"{sheet.relative_to(study.root)} holds verdicts: move it to {study.filled_sheet.relative_to(study.root)}, "
            "or write over it with --overwrite"
        )
    rows = audit_rows(study, share)
    write_sheet(sheet, rows)
    write_text(page, audit_page(rows, name=study.params.snapshot))
    return sheet, page


def audit_of(study: Study) -> pl.DataFrame:
    """What the filled sheet says of the extraction as it is now (`AUDIT_SCHEMA`); no rows while there is none.

    Raises:
        Refused: a faulty sheet, or one of other replies than this snapshot's.
    """
    path, second = study.filled_sheet, study.second_sheet
    if not path.is_file():
        import polars as pl

        return pl.DataFrame(schema=AUDIT_SCHEMA)
    rows = read_sheet(path)
    return audit_table(rows, extracted_now(study.table("extracted")), read_sheet(second) if second.is_file() else None)
