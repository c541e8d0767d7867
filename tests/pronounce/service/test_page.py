"""The page as a document: one file, nothing from elsewhere, a policy that holds; the clips that come with it."""

from __future__ import annotations

import base64
import hashlib
import re

import httpx
import pytest

from stimfid_lib.phonology.ipa import PHONEMES
from stimfid_lib.pronounce.audio import RATE, decode
from stimfid_lib.pronounce.service.about import L1S
from stimfid_lib.pronounce.service.page import clip_bytes, clips, page
from tests.pronounce.service.serving import ask


def test_the_page_is_one_file_that_names_no_other_host() -> None:
    html = page().html
    assert "{{" not in html
    assert not re.findall(r"https?://|//[a-z]+\.|url\(|@import|<link(?! rel=\"icon\" href=\"data:)", html)
    assert not re.findall(r"<script[^>]+src|<img|<iframe|\bon[a-z]+=\"|innerHTML|eval\(|document\.write", html)


def test_the_policy_names_the_blocks_that_stand_in_the_page() -> None:
    made = page()
    for tag in ("script", "style"):
        block = re.search(f"<{tag}>(.*?)</{tag}>", made.html, re.DOTALL)
        assert block is not None
        digest = base64.b64encode(hashlib.sha256(block.group(1).encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in made.policy
    assert "default-src 'none'" in made.policy
    assert "unsafe" not in made.policy


def test_the_page_is_served_with_its_policy(service: str) -> None:
    reply = httpx.get(f"{service}/dev/pronounce")
    assert reply.status_code == 200
    assert reply.text == page().html
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    assert reply.headers["content-security-policy"] == page().policy
    assert "microphone=(self)" in reply.headers["permissions-policy"]


def test_the_bare_address_leads_to_the_page(service: str) -> None:
    assert httpx.get(service, follow_redirects=True).text == page().html


def test_about_tells_what_the_page_shows(service: str) -> None:
    told = httpx.get(f"{service}/api/audio/about").json()
    assert told["remote"] is False
    assert told["l1s"] == list(L1S) == ["Arabic", "Chinese", "Hindi", "Korean", "Spanish", "Vietnamese", "unknown"]
    assert [(one["name"], one["available"]) for one in told["transcribers"]] == [
        ("off-the-shelf", True),
        ("pocketsphinx", True),
        ("ft", False),
    ]
    assert "eSpeak NG" in told["clips_made_by"]
    assert told["max_audio_bytes"] == 10 * 1024 * 1024
    assert told["threshold"] == 0.112


def test_every_clip_of_the_page_can_be_fetched_and_the_first_scored(service: str) -> None:
    told = httpx.get(f"{service}/api/audio/about").json()["clips"]
    for one in told:
        reply = httpx.get(f"{service}/dev/{one['url']}")
        assert reply.headers["content-type"] == "audio/ogg"
        assert reply.content == clip_bytes(one["url"].rpartition("/")[2])
    first = httpx.get(f"{service}/dev/{told[0]['url']}").content
    assert ask(service, first, told[0]["word"], kind="audio/ogg").status_code == 200


@pytest.mark.parametrize("clip", clips()["clips"], ids=lambda clip: clip["file"])
def test_a_clip_is_small_speech_and_says_what_it_is(clip: dict[str, object]) -> None:
    data = clip_bytes(str(clip["file"]))
    assert data is not None
    assert len(data) < 10_000
    samples = decode(data)
    assert 0.5 < len(samples) / RATE < 1.5
    assert abs(samples).max() > 0.3
    assert set(clip["said"]) <= set(PHONEMES)  # type: ignore[call-overload]
    assert clip["change"]
