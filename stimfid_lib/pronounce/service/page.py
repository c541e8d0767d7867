"""The page as one document: its parts put together, and a policy under which it can reach this service alone."""

from __future__ import annotations

import base64
import functools
import hashlib
import json
from dataclasses import dataclass
from importlib import resources
from typing import Any

_PAGE = "page_files"
SCRIPTS = ("sources.js", "drawing.js", "asking.js")
CLIP_TYPE = "audio/ogg"


@dataclass(frozen=True)
class Page:
    """The document, and the Content-Security-Policy that it is sent with."""

    html: str
    policy: str


def _part(name: str) -> str:
    return (resources.files(__package__) / _PAGE / name).read_text(encoding="utf-8")


@functools.cache
def page() -> Page:
    """Put markup, style and scripts into one HTML document.

    The policy names the two inline blocks by their hash, so that nothing that was sent or answered can run in the page,
    and allows requests to the page's own origin only.
    """
    style = "\n" + _part("style.css")
    script = '\n"use strict";\n' + "\n".join(_part(name) for name in SCRIPTS)
    html = _part("index.html").replace("{{ style }}", style).replace("{{ script }}", script)
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "connect-src 'self'; media-src 'self' blob:; img-src data:; form-action 'none'; base-uri 'none'; "
        "frame-ancestors 'none'"
    )
    return Page(html, policy)


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode()


@functools.cache
def clips() -> dict[str, Any]:
    """What clips.json says: `made_by`, and of each clip file, word, said (IPA) and change (words)."""
    told: dict[str, Any] = json.loads((resources.files(__package__) / "clips" / "clips.json").read_text("utf-8"))
    return told


def clip_bytes(file: str) -> bytes | None:
    """A bundled clip, Ogg Vorbis; None for any name that clips.json does not hold."""
    if file not in {clip["file"] for clip in clips()["clips"]}:
        return None
    return (resources.files(__package__) / "clips" / file).read_bytes()
