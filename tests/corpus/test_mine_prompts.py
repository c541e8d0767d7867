from __future__ import annotations

import csv
import json
import math
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.corpus.mine_prompts import CANDIDATE_COLUMNS, CORPUS_SCHEMA, mine_prompts

POSTS: list[tuple[str, str, Any, str | None]] = [
    ("p1", "slp", 1_704_067_200, 'I asked chatgpt "give me 10 words with the r sound"'),
    ("p2", "slp", 1_704_067_200, "I use ChatGPT to make word lists"),
    ("p3", "slp", 1_672_531_200, "AI is ruining the field"),
    ("p4", "slp", 1_672_531_200, "[deleted]"),
    ("p5", "ot", 1_735_689_600, "Gemini and Claude are fine, I guess"),
    ("p6", "ot", None, None),
    ("p7", "ot", 1_735_689_600, 'our AI: "make me a list of minimal pairs"'),
]


def write_posts(root: Path, rows: list[Any] = POSTS, name: str = "threads_a.parquet", **types: Any) -> Path:
    schema = {"post_id": pl.String, "subreddit": pl.String, "created_utc": pl.Int64, "text": pl.String} | types
    (root / "interim").mkdir(parents=True, exist_ok=True)
    pl.DataFrame(rows, schema=schema, orient="row").write_parquet(root / "interim" / name)
    return root


def test_the_corpus_the_sheet_and_the_counts(tmp_path: Path) -> None:
    report = mine_prompts(write_posts(tmp_path / "data"), tmp_path / "out")
    corpus = pl.read_parquet(tmp_path / "out/prompt_corpus.parquet")
    assert corpus.schema == pl.Schema(CORPUS_SCHEMA)
    assert corpus.select("post_id", "tier", "matched_tool").rows() == [
        ("p1", "A", "ChatGPT"),
        ("p2", "B", "ChatGPT"),
        ("p5", "C", "Gemini"),
        ("p7", "A", None),
    ]
    assert corpus["quoted_prompts"].to_list()[0] == ["give me 10 words with the r sound"]
    assert corpus["text"][0] == POSTS[0][3]
    assert (report.n_posts, report.n_gone, report.n_kept, report.n_prompts) == (7, 2, 4, 2)
    assert report.by_tier == {"A": 2, "B": 1, "C": 1}
    assert report.by_year == {"2024": 2, "2025": 2}
    assert report.by_subreddit == {"ot": 2, "slp": 2}
    assert report.posts_by_subreddit == {"slp": 4, "ot": 3}
    assert report.by_tool == {"ChatGPT": 2, "AI only": 1, "Claude": 1, "Gemini": 1}
    assert report.by_family_guess == {"A1": 1, "A3": 1}
    told = json.loads((tmp_path / "out/mining_report.json").read_text(encoding="utf-8"))
    assert told["n_kept"] == 4


def test_the_sheet_is_blank_where_people_annotate(tmp_path: Path) -> None:
    mine_prompts(write_posts(tmp_path / "data"), tmp_path / "out")
    data = (tmp_path / "out/wild_track_candidates.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(data.decode("utf-8-sig").splitlines()))
    assert tuple(rows[0]) == CANDIDATE_COLUMNS
    assert [(row["post_id"], row["quoted_prompt"], row["family_guess"]) for row in rows] == [
        ("p1", "give me 10 words with the r sound", "A1"),
        ("p7", "make me a list of minimal pairs", "A3"),
    ]
    assert {row[name] for row in rows for name in CANDIDATE_COLUMNS[3:]} == {""}


def test_a_post_in_two_files_counts_once_and_the_pass_can_be_repeated(tmp_path: Path) -> None:
    root = write_posts(tmp_path / "data")
    write_posts(root, [POSTS[0]], "threads_b.parquet")
    first = mine_prompts(root, tmp_path / "out")
    before = (tmp_path / "out/prompt_corpus.parquet").read_bytes()
    assert (first.n_posts, first.n_repeated, first.n_kept) == (8, 1, 4)
    assert mine_prompts(root, tmp_path / "out") == first
    assert (tmp_path / "out/prompt_corpus.parquet").read_bytes() == before
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "mining_report.json",
        "prompt_corpus.parquet",
        "wild_track_candidates.csv",
    ]


@pytest.mark.parametrize(
    ("kind", "time"),
    [
        (pl.Float64, 1_704_067_200.7),
        (pl.String, "1704067200"),
        (pl.String, "2024-01-01T00:00:00"),
        (pl.Datetime("us"), datetime(2024, 1, 1)),  # noqa: DTZ001 - polars' naive times are UTC here
        (pl.Datetime("ms", "UTC"), datetime(2024, 1, 1, tzinfo=UTC)),
    ],
)
def test_times_of_every_kind_are_seconds(tmp_path: Path, kind: Any, time: Any) -> None:
    root = write_posts(tmp_path / "data", [("p1", "slp", time, "ChatGPT")], created_utc=kind)
    mine_prompts(root, tmp_path / "out")
    assert pl.read_parquet(tmp_path / "out/prompt_corpus.parquet")["created_utc"].to_list() == [1_704_067_200]


