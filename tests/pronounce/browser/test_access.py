"""For everyone: by keyboard alone, at 400 pixels, in light and dark, by axe-core's rules."""

from __future__ import annotations

import re

import pytest

from tests.pronounce.browser.conftest import Open
from tests.pronounce.browser.using import choose_clip, fault, scored, shown

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="the extra `browser` is not installed")
until = pytest.importorskip("playwright.sync_api", reason="the extra `browser` is not installed").expect


def test_everything_can_be_done_by_keyboard(opened: Open) -> None:
    page = opened()
    seen: list[str] = []

    def tab_to(identity: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            seen.append(page.evaluate("document.activeElement.id || document.activeElement.name"))
            if seen[-1] == identity:
                outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                assert outline != "none", f"{identity} shows no focus"
                return
        raise AssertionError(f"{identity} was not reached: {seen}")

    page.focus("body")
    tab_to("word")
    page.keyboard.type("cat")
    tab_to("l1")
    page.keyboard.type("Hin")
    tab_to("record")
    page.keyboard.press("Space")
    until(page.locator("#record")).to_have_text(re.compile(r"Stop recording \(1"))
    page.keyboard.press("Space")
    until(page.locator("#source")).to_have_text(re.compile("Ready to score"))
    tab_to("file")
    tab_to("clip")
    tab_to("transcriber")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.value") == "pocketsphinx"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    answer = shown(page)
    assert (answer["target_word"], answer["l1"], answer["transcriber"]) == ("cat", "Hindi", "off-the-shelf")
    assert page.evaluate("document.activeElement.id") == "result", "the focus is where the news is"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#llr-row') !== null")
    assert "Sound 1 of 3" in page.inner_text("#llr-tip")


@pytest.mark.parametrize("width", [320, 400, 1000])
def test_nothing_is_wider_than_the_window(opened: Open, width: int) -> None:
    page = opened(width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    choose_clip(page, "rabbit")
    scored(page)
    page.locator("details:not([open]) summary").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for box in [one.bounding_box() for one in page.locator(".tile").all()]:
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_fault_of_accessibility(opened: Open, scheme: str) -> None:
    page = opened(scheme=scheme)
    checker = axe.Axe()

    def faults() -> list[str]:
        found = checker.run(page).response["violations"]
        return [
            f"{one['id']}: {node['html'][:200]} {node['failureSummary']}"
            for one in found
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]

    assert faults() == []
    page.click("#score")
    fault(page)
    assert faults() == []
    choose_clip(page, "school: a vowel")
    scored(page)
    page.focus("#heat .tile >> nth=0")
    assert faults() == []
