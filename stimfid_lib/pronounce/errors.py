"""What can go wrong between a recording and its score, each with a status of its own at the service."""

from __future__ import annotations

from stimfid_lib.base.errors import Refused, StimfidError


class UndecodableAudio(Refused):
    """The bytes are no recording that can be decoded, or one that is empty or too long."""


class Warming(StimfidError):
    """A transcriber is loading, busy or out of reach: the same question may be answered in a moment."""


class Misconfigured(StimfidError):
    """A transcriber cannot work as the service was set up: asking again will not help."""
