"""From collected posts to the prompt corpus and the sheet of wild-track candidates, in one pass and little memory."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import polars as pl

from stimfid_lib.base.files import atomic_writer, write_json
from stimfid_lib.corpus.families import guess_family
from stimfid_lib.corpus.mentions import PREFILTER, mentions_in
from stimfid_lib.corpus.plain import GONE, plain
from stimfid_lib.corpus.posts import ThreadFile, find_thread_files, posts_of
from stimfid_lib.corpus.prompts import AI_PREFILTER, QUOTE_PREFILTER, prompts_in
from stimfid_lib.corpus.sheet import LONGEST_CELL, write_sheet
from stimfid_lib.corpus.tiers import tier_of

CORPUS_SCHEMA: Mapping[str, Any] = {
    "post_id": pl.String,
    "subreddit": pl.String,
    "created_utc": pl.Int64,
    "tier": pl.String,
    "matched_tool": pl.String,
    "quoted_prompts": pl.List(pl.String),
    "text": pl.String,
}
"""Columns of the prompt corpus: matched_tool is the tool named first, null where only "AI" led to a quoted prompt;
created_utc counts seconds since 1970; text is the post's own, unchanged."""

CANDIDATE_COLUMNS = (
    "post_id",
    "quoted_prompt",
    "family_guess",
    "constraints_json",
    "contrast_json",
    "list_length",
    "provenance",
)
"""Columns of the candidates' sheet, one row a quoted prompt; the last four are for the annotator's hand."""

CORPUS, CANDIDATES, REPORT = "prompt_corpus.parquet", "wild_track_candidates.csv", "mining_report.json"
_ROWS_A_PART = 10_000

Progress = Callable[[int, int], None]
"""Told as the pass goes on: posts done so far, posts in all."""


@dataclass(frozen=True)
class MiningReport:
    """What a pass came to, in counts alone: nothing in it can be traced to a post.

    `n_gone` posts were taken down or have no text; `n_repeated` kept posts stood in more than one place and count once.
    `by_tool` counts a post under every tool that it names, so it may sum to more than `n_kept`; a post without a time
    counts under the year "unknown". `posts_by_subreddit` counts all posts that were read, as a denominator.
    """

    n_files: int
    n_posts: int
    n_gone: int
    n_repeated: int
    n_kept: int
    n_prompts: int
    by_tier: Mapping[str, int]
    by_subreddit: Mapping[str, int]
    by_year: Mapping[str, int]
    by_tool: Mapping[str, int]
    by_family_guess: Mapping[str, int]
    posts_by_subreddit: Mapping[str, int]


def mine_prompts(data_root: Path, out: Path, progress: Progress | None = None) -> MiningReport:
    """Read every post under `data_root/interim/threads_*.parquet` and write what clinicians asked of chatbots.

    Kept are posts with a tool's mention or a quoted prompt. Into `out` go `prompt_corpus.parquet` (`CORPUS_SCHEMA`, in
    the files' order, a post_id once), `wild_track_candidates.csv` (`CANDIDATE_COLUMNS`) and `mining_report.json`. The
    first two hold people's own words and ids: they stay on this machine.

    Raises:
        MissingInput, Refused: see `posts.find_thread_files` and `posts.posts_of`; earlier results stay as they were.
    """
    files = find_thread_files(data_root)
    total = sum(file.rows for file in files)
    out.mkdir(parents=True, exist_ok=True)
    tally = _Tally()
    with tempfile.TemporaryDirectory(prefix=".mining.", dir=out) as folder:
        shelf = _Shelf(Path(folder))
        for file in files:
            done = tally.n_posts
            for share, rows in _likely(file, tally, Path(folder)):
                shelf.put(list(tally.kept(rows)))
                if progress is not None:
                    progress(done + int(share * file.rows), total)
        shelf.write(out / CORPUS)
    write_sheet(out / CANDIDATES, CANDIDATE_COLUMNS, tally.candidates)
    report = tally.report(len(files))
    write_json(out / REPORT, asdict(report))
    return report


def _likely(file: ThreadFile, tally: _Tally, folder: Path) -> Iterator[tuple[float, pl.DataFrame]]:
    """Count a file's posts, then give those that the rules may keep, by parts, with the share of the file done.

    Both passes run inside polars, in a few hundred MB; the likely posts (a tenth of all) go through a file whose row
    groups are the parts. Slices of the file itself would not do: with one row group of a million posts each slice
    decodes all of it (476 s against 10 s).
    """
    posts = posts_of(file)
    tally.count_all(posts)
    place = folder / "likely"
    searched = pl.col("text").str.contains(PREFILTER) | _quotes_beside_ai()
    posts.filter(searched).sink_parquet(place, row_group_size=_ROWS_A_PART, compression="lz4")
    likely = pl.scan_parquet(place, glob=False)
    height = int(likely.select(pl.len()).collect().item())
    for first in range(0, height, _ROWS_A_PART):
        yield min(1.0, (first + _ROWS_A_PART) / height), likely.slice(first, _ROWS_A_PART).collect()
    if not height:
        yield 1.0, pl.DataFrame(schema=posts.collect_schema())


