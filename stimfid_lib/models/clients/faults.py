"""How a failed call is told: by an allow-list, so that no key and no header ever stands in an error."""

from __future__ import annotations

import re
from asyncio import CancelledError
from collections.abc import Iterator, Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from stimfid_lib.models.completion import Fault

LONGEST_MESSAGE = 160
"""Characters of a server's message that are kept."""

CROWDED = frozenset({429, 503, 529})
_AGAIN = frozenset({408, 409, 425, 429})
_UNSURE = frozenset({408, 502, 504, *range(520, 528), 598, 599})
_HOPELESS = frozenset({401, 402, 403, 404})
_OUT_OF_MONEY = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_error"})
_WRONG_KEY = "API_KEY_INVALID"  # Google's word for it, under status 400
_SHORTEST_SECRET = 6

_CODE = re.compile(r"[A-Za-z][A-Za-z0-9_.\[\]]{0,63}")
_KEPT = re.compile(r"""['"`(]*(?:[A-Za-z]{1,20}|[a-z]+(?:_[a-z]+)+|\d{1,7}(?:\.\d{1,3})?)['"`)]*[.,;:!?]?['"`)]*""")


def error_text(
    error: BaseException, *, status: int | None = None, body: object = None, secret: str | None = None
) -> str:
    """Tell a server's refusal: the exception's class, the status, the body's codes, its message as far as that is safe.

    `type`, `code`, `status` and `param` are kept where they look like identifiers. Of the message only plain words,
    names in snake case and small numbers are kept, `LONGEST_MESSAGE` characters of them; whatever else it holds (keys,
    addresses, account numbers) becomes "…". Nothing that shares six characters in a row with `secret`, the key in
    use, is told.
    """
    facts = [] if status is None else [f"HTTP {status}"]
    detail = error_detail(body)
    for name in ("type", "code", "status", "param"):
        value = detail.get(name)
        if isinstance(value, str) and _CODE.fullmatch(value) and not _betrays(value, secret):
            facts.append(f"{name} {value}")
    message = redacted(detail.get("message"), secret)
    return type(error).__name__ + (f" ({', '.join(facts)})" if facts else "") + (f": {message}" if message else "")


def status_text(what: str, status: object, body: object) -> str:
    """Tell a refusal that stands in a file and was never raised, by the same allow-list."""
    facts = [f"HTTP {status}"] if type(status) is int else []
    detail = error_detail(body)
    while isinstance(detail.get("error"), Mapping):
        detail = detail["error"]
    for name in ("type", "code"):
        value = detail.get(name)
        if type(value) is int or (isinstance(value, str) and _CODE.fullmatch(value)):
            facts.append(f"{name} {value}")
    message = redacted(detail.get("message"))
    return f"{what}: refused" + (f" ({', '.join(facts)})" if facts else "") + (f": {message}" if message else "")


def redacted(message: object, secret: str | None = None) -> str:
    """What may be told of a server's message; empty when it is no text or nothing of it may."""
    if not isinstance(message, str):
        return ""
    words: list[str] = []
    for word in message[: 4 * LONGEST_MESSAGE].split():
        if _KEPT.fullmatch(word) and not _betrays(word, secret):
            words.append(word)
        elif words[-1:] != ["…"]:
            words.append("…")
    told = " ".join(words)
    if len(told) > LONGEST_MESSAGE:
        told = told[:LONGEST_MESSAGE].rsplit(" ", 1)[0] + " …"
    return told if any(word != "…" for word in words) else ""


def error_detail(body: object) -> Mapping[str, Any]:
    """The inner object of an error body, whatever the vendor calls it; empty where there is none."""
    detail = body.get("error", body) if isinstance(body, Mapping) else None
    return detail if isinstance(detail, Mapping) else {}


def lost_connection(error: BaseException) -> str:
    """Tell a call that brought no whole reply: what happened, and the class of the innermost cause."""
    causes = list(_causes(error))
    names = {base.__name__ for cause in causes for base in type(cause).__mro__}
    if names & {"TimeoutError", "TimeoutException"} and "ClientConnectorError" not in names:
        what = "no reply in time"
    elif names & {"ClientConnectorError", "ConnectError", "ConnectionRefusedError"}:
        what = "no connection"
    else:
        what = "the connection was lost"
    return f"{what} ({type(causes[-1]).__name__})"


def is_refused_connection(error: BaseException) -> bool:
    """Tell whether nobody listens at the address."""
    return any(isinstance(cause, ConnectionRefusedError) for cause in _causes(error))


def fault_of(status: int, headers: Mapping[str, str], body: object = None) -> Fault:
    """What a refusal by HTTP status means for asking again."""
    detail = error_detail(body)
    poor = bool(_OUT_OF_MONEY & {detail.get("code"), detail.get("type")})
    return Fault(
        again=(status in _AGAIN or status >= 500) and not poor,
        after_s=wait_asked_for(headers, body),
        crowded=status in CROWDED and not poor,
        hopeless=status in _HOPELESS or poor or any(entry.get("reason") == _WRONG_KEY for entry in _details(detail)),
        unpaid=says_no(status),
    )


def says_no(status: int) -> bool:
    """Tell whether a status means that nothing was answered, so that the call cost nothing.

    False for a reply of status 2xx that was no answer, and for gateways that gave up on the server behind them, which
    may have answered, and billed, all the same.
    """
    return status >= 300 and status not in _UNSURE


def wait_asked_for(headers: Mapping[str, str], body: object = None) -> float | None:
    """Seconds that a server asks to wait, from `retry-after-ms`, `Retry-After` or Google's `RetryInfo`; else None.

    A date is held against the server's own `Date` header, so that neither clock matters; without that header it is
    ignored. Negative, endless and unreadable values count as none.
    """
    told = {name.lower(): value for name, value in headers.items()}
    for seconds in (
        _number(told.get("retry-after-ms"), 1000.0),
        _number(told.get("retry-after"), 1.0),
        _until(told.get("retry-after"), told.get("date")),
        _google(error_detail(body)),
    ):
        if seconds is not None:
            return seconds
    return None


def _number(text: str | None, scale: float) -> float | None:
    if text is None or not re.fullmatch(r"\s*\d{1,12}(\.\d{1,9})?\s*", text):
        return None
    return float(text) / scale


def _until(date: str | None, now: str | None) -> float | None:
    try:
        return max(0.0, (parsedate_to_datetime(date or "") - parsedate_to_datetime(now or "")).total_seconds())
    except (ValueError, TypeError, OverflowError):
        return None


def _google(detail: Mapping[str, Any]) -> float | None:
    for entry in _details(detail):
        if isinstance(entry.get("retryDelay"), str):
            return _number(str(entry["retryDelay"]).removesuffix("s"), 1.0)
    return None


def _details(detail: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Google's further facts about an error."""
    details = detail.get("details")
    return [entry for entry in details if isinstance(entry, Mapping)] if isinstance(details, list) else []


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        if not isinstance(current, CancelledError):  # how a deadline ends what it interrupts
            yield current
        current = current.__cause__ or current.__context__


def _betrays(text: str, secret: str | None) -> bool:
    """Tell whether a text shares a run of characters with a secret."""
    if not secret:
        return False
    run = min(_SHORTEST_SECRET, len(secret))
    return any(text[start : start + run] in secret for start in range(len(text) - run + 1))
