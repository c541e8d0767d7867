"""How verdicts are called in front of readers."""

from __future__ import annotations

VERDICTS = {
    "pass": "pass",
    "fail": "fail",
    "oov": "out of vocabulary",
    "multiword": "more than one word",
    "not_a_word": "not a word",
    "malformed": "half a pair",
    "wrong_contrast": "another contrast",
    "wrong_position": "contrast elsewhere in the word",
    "wrong_length": "other number of syllables",
    "not_minimal": "sound alike",
    "variant_or_gt1": "more than one sound differs",
    "below_distance": "sounds too close",
    "variant_only": "fits in a second pronunciation only",
}
"""Every verdict (`scoring.rows.STATUSES`) in a reader's words, in the order of the table."""
