"""What clients of any wire format share: where a server is, how an error is told, how clients are closed."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

_CODE = re.compile(r"[a-z][a-z0-9_.\[\]]{0,63}")


def is_loopback(url: str) -> bool:
    """Tell whether a URL points at this machine by name (`localhost`) or by address (127.0.0.0/8, ::1)."""
    host = urlsplit(url).hostname or ""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def error_text(
    error: BaseException, *, status: int | None = None, body: object = None, secret: str | None = None
) -> str:
    """Tell an error by an allow-list: the exception's class, the HTTP status, and the codes of the error body.

    The body's message and the headers are left out on purpose: servers quote keys and prompts in them. `type`,
    `code` and `param` are kept where they look like identifiers (small letters, digits, `_ . [ ]`, 64 at most;
    the vendors' keys hold capitals and hyphens) and do not hold `secret`, the key in use.
    """
    facts = [] if status is None else [f"HTTP {status}"]
    detail = body.get("error", body) if isinstance(body, Mapping) else None
    if isinstance(detail, Mapping):
        for name in ("type", "code", "param"):
            value = str(detail.get(name) or "")
            if _CODE.fullmatch(value) and not (secret and secret in value):
                facts.append(f"{name} {value}")
    cause = error.__cause__
    if cause is not None and status is None:
        facts.append(f"caused by {type(cause).__name__}")
    return type(error).__name__ + (f" ({', '.join(facts)})" if facts else "")


def close_all(clients: Iterable[Any]) -> None:
    """Close every client that has something to close (connections, the embedded server)."""
    for client in clients:
        close = getattr(client, "close", None)
        if callable(close):
            close()
