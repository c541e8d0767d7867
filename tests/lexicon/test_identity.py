from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import sha256_file, write_json, write_text
from stimfid_lib.lexicon.identity import LexiconIdentity, NormScale, identity_of, read_about, scale_of


def test_a_lexicon_is_known_by_its_name_and_its_two_tables(fixture_lexicon_dir: Path) -> None:
    identity = identity_of(fixture_lexicon_dir, read_about(fixture_lexicon_dir))
    assert identity == LexiconIdentity(
        "seven-word fixture",
        sha256_file(fixture_lexicon_dir / "words.parquet"),
        sha256_file(fixture_lexicon_dir / "pairs.parquet"),
    )


def test_without_lexicon_json_it_is_phonolex(fixture_lexicon_dir: Path) -> None:
    (fixture_lexicon_dir / "lexicon.json").unlink()
    assert identity_of(fixture_lexicon_dir, read_about(fixture_lexicon_dir)).name == "PhonoLex"


def test_tables_that_lexicon_json_does_not_describe_are_refused(fixture_lexicon_dir: Path) -> None:
    tables = {name: sha256_file(fixture_lexicon_dir / name) for name in ("words.parquet", "pairs.parquet")}
    identity_of(fixture_lexicon_dir, {"sha256": tables})
    for name in tables:
        with pytest.raises(Refused, match=rf"{name}.*build the lexicon again"):
            identity_of(fixture_lexicon_dir, {"sha256": tables | {name: "0" * 64}})


@pytest.mark.parametrize("text", ["{", "[]", '{"norms": ["aoa"]}', '{"sha256": []}'])
def test_a_spoilt_lexicon_json_is_refused_by_name(fixture_lexicon_dir: Path, text: str) -> None:
    write_text(fixture_lexicon_dir / "lexicon.json", text)
    with pytest.raises(Refused, match=r"lexicon\.json"):
        read_about(fixture_lexicon_dir)


def test_scales_come_from_lexicon_json_else_from_the_name(tmp_path: Path) -> None:
    rated = {"unit": "rating", "scale": "1-7", "phrase": "rated age of acquisition"}
    write_json(tmp_path / "lexicon.json", {"norms": {"aoa": rated, "imageability": {"scale": [100, 700]}}})
    about = read_about(tmp_path)
    assert scale_of("aoa", about) == NormScale("aoa", "rating", (1.0, 7.0), "rated age of acquisition")
    assert scale_of("imageability", about) == NormScale("imageability", "", (100.0, 700.0), "imageability")
    assert scale_of("aoa", {}).unit == "years"
    assert scale_of("concreteness", {}).low_high == (1.0, 5.0)
    assert scale_of("humour_rating", {}) == NormScale("humour_rating", "", (None, None), "humour rating")


@pytest.mark.parametrize(
    ("scale", "ends"),
    [
        ("1-7", (1.0, 7.0)),
        ("1–7", (1.0, 7.0)),
        ("-3 to 3", (-3.0, 3.0)),
        ("1 (abstract) to 5 (concrete)", (1.0, 5.0)),
        ("nominally 100 (never seen) to 700 (seen nearly every day)", (100.0, 700.0)),
        ("count, from 0", (None, None)),
        ("log10 of (count + 1) in 51 million words", (None, None)),
        ([1, 9.5], (1.0, 9.5)),
        ([0, None], (0.0, None)),
    ],
)
def test_the_ends_of_a_scale_are_read_where_it_names_them(scale: Any, ends: tuple[float | None, float | None]) -> None:
    assert scale_of("familiarity", {"norms": {"familiarity": {"scale": scale}}}).low_high == ends


@pytest.mark.parametrize("entry", ["years", {"scale": 7}, {"scale": [1, 2, 3]}, {"scale": ["low", "high"]}])
def test_a_scale_that_cannot_be_read_is_refused(entry: Any) -> None:
    with pytest.raises(Refused, match=r"norms\.aoa"):
        scale_of("aoa", {"norms": {"aoa": entry}})
