"""Norms of the user's own: what is read, what is refused and how it is said, and that they are kept."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.lexicon.build.added_norms import AddedNorm, drop_norm, keep_norm, kept_norms, read_norm, with_norms

_ROWS = ("word,IMAG,n", "bank,5.1,30", "bank (money),5.9,30", "bank (river),4.2,30", "Cat,6.8,30", "hot dog,6.0,30")
GLASGOW = "\r".join((*_ROWS, "rose,6.5,30", "hope,2.0,30", ""))
"""Line ends of carriage returns alone, as the Glasgow norms have them."""


def _file(folder: Path, text: str) -> Path:
    path = folder / "norms.csv"
    path.write_bytes(text.encode("utf-8"))
    return path


def _read(path: Path, **more: str) -> AddedNorm:
    return read_norm(path, **{"word": "word", "value": "IMAG", "norm": "imageability", "scale": "1-7", **more})


def test_senses_and_phrases_are_left_out_and_counted(tmp_path: Path) -> None:
    added = _read(_file(tmp_path, GLASGOW))
    assert added.values == {"bank": 5.1, "cat": 6.8, "rose": 6.5, "hope": 2.0}
    assert (added.n_senses, added.n_phrases) == (2, 1)
    assert (added.low, added.high, added.scale) == (1.0, 7.0, "1 to 7")


@pytest.mark.parametrize("text", ["word\tIMAG\ncat\t6\nhope\t2\n", "\ufeffword;IMAG\r\ncat;6\r\nhope;2\r\n"])
def test_other_delimiters_and_a_byte_order_mark(tmp_path: Path, text: str) -> None:
    assert _read(_file(tmp_path, text)).values == {"cat": 6.0, "hope": 2.0}


def test_a_scale_may_be_open_above(tmp_path: Path) -> None:
    added = _read(_file(tmp_path, "word,IMAG\ncat,3\nhope,31\n"), scale="0-", unit="seconds")
    assert (added.low, added.high, added.scale, added.unit) == (0.0, None, "from 0", "seconds")


@pytest.mark.parametrize(
    ("text", "more", "said"),
    [
        (GLASGOW, {"norm": "aoa"}, "'aoa'.*scale of its own.*aoa_glasgow"),
        (GLASGOW, {"norm": "Imag 1"}, "lower-case letters"),
        (GLASGOW, {"norm": "word"}, "'word'"),
        (GLASGOW, {"scale": "Likert"}, "'Likert' is no range"),
        (GLASGOW, {"scale": "7-1"}, "lower end comes first"),
        (GLASGOW, {"scale": "1-5"}, r"line 2, column 'IMAG': 5.1 lies outside the scale 1-5"),
        (GLASGOW, {"scale": "1-100"}, "2 to 6.8.*under a quarter of the scale 1-100"),
        (GLASGOW, {"value": "IMAGE"}, "no columns 'word' and 'IMAGE'"),
        ("word,IMAG\ncat,inf\n", {}, "line 2.*'inf' is no finite number"),
        ("word,IMAG\ncat,3\nhope,NaN\n", {}, "line 3.*'NaN' is no finite number"),
        ("word,IMAG\ncat,\n", {}, "line 2.*'' is no number"),
        ("word,IMAG\ncat,NA\n", {}, "line 2.*'NA' is no number"),
        ("word,IMAG\ncat\n", {}, "line 2.*'' is no number"),
        ("word,IMAG\ncat,3\nCat,4\n", {}, "line 3: 'Cat' is 4 here and 3 in line 2"),
        ("word,IMAG\nhot dog,3\n", {}, "no row with a single word"),
    ],
)
def test_what_is_ambiguous_or_wrong_is_named(tmp_path: Path, text: str, more: dict[str, str], said: str) -> None:
    with pytest.raises(Refused, match=said):
        _read(_file(tmp_path, text), **more)


def test_a_table_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match="no file"):
        _read(tmp_path / "none.csv")
    (tmp_path / "latin.csv").write_bytes("word,IMAG\ncafé,3\n".encode("latin-1"))
    with pytest.raises(Refused, match="not UTF-8"):
        _read(tmp_path / "latin.csv")


def test_a_norm_is_kept_as_it_was_read_until_it_is_dropped(tmp_path: Path) -> None:
    added = _read(_file(tmp_path, GLASGOW))
    folder = tmp_path / "norms"
    assert kept_norms(folder) == ()
    keep_norm(added, folder)
    assert kept_norms(folder) == (added,)
    with pytest.raises(Refused, match="'arousal' was not added; added are imageability"):
        drop_norm("arousal", folder)
    drop_norm("imageability", folder)
    assert kept_norms(folder) == ()


def test_a_norm_joins_the_table_and_says_its_scale(tmp_path: Path) -> None:
    added = _read(_file(tmp_path, GLASGOW))
    words = with_norms(pl.DataFrame({"word": ["cat", "cats", "hope"]}), (added,))
    assert words["imageability"].to_list() == [6.8, None, 2.0]
    about = added.about(words)
    assert (about["scale"], about["observed"], about["unit"]) == ([1.0, 7.0], [2.0, 6.8], "rating")
    assert about["phrase"] == "imageability on a scale from 1 to 7 (norms.csv)"
    with pytest.raises(Refused, match="none of its 4 words is in the lexicon"):
        with_norms(pl.DataFrame({"word": ["dog"]}), (added,))
