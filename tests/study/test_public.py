"""What goes out is whole, valid and citable; what is private does not go out, however it is hidden."""

from __future__ import annotations

import json
import re
import warnings
from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import sha256_file
from stimfid_lib.lexicon.constraints import KINDS
from stimfid_lib.study.public import COLUMNS, export_public, public_suite
from stimfid_lib.study.public_guard import MOST_WORDS, require_no_lexicon, require_nothing_private
from stimfid_lib.study.taxonomy import taxonomy
from stimfid_lib.study.workspace import Study
from stimfid_lib.suite.manifest import suite_sha256

POSTED = "Give me twelve words with the s sound for my little dinosaur fan, none longer than two syllables please"


def test_a_pronunciation_is_found_wherever_it_hides() -> None:
    require_nothing_private({"README.md": "| file | rows |\n|------|------|\n| a | b |"}, [])
    for text in ("|k|æ|t|", "see |tʃ|ɪ|p| there", '"|ɹ|ɪ|ŋ|"'):
        with pytest.raises(Refused, match=r"x\.csv holds the pronunciation"):
            require_nothing_private({"x.csv": text}, [])


@pytest.mark.parametrize(
    "text",
    [
        POSTED,
        POSTED.upper(),
        POSTED.replace(" ", "  \n"),
        f"She wrote “{POSTED[:60]}” and more",
        "it says: words with the S-sound for my little — something",
    ],
)
def test_words_of_a_post_are_found_in_other_case_space_and_company(text: str) -> None:
    with pytest.raises(Refused, match="observed prompt 1") as caught:
        require_nothing_private({"suite.csv": text}, [POSTED])
    assert "dinosaur" not in str(caught.value), "the refusal repeats what must stay private"


def test_a_paraphrase_goes_out() -> None:
    said = "A clinician wants twelve short words that contain s, on a dinosaur theme"
    require_nothing_private({"suite.csv": said}, [POSTED])


def test_a_short_post_is_compared_whole() -> None:
    require_nothing_private({"a": "minimal pairs of s and z"}, ["minimal pairs please"])
    with pytest.raises(Refused):
        require_nothing_private({"a": "so: Minimal pairs, please!"}, ["minimal pairs please"])


def test_tables_of_items_and_of_words_are_refused() -> None:
    words = frozenset(f"word{n}" for n in range(100))
    require_no_lexicon("ok.csv", pl.DataFrame({"level": [f"word{n}" for n in range(MOST_WORDS - 1)]}), words)
    with pytest.raises(Refused, match=f"{MOST_WORDS} words of the lexicon"):
        require_no_lexicon("t.csv", pl.DataFrame({"level": [f"Word{n}" for n in range(MOST_WORDS)]}), words)
    with pytest.raises(Refused, match="column 'item'"):
        require_no_lexicon("t.csv", pl.DataFrame({"item": ["x"], "n": [1]}), words)


def _suite(**observed: str | None) -> pl.DataFrame:
    rows = {"prompt_id": ["A1-001:naive", "WILD-000"], "provenance": ["adapted", "observed"]}
    frame = pl.DataFrame({**rows, "prompt_text": ["Ten words with m.", POSTED]})
    return frame.with_columns(pl.Series(name, [None, text], dtype=pl.String) for name, text in observed.items())


@pytest.mark.parametrize("suite", [_suite(), _suite(paraphrase=None), _suite(paraphrase="  ")])
def test_an_observed_prompt_without_a_paraphrase_does_not_go_out(suite: pl.DataFrame) -> None:
    with pytest.raises(Refused, match="WILD-000 is an observed prompt without a paraphrase"):
        public_suite(suite)


def test_of_an_observed_prompt_the_paraphrase_goes_out() -> None:
    out = public_suite(_suite(paraphrase="Twelve short words with s."))
    assert out["prompt_text"].to_list() == ["Ten words with m.", "Twelve short words with s."]
    assert "paraphrase" not in out.columns


