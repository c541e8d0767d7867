"""What an audit shows: the share of replies that were read exactly right, with its interval, and item by item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.wilson import wilson
from stimfid_lib.corpus.agreement import Agreement, cohen_kappa
from stimfid_lib.scoring.audit_sheet import AuditRow, Entries, Key

Read = tuple[Entries, bool]
"""What was extracted from a reply: the entries, and whether it was taken for a refusal."""


@dataclass(frozen=True, slots=True)
class AuditFigures:
    """Accuracy of extraction over the judged replies of a sheet.

    - `n_sampled` replies stand in the sheet, `n_judged` have a verdict, `n_skipped` could not be decided
    - `n_right`: the items are exactly the auditor's, in order, and a reply without items was rightly taken for a
      refusal or for none; `accuracy` is their share of the judged, with its Wilson 95 % interval
    - `item_precision`, `item_recall`: over all items of the judged replies together, repeats counted
    - `n_changed`: judged replies that are read otherwise now than when they were judged

    The gold is one person's reading. After the reader has been changed in view of these very replies, the figure says
    how well it reads them and no longer how well it reads others.
    """

    n_sampled: int
    n_judged: int
    n_skipped: int
    n_right: int
    accuracy: float | None
    low: float | None
    high: float | None
    item_precision: float | None
    item_recall: float | None
    n_changed: int

    def __str__(self) -> str:
        if self.accuracy is None:
            return f"none of {self.n_sampled} sampled replies is judged"
        items = ", ".join(
            f"{name} {value:.3f}"
            for name, value in (("precision", self.item_precision), ("recall", self.item_recall))
            if value is not None
        )
        text = (
            f"{self.n_right} of {self.n_judged} judged replies read exactly right: {self.accuracy:.3f} "
            f"(95 % {self.low:.3f} to {self.high:.3f})"
        )
        text += f"; items: {items}" if items else ""
        text += f"; {self.n_skipped} skipped" if self.n_skipped else ""
        undecided = self.n_sampled - self.n_judged - self.n_skipped
        text += f"; {undecided} without a verdict" if undecided else ""
        return text + (f"; {self.n_changed} are read otherwise now than when judged" if self.n_changed else "")


def audit_figures(rows: Sequence[AuditRow], extracted: Mapping[Key, Read] | None = None) -> AuditFigures:
    """Compare the auditor's gold with what was extracted: by default as the sheet shows it.

    `extracted` holds what is extracted now, so that a reader can be measured again on an audited sheet.

    Raises:
        Refused: a judged reply is not among the extracted ones.
    """
    judged = [row for row in rows if row.gold is not None]
    hits = n_found = n_gold = right = changed = 0
    for row in judged:
        entries, refusal = _read_now(row, extracted)
        gold = row.gold or ()
        hits += (Counter(entries) & Counter(gold)).total()
        n_found, n_gold = n_found + len(entries), n_gold + len(gold)
        right += entries == gold and refusal == row.gold_refusal
        changed += (entries, refusal) != (row.entries, row.refusal)
    n = len(judged)
    low, high = wilson(right, n) if n else (None, None)
    return AuditFigures(
        n_sampled=len(rows),
        n_judged=n,
        n_skipped=sum(row.verdict == "skip" for row in rows),
        n_right=right,
        accuracy=right / n if n else None,
        low=low,
        high=high,
        item_precision=hits / n_found if n_found else None,
        item_recall=hits / n_gold if n_gold else None,
        n_changed=changed,
    )


def second_coder(first: Sequence[AuditRow], second: Sequence[AuditRow]) -> Agreement:
    """Cohen's κ of two coders' verdicts (right, wrong) over the replies that both judged.

    Both must have judged the same extraction, or their verdicts are about different things.

    Raises:
        Refused: no reply judged by both, or a reply whose items differ between the two sheets.
    """
    judged = {row.key: row for row in second if row.gold is not None}
    both = [(row, judged[row.key]) for row in first if row.gold is not None and row.key in judged]
    for one, other in both:
        if (one.entries, one.refusal) != (other.entries, other.refusal):
            raise Refused(
                f"{one.key}: the two sheets show different items; let both coders judge one and the same sheet"
            )
    if not both:
        raise Refused("no reply has a verdict in both sheets: give the second coder a copy of the same sheet")
    return cohen_kappa([one.verdict for one, _ in both], [other.verdict for _, other in both])


def _read_now(row: AuditRow, extracted: Mapping[Key, Read] | None) -> Read:
    if extracted is None:
        return row.entries, row.refusal
    if row.key not in extracted:
        raise Refused(
            f"{', '.join(map(str, row.key))} was audited and is not among the extracted replies: the sheet is of "
            "another snapshot, or of replies that were asked again; make a new sheet"
        )
    return extracted[row.key]
