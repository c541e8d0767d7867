"""Starting the service: everything that can be wrong is said before the first request."""

from __future__ import annotations

import contextlib
import errno
import socket
from collections.abc import Callable

import uvicorn

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.loading import lexicon_dir
from stimfid_lib.pronounce.service.app import make_app
from stimfid_lib.pronounce.service.page import page
from stimfid_lib.pronounce.service.settings import Settings
from stimfid_lib.pronounce.transcribers.remote import RemoteTranscriber

KEEP_ALIVE_S = 5
HIGHEST_PORT = 65535
_LOOPBACK = ("127.", "localhost", "::1")


def listening(host: str, port: int) -> socket.socket:
    """Take a port, or say who is in the way.

    Raises:
        Refused: the port is in use or not allowed, or the host is no address of this machine.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        taken = socket.socket(family, kind, protocol)
    except OSError as error:
        raise Refused(f"--host {host}: no address of this machine ({error.strerror})") from error
    try:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(address)
        taken.listen(128)
    except OSError as error:
        taken.close()
        raise Refused(_told(error, host, port)) from error
    return taken


def _told(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < HIGHEST_PORT else port - 1
        return (
            f"port {port} at {host} is in use: is the service running already (http://{host}:{port}/dev/pronounce)? "
            f"Else stop what uses the port, or choose another: make pronounce PORT={other}"
        )
    if error.errno == errno.EACCES:
        return f"port {port} needs more rights than this user has: choose one from 1024 to 65535"
    return f"cannot listen at {host}:{port}: {error.strerror}"


def serve(host: str, port: int, tell: Callable[[str], object]) -> None:
    """Serve until Ctrl-C; `tell` is given the page's address once connections are accepted.

    Raises:
        MissingInput: no lexicon; the text says what to run.
        Misconfigured: AUDIO_INFERENCE_URL is no address.
        Refused: the port cannot be taken.
    """
    lexicon_dir()
    settings = Settings.from_environment()
    if settings.inference_url:
        RemoteTranscriber(settings.inference_url).close()
    page()
    taken = listening(host, port)
    shown = f"[{host}]" if ":" in host else host
    tell(f"The page: http://{shown}:{taken.getsockname()[1]}/dev/pronounce")
    tell("The interface for programs: /docs at the same address. Ctrl-C stops the service.")
    if settings.inference_url:
        tell(f"Recordings are sent to {settings.inference_url} (AUDIO_INFERENCE_URL).")
    if not host.startswith(_LOOPBACK):
        tell("Listening for other machines: there is no password, and browsers record only on https or on localhost.")
    config = uvicorn.Config(
        make_app(settings), log_level="warning", timeout_keep_alive=KEEP_ALIVE_S, ws="none", server_header=False
    )
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn raises it again after it has closed all connections
        uvicorn.Server(config).run(sockets=[taken])
