"""Many questions at once through the real SDK: faults end as answers after a retry, as stated errors, or as a stop."""

from __future__ import annotations

import signal
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.clients.openai_compatible import OpenAICompatibleClient
from stimfid_lib.models.clients.parameters import Parameters
from stimfid_lib.models.costs import Budget, Tariff
from stimfid_lib.models.entries import Limits, Prices
from stimfid_lib.models.retry import Retries
from stimfid_lib.models.runner import run_suite
from stimfid_lib.models.runs import count_attempts, read_attempts, read_failures, read_runs
from stimfid_lib.models.standing import GIVE_UP_AFTER, ModelReport
from tests.loopback.openai_wire import Answer, Json, LoopbackServer, chat, refuse, serving
from tests.models.suites import SHA, small_suite

QUICK = Retries(attempts=4, first_s=0.01, longest_s=0.02)
PRICES = Prices.model_validate({"input": 0.0, "output": 1000.0, "as_of": "2026-11-30"})


def client(server: LoopbackServer, key: str = "one", *, lane: str = "lane", at_once: int = 4, **options: Any) -> Any:
    return OpenAICompatibleClient(
        key,
        Parameters(f"{key}-1", max_tokens=options.pop("max_tokens", None)),
        base_url=server.url,
        api_key="planted-Key-77",
        limits=Limits(concurrency=at_once, **options.pop("limits", {})),
        lane=lane,
        **options,
    )


def run(folder: Path, *clients: Any, prompts: int = 12, replicates: int = 1, **options: Any) -> list[ModelReport]:
    named = {one.key: one for one in clients}
    options = {"retries": QUICK} | options
    try:
        return run_suite(small_suite(prompts), named, folder, replicates, suite_sha256=SHA, **options)
    finally:
        for one in clients:
            one.close()


def prompt_of(body: Json) -> str:
    text: str = body["messages"][0]["content"]
    return text


class Crowd:
    """A script that notes how many requests are under way at once, and on which prompts."""

    def __init__(self, wait_for: int) -> None:
        self.lock, self.now, self.most = threading.Lock(), 0, 0
        self.gate = threading.Barrier(wait_for)

    def __call__(self, body: Json) -> Answer:
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        self.gate.wait(10)
        with self.lock:
            self.now -= 1
        return Answer(chat(prompt_of(body)))


def test_as_many_at_once_as_the_limit_says_and_no_more(tmp_path: Path) -> None:
    script = Crowd(4)  # passes only if four requests are under way together
    with serving(script) as server:
        (report,) = run(tmp_path, client(server, at_once=4))
    assert (report.answered, report.open, script.most) == (12, 0, 4)
    assert read_runs(tmp_path)["text"].n_unique() == 12


def test_models_of_one_lane_share_its_limit_and_take_turns(tmp_path: Path) -> None:
    script = Crowd(2)
    with serving(script) as server:
        run(tmp_path, client(server, "one", at_once=2), client(server, "two", at_once=2), prompts=6)
        models = [body["model"] for body in server.requests]
    assert script.most == 2
    for end in range(2, len(models), 2):
        assert abs(models[:end].count("one-1") - models[:end].count("two-1")) <= 2, "a stopped run is balanced"


def test_lanes_do_not_wait_for_each_other(tmp_path: Path) -> None:
    done = threading.Event()

    def script(body: Json) -> Answer:
        if body["model"] == "slow-1":
            assert done.wait(10)
        return Answer(chat("red"))

    def note(standing: Any) -> None:
        if standing.model_key == "quick" and standing.done == 3:
            done.set()

    with serving(script) as server:
        slow, quick = client(server, "slow", lane="a", at_once=1), client(server, "quick", lane="b", at_once=1)
        reports = run(tmp_path, slow, quick, prompts=3, on_progress=note)
    assert [report.open for report in reports] == [0, 0]


