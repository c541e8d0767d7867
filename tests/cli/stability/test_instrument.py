"""`stimfid stability instrument …` from alarm to recovery, on the real embedded model and on planted alarms."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from stimfid_lib.base.errors import Refused, StimfidError
from stimfid_lib.cli import app
from stimfid_lib.models.local import EmbeddedModelUnavailable
from stimfid_lib.stability.bookkeeping import Bookkeeping


def call(*arguments: str, state: Path) -> Result:
    result = CliRunner().invoke(app, ["stability", "instrument", *arguments, "--state", str(state)])
    if isinstance(result.exception, EmbeddedModelUnavailable):
        pytest.skip(str(result.exception))
    if result.exception is not None and not isinstance(result.exception, (SystemExit, StimfidError)):
        raise result.exception
    return result


def ring(state: Path, day: str) -> None:
    reasons = ["question 3: another text"]
    alarm = {"kind": "instrument_alarm", "day": day, "check": "runtime_fingerprint", "reasons": reasons}
    Bookkeeping(state / "books.jsonl").append(alarm)


def test_an_alarm_is_shown_until_a_named_person_decides(tmp_path: Path) -> None:
    ring(tmp_path, "2027-03-01")
    shown = call("status", "--date", "2027-03-09", state=tmp_path).stdout
    assert "alarm of 2027-03-01, runtime_fingerprint: question 3: another text; open" in " ".join(shown.split())
    assert "measurements of 2027-03-09 are suspect" in shown
    nobody = call("recover", "--by", "", "--reason", "x", "--date", "2027-03-09", state=tmp_path)
    assert isinstance(nobody.exception, Refused)
    closed = call("recover", "--by", "A. Person", "--reason", "a fan failed", "--date", "2027-03-09", state=tmp_path)
    assert "closed: the alarm of 2027-03-01" in closed.stdout
    after = call("status", "--date", "2027-03-10", state=tmp_path).stdout
    assert "measurements of 2027-03-10 are not suspect" in after
    assert "no runtime fingerprint was taken on 2027-03-10" in after
    again = call("recover", "--by", "A. Person", "--reason", "again", state=tmp_path)
    assert isinstance(again.exception, Refused)
    assert "no alarm is open" in str(again.exception)


def test_only_an_embedded_model_is_a_reference(tmp_path: Path) -> None:
    done = call("baseline", "--reference", "lexicon", state=tmp_path)
    assert isinstance(done.exception, Refused)
    assert "'lexicon' is no embedded model" in str(done.exception)


@pytest.mark.weights
@pytest.mark.slow
def test_a_day_on_the_embedded_model(tmp_path: Path) -> None:
    archive = ("--archive", str(tmp_path / "archive"))
    early = call("check", "--date", "2027-03-01", *archive, state=tmp_path)
    assert "no baseline for" in str(early.exception)
    assert call("baseline", state=tmp_path).exit_code == 0
    sound = call("check", "--date", "2027-03-01", *archive, state=tmp_path)
    assert "every bit as in the baseline" in sound.stdout
    assert "nothing forbids publishing on 2027-03-01" in call("status", "--date", "2027-03-01", state=tmp_path).stdout
    (baseline,) = (tmp_path / "baselines").iterdir()
    assert baseline.stat().st_size < 10_000, "digests alone: no text of an answer is kept"
