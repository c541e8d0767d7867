"""One simulated publication and its page for the whole folder, and a real Chromium to look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.stability.panels.catalogue import PRIVATE
from stimfid_lib.stability.site.reading import Published, read_published
from stimfid_lib.stability.site.render import write_page
from tests.chromium import chromium_running
from tests.stability.site.made import admitted_folder, make_archive, publish_simulated

DAY = "2027-09-01"


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Six months of six protocols, published."""
    root = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(PRIVATE, str(admitted_folder(root / "panels")))
        archive = make_archive(
            root / "archive", 6, ("risky_choice_framing", "base_rate_neglect"), ("wording", "anchoring", "order")
        )
        yield publish_simulated(archive, root / "published", DAY)


@pytest.fixture(scope="package")
def published(folder: Path) -> Published:
    return read_published(folder)


@pytest.fixture(scope="package")
def page_file(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "site.html"
    write_page([folder], path)
    return path


@pytest.fixture(scope="package")
def html(page_file: Path) -> str:
    return page_file.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with chromium_running() as browser:
        yield browser


Open = Callable[..., Any]


@pytest.fixture
def opened(chromium: Any, page_file: Path) -> Iterator[Open]:
    """Open the page at a route; at the end no script failed, nothing was refused, and no request left the file."""
    contexts: list[Any] = []
    faults: list[str] = []
    asked: list[str] = []

    def open_page(route: str = "home", *, width: int = 1280, scheme: str = "light", scripts: bool = True) -> Any:
        context = chromium.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=scripts
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{page_file.as_uri()}#{route}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults
    assert {url.split("#")[0] for url in asked} <= {page_file.as_uri()}
