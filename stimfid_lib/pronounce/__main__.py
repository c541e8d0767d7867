"""`python -m stimfid_lib.pronounce`, `make pronounce`: start the service and say where its page is."""

from __future__ import annotations

import importlib.util
import sys
from typing import Annotated

import typer

from stimfid_lib.base.errors import MissingInput, StimfidError

DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 8215
_NEEDED = ("fastapi", "fastapi_offline", "uvicorn", "python_multipart", "av", "soundfile", "soxr", "hama", "httpx")


def pronounce(
    port: Annotated[
        int, typer.Option(envvar="PORT", min=0, max=65535, help="Port; 0 takes a free one.")
    ] = DEFAULT_PORT,
    host: Annotated[
        str,
        typer.Option(help="Address to listen at; the default is this machine alone, and nothing asks for a password."),
    ] = DEFAULT_HOST,
) -> None:
    """Serve the page and the interface until Ctrl-C; AUDIO_INFERENCE_URL names a remote transcriber."""
    absent = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if absent:
        raise MissingInput(
            f'not installed: {", ".join(absent)}; run `make pronounce`, or pip install "stimfid[pronounce]"'
        )
    from stimfid_lib.pronounce.service.start import serve

    serve(host, port, typer.echo)


if __name__ == "__main__":
    try:
        typer.run(pronounce)
    except StimfidError as error:
        typer.echo(f"pronounce: {error}", err=True)
        sys.exit(error.exit_status)