def test_the_taxonomy_leaves_no_kind_unexplained() -> None:
    told = taxonomy()
    assert set(told["constraints"]) == set(KINDS)
    assert all(kind["meaning"] for kind in told["constraints"].values())
    assert all(family["about"] and family["tiers"] for family in told["families"].values())
    json.dumps(told)


@pytest.fixture
def exported(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STIMFID_HOME", str(made))
    export_public(Study.open("params/tiny.yaml"), tmp_path / "public")
    return tmp_path / "public"


@pytest.mark.lexicon
@pytest.mark.slow
class TestExport:
    def test_all_parts_are_there_and_croissant_names_each_by_its_digest(self, exported: Path) -> None:
        there = {path.relative_to(exported).as_posix() for path in exported.rglob("*") if path.is_file()}
        assert {"suite.csv", "taxonomy.json", "suite_manifest.json", "README.md", "CITATION.cff"} <= there
        assert {"LICENSE.txt", "croissant.json", "results/metrics.csv", "results/intervals.csv"} <= there
        described = json.loads((exported / "croissant.json").read_text(encoding="utf-8"))
        listed = {file["name"]: file["sha256"] for file in described["distribution"]}
        assert set(listed) == there - {"croissant.json"}
        assert listed == {name: sha256_file(exported / name) for name in listed}

    def test_croissant_is_valid_and_its_records_are_the_files_rows(self, exported: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # rdflib's own, in mlcroissant's parser
            import mlcroissant

            dataset = mlcroissant.Dataset(exported / "croissant.json")
            assert dataset.metadata.ctx.issues.errors == set()
            records = list(dataset.records("suite"))
        suite = pl.read_csv(exported / "suite.csv")
        assert len(records) == suite.height
        assert records[0]["suite/prompt_id"].decode() == suite["prompt_id"][0]

    def test_the_suite_that_goes_out_has_the_digest_that_was_frozen(self, exported: Path) -> None:
        manifest = json.loads((exported / "suite_manifest.json").read_text(encoding="utf-8"))
        assert suite_sha256(pl.read_csv(exported / "suite.csv")) == manifest["suite_sha256"]

    def test_every_column_of_the_suite_is_described(self, exported: Path) -> None:
        assert set(pl.read_csv(exported / "suite.csv").columns) <= set(COLUMNS)

    def test_no_row_of_the_lexicon_and_no_reply_is_in_any_file(self, exported: Path, made: Path) -> None:
        words = pl.read_parquet(made / "data/lexicon/words.parquet")
        rare = set(words.filter(pl.col("word").str.len_chars() >= 12, pl.col("log_frequency") < 1)["word"])
        assert len(rare) > 1000, "long rare words: prose holds one by chance, a lexicon holds them all"
        replies = pl.read_parquet(made / "build/tiny/runs.parquet")["text"].to_list()
        for path in exported.rglob("*"):
            if path.suffix in {".csv", ".json", ".md", ".cff"}:
                text = path.read_text(encoding="utf-8")
                assert len(set(re.findall(r"[a-z]+", text)) & rare) < 10, path.name
                assert not any(reply[:40] in text for reply in replies[:50]), path.name

    def test_the_readme_is_filled(self, exported: Path) -> None:
        readme = (exported / "README.md").read_text(encoding="utf-8")
        assert "{{" not in readme
        assert re.search(r"The suite has \d+ prompts for \d+ requests", readme)

    def test_an_export_is_repeated_and_a_folder_with_other_things_is_left_alone(self, exported: Path) -> None:
        study = Study.open("params/tiny.yaml")
        before = {path: path.read_bytes() for path in exported.rglob("*") if path.is_file()}
        export_public(study, exported)
        assert {path: path.read_bytes() for path in exported.rglob("*") if path.is_file()} == before
        (exported / "mine.txt").write_text("keep me")
        with pytest.raises(Refused, match=r"mine\.txt"):
            export_public(study, exported)
        assert (exported / "mine.txt").read_text() == "keep me"