FAULTS: dict[str, Answer] = {
    "429": refuse(429),
    "429 with Retry-After": refuse(429, headers={"Retry-After": "0.01"}),
    "500": refuse(500),
    "529": refuse(529),
    "cut body": Answer(chat("1. red"), cut_at=30),
    "invalid JSON": Answer(b'{"choices": ['),
    "wrong content type": Answer(b"1. red", content_type="text/html"),
    "empty choices": Answer({"choices": []}),
    "error inside": Answer(chat("1. re", finish="error")),
    "slow": Answer(chat("late"), delay_s=5.0),
    "dripping": Answer(chat("late"), drip_s=0.01),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_passing_fault_ends_as_an_answer_and_every_attempt_is_told(tmp_path: Path, fault: Answer) -> None:
    asked: Counter[str] = Counter()

    def script(body: Json) -> Answer:
        asked[prompt_of(body)] += 1
        return fault if asked[prompt_of(body)] == 1 else Answer(chat("1. red"))

    with serving(script) as server:
        (report,) = run(tmp_path, client(server, deadline_s=0.5), prompts=4)
    assert str(report) == "one: 4 of 4 answered"
    assert (report.errors, set(asked.values())) == (4, {2})
    assert read_runs(tmp_path)["text"].to_list() == ["1. red"] * 4
    assert (tmp_path / "one.jsonl").read_bytes().count(b"\n") == 4, "one line a question"
    attempts = read_attempts(tmp_path)
    assert attempts["attempt"].to_list() == [1, 2] * 4
    assert attempts["error"].is_null().to_list() == [False, True] * 4


@pytest.mark.parametrize("fault", [FAULTS["429"], FAULTS["empty choices"], FAULTS["cut body"]])
def test_a_lasting_fault_ends_as_a_stated_error(tmp_path: Path, fault: Answer) -> None:
    def script(body: Json) -> Answer:
        return fault if prompt_of(body) == "Give me list 2." else Answer(chat("1. red"))

    with serving(script) as server:
        (report,) = run(tmp_path, client(server), prompts=4)
    assert (report.answered, report.open, report.errors) == (3, 1, QUICK.attempts)
    assert read_failures(tmp_path)["prompt_id"].to_list() == ["A1-002:naive"]
    assert count_attempts(tmp_path).rows() == [("one", 3 + QUICK.attempts, QUICK.attempts)]


@pytest.mark.parametrize("answer", [chat("", finish="content_filter"), chat("1. r", finish="length"), chat("")])
def test_blocked_cut_and_empty_replies_are_not_asked_again(tmp_path: Path, answer: Json) -> None:
    with serving([Answer(answer)]) as server:
        run(tmp_path, client(server), prompts=3)
        assert len(server.requests) == 3
    assert read_runs(tmp_path).height == 3


def test_a_wrong_key_stops_the_model_at_once(tmp_path: Path) -> None:
    with serving([refuse(401, message="bad planted-Key-77")]) as server:
        (report,) = run(tmp_path, client(server, at_once=2), prompts=40)
        assert len(server.requests) <= 2
    assert report.stopped == "not asked any more: AuthenticationError (HTTP 401): bad …"
    assert "planted" not in (tmp_path / "attempts.jsonl").read_text()


def test_questions_that_keep_failing_stop_the_model(tmp_path: Path) -> None:
    with serving([refuse(400)]) as server:
        (report,) = run(tmp_path, client(server, at_once=1), prompts=40)
        assert len(server.requests) == GIVE_UP_AFTER
    assert "not asked any more after 5 errors in a row" in str(report)


def test_a_server_that_wants_hours_is_left_alone(tmp_path: Path) -> None:
    with serving([refuse(429, headers={"Retry-After": "7200"})]) as server:
        (report,) = run(tmp_path, client(server, at_once=1), prompts=40)
        assert len(server.requests) == 1
    assert report.stopped == "not asked any more: the server asks to wait 7200 s"


def test_money_stops_a_run_before_the_limit_is_passed(tmp_path: Path) -> None:
    # a reply writes 7 tokens of at most 10: 0.007 each, at most 0.01
    with serving([Answer(chat("1. red"))]) as server:
        budget = Budget({"one": Tariff(PRICES, 10)}, limit=0.05)
        (report,) = run(tmp_path, client(server, max_tokens=10), prompts=40, budget=budget)
        assert budget.spent <= 0.05
        assert len(server.requests) == 6, "six cost 0.042, and a seventh might pass the limit"
    assert report.cost == pytest.approx(0.042)
    assert report.stopped is not None
    assert report.stopped.startswith("stopped before the limit of 0.05: 0.0420 is spent, the next call may cost 0.01")


def test_fifty_at_once_never_pass_the_limit_whatever_the_server_tells(tmp_path: Path) -> None:
    billed, lock = Counter[str](), threading.Lock()

    def script(body: Json) -> Answer:
        """Every call but the 429 is billed at the cap; what the server says of it differs."""
        with lock:
            billed["calls"] += 1
            kind = billed["calls"] % 6
            billed["cent"] += kind != 0
        lie = {"prompt_tokens": -1, "completion_tokens": -1_000_000, "total_tokens": 0}
        whole = {"prompt_tokens": 1, "completion_tokens": 10, "total_tokens": 11}
        answers = {
            0: refuse(429, headers={"Retry-After": "0"}),
            1: Answer(chat("red"), cut_at=20),
            2: Answer(b"<html>", 504),
            3: Answer(chat("red") | {"usage": lie}),
            4: Answer(chat("red") | {"usage": None}),
            5: Answer(chat("red") | {"usage": whole}),
        }
        return answers[kind]

    with serving(script) as server:
        budget = Budget({"one": Tariff(PRICES, 10)}, limit=0.6)
        run(tmp_path, client(server, at_once=50, max_tokens=10), prompts=200, budget=budget)
    assert billed["cent"] / 100 <= budget.spent + 1e-9 <= 0.6 + 2e-9
    assert billed["cent"] >= 59, "and the money is used"


def test_what_waits_in_a_batch_is_not_asked(tmp_path: Path) -> None:
    held = {("A1-000:naive", 1), ("A1-003:naive", 1)}
    with serving([Answer(chat("1. red"))]) as server:
        (report,) = run(tmp_path, client(server), prompts=4, in_batches={"one": held})
        assert len(server.requests) == 2
    assert str(report) == "one: 2 of 4 answered, 2 in a batch; `stimfid batch poll` fetches them"


def test_one_ctrl_c_keeps_what_is_under_way_and_begins_nothing(tmp_path: Path) -> None:
    begun = threading.Event()

    def script(body: Json) -> Answer:
        begun.set()
        return Answer(chat("1. red"), delay_s=0.3)

    def interrupt() -> None:
        begun.wait(10)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    with serving(script) as server:
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt, match="run again to go on"):
            run(tmp_path, client(server), prompts=40)
        asked = len(server.requests)
        assert asked <= 12
        assert read_runs(tmp_path).height == asked, "what was asked is on file"
        run(tmp_path, client(server), prompts=40)
        assert len(server.requests) == 40, "and not asked again"


