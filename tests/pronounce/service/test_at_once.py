"""Many requests at one time, and a service that is still loading."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.pronounce.errors import Misconfigured, Warming
from stimfid_lib.pronounce.service.scorer import Scorer
from stimfid_lib.pronounce.service.settings import Settings
from stimfid_lib.pronounce.service.slot import Slot
from tests.loopback.server import Answer, serving, wait_until
from tests.pronounce.service.making import wav
from tests.pronounce.service.serving import WORDS, ask, running

SAID = {
    "cat": "cat",
    "school": "school",
    "bed": "bed_without_d",
    "very": "very_with_b",
    "think": "think_with_s",
    "ship": "ship_as_sheep",
}


def test_ten_at_once_are_answered_each_with_its_own_word(service: str) -> None:
    words = [*list(SAID)[:5], *list(SAID)[:5]]
    alone = {word: ask(service, wav(SAID[word]), word).json() for word in set(words)}
    with ThreadPoolExecutor(10) as pool:
        together = list(
            pool.map(lambda n: ask(service, wav(SAID[words[n]]), words[n], l1=f"speaker {n}").json(), range(10))
        )
    assert together == [alone[word] | {"l1": f"speaker {n}"} for n, word in enumerate(words)]


def test_a_hanging_remote_server_does_not_hold_up_the_page(settings: Settings) -> None:
    with (
        serving([Answer(delay_s=60)]) as server,
        running(Settings(server.root, settings.lexicon_dir, deadline_s=2.0)) as url,
        ThreadPoolExecutor(8) as pool,
    ):
        wait_until(lambda: ask(url, wav(), transcriber="pocketsphinx").status_code == 200, 30)
        hanging = [pool.submit(ask, url, wav()) for _ in range(8)]
        wait_until(lambda: len(server.paths) > 0)
        assert httpx.get(f"{url}/dev/pronounce").status_code == 200
        assert ask(url, wav(), transcriber="pocketsphinx").status_code == 200
        assert {one.result().status_code for one in hanging} == {503}


class SlowScorer(Scorer):
    """A scorer whose lexicon, the real one, comes when the test lets it."""

    def __init__(self, settings: Settings, let: threading.Event) -> None:
        super().__init__(settings)

        def load() -> Lexicon:
            let.wait(60)
            return Lexicon.from_dir(settings.lexicon_dir)

        self._lexicon = Slot("the lexicon", load)


def test_while_it_loads_it_says_so_and_then_answers(settings: Settings) -> None:
    let = threading.Event()
    with running(settings, scorer=SlowScorer(settings, let)) as url:
        reply = ask(url, wav())
        assert reply.status_code == 503
        assert reply.json() == {
            "detail": {"warming": True, "message": "the lexicon is still loading", "retry_after_s": 2},
            "warming": True,
        }
        assert reply.headers["retry-after"] == "2"
        assert httpx.get(f"{url}/dev/pronounce").status_code == 200, "the page is there meanwhile"
        let.set()
        wait_until(lambda: ask(url, wav()).status_code == 200, 30)


def test_a_slot_is_loaded_once_whoever_asks() -> None:
    made: list[int] = []
    let = threading.Event()

    def make() -> str:
        made.append(1)
        let.wait(10)
        return "loaded"

    slot = Slot("the thing", make)
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(slot.get, 10) for _ in range(8)]
        with pytest.raises(Warming, match="the thing is still loading"):
            slot.get()
        let.set()
        assert {one.result() for one in asked} == {"loaded"}
    assert made == [1]


def test_a_slot_that_cannot_be_loaded_says_why_to_everyone() -> None:
    def make() -> str:
        raise MissingInput("no such file")

    slot = Slot("the thing", make)
    for _ in range(2):
        with pytest.raises(Misconfigured, match="the thing cannot be loaded: no such file"):
            slot.get(5)


def test_the_words_of_the_small_lexicon_are_those_of_the_clips() -> None:
    assert set(SAID) <= set(WORDS)
