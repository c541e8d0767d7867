"""TextGrids as Praat writes them: encodings, formats, quotes, tiers longer than the file; whole or refused."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.base.errors import Refused
from stimfid_lib.pronounce.validate.textgrid import read_textgrid
from tests.pronounce.validate.making import long_textgrid, short_textgrid

TIERS = {
    "words": [(0.0, 0.5, ""), (0.5, 1.0, "cat")],
    "phones": [(0.0, 0.5, ""), (0.5, 0.7, "K"), (0.7, 0.9, "AE1,AA*,s"), (0.9, 1.25, "T,sil,d ")],
    "IPA": [(0.0, 1.0, 'kæ "so" it is')],
}
BOM_BE = codecs.BOM_UTF16_BE.decode("utf-16-be")


@pytest.mark.parametrize("write", [long_textgrid, short_textgrid], ids=["long", "short"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "big with mark"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["unix", "windows"])
def test_every_encoding_and_format_reads_alike(write: object, encoding: str, ends: str) -> None:
    text = write(1.0, TIERS).replace("\n", ends)  # type: ignore[operator]
    data = (BOM_BE + text).encode("utf-16-be") if encoding == "big with mark" else text.encode(encoding)
    grid = read_textgrid(data)
    assert grid.end == 1.0
    assert [one.text for one in grid.tiers["phones"]] == ["", "K", "AE1,AA*,s", "T,sil,d"]
    assert [one.text for one in grid.tiers["ipa"]] == ['kæ "so" it is']
    assert grid.tiers["phones"][-1].end == 1.25, "a tier longer than the file keeps its labels"
    assert (grid.tiers["words"][1].start, grid.tiers["words"][1].middle) == (0.5, 0.75)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b"3",
        b"RIFF....WAVE",
        b'File type = "ooTextFile"\n',
        "caf\xe9 au lait".encode("latin-1"),
        bytes(range(256)),
    ],
)
def test_what_is_no_textgrid_is_refused(data: bytes) -> None:
    with pytest.raises(Refused):
        read_textgrid(data)


@pytest.mark.parametrize("write", [long_textgrid, short_textgrid], ids=["long", "short"])
def test_a_file_cut_off_anywhere_is_refused_or_whole(write: object) -> None:
    """No beginning of a file reads as a shorter annotation."""
    text = write(1.0, {"words": TIERS["words"], "phones": TIERS["phones"]})  # type: ignore[operator]
    whole = read_textgrid(text.encode()).tiers
    for length in range(len(text)):
        try:
            assert read_textgrid(text[:length].encode()).tiers == whole, text[:length][-60:]
        except Refused:
            continue


LABELS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp", "Zs")), max_size=12)


@given(st.lists(LABELS, min_size=1, max_size=8), st.sampled_from(["utf-8", "utf-16"]))
def test_labels_come_back_as_they_were_written(labels: list[str], encoding: str) -> None:
    tier = [(float(place), place + 1.0, label) for place, label in enumerate(labels)]
    for write in (long_textgrid, short_textgrid):
        grid = read_textgrid(write(float(len(labels)), {"phones": tier}).encode(encoding))
        assert [one.text for one in grid.tiers["phones"]] == labels