def test_no_post_of_interest_gives_empty_files(tmp_path: Path) -> None:
    root = write_posts(tmp_path / "data", [("p1", "slp", 0, "nothing here")])
    assert mine_prompts(root, tmp_path / "out").n_kept == 0
    assert pl.read_parquet(tmp_path / "out/prompt_corpus.parquet").height == 0


def test_what_to_mount_is_told(tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match=r"no data root .*mount the volume .*post_id, subreddit, created_utc, text"):
        mine_prompts(tmp_path / "absent", tmp_path / "out")
    (tmp_path / "mount").mkdir()
    with pytest.raises(MissingInput, match="unmounted volume"):
        mine_prompts(tmp_path / "mount", tmp_path / "out")
    (tmp_path / "mount/other").mkdir()
    with pytest.raises(MissingInput, match=r"holds no interim/threads_\*\.parquet"):
        mine_prompts(tmp_path / "mount", tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("types", "rows", "told"),
    [
        ({"text": pl.Int64}, [("p", "s", 1, 5)], "column 'text' holds Int64, expected text"),
        ({"created_utc": pl.Boolean}, [("p", "s", True, "t")], "column 'created_utc' holds Boolean, expected a time"),
        ({"created_utc": pl.String}, [("p", "s", "1", "t"), ("q", "s", "noon", "t")], "row 2: 'noon' is no time"),
        ({}, [("p", "s", 1, "t"), (None, "s", 1, "t")], "column 'post_id', row 2: no value"),
        ({}, [("p", "s", 1_704_067_200_000, "t")], "row 1: 1704067200000 is no time .*not milliseconds"),
        ({"created_utc": pl.Float64}, [("p", "s", 1.0, "t"), ("q", "s", math.inf, "t")], "row 2: inf is no time"),
    ],
)
def test_faults_of_a_table_name_file_and_column(tmp_path: Path, types: Any, rows: list[Any], told: str) -> None:
    root = write_posts(tmp_path / "data", rows, **types)
    with pytest.raises(Refused, match=r"threads_a\.parquet: .*" + told):
        mine_prompts(root, tmp_path / "out")


NEW_YEAR = 1_704_067_200  # 2024-01-01T00:00:00Z


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (pl.Float64, [NEW_YEAR + 0.9, math.nan]),  # what a table of numbers with gaps holds
        (pl.String, ["2024-01-01", "2024-01-01 00:00:00", "2024-01-01T00:00:00Z", "2024-01-01 02:00:00+02:00"]),
        (pl.String, [f" {NEW_YEAR} ", f"{NEW_YEAR}.0", "2024-01-01T00:00:00.25+00:00", "2024-01-01 00:00:00 UTC", ""]),
        (pl.Datetime("ns", "Europe/Paris"), [datetime(2024, 1, 1, tzinfo=UTC), None]),
        (pl.Date, [datetime(2024, 1, 1, tzinfo=UTC).date()]),
    ],
)
def test_times_in_every_form_that_tables_hold(tmp_path: Path, kind: Any, values: list[Any]) -> None:
    rows = [(f"p{number}", "slp", value, "I asked ChatGPT") for number, value in enumerate(values)]
    report = mine_prompts(write_posts(tmp_path / "data", rows, created_utc=kind), tmp_path / "out")
    found = pl.read_parquet(tmp_path / "out/prompt_corpus.parquet")["created_utc"].to_list()
    gaps = [value is None or value == "" or value != value for value in values]
    assert found == [None if gap else NEW_YEAR for gap in gaps]
    assert report.by_year.get("unknown", 0) == sum(gaps)


def test_folders_whose_names_are_patterns(tmp_path: Path) -> None:
    root = write_posts(tmp_path / "data [1]")
    assert mine_prompts(root, tmp_path / "out*[2]").n_kept == 4
    assert pl.read_parquet(tmp_path / "out*[2]/prompt_corpus.parquet", glob=False).height == 4


def test_a_missing_column_and_a_file_that_is_no_table(tmp_path: Path) -> None:
    root = write_posts(tmp_path / "data")
    pl.DataFrame({"post_id": ["a"], "body": ["t"]}).write_parquet(root / "interim/threads_b.parquet")
    with pytest.raises(Refused, match=r"threads_b\.parquet: missing column 'subreddit', 'created_utc', 'text'"):
        mine_prompts(root, tmp_path / "out")
    (root / "interim/threads_b.parquet").write_bytes(b"no table")
    with pytest.raises(Refused, match=r"threads_b\.parquet: not a readable parquet file"):
        mine_prompts(root, tmp_path / "out")


def test_progress_reaches_the_end(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    mine_prompts(write_posts(tmp_path / "data"), tmp_path / "out", lambda done, total: told.append((done, total)))
    assert told[-1] == (7, 7)
    assert told == sorted(told)
