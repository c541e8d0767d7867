"""Whole runs of the embedded recogniser over the made corpus: counts, tally, bad files, repaired files."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.pronounce.errors import Misconfigured
from stimfid_lib.pronounce.validate.__main__ import validate
from stimfid_lib.pronounce.validate.rows import SCHEMA
from tests.pronounce.validate.making import COUNTED, MADE, ROWS, Made, spoilt_corpus
from tests.pronounce.validate.running import finished, small_corpus


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, str, str]:
    """The spoilt corpus run once: corpus, rows, what stood on the screen, and beside it."""
    folder = tmp_path_factory.mktemp("made")
    corpus, out = spoilt_corpus(folder / "corpus"), folder / "rows.parquet"
    done = finished(corpus, out)
    assert done.returncode == 3, done.stderr
    return corpus, out, done.stdout, done.stderr


def test_counts_are_those_of_the_making(made: tuple[Path, Path, str, str]) -> None:
    _, out, told, _ = made
    tally = json.loads((out.parent / "rows.tally.json").read_text(encoding="utf-8"))
    # one file more than MADE can be read, with one substitution more: its recording is damaged
    assert tally["counts"] == COUNTED | {"utterances": 8, "s": 10}
    assert tally["rows"] == ROWS
    assert tally["agrees_with_release_notes"] is False
    assert "annotated utterances: 8; the release notes say 3,599, 3,591 fewer" in told
    assert "substitutions: 10; the release notes say 14,098, 14,088 fewer" in told
    assert "deletions: 2; the release notes say 3,420, 3,418 fewer" in told
    assert "additions: 1; the release notes say 1,092, 1,091 fewer" in told
    assert "suitcase_corpus" in told


def test_bad_files_are_named_with_their_reasons_and_the_rest_is_done(made: tuple[Path, Path, str, str]) -> None:
    _, _, told, _ = made
    skipped = told[told.index("Skipped 6 files:") :]
    for name, reason in (
        ("TLV/arctic_a0005", "there is no wav/arctic_a0005.wav"),
        ("TXHC/arctic_a0010", "cut off"),
        ("TXHC/arctic_a0011", "no TextGrid"),
        ("TXHC/arctic_a0012", "neither UTF-8 nor UTF-16"),
        ("TXHC/arctic_a0013", "no tier 'phones'"),
        ("TXHC/arctic_a0014", "its recording: "),
    ):
        line = next(line for line in skipped.splitlines() if name in line)
        assert reason in line


def test_rows_are_one_a_token_with_what_was_perceived_and_heard(made: tuple[Path, Path, str, str]) -> None:
    _, out, _, _ = made
    rows = pl.read_parquet(out)
    assert dict(rows.schema) == SCHEMA
    assert rows.height == ROWS
    assert rows.group_by("errortype").len().sort("errortype").rows() == [("a", 1), ("d", 2), ("s", 8)]
    assert set(rows["l1"]) == {"Arabic", "Korean", "Spanish"}
    by_label = {row["label"]: row for row in rows.iter_rows(named=True)}
    assert by_label["TH,S,s"]["cos_dist_oracle"] == pytest.approx(0.190, abs=1e-3)
    assert by_label["R,D,d"]["note"] is not None
    assert by_label["sil,AH0,a"]["canonical"] is None
    # the recogniser hears at least the clearest two of the labelled changes as they were made
    assert by_label["TH,S,s"]["heard"] == "s"
    assert by_label["R,W,s"]["heard"] == "w"
    assert by_label["TH,S,s"]["llr_transcriber"] < 0, "s fits better than what was meant"
    assert by_label["sil,AH0,a"]["llr_transcriber"] is None


def test_a_repaired_file_alone_is_measured_again(made: tuple[Path, Path, str, str]) -> None:
    corpus, out, _, _ = made
    before = pl.read_parquet(out)
    Made("TLV", "arctic_a0005", ("very_with_b",)).write(corpus)
    done = finished(corpus, out)
    assert "going on: 11 of 12 utterances" in done.stderr
    after = pl.read_parquet(out)
    assert after.filter(pl.col("speaker") != "TLV").equals(before)
    assert after.filter(pl.col("speaker") == "TLV")["label"].to_list() == ["V,B,s"]


def test_a_clean_corpus_ends_with_0_and_rests_on_nothing_but_its_files(tmp_path: Path) -> None:
    for one in MADE[:2]:
        one.write(tmp_path / "c")
    done = finished(tmp_path / "c", tmp_path / "rows.parquet")
    assert done.returncode == 0
    assert "Skipped" not in done.stdout
    assert pl.read_parquet(tmp_path / "rows.parquet")["llr_transcriber"].null_count() == 0


def test_wrong_options_are_refused_before_anything_is_done(tmp_path: Path) -> None:
    corpus, out = small_corpus(tmp_path / "c", 1), tmp_path / "rows.parquet"
    with pytest.raises(Misconfigured, match=r"no address of a server"):
        validate(corpus, out, inference_url="ftp://here")
    with pytest.raises(Refused, match=r"ends in \.parquet"):
        validate(corpus, tmp_path / "rows.csv")
    assert not list(tmp_path.glob("rows*"))


def test_an_absent_corpus_ends_with_2_and_in_words(tmp_path: Path) -> None:
    done = finished(tmp_path / "none", tmp_path / "rows.parquet")
    assert (done.returncode, done.stdout, "Traceback" in done.stderr) == (2, "", False)
    assert done.stderr.startswith("validate: --corpus")
