"""What clients of any kind share: where a server is, how clients are closed."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit


def is_loopback(url: str) -> bool:
    """Tell whether a URL points at this machine by name (`localhost`) or by address (127.0.0.0/8, ::1)."""
    host = urlsplit(url).hostname or ""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def close_all(clients: Iterable[Any]) -> None:
    """Close every client that has something to close (connections, the embedded server)."""
    for client in clients:
        close = getattr(client, "close", None)
        if callable(close):
            close()
