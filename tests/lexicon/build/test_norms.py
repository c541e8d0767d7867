"""Norms on their own scales, an inflected form's from its lemma only where its own is missing."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.build import norms


def _csv(folder: Path, text: str) -> Path:
    path = folder / "norm.csv"
    path.write_text(text, encoding="utf-8-sig")
    return path


def test_columns_are_found_by_name_and_gaps_stay_gaps(tmp_path: Path) -> None:
    path = _csv(
        tmp_path,
        'Word,OccurTotal,Rating.Mean,Dunno\ncat,22,3.68,1\naardvark,18,9.89,1\n"zyx, rare",3,NA,0\nPolish,9,8,1\n',
    )
    assert norms.read_aoa(path) == {"cat": 3.68, "aardvark": 9.89}


def test_phrases_have_no_concreteness_and_other_ratings_do_not_count(tmp_path: Path) -> None:
    path = _csv(tmp_path, "Word,Concreteness,Brysbaert,MRC\ncat,4.86,4.86,615\nbaseball bat,5,5,\nidiom,4.1,,4.1\n")
    assert norms.read_concreteness(path) == {"cat": 4.86}


def test_frequency_is_the_log_of_the_raw_count(tmp_path: Path) -> None:
    path = _csv(tmp_path, "Word,FREQcount,Lg10WF,Zipf-value\ncat,3383,3.5294,4.82\n")
    assert norms.read_frequency(path) == {"cat": 3.5294}


def test_a_renamed_column_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"norm\.csv: no columns Word and Lg10WF"):
        norms.read_frequency(_csv(tmp_path, "Word,Count\ncat,3\n"))


def _pickle(folder: Path, value: object) -> Path:
    path = folder / "mrc.pickle"
    path.write_bytes(pickle.dumps(value))
    return path


def test_familiarity_is_one_value_a_word(tmp_path: Path) -> None:
    table = {
        ("CAT", "N"): {"FAM": 582},
        ("CAT", "V"): {"FAM": None},
        ("DOG", "N"): {"FAM": 598},
        ("DOG", "V"): {"FAM": 598},
    }
    assert norms.read_familiarity(_pickle(tmp_path, table)) == {"cat": 582.0, "dog": 598.0}


def test_two_values_for_one_word_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="two familiarity values for 'DOG'"):
        norms.read_familiarity(_pickle(tmp_path, {("DOG", "N"): {"FAM": 598}, ("DOG", "V"): {"FAM": 500}}))


class _Calls:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, ("made-by-a-pickle",)


def test_a_pickle_that_would_call_something_is_refused_and_calls_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refused, match="mkdir: only plain values"):
        norms.read_familiarity(_pickle(tmp_path, _Calls()))
    assert not (tmp_path / "made-by-a-pickle").exists()


def test_a_lemmas_value_serves_where_the_form_has_none() -> None:
    values, from_lemma = norms.with_lemmas(
        ["cat", "cats", "mice", "saw", "zebras"],
        ["cat", "cat", "mouse", "see", "zebra"],
        {"cat": 3.7, "mouse": 4.0, "saw": 5.0, "see": 2.0},
    )
    assert values == [3.7, 3.7, 4.0, 5.0, None]
    assert from_lemma == [False, True, True, False, False]
