"""From keys of the roster to clients that can be asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from stimfid_lib.models.clients.anthropic_messages import AnthropicClient
from stimfid_lib.models.clients.base import close_all
from stimfid_lib.models.clients.gemini import GeminiClient
from stimfid_lib.models.clients.keys import load_env, require_key
from stimfid_lib.models.clients.openai_compatible import OpenAICompatibleClient
from stimfid_lib.models.clients.parameters import CapName, Parameters
from stimfid_lib.models.clients.served import ServedClient
from stimfid_lib.models.completion import ChatClient
from stimfid_lib.models.entries import EmbeddedEntry, EndpointEntry, Limits, ReferenceEntry, VendorEntry
from stimfid_lib.models.live import Leave, address_of, require_leave
from stimfid_lib.models.roster import Roster

if TYPE_CHECKING:
    import polars as pl

    from stimfid_lib.lexicon.lexicon import Lexicon

KEY_OF = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "google": "GEMINI_API_KEY"}
"""The environment variable of each vendor's key."""


def build_clients(
    keys: Iterable[str], roster: Roster, suite: pl.DataFrame, lex: Lexicon, *, leave: Leave | None = None
) -> dict[str, ChatClient]:
    """Make the clients of some roster keys, in the order given; close them with `close_all` or use `clients_open`.

    Args:
        keys: model keys of the roster.
        roster: see `roster.load_roster`.
        suite: the frozen suite, which the reference generators answer.
        lex: the lexicon that they draw from.
        leave: to ask live models; without it a server that is not on this machine is refused.

    Raises:
        Refused: an unknown key, or a live model without leave.
        MissingInput: an API key is not set; the text names its variable.
        EmbeddedModelUnavailable: the embedded model cannot run here; ask without that key.
    """
    load_env()
    clients: dict[str, ChatClient] = {}
    try:
        for key in keys:
            clients[key] = _client(key, roster, suite, lex, leave)
    except BaseException:
        close_all(clients.values())
        raise
    return clients


@contextmanager
def clients_open(
    keys: Iterable[str], roster: Roster, suite: pl.DataFrame, lex: Lexicon, *, leave: Leave | None = None
) -> Iterator[dict[str, ChatClient]]:
    """`build_clients` for the length of a block; all are closed at its end."""
    clients = build_clients(keys, roster, suite, lex, leave=leave)
    try:
        yield clients
    finally:
        close_all(clients.values())


def _client(key: str, roster: Roster, suite: pl.DataFrame, lex: Lexicon, leave: Leave | None) -> ChatClient:
    entry = roster.entry(key)
    require_leave(key, entry, leave)
    match entry:
        case ReferenceEntry():
            from stimfid_lib.models.reference import GENERATORS

            return GENERATORS[entry.generator](suite, lex, key)
        case EmbeddedEntry():
            from stimfid_lib.models.local import LocalClient

            return LocalClient(key, entry)
        case EndpointEntry() | VendorEntry():
            return served_client(key, entry, roster.limits_of(key))


def served_client(
    key: str,
    entry: EndpointEntry | VendorEntry,
    limits: Limits | None = None,
    *,
    extra: Mapping[str, Any] | None = None,
) -> ServedClient:
    """The client of a model on a server, without asking for leave: making one sends nothing.

    `extra` are further parameters that are sent as they are, see `Parameters`.

    Raises:
        MissingInput: its API key is not set; the text names the variable.
        Refused: the key is not one that a request can carry.
    """
    url = str(address_of(entry))
    if isinstance(entry, EndpointEntry):
        secret = require_key(entry.key_env, f"model {key!r}") if entry.key_env else None
        return OpenAICompatibleClient(
            key, _parameters(entry, "max_tokens", extra), base_url=url, api_key=secret, limits=limits
        )
    secret = require_key(KEY_OF[entry.provider], f"model {key!r}")
    common: dict[str, Any] = {"api_key": secret, "base_url": url, "limits": limits, "lane": entry.provider}
    match entry.provider:
        case "openai":
            return OpenAICompatibleClient(key, _parameters(entry, "max_completion_tokens", extra), **common)
        case "anthropic":
            return AnthropicClient(key, _parameters(entry, "max_tokens", extra), **common)
        case "google":
            return GeminiClient(key, _parameters(entry, "max_output_tokens", extra), **common)


def _parameters(entry: EndpointEntry | VendorEntry, cap: CapName, extra: Mapping[str, Any] | None) -> Parameters:
    return Parameters(entry.model_id, entry.temperature, entry.seed, entry.max_tokens, cap, extra or {})
