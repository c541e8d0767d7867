"""The page as one HTML file: templates filled, style and script inline, and a policy that lets nothing be loaded."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import jinja2
from markupsafe import Markup

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import write_text
from stimfid_lib.stability.site import contents, told, words
from stimfid_lib.stability.site.coverage import coverage_of
from stimfid_lib.stability.site.reading import Published, read_published

PAGES = (
    ("home", "Home"),
    ("results", "Results"),
    ("data", "Data"),
    ("design", "Design"),
    ("metric", "Metric"),
    ("methodology", "Methodology"),
    ("value", "Value"),
    ("glossary", "Glossary"),
)
"""Id and title of every page; the id is its hash route."""

BAR = "home-coverage"
"""The id of the home page's coverage bar."""


def render(folders: Sequence[Path]) -> str:
    """Make the page of published folders.

    The same folders give the same bytes. Folders are never joined: each stands for itself in every table, and no curve
    crosses them.

    Args:
        folders: at least one; one of them holds sweeps of the commercial series.

    Raises:
        MissingInput: a folder is no publication.
        Refused: a file was changed since it was published, or the home page would stand without its coverage bar.
    """
    found = [read_published(folder) for folder in folders]
    covered = coverage_of(found)
    style, script = _part("style.css"), _part("page.js")
    html = (
        _environment()
        .get_template("page.html")
        .render(
            pages=PAGES,
            style=Markup(style),
            script=Markup(script),
            policy=_policy(style, script),
            published_on=words.day(max(folder.published_on for folder in found)),
            simulated=_simulated(found),
            home=contents.home(found),
            coverage=contents.coverage(covered),
            example=contents.example(found),
            flag_name=words.flag_name,
            design=contents.design(found),
            glossary=contents.glossary(),
            data=told.data(found),
            metric=told.metric(),
            method=told.method(found),
            **contents.results(found),
        )
    )
    require_coverage_bar(html)
    return html


def write_page(folders: Sequence[Path], out: Path) -> None:
    """Make the page and write it, whole or not at all; see `render` for what it raises."""
    write_text(out, render(folders))


def require_coverage_bar(html: str) -> None:
    """See that the home page holds the coverage bar, drawn.

    Raises:
        Refused: it does not.
    """
    looked = _Bar()
    looked.feed(html)
    if not looked.found:
        raise Refused(f"the home page has no coverage bar (a drawing in #{BAR}): no page is written without it")


class _Bar(HTMLParser):
    """Looks for a drawing with at least one part in the figure of the home page."""

    def __init__(self) -> None:
        super().__init__()
        self.found = False
        self._page = self._figure = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "section":
            self._page = told.get("id") or ""
        elif tag == "figure":
            self._figure = told.get("id") or ""
        elif tag == "rect" and "part" in (told.get("class") or "").split():
            self.found = self.found or (self._page, self._figure) == (PAGES[0][0], BAR)

    def handle_endtag(self, tag: str) -> None:
        if tag == "figure":
            self._figure = ""


def _simulated(found: Sequence[Published]) -> str:
    """What the banner on every page says; empty where nothing is simulated."""
    if not any(folder.simulated for folder in found):
        return ""
    if all(folder.simulated for folder in found):
        return (
            "No model was asked. Everything here shows what a real archive would look like and says nothing about any "
            "model."
        )
    return "What is marked “simulated” comes from no model and says nothing about any; the rest was measured."


def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FunctionLoader(_part),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _part(name: str) -> str:
    return files(__package__).joinpath("parts", name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """Only what stands in the file itself may run or be shown."""
    own = f"style-src '{_hash(style)}'; script-src '{_hash(script)}'"
    return f"default-src 'none'; {own}; base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


__all__ = ["BAR", "PAGES", "render", "require_coverage_bar", "write_page"]
