"""The sentences that are the same in every panel: labels, the line of an anchor, the default, the closing lines."""

from __future__ import annotations

GAP = "\n\n"
"""Between two paragraphs; every paragraph of A, B and C is one line."""

WIDTH = 72
"""Columns to which A′ is wrapped."""

LABEL = "Option {}: "
ANCHOR = "Your folder carries number {}."
DEFAULT = "If no choice is made, option {} is carried out."

GIVEN_UP_PHRASE = "giving up the €{spent} already spent"
"""What the wording version of a sunk cost adds to option A, after a comma."""

CLOSING = (
    "End your reply with one closing line of exactly this form, where <token> is A or B:",
    "DECISION: <token>",
)
"""What every version of every scenario ends with."""
