"""The page as a file: well-formed, true to the published tables, loud about simulation, refused where it must be."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.stability.site.render import BAR, PAGES, render, require_coverage_bar
from stimfid_lib.stability.site.table import drawer_of

VOID = {"meta", "link", "br", "img", "input", "hr"}
ALONE = {"path", "rect", "line", "circle", "polyline"}


class Reader(HTMLParser):
    """Holds the page to balanced tags, and collects ids, links, headings and what could be loaded."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.headings: list[int] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.loads += [f"{tag} {name}={told[name]}" for name in ("src", "srcset", "data", "action") if name in told]
        if tag != "a" and (told.get("href") or "#")[0] != "#":
            self.loads.append(f"{tag} href={told['href']}")
        if tag == "a":
            self.links.append(told.get("href") or "")
        if told.get("id"):
            self.ids.append(str(told["id"]))
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> at {self.getpos()} closes {self.open[-1:]}")
        else:
            self.open.pop()


@pytest.fixture(scope="module")
def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    return reader


def test_tags_balance_and_ids_are_unique(read: Reader) -> None:
    assert not read.faults
    assert not read.open
    assert len(read.ids) == len(set(read.ids))


def test_every_link_leads_to_something_in_the_page(read: Reader) -> None:
    assert {link for link in read.links if not link.startswith("#")} == set()
    assert {link[1:] for link in read.links} <= set(read.ids)


def test_nothing_is_loaded(read: Reader, html: str) -> None:
    assert not read.loads
    assert not re.findall(r"@import|url\((?!#)|https?://(?!www\.w3\.org/2000/svg)", html)


def test_headings_go_down_one_step_at_a_time(read: Reader) -> None:
    assert read.headings[0] == 1
    assert read.headings.count(1) == 1
    assert all(after - before <= 1 for before, after in zip(read.headings, read.headings[1:], strict=False))


def test_a_name_from_the_records_cannot_run(html: str) -> None:
    assert "A &amp; B &lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert html.count("<script>") == 1


def test_the_same_folder_gives_the_same_bytes_and_no_hour_of_today(folder: Path, html: str) -> None:
    assert render([folder]) == html
    assert not re.search(r"\b(ago|yesterday|today|last week|last month)\b", re.sub(r"<script>.*</script>", "", html))


def test_what_the_scan_table_shows_is_what_the_csv_says(folder: Path, html: str) -> None:
    text = (folder / "stability.csv").read_text(encoding="utf-8")
    rows = {drawer_of(row["run_id"]): row for row in csv.DictReader(io.StringIO(text))}
    start = html.index('id="scan-table"')
    shown = re.findall(
        r'<tr role="row">\s*<th role="rowheader".*?</tr>', html[start : html.index("</table>", start)], re.S
    )
    assert len(shown) == 6
    names = ("stability_pct", "entropy_a", "entropy_b", "gap_pct", "null_floor_pct", "gap_positive_pct")
    for row in shown:
        drawer = re.search(r'href="#(row-[^"]+)"', row)
        assert drawer is not None
        told = rows[drawer[1]]
        values = re.findall(r'data-by="([^"]*)" class="number"', row)
        assert [float(value) for value in values] == [float(told[name]) for name in names]
        assert f'<span class="value">{float(told["stability_pct"]):.1f}</span>' in row
        assert f"{float(told['ci_low_pct']):.1f} to {float(told['ci_high_pct']):.1f}" in row
        assert row.count('class="flag"') == len(json.loads(told["flags"]))


def test_every_page_says_that_the_data_are_simulated(html: str, folder: Path) -> None:
    assert html.index("Simulated data.") < html.index("<header>"), "above everything, on every page"
    curves = html[html.index('id="curves"') : html.index('id="move"')]
    assert curves.count(">simulated</text>") == curves.count('class="plot"') == 6


def test_next_to_every_comparison_stands_what_nobody_may_conclude(html: str) -> None:
    parts = ["scan", "curves", "move", "families", "twins", "open-weights", "comparison"]
    places = [html.index(f'<h3 id="{name}"') for name in (*parts, "details")]
    for name, start, end in zip(parts, places, places[1:], strict=False):
        assert "Nobody may conclude from" in html[start:end], name


def test_the_curves_say_what_they_select(html: str) -> None:
    start = html.index('id="curves"')
    assert "selects unstable models" in html[start : html.index('class="plots"', start)], "before the first curve"


@pytest.mark.parametrize(
    "broken",
    [
        lambda html: html.replace(f'id="{BAR}"', 'id="elsewhere"'),
        lambda html: re.sub(r'class="part \w+"', "", html),
        lambda html: html.replace('<section class="page" id="home"', '<section class="page" id="hame"'),
    ],
)
def test_a_home_page_without_its_coverage_bar_is_refused(html: str, broken: object) -> None:
    require_coverage_bar(html)
    with pytest.raises(Refused, match="coverage bar"):
        require_coverage_bar(broken(html))  # type: ignore[operator]


def test_a_changed_file_is_refused_by_name(folder: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    path = copy / "stability.csv"
    path.write_bytes(path.read_bytes().replace(b"aster-3", b"aster-9", 1))
    with pytest.raises(Refused, match=r"stability\.csv"):
        render([copy])


def test_a_folder_that_is_no_publication_is_missing_input(tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match=r"manifest\.json"):
        render([tmp_path])


WATCHED = """
import sys
from pathlib import Path
import stimfid_lib.stability.site.render as site
import stimfid_lib.stability.interval_coverage, jinja2.ext
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
site.write_page([Path(sys.argv[1])], Path(sys.argv[2]))
print("\\n".join(opened))
"""


def test_nothing_but_the_published_folder_is_read(folder: Path, tmp_path: Path) -> None:
    alone = Path(shutil.copytree(folder, tmp_path / "elsewhere" / "published"))
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, str(alone), str(tmp_path / "site.html")],
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": "", "STIMFID_PRIVATE_PANELS": str(tmp_path / "no-such-folder")},
    )
    code = Path(render.__code__.co_filename).parents[3]
    opened = {Path(line).resolve() for line in done.stdout.splitlines() if line.startswith("/")}
    data = {path for path in opened if path.suffix in (".json", ".jsonl", ".csv", ".md", ".yaml")}
    assert data, "the hook sees what is opened"
    inside = {path for path in data if alone.resolve() in path.parents}
    assert {path.name for path in data - inside} <= {"glossary.json", "cadence.yaml"}
    assert all(code in path.parents for path in data - inside)


def test_all_eight_pages_are_there() -> None:
    assert [title for _, title in PAGES] == [
        *("Home", "Results", "Data", "Design", "Metric", "Methodology", "Value", "Glossary")
    ]
