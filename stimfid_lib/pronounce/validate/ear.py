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


def embedded(*, likelihood: bool = False) -> Ear:
    """The recogniser `hama`; `likelihood` adds the likelihood ratios, about a second more an utterance."""
    from stimfid_lib.pronounce.transcribers.hama import HamaTranscriber

    recogniser = HamaTranscriber()

    def hear(samples: Samples) -> tuple[Sequence[str], Fit | None]:
        heard = recogniser.hear(samples)
        fit = (lambda canonical: heard.fit(canonical).position_llr) if likelihood else None
        return heard.transcript.phonemes, fit

    return Ear(f"hama {version('hama')}" + (" with likelihoods" if likelihood else ""), hear)


def remote(url: str) -> Ear:
    """A server with `POST /transcribe`.

    Raises:
        Misconfigured: the address is none.
    """
    from stimfid_lib.pronounce.transcribers.remote import RemoteTranscriber

    server = RemoteTranscriber(url)
    return Ear(f"server {server.url}", lambda samples: (server.transcribe(samples).phonemes, None))
