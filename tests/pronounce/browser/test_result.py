"""The answer as the page draws it: the same as what was answered, and never by colour alone."""

from __future__ import annotations

from stimfid_lib.pronounce.likelihood import LLR_THRESHOLD
from tests.pronounce.browser.conftest import Open
from tests.pronounce.browser.using import choose_clip, fault, scored


def test_every_sound_is_a_tile_that_says_the_same_as_the_answer(opened: Open) -> None:
    page = opened()
    choose_clip(page, "rabbit")
    assert page.input_value("#word") == "rabbit"
    answer = scored(page)
    tiles = page.locator("#heat .tile:not(.ins)")
    assert tiles.count() == len(answer["per_position"])
    for index, row in enumerate(answer["per_position"]):
        tile = tiles.nth(index)
        words = {"match": "same", "sub": "substitution", "del": "left out"}[row["op"]]
        assert tile.locator("b").text_content() == row["canonical"]
        assert tile.locator(".produced").text_content() == (row["produced"] or "–")
        assert words in tile.inner_text(), "never by colour alone"
    added = page.locator("#heat .tile.ins .produced").all_text_contents()
    assert added == [one["produced"] for one in answer["insertions"]]
    ratios = page.locator("#llr-row .tile").all_inner_texts()
    assert len(ratios) == len(answer["position_llr"])
    for text, value in zip(ratios, answer["position_llr"], strict=True):
        assert f"{abs(value):.2f}" in text
        assert ("target fits" in text) == (value >= 0)
    assert page.locator("#limits li").count() >= len(answer["limitations"])
    number = page.inner_text("#llr-number").replace("−", "-")
    assert f"{answer['overall_llr']:+.2f}" in number
    assert f"below {LLR_THRESHOLD:+.2f} it counts as an error" in number
    for chip, verdict in (("#llr-chip", answer["llr_class"]), ("#free-chip", answer["variant_vs_error_class"])):
        assert verdict in page.inner_text(chip)
    for line, rate in (("#llr-wrong", "llr_class"), ("#free-wrong", "variant_vs_error_class")):
        share = answer["false_flag_rates"][rate]
        told = "has not been measured" if share is None else f"{100 * share:.0f} of 100 correctly said words"
        assert told in page.inner_text(line)
    assert f"{answer['overall_score']:.2f}" in page.inner_text("#free-number")


def test_operation_and_distance_are_told_on_hover_and_on_focus(opened: Open) -> None:
    page = opened()
    choose_clip(page, "rabbit")
    answer = scored(page)
    page.mouse.move(0, 0)
    idle = page.inner_text("#heat-tip")
    assert "Point at a sound" in idle
    for index, row in enumerate(answer["per_position"]):
        tile = page.locator("#heat .tile:not(.ins)").nth(index)
        for tell, leave in ((tile.hover, lambda: page.mouse.move(0, 0)), (tile.focus, lambda: page.focus("#result"))):
            tell()
            told = page.inner_text("#heat-tip")
            assert f"Sound {index + 1} of {len(answer['per_position'])}" in told
            assert {"match": "Same sound", "sub": "Substitution", "del": "Left out"}[row["op"]] in told
            assert (f"distance {row['cos_dist']:.3f}" if row["op"] != "match" else "distance 0") in told
            assert ("counts as an error" in told) == (row["op"] == "del" or row["cos_dist"] >= 0.112)
            leave()
            assert page.inner_text("#heat-tip") == idle


def test_colours_run_from_green_over_yellow_to_red_and_dark_red(opened: Open) -> None:
    page = opened()

    def hue(distance: float) -> int:
        return int(page.evaluate(f"heat({distance})").removeprefix("hsl(").split()[0])

    assert [hue(x) for x in (0, 0.25, 0.5, 0.9, 1)] == [120, 60, 0, 0, 0]
    choose_clip(page, "bed")
    page.fill("#word", "school")
    answer = scored(page)
    assert "del" in [row["op"] for row in answer["per_position"]], "two sounds cannot fill four places"
    assert (
        page.locator("#heat .tile.del").first.evaluate("n => getComputedStyle(n).backgroundColor") == "rgb(122, 18, 18)"
    )


def test_what_was_typed_or_answered_is_never_run(opened: Open) -> None:
    page = opened()
    choose_clip(page, "cat")
    page.fill("#word", "<img src=x onerror=alert(1)>")
    page.click("#score")
    assert "<img src=x" in fault(page)
    assert page.locator("#fault img").count() == 0