def examine(text: str) -> tuple[str | None, list[str], tuple[str, ...], str] | None:
    """Read one post: its tier, the prompts that it quotes, every tool that it names, the first of them (or None).

    Returns None where nothing is to be kept.
    """
    readable = plain(text)
    mentions, prompts = mentions_in(readable), prompts_in(readable)
    if not mentions and not prompts:
        return None
    tools = tuple(dict.fromkeys(mention.tool for mention in mentions))
    return tools[0] if tools else None, prompts, tools, tier_of(readable, mentions, prompts)


class _Tally:
    """The pass's counts and the candidates' rows."""

    def __init__(self) -> None:
        self.n_posts = self.n_gone = self.n_repeated = 0
        self.candidates: list[dict[str, object]] = []
        self._seen: set[str] = set()
        self._counts: dict[str, Counter[str]] = {
            name: Counter() for name in ("tier", "subreddit", "year", "tool", "family_guess", "posts")
        }

    def count_all(self, posts: pl.LazyFrame) -> None:
        """Count a whole file's posts."""
        gone = pl.col("text").fill_null("").str.strip_chars().str.to_lowercase().is_in(list(GONE))
        counts = posts.group_by("subreddit").agg(n=pl.len(), gone=gone.sum()).collect()
        for subreddit, n, n_gone in counts.iter_rows():
            self.n_posts += n
            self.n_gone += n_gone
            self._counts["posts"][subreddit] += n

    def kept(self, posts: pl.DataFrame) -> Iterator[tuple[Any, ...]]:
        """Give the corpus's rows of some posts, and count them."""
        for post_id, subreddit, created, text in posts.iter_rows():
            found = examine(text)
            if found is None:
                continue
            if post_id in self._seen:
                self.n_repeated += 1
                continue
            self._seen.add(post_id)
            first, prompts, tools, tier = found
            self._count(tier, subreddit, _year(created), tools)
            for prompt in prompts:
                guess = guess_family(prompt)
                self._counts["family_guess"][guess or "none"] += 1
                shown = prompt[: LONGEST_CELL - 2]
                self.candidates.append({"post_id": post_id, "quoted_prompt": shown, "family_guess": guess})
            yield post_id, subreddit, created, tier, first, prompts, text

    def _count(self, tier: str, subreddit: str, year: str, tools: tuple[str, ...]) -> None:
        self._counts["tier"][tier] += 1
        self._counts["subreddit"][subreddit] += 1
        self._counts["year"][year] += 1
        self._counts["tool"].update(tools or ("AI only",))

    def report(self, n_files: int) -> MiningReport:
        """The counts, each table by falling count and then by name, years in order."""
        counts = {
            name: dict(sorted(c.items(), key=lambda item: (-item[1], item[0]))) for name, c in self._counts.items()
        }
        return MiningReport(
            n_files=n_files,
            n_posts=self.n_posts,
            n_gone=self.n_gone,
            n_repeated=self.n_repeated,
            n_kept=len(self._seen),
            n_prompts=len(self.candidates),
            by_tier=dict(sorted(counts["tier"].items())),
            by_subreddit=counts["subreddit"],
            by_year=dict(sorted(counts["year"].items())),
            by_tool=counts["tool"],
            by_family_guess=dict(sorted(counts["family_guess"].items())),
            posts_by_subreddit=counts["posts"],
        )


class _Shelf:
    """Rows of the corpus, laid down in parts so that a corpus larger than memory can be written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._waiting: list[tuple[Any, ...]] = []
        self._parts = 0

    def put(self, rows: list[tuple[Any, ...]]) -> None:
        self._waiting += rows
        if len(self._waiting) >= _ROWS_A_PART:
            self._lay_down()

    def _lay_down(self) -> None:
        frame = pl.DataFrame(self._waiting, schema=dict(CORPUS_SCHEMA), orient="row")
        frame.write_parquet(self._folder / f"part{self._parts:06d}.parquet")
        self._parts += 1
        self._waiting = []

    def write(self, path: Path) -> None:
        """Write all that was put, in order, atomically."""
        if self._waiting or not self._parts:
            self._lay_down()
        with atomic_writer(path) as handle:
            pl.scan_parquet(sorted(self._folder.glob("part*.parquet")), glob=False).sink_parquet(
                handle, compression="zstd"
            )


def _quotes_beside_ai() -> pl.Expr:
    return pl.col("text").str.contains(AI_PREFILTER) & pl.col("text").str.contains(QUOTE_PREFILTER)


def _year(seconds: int | None) -> str:
    """Year of a time in seconds since 1970, UTC."""
    return "unknown" if seconds is None else str(datetime.fromtimestamp(seconds, tz=UTC).year)
