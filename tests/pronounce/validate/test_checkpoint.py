"""What a checkpoint keeps, and when it is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.pronounce.validate.checkpoint import Done, checkpoint_path, read_checkpoint, write_checkpoint
from stimfid_lib.pronounce.validate.rows import rows_of
from stimfid_lib.pronounce.validate.speakers import RELEASED
from stimfid_lib.pronounce.validate.tally import Tally
from tests.pronounce.validate.test_utterance import utterance

ROWS = rows_of(utterance("V,B,s", "sil,AH0,a", "T,sil,d"), ["b"])
DONE = {
    "ABA/a": Done("ABA/a", "f1", {"s": 1, "d": 1, "a": 1}, ROWS, ["a note"]),
    "ABA/b": Done("ABA/b", "f2", bad="no wav"),
}


def test_what_is_written_comes_back(tmp_path: Path) -> None:
    path = checkpoint_path(tmp_path / "rows.parquet")
    assert read_checkpoint(path, "ear") == {}
    write_checkpoint(path, "ear", DONE)
    assert read_checkpoint(path, "ear") == DONE


def test_another_transcriber_or_damage_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.checkpoint.jsonl"
    write_checkpoint(path, "ear", DONE)
    with pytest.raises(Refused, match=r"made with 'ear'.*this run is with 'other'"):
        read_checkpoint(path, "other")
    whole = path.read_text(encoding="utf-8")
    for damaged in (whole[:-20], "", "{}\n", "[]\n", whole.replace('"scoring":1', '"scoring":0')):
        path.write_text(damaged, encoding="utf-8")
        with pytest.raises(Refused):
            read_checkpoint(path, "ear")


def test_a_tally_counts_what_could_be_read_and_compares_it_with_the_release() -> None:
    tally = Tally.of(DONE.values(), {})
    assert tally.counts == {"utterances": 1, "s": 1, "d": 1, "a": 1}
    assert (tally.rows, tally.scored) == (3, 2)
    assert tally.differences()["a"] == (1, 1092)
    same = Tally(dict(RELEASED), 0, 0, {}, {}, {}, {})
    assert same.differences() == {}
    assert same.as_dict()["agrees_with_release_notes"] is True
    assert "This is not the release" not in "\n".join(same.told())
    assert "1 more" in "\n".join(Tally(RELEASED | {"a": 1093}, 0, 0, {}, {}, {}, {}).told())
