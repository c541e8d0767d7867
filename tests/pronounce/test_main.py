"""`python -m stimfid_lib.pronounce` as a person starts it: a process of its own."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.pronounce.service.start import listening
from tests.loopback.server import wait_until
from tests.pronounce.service.making import wav
from tests.pronounce.service.serving import ask, small_lexicon

COMMAND = (sys.executable, "-m", "stimfid_lib.pronounce")


def environment(lexicon: Path, **more: str) -> dict[str, str]:
    """The environment of a process that finds this lexicon."""
    return {**os.environ, "PHONOLEX_RUNTIME_DIR": str(lexicon), "PYTHONUNBUFFERED": "1", **more}


@contextmanager
def started(lexicon: Path, *arguments: str, **more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the service and hand out the address that it prints."""
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(lexicon, **more),
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.fullmatch(r"The page: (http://127\.0\.0\.1:\d+)/dev/pronounce\n", line)
            assert found, line
            yield process, found.group(1)
        finally:
            process.kill()


def test_it_prints_the_address_of_a_page_that_works_and_ends_on_ctrl_c(tmp_path: Path) -> None:
    lexicon = small_lexicon(tmp_path).folder
    with started(lexicon, "--port", "0") as (process, url):
        wait_until(lambda: ask(url, wav()).status_code == 200, 30)
        assert "<title>Pronounce" in httpx.get(f"{url}/dev/pronounce").text
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert process.returncode == 0
        assert "Traceback" not in err
        assert "/docs" in out


def test_a_remote_server_is_named_at_the_start(tmp_path: Path) -> None:
    with started(small_lexicon(tmp_path).folder, PORT="0", AUDIO_INFERENCE_URL="http://127.0.0.1:9") as (process, _):
        assert process.stdout is not None
        process.stdout.readline()
        assert "http://127.0.0.1:9" in process.stdout.readline()


def test_a_port_in_use_is_said_with_what_to_do(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [*COMMAND, "--port", str(port)],
            capture_output=True,
            text=True,
            env=environment(small_lexicon(tmp_path).folder),
            check=False,
        )
    assert done.returncode == 1
    assert f"port {port} at 127.0.0.1 is in use" in done.stderr
    assert "make pronounce PORT=" in done.stderr
    assert "Traceback" not in done.stderr


def test_no_lexicon_is_a_missing_input_that_says_what_to_run(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "--port", "0"], capture_output=True, text=True, env=environment(tmp_path / "none"), check=False
    )
    assert done.returncode == 2
    assert "no lexicon at" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_address_of_a_remote_server_is_said_at_the_start(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "--port", "0"],
        capture_output=True,
        text=True,
        env=environment(small_lexicon(tmp_path).folder, AUDIO_INFERENCE_URL="localhost:9000"),
        check=False,
    )
    assert done.returncode == 1
    assert "AUDIO_INFERENCE_URL is 'localhost:9000'" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_host_that_is_not_this_machine_is_refused() -> None:
    with pytest.raises(Refused, match=r"cannot listen at 192\.0\.2\.1:0"):
        listening("192.0.2.1", 0)
    with pytest.raises(Refused, match="no address of this machine"):
        listening("no.such.host.invalid", 0)
