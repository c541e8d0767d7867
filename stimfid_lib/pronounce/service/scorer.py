"""What a running service scores with: the lexicon, the recognisers, a remote transcriber where one is named."""

from __future__ import annotations

import os

import anyio
import anyio.to_thread

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.pronounce.audio import Samples, decode
from stimfid_lib.pronounce.containers import is_cut_off
from stimfid_lib.pronounce.service.answers import PronounceAnswer, TranscriberName
from stimfid_lib.pronounce.service.judged import Heard, answer_of
from stimfid_lib.pronounce.service.settings import URL_VARIABLE, Settings
from stimfid_lib.pronounce.service.slot import Slot
from stimfid_lib.pronounce.service.words import Target, target_of
from stimfid_lib.pronounce.transcribers.hama import HamaTranscriber
from stimfid_lib.pronounce.transcribers.pocketsphinx import PocketsphinxTranscriber
from stimfid_lib.pronounce.transcribers.remote import RemoteTranscriber

LOADING_WAIT_S = 1.0
"""What loads in a twentieth of a second is waited for; a request is told to come back only when it takes longer."""
SPHINX_WAIT_S = 10.0
"""pocketsphinx is loaded when it is first asked for."""
REMOTE_AT_ONCE = 16
"""Recordings at a remote server at one time; waiting for it takes a thread each."""


class Scorer:
    """Answers requests for one service; `begin` loads what it needs, and until then requests are told so."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lexicon = Slot("the lexicon", lambda: Lexicon.from_dir(settings.lexicon_dir))
        self._hama = Slot("the recogniser hama", HamaTranscriber)
        self._sphinx = Slot("the recogniser pocketsphinx", PocketsphinxTranscriber)
        self._remote = Slot(
            "the remote transcriber",
            lambda: RemoteTranscriber(settings.inference_url or "", deadline_s=settings.deadline_s),
        )
        self._here = anyio.CapacityLimiter(os.cpu_count() or 2)
        self._there = anyio.CapacityLimiter(REMOTE_AT_ONCE)

    def begin(self) -> None:
        """Start to load the lexicon and the recogniser; the service answers meanwhile."""
        self._lexicon.begin()
        self._hama.begin()

    @property
    def is_remote(self) -> bool:
        """Whether recordings go to another server, unless a request asks for pocketsphinx."""
        return self._settings.inference_url is not None

    def lexicon_name(self) -> str:
        """Which lexicon holds the targets."""
        return self._lexicon.get(wait_s=1.0).identity.name

    def target(self, word: str) -> Target:
        """Look a target word up.

        Raises:
            Refused: no word, or more than a word.
            UnknownWord: not in the lexicon.
            Warming, Misconfigured: the lexicon is loading, or cannot be loaded.
        """
        return target_of(word, self._lexicon.get())

    def check_choice(self, transcriber: TranscriberName) -> None:
        """Refuse a transcriber that this service has not."""
        if transcriber == "ft" and not self.is_remote:
            raise Refused(
                f"transcriber = 'ft' needs a remote server, which {URL_VARIABLE} names when the service is started; "
                "allowed here: off-the-shelf, pocketsphinx"
            )

    async def score(
        self, data: bytes, target: Target, transcriber: TranscriberName, *, l1: str | None, language: str | None
    ) -> PronounceAnswer:
        """Decode, transcribe and score one recording, in a thread of its own; the event loop stays free.

        Raises:
            UndecodableAudio: the bytes cannot be decoded.
            Warming: the transcriber is loading or out of reach.
            Misconfigured: it cannot work as it was set up.
        """
        elsewhere = self.is_remote and transcriber != "pocketsphinx"

        def work() -> PronounceAnswer:
            samples = decode(data)
            heard = self._heard_elsewhere(samples, transcriber) if elsewhere else self._heard_here(samples, transcriber)
            return answer_of(heard, target, transcriber=transcriber, l1=l1, language=language, cut=is_cut_off(data))

        return await anyio.to_thread.run_sync(work, limiter=self._there if elsewhere else self._here)

    def _heard_elsewhere(self, samples: Samples, transcriber: TranscriberName) -> Heard:
        remote = self._remote.get(wait_s=5.0)
        return Heard((remote.compare if transcriber == "ft" else remote.transcribe)(samples), fit=None)

    def _heard_here(self, samples: Samples, transcriber: TranscriberName) -> Heard:
        hearing = self._hama.get(wait_s=LOADING_WAIT_S).hear(samples)
        if transcriber != "pocketsphinx":
            return Heard(hearing.transcript, hearing.fit)
        return Heard(self._sphinx.get(wait_s=SPHINX_WAIT_S).transcribe(samples), hearing.fit)
