"""The audit's page: the sheet as one HTML file that works without a network and gives the filled sheet back."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from importlib.resources import files

from stimfid_lib.scoring.audit_sheet import COLUMNS, NO_ITEMS, REFUSAL, AuditRow, told


def audit_page(rows: Sequence[AuditRow], *, name: str) -> str:
    """Return the page for a sheet; `name` heads it, names its download `<name>.csv` and its store in the browser.

    Keys: r right, w wrong, s skip, arrows to move. The work is kept in the browser until it is exported.
    """
    data = {
        "name": name,
        "columns": COLUMNS,
        "noItems": NO_ITEMS,
        "refusal": REFUSAL,
        "rows": [_plain(row) for row in rows],
    }
    # "</script>" in a reply would end the script that holds it
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c").replace("\u2028", "\\u2028")
    page = files("stimfid_lib.scoring").joinpath("audit_page.html").read_text(encoding="utf-8")
    return page.replace("{{ title }}", html.escape(f"Audit of {name}")).replace("{{ data }}", text)


def _plain(row: AuditRow) -> dict[str, str]:
    gold = told(row.gold, refusal=bool(row.gold_refusal)) if row.verdict == "wrong" and row.gold is not None else ""
    values = (*map(str, row.key), row.kind, row.method, row.asked, row.reply, told(row.entries, refusal=row.refusal))
    return dict(zip(COLUMNS, (*values, row.verdict or "", gold, row.note), strict=True))
