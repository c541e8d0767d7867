"""One utterance measured: annotation read, recording transcribed, tokens scored."""

from __future__ import annotations

from stimfid_lib.base.errors import Refused
from stimfid_lib.pronounce.audio import Samples, decode
from stimfid_lib.pronounce.errors import UndecodableAudio
from stimfid_lib.pronounce.validate.checkpoint import Done
from stimfid_lib.pronounce.validate.corpus import Entry
from stimfid_lib.pronounce.validate.ear import Ear
from stimfid_lib.pronounce.validate.rows import rows_of
from stimfid_lib.pronounce.validate.utterance import Utterance, read_utterance


def measure(entry: Entry, ear: Ear) -> Done:
    """Measure an utterance; a file that cannot be used gives a `Done` that says why.

    Raises:
        Warming, Misconfigured: the transcriber's.
    """
    fingerprint = ""
    utterance: Utterance | None = None
    try:
        fingerprint = entry.fingerprint()
        utterance = read_utterance(entry.textgrid.read_bytes())
        samples = _samples(entry)
    except UndecodableAudio as error:
        return _skipped(entry, fingerprint, utterance, f"its recording: {error}")
    except Refused as error:
        return _skipped(entry, fingerprint, utterance, f"its annotation: {error}")
    except OSError as error:
        return _skipped(entry, fingerprint, utterance, f"{error.strerror or error}")
    produced, fit = ear.hear(samples) if utterance.annotated else ((), None)
    named = {"utt": entry.utt, "speaker": entry.speaker, "l1": entry.l1}
    rows = [named | row for row in rows_of(utterance, produced, fit)]
    silent = ["the recogniser heard nothing"] if utterance.annotated and not produced else []
    return Done(entry.key, fingerprint, _counts(utterance), rows, [*_notes(utterance), *silent])


def _samples(entry: Entry) -> Samples:
    if entry.wav is None:
        raise UndecodableAudio(f"there is no wav/{entry.utt}.wav")
    return decode(entry.wav.read_bytes())


def _skipped(entry: Entry, fingerprint: str, utterance: Utterance | None, reason: str) -> Done:
    """A file without rows; an annotation that could be read still counts, as it does in the release notes."""
    if utterance is None:
        return Done(entry.key, fingerprint, bad=reason)
    return Done(entry.key, fingerprint, _counts(utterance), notes=_notes(utterance), bad=reason)


def _counts(utterance: Utterance) -> dict[str, int]:
    return {"s": utterance.count("s"), "d": utterance.count("d"), "a": utterance.count("a")}


def _notes(utterance: Utterance) -> list[str]:
    faulty = [token.label for token in utterance.annotated if token.label.fault]
    return [
        *utterance.notes,
        *(f"unreadable label {label.text!r}: {label.fault}" for label in utterance.unreadable),
        *(f"label {label.text!r} not scored: {label.fault}" for label in faulty),
    ]
