"""Neighbourhood density: how many words differ from a word by one sound added, removed or changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import polars as pl

from stimfid_lib.phonology.ipa import PHONEMES

_LETTERS = {phoneme: chr(ord("A") + index) for index, phoneme in enumerate(PHONEMES)}
SOUNDS = {letter: phoneme for phoneme, letter in _LETTERS.items()}
"""The one letter that stands for a phoneme while words are compared, back to the phoneme."""
_HOLE = "."


def encode(phonemes: Iterable[str]) -> str:
    """Write a pronunciation with one letter a phoneme, so that places in it are places in a text."""
    return "".join(_LETTERS[phoneme] for phoneme in phonemes)


def without_each_sound(words: pl.DataFrame, hole: str = _HOLE) -> pl.DataFrame:
    """Take out each sound of each word in turn: one row a word and place.

    `words` has a column `code` (see `encode`). Added are `position` (from 0), `sound` (the letter taken out) and
    `rest` (the code with `hole` in its place). Two words of equal length that differ in one sound share a rest.
    """
    code = pl.col("code")
    longest = max((len(text) for text in words["code"]), default=0)
    places = [
        words.filter(code.str.len_chars() > place).with_columns(
            position=pl.lit(place, dtype=pl.Int64),
            sound=code.str.slice(place, 1),
            rest=pl.concat_str(code.str.head(place), pl.lit(hole), code.str.slice(place + 1)),
        )
        for place in range(longest)
    ]
    empty = words.clear().with_columns(
        position=pl.lit(0, dtype=pl.Int64), sound=pl.lit("", dtype=pl.String), rest=pl.lit("", dtype=pl.String)
    )
    return pl.concat([empty, *places])


def densities(words: Sequence[tuple[str, ...]], reference: Sequence[tuple[str, ...]]) -> list[int]:
    """Return, for each pronunciation, the number of words of the reference that differ by exactly one sound.

    Density swings widely with the reference vocabulary (for "cat" from 14 to 52 over the lists tried), so the list
    is part of what the number means. Words are counted, so two homophones are two neighbours; a word's own
    homophones are none.
    """
    asked = pl.DataFrame({"code": [encode(word) for word in words]}, schema={"code": pl.String})
    known = pl.DataFrame({"code": [encode(word) for word in reference]}, schema={"code": pl.String})
    counts = known.group_by("code").agg(n=pl.len().cast(pl.Int64))
    codes = (
        pl.concat([asked, known]).unique().join(counts, on="code", how="left").with_columns(pl.col("n").fill_null(0))
    )

    # changed: the words with the same rest, less the word and its homophones, which share every rest
    holes = without_each_sound(codes)
    sharing = holes.group_by("rest").agg(sharing=pl.col("n").sum())
    changed = holes.join(sharing, on="rest").group_by("code").agg(found=(pl.col("sharing") - pl.col("n")).sum())

    # removed: the shorter words that one sound less leaves, each once (a double sound leaves the same one twice)
    steps = without_each_sound(codes, hole="").select("code", "n", "rest").unique()
    removed = steps.join(counts, left_on="rest", right_on="code", suffix="_shorter")
    removed = removed.group_by("code").agg(found=pl.col("n_shorter").sum())
    added = steps.group_by(pl.col("rest").alias("code")).agg(found=pl.col("n").sum())

    found = pl.concat([changed, removed, added]).group_by("code").agg(pl.col("found").sum())
    joined = asked.join(found, on="code", how="left", maintain_order="left")
    return joined["found"].fill_null(0).to_list()
