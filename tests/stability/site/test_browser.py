"""The page in a real Chromium: routes, sorting, drawers, narrow screens, both colour schemes, no scripts, axe."""

from __future__ import annotations

from typing import Any

import pytest

from stimfid_lib.stability.site.render import PAGES
from tests.stability.site.conftest import Open

NAMES = [name for name, _ in PAGES]


def shown(page: Any) -> list[str]:
    return list(
        page.evaluate("[...document.querySelectorAll('section.page')].filter(p => p.offsetHeight > 0).map(p => p.id)")
    )


def arrived(page: Any, name: str) -> None:
    """Wait for a route: the browser tells of a changed address a moment later."""
    page.wait_for_selector(f"header nav a[href='#{name}'][aria-current]")


def column(page: Any, head: str) -> list[str]:
    return list(
        page.evaluate(
            """head => [...document.querySelectorAll('#scan-table tbody tr')].map(row =>
               [...row.cells].find((cell, i) => document.querySelectorAll('#scan-table thead th')[i]
                 .textContent === head).dataset.by)""",
            head,
        )
    )


def test_every_page_has_its_route_its_title_and_its_mark_in_the_navigation(opened: Open) -> None:
    page = opened()
    for name, title in PAGES:
        page.click(f"header nav a[href='#{name}']")
        arrived(page, name)
        assert shown(page) == [name]
        assert page.title().startswith(f"{title} · ")
        assert page.evaluate("document.activeElement.id") == f"{name}-title"
        assert page.locator("header nav a[aria-current=page]").all_inner_texts() == [title]
    page.go_back()
    arrived(page, NAMES[-2])
    assert shown(page) == [NAMES[-2]]


@pytest.mark.parametrize("route", ["", "no-such-place", "%E0%A4%A"])
def test_an_unknown_route_leads_home(opened: Open, route: str) -> None:
    assert shown(opened(route)) == ["home"]


def test_a_link_to_a_term_opens_the_glossary_at_it(opened: Open) -> None:
    page = opened("home")
    page.click("#home a[href='#term-entropy']")
    arrived(page, "glossary")
    assert shown(page) == ["glossary"]
    assert page.evaluate("document.activeElement.id") == "term-entropy"


def test_a_heading_sorts_down_up_and_says_so(opened: Open) -> None:
    page = opened("results")
    head = page.locator("#scan-table thead th", has_text="Stability, %")
    before = column(page, "Stability, %")
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    down = column(page, "Stability, %")
    assert [float(one) for one in down] == sorted(map(float, before), reverse=True)
    head.locator("button").focus()
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    assert [float(one) for one in column(page, "Stability, %")] == sorted(map(float, before))
    page.locator("#scan-table thead th", has_text="Day").locator("button").click()
    assert page.locator("#scan-table [aria-sort]").count() == 1
    assert column(page, "Day") == sorted(column(page, "Day"))
    assert set(before) == set(down), "sorting loses no row"


def test_a_drawer_by_mouse(opened: Open) -> None:
    page = opened("results")
    link = page.locator("#scan-table a.opens").nth(1)
    link.click()
    drawer = page.locator("dialog[open]")
    assert drawer.count() == 1
    assert drawer.locator("h4").evaluate("one => one === document.activeElement")
    drawer.locator(".closes").click()
    assert page.locator("dialog[open]").count() == 0
    assert link.evaluate("one => one === document.activeElement")
    assert page.url.endswith("#results")


def test_a_drawer_by_keyboard_keeps_the_focus_until_escape(opened: Open) -> None:
    page = opened("results")
    link = page.locator("#scan-table a.opens").first
    link.focus()
    page.keyboard.press("Enter")
    for _ in range(12):
        page.keyboard.press("Tab")
        place = page.evaluate(
            "document.activeElement === document.body || !!document.activeElement.closest('dialog[open]')"
        )
        assert place, "the focus stays in the drawer, or with the browser itself"
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0
    assert link.evaluate("one => one === document.activeElement")


def test_a_drawer_has_an_address(opened: Open) -> None:
    page = opened("results")
    name = page.locator("dialog.drawer").first.get_attribute("id")
    page = opened(name)
    assert shown(page) == ["results"]
    assert page.locator("dialog[open]").get_attribute("id") == name


@pytest.mark.parametrize("name", [*NAMES, "drawer"])
def test_nothing_scrolls_sideways_at_400_pixels(opened: Open, name: str) -> None:
    page = opened("results" if name == "drawer" else name, width=400)
    if name == "drawer":
        page.locator("a.opens").first.click()
        assert page.evaluate("(d => d.scrollWidth <= d.clientWidth)(document.querySelector('dialog[open]'))")
    for details in page.locator("section:not([hidden]) details").all():
        details.evaluate("one => one.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") <= 400


def test_sorting_works_on_a_phone(opened: Open) -> None:
    page = opened("results", width=400)
    page.locator("#scan-table thead button", has_text="Entropy B").click()
    values = [float(one) for one in column(page, "Entropy B")]
    assert values == sorted(values, reverse=True)


UNSEEN = "document.querySelectorAll('section[hidden], dialog:not([open])').forEach(one => one.remove())"
"""What nobody sees is taken out first: axe goes through all of it, page after page, and finds nothing there."""


@pytest.mark.slow
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (400, "light")])
def test_axe_finds_no_fault(opened: Open, width: int, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="the extra `browser` is not installed")
    found = []
    for name in [*NAMES, "drawer"]:
        page = opened("results" if name == "drawer" else name, width=width, scheme=scheme)
        if name == "drawer":
            page.locator("a.opens").first.click()
        page.evaluate(UNSEEN)
        found += [
            (name, one["id"], one["impact"], one["nodes"][0]["html"][:120])
            for one in axe.Axe().run(page).response["violations"]
        ]
        page.close()
    assert not found


def test_the_two_schemes_differ(opened: Open) -> None:
    grounds = {
        scheme: opened(scheme=scheme).evaluate("getComputedStyle(document.body).backgroundColor")
        for scheme in ("light", "dark")
    }
    assert grounds["light"] != grounds["dark"]


def test_without_scripts_it_is_one_long_page(opened: Open) -> None:
    page = opened(scripts=False)
    for name, _ in PAGES:
        assert page.locator(f"#{name}-title").is_visible()
    drawers = page.locator("dialog.drawer")
    assert drawers.count() > 3
    assert all(one.is_visible() for one in drawers.all())
    assert page.locator("dialog.drawer .closes").first.is_hidden(), "no button that does nothing"
    assert page.locator("thead button").count() == 0
