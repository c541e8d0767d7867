"""docs/lexicon.md stays in step with the lexicon, and the hand-checked sheet with itself."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import sha256_file, write_text
from stimfid_lib.base.paths import repo_root
from stimfid_lib.lexicon.build.hand_check import FILE, Checked, read_sheet, summary
from stimfid_lib.lexicon.build.page import MEASURED, PAGE, page

DOCS = repo_root() / "docs"
HEAD = "word,respelling,ours,verdict,note\n"


@pytest.mark.lexicon
def test_the_page_says_what_the_build_says(open_lexicon_dir: Path) -> None:
    stale = "docs/lexicon.md is out of step: run `stimfid lexicon page`"
    assert (DOCS / PAGE).read_text(encoding="utf-8") == page(open_lexicon_dir, DOCS), stale


@pytest.mark.lexicon
def test_the_measurements_are_of_this_word_list_and_keep_the_promise(open_lexicon_dir: Path) -> None:
    measured = json.loads((DOCS / MEASURED).read_text(encoding="utf-8"))
    advice = "the word list has changed: run `stimfid lexicon measure`, then `stimfid lexicon page`"
    assert measured["wordlist_sha256"] == sha256_file(open_lexicon_dir / "wordlist.txt"), advice
    for kinds in measured["real"].values():
        assert kinds["all"]["n"] > 10_000
        assert kinds["all"]["share"] <= 0.005
    assert measured["pseudo"]["all"]["n"] > 10_000
    assert measured["pseudo"]["all"]["share"] >= 0.99


def test_the_sheet_holds_two_hundred_words_of_the_lexicon() -> None:
    rows = read_sheet(DOCS / FILE)
    assert len({row.word for row in rows}) == len(rows) == 200


@pytest.mark.lexicon
def test_every_error_that_the_sheet_found_was_mended(open_lexicon_dir: Path) -> None:
    words = pl.read_parquet(open_lexicon_dir / "words.parquet", columns=["word", "phonemes_str"])
    now = {word: text.strip("|").replace("|", " ") for word, text in words.iter_rows()}
    found = summary(read_sheet(DOCS / FILE), now)
    assert found["mended"] == [word for word, *_ in found["wrong"]]
    for word, _, respelling, _ in found["wrong"]:
        assert now[word].replace("ɪ", "ə") == respelling.replace("ɪ", "ə")


def test_the_summary_counts_errors_and_edges() -> None:
    rows = (
        Checked("cat", "k æ t", "k æ t", "same", ""),
        Checked("dog", "d ɔ ɡ", "d ɑ ɡ", "acceptable", "both"),
        Checked("knight", "n aɪ t", "k n aɪ t", "error", "the k"),
        Checked("wind", "w ɪ n d", "w aɪ n d", "error", "the vowel"),
    )
    found = summary(rows, {"knight": "n aɪ t", "wind": "w aɪ n d"})
    assert found["counts"] == {"same": 1, "acceptable": 1, "error": 2}
    assert (found["errors"]["hits"], found["edge_errors"]["hits"]) == (2, 1)
    assert found["mended"] == ["knight"]


@pytest.mark.parametrize(
    "line",
    [
        "cat,k æ t,k æ t,error,why",
        "cat,k æ t,k ɑ t,same,",
        "cat,k æ t,k ɑ t,acceptable,",
        "cat,k æ t,k ɑ t,fine,a note",
    ],
)
def test_a_line_that_contradicts_itself_is_refused(tmp_path: Path, line: str) -> None:
    write_text(tmp_path / FILE, f"{HEAD}{line}\n")
    with pytest.raises(Refused, match=r"line 2: 'cat'"):
        read_sheet(tmp_path / FILE)


def test_another_header_and_no_sheet(tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match="no sheet"):
        read_sheet(tmp_path / FILE)
    write_text(tmp_path / FILE, "word,ours\ncat,k æ t\n")
    with pytest.raises(Refused, match="the header must be"):
        read_sheet(tmp_path / FILE)
