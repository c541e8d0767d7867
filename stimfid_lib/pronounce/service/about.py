"""What the page has to know before it asks: who can transcribe, which first languages, which examples."""

from __future__ import annotations

from pydantic import Field

from stimfid_lib.pronounce.likelihood import LLR_THRESHOLD
from stimfid_lib.pronounce.score import VARIANT_ERROR_THRESHOLD
from stimfid_lib.pronounce.service.answers import Answer, TranscriberName
from stimfid_lib.pronounce.service.limit import MAX_AUDIO
from stimfid_lib.pronounce.service.page import clips

L1S = ("Arabic", "Chinese", "Hindi", "Korean", "Spanish", "Vietnamese", "unknown")
"""First languages of the page's list: the six of L2-ARCTIC, and unknown."""


class Choice(Answer):
    """One transcriber, and whether this service can use it."""

    name: TranscriberName
    label: str
    help: str
    available: bool


class ClipInfo(Answer):
    """One bundled recording: what its speaker meant, said, and changed."""

    url: str
    word: str
    said: list[str] = Field(description="IPA that the synthesiser was told to speak")
    change: str


class About(Answer):
    """The service as it stands."""

    remote: bool = Field(description="whether recordings go to another server")
    lexicon: str
    max_audio_bytes: int
    threshold: float = Field(description="distance at or over which a substitution makes a word an error")
    llr_threshold: float = Field(description="nats; an overall_llr below it makes a word an error")
    l1s: list[str]
    transcribers: list[Choice]
    clips_made_by: str
    clips: list[ClipInfo]


def choices(remote: bool) -> list[Choice]:
    """The transcribers in the page's order, the default first."""
    off_the_shelf = (
        "the remote server; no likelihood ratio" if remote else "the recogniser inside this service; needs no network"
    )
    fine_tuned = "the remote server's own model" if remote else "not here: needs a remote server (AUDIO_INFERENCE_URL)"
    return [
        Choice(name="off-the-shelf", label="Off the shelf", help=off_the_shelf, available=True),
        Choice(name="pocketsphinx", label="pocketsphinx", help="much weaker; for comparison", available=True),
        Choice(name="ft", label="Fine-tuned", help=fine_tuned, available=remote),
    ]


def about(*, remote: bool, lexicon: str) -> About:
    """Tell of a running service."""
    told = clips()
    return About(
        remote=remote,
        lexicon=lexicon,
        max_audio_bytes=MAX_AUDIO,
        threshold=VARIANT_ERROR_THRESHOLD,
        llr_threshold=LLR_THRESHOLD,
        l1s=list(L1S),
        transcribers=choices(remote),
        clips_made_by=told["made_by"],
        clips=[
            ClipInfo(url=f"pronounce/clips/{one['file']}", word=one["word"], said=one["said"], change=one["change"])
            for one in told["clips"]
        ],
    )
