"""Sheets of the tests' own: four replies, one of each kind."""

from __future__ import annotations

from dataclasses import replace

from stimfid_lib.scoring.audit_sheet import AuditRow

BULLETS = '- ring\r\n- "rope"'
TABLE = "| sip | tip | ship |"

ROWS = (
    AuditRow(
        ("A1-001:naive", "m", 1), "words", "bulleted", "ten, please", BULLETS, (("ring",), ("rope",)), refusal=False
    ),
    AuditRow(("A1-002:naive", "m", 1), "words", "none", "=SUM", "I cannot.", (), refusal=True),
    AuditRow(
        ("A3-001:naive", "m", 2),
        "pairs",
        "lines",
        "",
        "tea - key\nrare -",
        (("tea", "key"), ("rare", "")),
        refusal=False,
    ),
    AuditRow(("A3-002:naive", "n", 1), "sets", "table", "sets", TABLE, (("sip", "tip", "ship"),), refusal=False),
)


def right(row: AuditRow) -> AuditRow:
    return replace(row, verdict="right", gold=row.entries, gold_refusal=row.refusal)


def wrong(row: AuditRow, *gold: tuple[str, ...], refusal: bool = False) -> AuditRow:
    return replace(row, verdict="wrong", gold=gold, gold_refusal=refusal)


def skipped(row: AuditRow) -> AuditRow:
    return replace(row, verdict="skip")
