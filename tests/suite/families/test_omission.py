from __future__ import annotations

from stimfid_lib.suite.families import Omission, omissions_to_frame


def test_an_omission_is_listed_with_what_it_lacked() -> None:
    omission = Omission("A1", 2, {"phoneme": "w", "position": "final", "scales": {}}, 0, 20)
    assert omissions_to_frame([omission]).rows() == [("A1", 2, '{"phoneme":"w","position":"final"}', 0, 20)]
