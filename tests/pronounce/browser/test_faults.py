"""What goes wrong, told in words; a service that is not ready, asked again."""

from __future__ import annotations

from pathlib import Path

import pytest

from stimfid_lib.pronounce.service.settings import Settings
from tests.loopback.server import Answer, serving
from tests.pronounce.browser.conftest import Open
from tests.pronounce.browser.using import choose_clip, fault, shown
from tests.pronounce.service.serving import running


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("no word", "Type the target word first."),
        ("no recording", "Record the word, upload a recording or choose an example first."),
        ("unknown word", "'blorf' is not in the lexicon"),
        ("text file", "Wrong type"),
        ("image named wav", "PNG image"),
        ("empty file", "empty"),
        ("too large", "at most 10 MB"),
        ("no microphone allowed", "did not allow the microphone"),
    ],
)
def test_errors_are_told_in_words(opened: Open, tmp_path: Path, act: str, words: str) -> None:
    files = {
        "text file": ("notes.txt", b"hello"),
        "image named wav": ("cat.wav", b"\x89PNG\r\n\x1a\n" + bytes(64)),
        "empty file": ("cat.wav", b""),
        "too large": ("cat.wav", bytes(11 * 1024 * 1024)),
    }
    page = opened(permissions=() if act == "no microphone allowed" else ("microphone",))
    if act != "no word":
        page.fill("#word", "blorf" if act == "unknown word" else "cat")
    if act in files:
        name, data = files[act]
        (tmp_path / name).write_bytes(data)
        page.set_input_files("#file", tmp_path / name)
    elif act == "no microphone allowed":
        # Chromium's fake prompt always says yes, so the refusal is the browser's own for a page without permission
        refusing = "() => Promise.reject(new DOMException('no', 'NotAllowedError'))"
        page.evaluate(f"void (navigator.mediaDevices.getUserMedia = {refusing})")
        page.click("#record")
    elif act not in ("no word", "no recording"):
        choose_clip(page, "cat")
        page.fill("#word", "blorf")
    if act not in ("too large", "no microphone allowed"):
        page.click("#score")
    text = fault(page)
    assert words in text
    assert "undefined" not in text
    assert "{" not in text
    assert page.get_attribute("#fault", "role") == "alert"


def test_a_service_that_stopped_is_told_with_what_to_do(opened: Open, settings: Settings) -> None:
    with running(settings) as url:
        page = opened(url)
        choose_clip(page, "cat")
    page.click("#score")
    assert "make pronounce" in fault(page)


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_warming_service_is_told_and_asked_again(opened: Open, settings: Settings, by_hand: bool) -> None:
    answers = [Answer(status=503), Answer({"phonemes": ["k", "æ", "t"]})]
    with serving(answers) as server, running(Settings(server.root, settings.lexicon_dir)) as url:
        page = opened(url)
        choose_clip(page, "cat")
        page.click("#score")
        page.wait_for_selector("#warming:not([hidden])")
        assert "not ready" in page.inner_text("#warming-text")
        if by_hand:
            page.click("#retry")
        answer = shown(page)
        assert page.locator("#warming").is_hidden()
    assert answer["llr_class"] is None
    assert page.inner_text("#llr-chip") == "not computed"
    assert page.locator("#llr-none").is_visible()


def test_waiting_can_be_stopped(opened: Open, settings: Settings) -> None:
    with serving([Answer(status=503)]) as server, running(Settings(server.root, settings.lexicon_dir)) as url:
        page = opened(url)
        choose_clip(page, "cat")
        page.click("#score")
        page.wait_for_selector("#warming:not([hidden])")
        page.click("#giveup")
        asked = len(server.paths)
        page.wait_for_timeout(2500)
        assert len(server.paths) == asked
        assert page.locator("#warming").is_hidden()
