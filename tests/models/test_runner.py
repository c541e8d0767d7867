"""Every (prompt, replicate) once, whatever stops the run."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.paths import repo_root
from stimfid_lib.models.clients.fake import FakeClient
from stimfid_lib.models.completion import Completion
from stimfid_lib.models.journal import Journal
from stimfid_lib.models.lock import only_process
from stimfid_lib.models.model_journal import ATTEMPTS
from stimfid_lib.models.plan import derive_seed
from stimfid_lib.models.runner import run_suite
from stimfid_lib.models.runs import VOLATILE_COLUMNS, count_attempts, read_failures, read_runs
from stimfid_lib.models.standing import GIVE_UP_AFTER
from stimfid_lib.suite.manifest import suite_sha256
from tests.loopback.openai_wire import wait_until
from tests.models.suites import SHA, small_suite, steady


def run(folder: Path, *clients: FakeClient, prompts: int = 4, replicates: int = 2, **options: object) -> list[object]:
    named = {client.key: client for client in clients}
    return run_suite(small_suite(prompts), named, folder, replicates, suite_sha256=SHA, **options)  # type: ignore[return-value,arg-type]


def test_each_question_is_asked_once_and_recorded(tmp_path: Path) -> None:
    one, two = steady("one"), steady("two")
    reports = run(tmp_path, one, two)
    assert [str(report) for report in reports] == ["one: 8 of 8 answered", "two: 8 of 8 answered"]
    frame = read_runs(tmp_path)
    assert frame.select("model_key", "prompt_id", "replicate").n_unique() == frame.height == 16
    assert frame["model_key"].to_list() == ["one"] * 8 + ["two"] * 8
    row = frame.row(0, named=True)
    assert (row["prompt_id"], row["replicate"], row["temperature"]) == ("A1-000:naive", 1, 1.0)
    assert row["seed"] == derive_seed("A1-000:naive", 1)
    assert row["model_id"] == "fake-one"
    assert one.seeds == two.seeds
    assert set(one.temperatures) == {1.0}


def test_the_suite_s_digest_is_reckoned_where_none_is_given(tmp_path: Path) -> None:
    run_suite(small_suite(2), {"one": steady("one")}, tmp_path)
    assert read_runs(tmp_path)["suite_sha256"].unique().to_list() == [suite_sha256(small_suite(2))]
    with pytest.raises(Refused, match="asked from suite"):
        run_suite(small_suite(3), {"one": steady("one")}, tmp_path)


def test_a_second_run_asks_nothing(tmp_path: Path) -> None:
    run(tmp_path, steady("one"))
    before = (tmp_path / "one.jsonl").read_bytes()
    again = steady("one")
    assert str(run(tmp_path, again)[0]) == "one: 8 of 8 answered"
    assert again.calls == []
    assert (tmp_path / "one.jsonl").read_bytes() == before


def test_models_take_turns(tmp_path: Path) -> None:
    order: list[str] = []
    run(
        tmp_path,
        steady("one"),
        steady("two"),
        on_progress=lambda now: order.append(f"{now.model_key} {now.done}/{now.wanted}"),
    )
    assert order[:6] == ["one 0/8", "two 0/8", "one 1/8", "two 1/8", "one 2/8", "two 2/8"]
    assert order[-1] == "two 8/8"


def test_an_error_is_recorded_passed_over_and_asked_again(tmp_path: Path) -> None:
    failing = "Give me list 2."

    def reply(prompt: str, seed: int | None) -> str | Exception:
        return ConnectionError("gone") if prompt == failing else "red"

    reports = run(tmp_path, FakeClient("one", reply))
    assert str(reports[0]) == "one: 6 of 8 answered, 2 open (2 failed now); run again to ask only these"
    assert "A1-002:naive" not in read_runs(tmp_path)["prompt_id"].to_list()
    assert read_failures(tmp_path)["error"].to_list() == ["ConnectionError: gone"] * 2
    healed = FakeClient("one", ["red"])
    run(tmp_path, healed)
    assert healed.calls == [failing, failing]
    assert read_runs(tmp_path).height == 8
    assert read_failures(tmp_path).height == 0
    assert (tmp_path / "one.jsonl").read_bytes().count(b"\n") == 8
    assert count_attempts(tmp_path).rows() == [("one", 10, 2)]


def test_a_model_that_keeps_failing_is_left_alone(tmp_path: Path) -> None:
    dead, alive = FakeClient("dead", [ConnectionError("gone")]), steady("alive")
    reports = run(tmp_path, dead, alive)
    assert len(dead.calls) == GIVE_UP_AFTER
    assert "not asked any more after 5 errors in a row, the last: ConnectionError: gone" in str(reports[0])
    assert str(reports[1]) == "alive: 8 of 8 answered"


def test_errors_now_and_then_do_not_stop_a_model(tmp_path: Path) -> None:
    faults = [OSError("x")] * (GIVE_UP_AFTER - 1)
    client = FakeClient("one", [*faults, "red", *faults, "run"])
    (report,) = run(tmp_path, client, prompts=6)
    assert str(report) == "one: 4 of 12 answered, 8 open (8 failed now); run again to ask only these"
    assert len(client.calls) == 12


def test_an_empty_reply_is_an_answer(tmp_path: Path) -> None:
    run(tmp_path, FakeClient("one", [""]))
    assert read_runs(tmp_path)["text"].to_list() == [""] * 8


def test_a_reply_cut_inside_a_character_is_an_answer(tmp_path: Path) -> None:
    run(tmp_path, FakeClient("one", ["red \ud83d", "\ud83d\udd34 red"]), prompts=2, replicates=1)
    assert sorted(read_runs(tmp_path)["text"]) == ["red \ufffd", "🔴 red"]


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "runs").write_text("x")
    with pytest.raises(Refused, match=r"run folder .*runs cannot be written \(File exists\)"):
        run(tmp_path / "runs", steady("one"))


def test_a_model_whose_settings_changed_is_not_mixed_with_itself(tmp_path: Path) -> None:
    class Sets(FakeClient):
        cap = 256

        def settings(self, temperature: float | None) -> dict[str, object]:
            return {"temperature": temperature, "seed": "run", "max_tokens": self.cap}

        def complete(self, prompt: str, temperature: float | None = None, *, seed: int | None = None) -> Completion:
            sent = {"temperature": temperature, "seed": seed, "max_tokens": self.cap}
            return replace(super().complete(prompt, temperature, seed=seed), request={"sent": sent})

    run(tmp_path, Sets("one", ["red"]))
    run(tmp_path, Sets("one", ["red"]))
    changed = Sets("one", ["red"])
    changed.cap = 200
    with pytest.raises(Refused, match="max_tokens: 256, now 200"):
        run(tmp_path, changed, prompts=6)
    assert changed.calls == []


def test_a_share_first_and_the_rest_later(tmp_path: Path) -> None:
    run(tmp_path, steady("one"), prompts=3)
    more = steady("one")
    run(tmp_path, more, prompts=5)
    assert len(more.calls) == 4
    assert read_runs(tmp_path).height == 10


@pytest.mark.parametrize("replicates", [0, -1])
def test_no_replicates_are_refused(tmp_path: Path, replicates: int) -> None:
    with pytest.raises(Refused, match="replicates = "):
        run(tmp_path, steady("one"), replicates=replicates)


def test_a_prompt_id_that_stands_twice_is_refused(tmp_path: Path) -> None:
    twice = pl.concat([small_suite(2), small_suite(1)])
    with pytest.raises(Refused, match="prompt_id twice"):
        run_suite(twice, {"one": steady("one")}, tmp_path, suite_sha256=SHA)


def test_a_second_process_is_refused_by_number(tmp_path: Path) -> None:
    with only_process(tmp_path), pytest.raises(Refused, match=f"number {os.getpid()}"):
        run(tmp_path, steady("one"))
    run(tmp_path, steady("one"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_wish_to_end_is_met_after_the_current_reply(tmp_path: Path, number: signal.Signals) -> None:
    before = signal.getsignal(number)

    def reply(prompt: str, seed: int | None) -> str:
        if len(client.calls) == 3:
            signal.raise_signal(number)
        return "red"

    client = FakeClient("one", reply)
    with pytest.raises(KeyboardInterrupt, match="run again to go on"):
        run(tmp_path, client)
    assert read_runs(tmp_path).height == 3
    assert signal.getsignal(number) is before
    rest = steady("one")
    run(tmp_path, rest)
    assert len(rest.calls) == 5


@pytest.mark.parametrize("second", [signal.SIGINT, signal.SIGTERM])
def test_a_second_wish_to_end_interrupts_at_once(tmp_path: Path, second: signal.Signals) -> None:
    def reply(prompt: str, seed: int | None) -> str:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(second)
        raise AssertionError("not reached")

    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, FakeClient("one", reply))
    assert not (tmp_path / "one.jsonl").exists()


def test_it_runs_outside_the_main_thread(tmp_path: Path) -> None:
    worker = threading.Thread(target=run, args=(tmp_path, steady("one")))
    worker.start()
    worker.join()
    assert read_runs(tmp_path).height == 8


def test_killed_twice_every_question_is_answered_exactly_once(tmp_path: Path) -> None:
    """A real process, SIGKILL at two seeded moments, each after some more replies are on file; then to the end."""
    folder, whole = tmp_path / "killed", tmp_path / "whole"
    draw = random.Random(215)
    for _ in range(2):
        process = _start(folder)
        goal = _size(folder) + draw.randrange(1, 80_000)
        wait_until(lambda: _size(folder) >= goal or process.poll() is not None, 60)  # noqa: B023 (called at once)
        assert process.poll() is None, "killed while it runs, not after it ended"
        process.kill()
        process.wait()
    assert _start(folder).wait(120) == 0
    run_suite(small_suite(120), {key: steady(key) for key in ("one", "two")}, whole, 2, suite_sha256=SHA)
    for key in ("one", "two"):
        assert (folder / f"{key}.jsonl").read_bytes().count(b"\n") == 240
    killed = read_runs(folder).drop(VOLATILE_COLUMNS)
    assert killed.select("model_key", "prompt_id", "replicate").n_unique() == killed.height == 480
    assert_frame_equal(killed, read_runs(whole).drop(VOLATILE_COLUMNS))
    assert count_attempts(folder).rows() == [("one", 240, 0), ("two", 240, 0)]


def _start(folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "tests.models.suites", str(folder)], cwd=repo_root())


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.glob("*.jsonl")) if folder.is_dir() else 0


def test_torn_at_every_byte_of_the_last_three_lines_it_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stimfid_lib.models.lines.os.fsync", lambda _descriptor: None)  # no power is cut here
    path, ledger = tmp_path / "one.jsonl", tmp_path / ATTEMPTS
    run(tmp_path, FakeClient("one", ["red"]), prompts=4, replicates=1)
    data, attempts, wanted = path.read_bytes(), ledger.read_bytes(), read_runs(tmp_path).drop(VOLATILE_COLUMNS)
    first_end = data.index(b"\n") + 1
    records = [json.loads(line) for line in data.splitlines()]

    def resume() -> int:
        """What `run_suite` does with a folder, without the machinery around it."""
        with Journal(tmp_path, {"one": None}, suite_sha256=SHA, temperature=1.0) as journal:
            lost = [record for record in records if not journal.holds("one", (record["prompt_id"], 1))]
            journal.append(*lost)
        return len(lost)

    for cut in range(first_end, len(data)):
        path.write_bytes(data[:cut])
        ledger.write_bytes(attempts)
        whole = data[:cut].count(b"\n") + (data[cut : cut + 1] == b"\n")
        assert resume() == 4 - whole
        assert path.read_bytes() == data
    for cut in range(first_end, len(attempts)):
        ledger.write_bytes(attempts[:cut])
        assert resume() == 0
        assert sorted(ledger.read_bytes().splitlines()) == sorted(attempts.splitlines()), "made good from the replies"
    path.write_bytes(data[:-50])
    again = FakeClient("one", ["red"])
    run(tmp_path, again, prompts=4, replicates=1)
    assert len(again.calls) == 1
    assert_frame_equal(read_runs(tmp_path).drop(VOLATILE_COLUMNS), wanted)


def test_damage_in_the_middle_is_refused_with_its_line_and_nothing_is_asked(tmp_path: Path) -> None:
    run(tmp_path, steady("one"))
    for name in ("one.jsonl", ATTEMPTS):
        path = tmp_path / name
        sound = path.read_bytes()
        pieces = sound.split(b"\n")
        path.write_bytes(b"\n".join([*pieces[:2], pieces[2][:-9], *pieces[3:]]))
        damaged = path.read_bytes()
        client = steady("one")
        with pytest.raises(Refused, match=rf"{path.name}, line 3, is damaged"):
            run(tmp_path, client, prompts=9)
        assert client.calls == []
        assert path.read_bytes() == damaged
        path.write_bytes(sound)


def test_another_suite_is_refused_and_nothing_is_asked(tmp_path: Path) -> None:
    run(tmp_path, steady("one"))
    before = (tmp_path / "one.jsonl").read_bytes()
    client = steady("one")
    with pytest.raises(Refused, match=r"one\.jsonl, line 1: asked from suite aaaaaaaaaaaa…, this run asks suite bbbb"):
        run_suite(small_suite(9), {"one": client}, tmp_path, suite_sha256="b" * 64)
    assert client.calls == []
    assert (tmp_path / "one.jsonl").read_bytes() == before
