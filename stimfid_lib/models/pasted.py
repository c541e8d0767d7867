"""Answers pasted from user interfaces: one more source of replies, `ui_<product>`, beside the models of the roster."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import write_jsonl
from stimfid_lib.base.settings import proposal
from stimfid_lib.corpus.sheet import LONGEST_CELL, Fault, Row, Sheet, read_sheet, told_at_once
from stimfid_lib.models.completion import Completion
from stimfid_lib.models.pasted_day import day_of
from stimfid_lib.models.plan import derive_seed
from stimfid_lib.models.record import Record, make_record
from stimfid_lib.models.runs import read_runs
from stimfid_lib.suite.ui_sheet import UI_COLUMNS

if TYPE_CHECKING:
    import polars as pl

UI_PREFIX = "ui_"
_NEEDED = tuple(name for name in UI_COLUMNS if name != "prompt_text")
_RECKONED = ("#NAME?", "#VALUE!", "#REF!", "#ERROR!", "#N/A", "#DIV/0!", "Err:")
"""What a spreadsheet shows in place of a reply that begins with "-" or "=" and that it took for a formula."""
_STRAIGHT = str.maketrans("‘’“”", "''\"\"")
_PRODUCT = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}")


def read_pasted(path: Path, suite: pl.DataFrame, suite_sha256: str) -> tuple[dict[str, list[Record]], list[int]]:
    """Read a filled sheet (columns `UI_COLUMNS`; `prompt_text` may be left out) into records by model key.

    Each record is a reply to replicate 1, without temperature or model id, since an interface shows neither;
    its `ts` is the day of asking. What an interface adds around the model (system prompt, memory, search) is part of
    what is measured, and is not known.

    Returns:
        Records by `ui_<product>`, in the sheet's order, and the rows that are not filled yet.

    Raises:
        MissingInput: no such file.
        Refused: every fault of the sheet at once, each with row, column, value and what is allowed.
    """
    sheet = read_sheet(path)
    faults = _header(sheet)
    prompts = dict(suite.filter(suite["arm"] == "naive").select("prompt_id", "prompt_text").iter_rows())
    records: dict[str, list[Record]] = {}
    open_rows: list[int] = []
    seen: dict[tuple[str, str], str] = {}
    for row in () if faults else sheet.rows:
        if not row.cells["raw_text"] and not row.cells["date"]:
            open_rows.append(row.number)
            continue
        found = _faults(row, prompts, seen)
        faults += found
        if not found:
            key = UI_PREFIX + row.cells["ui_product"].lower()
            records.setdefault(key, []).append(_record(row, key, suite_sha256))
    if faults:
        raise told_at_once(path, faults, "stimfid ui read")
    return records, open_rows


def write_pasted(records: dict[str, list[Record]], folder: Path) -> list[Path]:
    """Write one file a product, `<folder>/ui_<product>.jsonl`, in place of an earlier one of that product."""
    paths = []
    for key, some in sorted(records.items()):
        write_jsonl(folder / f"{key}.jsonl", some)
        paths.append(folder / f"{key}.jsonl")
    return paths


def with_pasted(replies: pl.DataFrame, folder: Path, suite: pl.DataFrame, suite_sha256: str) -> pl.DataFrame:
    """Add the pasted answers of a folder to a table of replies (`runs.runs_schema`); an empty folder adds none.

    Raises:
        Refused: a file is damaged, or its answers are to another suite.
    """
    import polars as pl

    if not any(folder.glob(f"{UI_PREFIX}*.jsonl")):
        return replies
    pasted = read_runs(folder)
    strange = pasted.filter((pl.col("suite_sha256") != suite_sha256) | ~pl.col("prompt_id").is_in(suite["prompt_id"]))
    if strange.height:
        key, prompt = strange.select("model_key", "prompt_id").row(0)
        raise Refused(
            f"{folder / key}.jsonl answers another suite (its prompt {prompt}): read the sheet again with "
            "`stimfid ui read`, or move the file away"
        )
    return pl.concat([replies, pasted]).sort("model_key", "prompt_id", "replicate")


def _header(sheet: Sheet) -> list[Fault]:
    faults = [
        Fault(1, "row 1", name, f"unknown column{proposal(name, UI_COLUMNS)}")
        for name in sheet.columns
        if name not in UI_COLUMNS and name != "notes"
    ]
    needed = ", ".join(_NEEDED)
    missing = [name for name in _NEEDED if name not in sheet.columns]
    return faults + [Fault(1, "row 1", name, f"the column is missing; needed are {needed}") for name in missing]


def _faults(row: Row, prompts: dict[str, str], seen: dict[tuple[str, str], str]) -> list[Fault]:
    cells = row.cells
    told: list[tuple[str, str]] = []
    prompt, product = cells["prompt_id"], cells["ui_product"].lower()
    if prompt not in prompts:
        told.append(
            ("prompt_id", f"{prompt!r} is no naive prompt of this snapshot's suite; copy it from `stimfid ui sheet`")
        )
    elif "prompt_text" in cells and _words(cells["prompt_text"]) != _words(prompts[prompt]):
        told.append(("prompt_text", f"not the wording of {prompt}; the interface must be asked {prompts[prompt]!r}"))
    if not _PRODUCT.fullmatch(product):
        told.append(
            ("ui_product", f"{cells['ui_product']!r}: letters, digits, - and _ alone, such as chatgpt or claude_free")
        )
    told += _day(cells["date"])
    if not cells["raw_text"]:
        told.append(("raw_text", "empty; paste the whole reply, or clear the date if it was not asked"))
    elif cells["raw_text"].startswith(_RECKONED):
        told.append(
            (
                "raw_text",
                f"{cells['raw_text'][:20]!r}: the spreadsheet took the reply for a formula; format the column as text "
                "and paste it again",
            )
        )
    elif len(cells["raw_text"]) >= LONGEST_CELL - 1:
        told.append(
            (
                "raw_text",
                f"{len(cells['raw_text']):,} characters: the spreadsheet has cut the reply; shorten it by hand",
            )
        )
    if row.surplus:
        told.append(("(beyond the header)", "more cells than columns; quote a cell that holds a comma"))
    if (product, prompt) in seen:
        told.append(
            ("prompt_id", f"{prompt!r} of {product!r} stands in {seen[product, prompt]} already; one reply each")
        )
    seen.setdefault((product, prompt), row.where)
    return [Fault(row.number, row.where, column, what) for column, what in told]


def _day(value: str) -> list[tuple[str, str]]:
    if not value:
        return [("date", "empty; the day of asking")]
    try:
        day_of(value)
    except Refused as error:
        return [("date", str(error))]
    return []


def _words(text: str) -> str:
    """Words as they are compared: spaces and curly marks, which a spreadsheet may set, are no difference."""
    return " ".join(text.translate(_STRAIGHT).split())


def _record(row: Row, key: str, suite_sha256: str) -> Record:
    cells = row.cells
    day = day_of(cells["date"]).isoformat()
    request = {"source": "pasted from a user interface", "date": day}
    record = make_record(
        Completion(cells["raw_text"], request=request),
        prompt_id=cells["prompt_id"],
        replicate=1,
        model_key=key,
        temperature=None,
        seed=derive_seed(cells["prompt_id"], 1),
        suite_sha256=suite_sha256,
    )
    return {**record, "ts": f"{day}T00:00:00+00:00"}
