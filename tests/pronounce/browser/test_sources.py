"""How a recording comes to the page: microphone, file, example; and what is asked with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stimfid_lib.pronounce.service.settings import Settings
from tests.loopback.server import Answer, serving
from tests.pronounce.browser.conftest import Open
from tests.pronounce.browser.using import choose_clip, scored, shown
from tests.pronounce.service.making import at_rate, by_av, clip
from tests.pronounce.service.serving import running

until = pytest.importorskip("playwright.sync_api", reason="the extra `browser` is not installed").expect


def test_a_word_is_recorded_from_the_microphone_and_scored(opened: Open) -> None:
    page = opened()
    page.fill("#word", "cat")
    page.click("#record")
    until(page.locator("#record")).to_have_text(re.compile(r"Stop recording \(2"))
    assert page.locator("#level").evaluate("node => node.value") >= 0
    page.click("#record")
    until(page.locator("#source")).to_have_text(re.compile("Ready to score"))
    assert "your recording of 2" in page.inner_text("#source")
    answer = scored(page)
    assert answer["target_word"] == "cat"
    assert answer["transcript"]["duration_ms"] > 1500
    assert answer["transcript"]["phonemes"], "the fake microphone's speech was heard"
    assert page.inner_text("#record") == "Record again"


@pytest.mark.parametrize(
    ("ending", "container", "codec", "rate"), [("webm", "webm", "libopus", 48000), ("m4a", "mp4", "aac", 44100)]
)
def test_files_that_browsers_call_video_can_be_uploaded(
    opened: Open, tmp_path: Path, ending: str, container: str, codec: str, rate: int
) -> None:
    path = tmp_path / f"cat.{ending}"
    path.write_bytes(by_av(at_rate(clip(), rate), rate, container, codec))
    page = opened()
    page.fill("#word", "cat")
    page.set_input_files("#file", path)
    assert page.inner_text("#source") == f"Ready to score: the file cat.{ending}."
    assert scored(page)["target_word"] == "cat"


def test_an_uploaded_file_is_scored_with_the_first_language_and_transcriber_chosen(
    opened: Open, word_file: Path
) -> None:
    page = opened()
    page.fill("#word", "school")
    assert page.locator("#l1 option").all_inner_texts() == [
        "Arabic", "Chinese", "Hindi", "Korean", "Spanish", "Vietnamese", "unknown",
    ]  # fmt: skip
    assert page.input_value("#l1") == "unknown"
    page.select_option("#l1", "Korean")
    page.set_input_files("#file", word_file)
    answer = scored(page)
    assert (answer["l1"], answer["transcriber"]) == ("Korean", "off-the-shelf")
    page.check("input[value=pocketsphinx]")
    page.click("#score")
    until(page.locator("#json")).to_have_text(re.compile('"transcriber": "pocketsphinx"'))
    assert page.locator("input[value=ft]").is_disabled()
    assert "needs a remote server" in page.locator("label", has=page.locator("input[value=ft]")).inner_text()


def test_the_fine_tuned_model_can_be_chosen_where_there_is_one(opened: Open, settings: Settings) -> None:
    answers = [Answer({"ft": {"phonemes": ["k", "æ", "t"]}})]
    with serving(answers) as server, running(Settings(server.root, settings.lexicon_dir)) as url:
        page = opened(url)
        choose_clip(page, "cat")
        page.check("input[value=ft]")
        assert scored(page)["transcriber"] == "ft"
        assert "server that transcribes" in page.inner_text("footer")


def test_the_answer_of_one_question_is_not_shown_for_another(opened: Open) -> None:
    page = opened()
    choose_clip(page, "cat")
    page.evaluate("document.getElementById('form').requestSubmit()")
    page.fill("#word", "bed")
    page.evaluate("document.getElementById('form').requestSubmit()")
    assert shown(page)["target_word"] == "bed"
