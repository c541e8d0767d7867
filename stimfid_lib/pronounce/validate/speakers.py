"""Who speaks in L2-ARCTIC, and what its release notes count."""

from __future__ import annotations

_BY_L1 = {
    "Arabic": "ABA SKA YBAA ZHAA",
    "Chinese": "BWC LXC NCC TXHC",
    "Hindi": "ASI RRBI SVBI TNI",
    "Korean": "HJK HKK YDCK YKWK",
    "Spanish": "EBVS ERMS MBMPS NJS",
    "Vietnamese": "HQTV PNV THV TLV",
}
L1_OF = {speaker: l1 for l1, speakers in _BY_L1.items() for speaker in speakers.split()}
"""First language of each of the 24 speakers, by the name of their folder."""

ANNOTATED_FILES = {speaker: 149 if speaker == "YBAA" else 150 for speaker in L1_OF}
"""How many annotated utterances of each speaker the release (version 5.0) holds."""

RELEASED = {"utterances": 3599, "s": 14098, "d": 3420, "a": 1092}
"""Annotated utterances, substitutions, deletions and additions by the release notes of the corpus."""