def test_a_second_ctrl_c_ends_at_once_and_what_came_is_on_file(tmp_path: Path) -> None:
    answered = threading.Event()

    def script(body: Json) -> Answer:
        quick = prompt_of(body) in ("Give me list 0.", "Give me list 1.")
        return Answer(chat("1. red"), delay_s=0.0 if quick else 60.0)

    def interrupt() -> None:
        answered.wait(10)
        for _ in range(2):
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            threading.Event().wait(1.0)  # two in one stall of the main thread would arrive as one

    def note(standing: Any) -> None:
        if standing.done == 2:
            answered.set()

    with serving(script) as server:
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            run(tmp_path, client(server, at_once=6), prompts=6, on_progress=note)
    assert read_runs(tmp_path).height == 2
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_ctrl_c_between_taking_a_reply_and_writing_it_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def at_the_worst_moment(_seconds: float) -> None:
        for _ in range(2):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("stimfid_lib.models.runner.time.sleep", at_the_worst_moment)
    answers = [Answer(chat("1. red")), Answer(chat("late"), delay_s=60.0)]
    with serving(answers) as server, pytest.raises(KeyboardInterrupt):
        run(tmp_path, client(server, at_once=1), prompts=6)
    assert read_runs(tmp_path)["text"].to_list() == ["1. red"]


def test_one_ctrl_c_while_everybody_waits_ends_the_run(tmp_path: Path) -> None:
    begun = threading.Event()

    def script(body: Json) -> Answer:
        begun.set()
        return refuse(429, headers={"Retry-After": "500"})

    def interrupt() -> None:
        begun.wait(10)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    with serving(script) as server:
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt, match="run again to go on"):
            run(tmp_path, client(server), prompts=40, retries=Retries())
        assert len(server.requests) <= 4
    assert read_failures(tmp_path).height == len(server.requests)


def test_a_full_disk_stops_the_run_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from stimfid_lib.models import lines

    real = lines._write_whole

    def full(descriptor: int, data: bytes) -> None:
        if len(server.requests) >= 6:
            raise OSError(28, "No space left on device")
        real(descriptor, data)

    monkeypatch.setattr(lines, "_write_whole", full)
    with serving([Answer(chat("1. red"))]) as server, pytest.raises(Refused, match="No space left on device"):
        run(tmp_path, client(server, at_once=2), prompts=400)
    assert len(server.requests) < 20
    monkeypatch.undo()
    with serving([Answer(chat("1. red"))]) as server:
        run(tmp_path, client(server), prompts=10)
    assert read_runs(tmp_path).height >= 10


def test_generators_and_servers_in_one_run(tmp_path: Path) -> None:
    from tests.models.suites import steady

    with serving([Answer(chat("1. red"))]) as server:
        one, fake = client(server), steady("fake")
        reports = run_suite(small_suite(4), {"one": one, "fake": fake}, tmp_path, 2, suite_sha256=SHA)
        one.close()
    assert [str(report) for report in reports] == ["one: 8 of 8 answered", "fake: 8 of 8 answered"]
