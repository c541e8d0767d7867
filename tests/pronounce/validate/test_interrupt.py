"""Runs that are stopped, killed or deserted by their server, in real processes: nothing done is lost or done twice."""

from __future__ import annotations

import signal
from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.interrupt import Interrupt
from stimfid_lib.pronounce.validate.corpus import find_corpus
from stimfid_lib.pronounce.validate.ear import remote
from stimfid_lib.pronounce.validate.patience import Patience, StillWarming
from stimfid_lib.pronounce.validate.run import REFUSED, Stopped
from tests.loopback.server import Answer, serving
from tests.pronounce.validate.running import answering, arguments, ended_by, finished, here, in_checkpoint, small_corpus


def test_a_stopped_run_goes_on_and_gives_the_same_rows(tmp_path: Path) -> None:
    corpus, stopped, straight = small_corpus(tmp_path / "c", 12), tmp_path / "o" / "a.parquet", tmp_path / "b.parquet"
    with serving(answering(0.1)) as server:
        done = ended_by([signal.SIGINT], server, 5, arguments(corpus, stopped, "--inference-url", server.root))
        assert done.returncode == 130
        assert "start the same command again" in done.stderr
        assert (done.stdout, stopped.exists()) == ("", False), "no tally and no rows of half a corpus"
        before = len(server.requests)
        assert 5 <= before < 12
        assert in_checkpoint(stopped) == before, "the utterance that was being transcribed is kept too"
        again = finished(corpus, stopped, "--inference-url", server.root)
        assert again.returncode == 0, again.stderr
        assert f"going on: {before} of 12" in again.stderr
        assert len(server.requests) == 12, "nothing is asked twice"
        here(corpus, straight, server.root)
    assert stopped.read_bytes() == straight.read_bytes()
    rows = pl.read_parquet(stopped)
    assert rows.height == 24
    assert rows["llr_transcriber"].null_count() == 24, "a server gives none"
    assert rows["cos_dist_transcriber"].n_unique() > 2, "the transcriber's answers differ"


def test_a_killed_run_goes_on_from_its_last_checkpoint(tmp_path: Path) -> None:
    corpus, killed, straight = small_corpus(tmp_path / "c", 206), tmp_path / "a.parquet", tmp_path / "b.parquet"
    with serving(answering()) as server:
        server._script = lambda body: answering(0 if len(server.requests) < 203 else 5)(body)
        done = ended_by([signal.SIGKILL], server, 203, arguments(corpus, killed, "--inference-url", server.root))
        assert done.returncode == -signal.SIGKILL
        assert in_checkpoint(killed) == 200
        server._script = answering()
        outcome, said = here(corpus, killed, server.root)
        assert outcome.finished
        assert said[0] == "going on: 200 of 206 utterances are in a.checkpoint.jsonl"
        assert len(server.requests) == 203 + 6
        here(corpus, straight, server.root)
        with serving(answering()) as other:
            # another address is another transcriber, and its answers are not to be mixed with the first one's
            with pytest.raises(Refused, match=r"--fresh"):
                here(corpus, killed, other.root)
            assert other.requests == []
    assert killed.read_bytes() == straight.read_bytes()


def test_a_second_signal_ends_at_once_and_keeps_what_is_done(tmp_path: Path) -> None:
    corpus, out = small_corpus(tmp_path / "c", 5), tmp_path / "a.parquet"
    heard = answering()
    with serving(heard) as server:
        server._script = lambda body: heard(body) if len(server.requests) < 4 else Answer(delay_s=60)
        done = ended_by([signal.SIGINT] * 2, server, 4, arguments(corpus, out, "--inference-url", server.root))
    assert done.returncode == 130
    assert "Traceback" not in done.stderr
    assert in_checkpoint(out) == 3


def test_a_server_that_warms_up_is_waited_for(tmp_path: Path) -> None:
    corpus, heard = small_corpus(tmp_path / "c", 2), answering()
    with serving(heard) as server:
        server._script = lambda body: Answer({}, 503) if len(server.requests) == 1 else heard(body)
        outcome, said = here(corpus, tmp_path / "a.parquet", server.root)
        assert len(server.requests) == 3
    assert (outcome.finished, outcome.tally.bad) == (True, {})
    assert "status 503" in said[0]
    assert said[0].endswith("trying again in 1 s")


def test_a_server_that_stays_warming_stops_the_run(tmp_path: Path) -> None:
    entry, wish = find_corpus(small_corpus(tmp_path / "c", 1)).entries[0], Interrupt()
    with serving([Answer({}, 503)]) as server:
        with pytest.raises(StillWarming, match=r"3 tries"):
            Patience((0.01, 0.02)).measure(entry, remote(server.root), wish, lambda _: None)
        assert len(server.requests) == 3


def test_a_signal_ends_a_run_that_waits_for_its_server(tmp_path: Path) -> None:
    corpus, out = small_corpus(tmp_path / "c", 3), tmp_path / "a.parquet"
    heard = answering()
    with serving(heard) as server:
        server._script = lambda body: heard(body) if len(server.requests) == 1 else Answer({}, 503)
        done = ended_by([signal.SIGTERM], server, 2, arguments(corpus, out, "--inference-url", server.root))
    assert done.returncode == 130, done.stderr
    assert in_checkpoint(out) == 1


def test_a_server_that_refuses_everything_stops_the_run(tmp_path: Path) -> None:
    corpus, out = small_corpus(tmp_path / "c", 9), tmp_path / "a.parquet"
    heard = answering()
    with serving(heard) as server:
        server._script = lambda body: heard(body) if len(server.requests) <= 4 else Answer({}, 404)
        with pytest.raises(Stopped, match=r"status 404.*3 utterances in a row"):
            here(corpus, out, server.root)
        assert len(server.requests) == 7
    assert (in_checkpoint(out), out.exists()) == (4, False)


def test_one_refused_utterance_is_named_and_tried_again_next_time(tmp_path: Path) -> None:
    corpus, out = small_corpus(tmp_path / "c", 4), tmp_path / "a.parquet"
    heard = answering()
    with serving(heard) as server:
        server._script = lambda body: Answer({"rubbish": 1}) if len(server.requests) == 2 else heard(body)
        outcome, _ = here(corpus, out, server.root)
        assert outcome.tally.bad == {"ASI/arctic_a0001": REFUSED}
        assert pl.read_parquet(out).height == 6
        assert here(corpus, out, server.root)[0].tally.bad == {}
        assert len(server.requests) == 5
    assert pl.read_parquet(out).height == 8
