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
from tests.fixtures import write_fixture_lexicon

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


WORDS = frozenset(
    "cat dog sun moon tree bird fish ship rope ring leaf lake hill road farm milk bread salt hand foot".split()
)


@pytest.mark.parametrize(
    "level",
    [
        sorted(WORDS),
        [f"{word} - {word}s" for word in sorted(WORDS)],
        [" ".join(sorted(WORDS))],
        [f"“{word.upper()}”, n" for word in sorted(WORDS)],
    ],
    ids=["alone", "in pairs", "in one cell", "in quotes"],
)
def test_words_hidden_in_labels_are_found(level: list[str]) -> None:
    require_no_lexicon("t.csv", pl.DataFrame({"level": level}), frozenset(sorted(WORDS)[1:]))
    with pytest.raises(Refused, match="20 words of the lexicon"):
        require_no_lexicon("t.csv", pl.DataFrame({"level": level}), WORDS)


@pytest.mark.parametrize(
    "column",
    [
        pl.Series("note", ["cat"]),
        pl.Series("level", [["cat", "dog"]]),
        pl.Series("level", [{"item": "cat"}]),
        pl.Series("level", [b"cat"]),
        pl.Series("level", ["cat"], dtype=pl.Categorical),
    ],
    ids=["unknown name", "list", "struct", "bytes", "category"],
)
def test_a_column_that_nobody_allowed_does_not_go_out(column: pl.Series) -> None:
    with pytest.raises(Refused, match="no known label"):
        require_no_lexicon("t.csv", pl.DataFrame([column]), frozenset())


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
        readme = exported / "README.md"
        readme.write_text("my own remarks")
        with pytest.raises(Refused, match=r"README\.md was changed since it was exported"):
            export_public(study, exported)
        assert readme.read_text() == "my own remarks"
        readme.write_bytes(before[readme])
        (exported / "mine.txt").write_text("keep me")
        with pytest.raises(Refused, match=r"mine\.txt"):
            export_public(study, exported)
        assert (exported / "mine.txt").read_text() == "keep me"

    def test_what_is_no_folder_of_ours_is_left_alone(self, exported: Path, tmp_path: Path) -> None:
        study = Study.open("params/tiny.yaml")
        (tmp_path / "file").write_text("keep me")
        (tmp_path / "link").symlink_to(exported)
        for name in ("file", "link"):
            with pytest.raises(Refused, match="is no folder"):
                export_public(study, tmp_path / name)
        theirs = tmp_path / "theirs"
        theirs.mkdir()
        for record in ("{", "[]", '{"name": "other", "distribution": [{"name": "a.csv", "sha256": "0"}]}'):
            (theirs / "croissant.json").write_text(record)
            (theirs / "a.csv").write_text("keep me")
            with pytest.raises(Refused, match="of no earlier export"):
                export_public(study, theirs)
            assert (theirs / "a.csv").read_text() == "keep me"
        assert not [path for path in tmp_path.iterdir() if path.name.startswith(".stimfid")]

    @pytest.mark.usefixtures("exported")
    def test_a_picture_is_searched_and_another_lexicon_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        study = Study.open("params/tiny.yaml")
        picture = study.path("figures/error_anatomy.svg")
        drawn = picture.read_text(encoding="utf-8")
        try:
            picture.write_text(drawn.replace("</svg>", "<!-- |k|æ|t| --></svg>"), encoding="utf-8")
            with pytest.raises(Refused, match=r"error_anatomy\.svg holds the pronunciation"):
                export_public(study, tmp_path / "new/public")
        finally:
            picture.write_text(drawn, encoding="utf-8")
        assert not (tmp_path / "new").exists()
        monkeypatch.setenv("PHONOLEX_RUNTIME_DIR", str(write_fixture_lexicon(tmp_path / "lexicon")))
        with pytest.raises(Refused, match="scored this snapshot; in use is"):
            export_public(Study.open("params/tiny.yaml"), tmp_path / "new/public")
