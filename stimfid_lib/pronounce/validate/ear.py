"""Who listens to the utterances: the recogniser inside the package, or a server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version

from stimfid_lib.pronounce.audio import Samples
from stimfid_lib.pronounce.validate.rows import Fit


@dataclass(frozen=True)
class Ear:
    """A transcriber under its name, which checkpoints keep: what it heard, and how well a pronunciation fits (None
    where it cannot tell)."""

    name: str
    hear: Callable[[Samples], tuple[Sequence[str], Fit | None]]


def embedded() -> Ear:
    """The recogniser `hama`, with likelihood ratios: they come from the same posteriors at a seventh of the time."""
    from stimfid_lib.pronounce.transcribers.hama import HamaTranscriber

    recogniser = HamaTranscriber()

    def hear(samples: Samples) -> tuple[Sequence[str], Fit | None]:
        heard = recogniser.hear(samples)
        return heard.transcript.phonemes, lambda canonical: heard.fit(canonical).position_llr

    return Ear(f"hama {version('hama')}", hear)


def remote(url: str) -> Ear:
    """A server with `POST /transcribe`.

    Raises:
        Misconfigured: the address is none.
    """
    from stimfid_lib.pronounce.transcribers.remote import RemoteTranscriber

    server = RemoteTranscriber(url)
    return Ear(f"server {server.url}", lambda samples: (server.transcribe(samples).phonemes, None))
