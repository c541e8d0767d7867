"""What a person does on the page, and reads from it."""

from __future__ import annotations

import json
from typing import Any


def choose_clip(page: Any, words: str) -> None:
    """Pick a bundled clip by a part of what the list says of it."""
    label = next(text for text in page.locator("#clip option").all_inner_texts() if words in text)
    page.select_option("#clip", label=label)
    page.wait_for_selector("#player:not([hidden])")


def scored(page: Any) -> dict[str, Any]:
    """Press the button and read the answer that the page shows."""
    page.click("#score")
    return shown(page)


def shown(page: Any) -> dict[str, Any]:
    page.wait_for_selector("#result:not([hidden])")
    found: dict[str, Any] = json.loads(page.locator("#json").text_content())
    return found


def fault(page: Any) -> str:
    """Wait for a refusal and read it."""
    page.wait_for_selector("#fault:not([hidden])")
    text: str = page.inner_text("#fault")
    return text
