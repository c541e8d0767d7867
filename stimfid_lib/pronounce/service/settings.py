"""What a service is started with."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from stimfid_lib.pronounce.transcribers.remote import DEADLINE_S

URL_VARIABLE = "AUDIO_INFERENCE_URL"


@dataclass(frozen=True)
class Settings:
    """Settings of one service.

    `inference_url` names a remote transcriber (None: the recogniser inside this service); it is checked when a
    recording is to be sent there, so that the page can say what is wrong. `lexicon_dir` is a lexicon's folder (None:
    as `Lexicon.from_dir` chooses). `deadline_s`: seconds within which the remote transcriber must have answered.
    """

    inference_url: str | None = None
    lexicon_dir: Path | None = None
    deadline_s: float = DEADLINE_S

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Read `AUDIO_INFERENCE_URL`; an empty value counts as none."""
        given = (os.environ if environment is None else environment).get(URL_VARIABLE, "").strip()
        return cls(inference_url=given or None)
