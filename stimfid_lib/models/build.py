"""From keys of the roster to clients that can be asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from stimfid_lib.base.errors import Refused
from stimfid_lib.models.clients.base import close_all, is_loopback
from stimfid_lib.models.clients.keys import load_env, require_key
from stimfid_lib.models.clients.openai_compatible import OPENAI_URL, OpenAICompatibleClient
from stimfid_lib.models.clients.parameters import Parameters
from stimfid_lib.models.completion import ChatClient
from stimfid_lib.models.entries import EmbeddedEntry, EndpointEntry, Entry, ReferenceEntry, VendorEntry
from stimfid_lib.models.roster import Roster

if TYPE_CHECKING:
    import polars as pl

    from stimfid_lib.lexicon.lexicon import Lexicon

KEY_OF = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "google": "GEMINI_API_KEY"}
"""The environment variable of each vendor's key."""


def build_clients(keys: Iterable[str], roster: Roster, suite: pl.DataFrame, lex: Lexicon) -> dict[str, ChatClient]:
    """Make the clients of some roster keys, in the order given; close them with `close_all` or use `clients_open`.

    Args:
        keys: model keys of the roster.
        roster: see `roster.load_roster`.
        suite: the frozen suite, which the reference generators answer.
        lex: the lexicon that they draw from.

    Raises:
        Refused: an unknown key; a vendor whose client does not exist yet; any server that is not on this machine, since
            the guards of live calls do not exist yet.
        MissingInput: an API key is not set; the text names its variable.
        EmbeddedModelUnavailable: the embedded model cannot run here; ask without that key.
    """
    load_env()
    clients: dict[str, ChatClient] = {}
    try:
        for key in keys:
            clients[key] = _client(key, roster.entry(key), suite, lex)
    except BaseException:
        close_all(clients.values())
        raise
    return clients


@contextmanager
def clients_open(
    keys: Iterable[str], roster: Roster, suite: pl.DataFrame, lex: Lexicon
) -> Iterator[dict[str, ChatClient]]:
    """`build_clients` for the length of a block; all are closed at its end."""
    clients = build_clients(keys, roster, suite, lex)
    try:
        yield clients
    finally:
        close_all(clients.values())


def require_askable(key: str, entry: Entry) -> None:
    """Refuse a model that this version cannot ask: a vendor without a client, a server that is not on this machine.

    The place of the guards of live calls: pre-registration committed, suite unchanged, roster verified.

    Raises:
        Refused: the text says what to take out of the parameter file.
    """
    remedy = f"remove {key!r} from `models` in the parameter file"
    if isinstance(entry, VendorEntry) and entry.provider != "openai":
        raise Refused(f"model {key!r}: this version has no client for {entry.provider}; {remedy}")
    url = entry.base_url if isinstance(entry, EndpointEntry) else None
    if isinstance(entry, VendorEntry):
        url = entry.base_url or OPENAI_URL
    if url is not None and not is_loopback(url):
        raise Refused(
            f"model {key!r}: {url} is not on this machine, and this version asks no live model before its guards exist "
            f"(pre-registration committed, suite unchanged, roster verified); {remedy}"
        )


def _client(key: str, entry: Entry, suite: pl.DataFrame, lex: Lexicon) -> ChatClient:
    require_askable(key, entry)
    match entry:
        case ReferenceEntry():
            from stimfid_lib.models.reference import LexiconClient, SpellingClient

            return {"lexicon": LexiconClient, "spelling": SpellingClient}[entry.generator](suite, lex, key)
        case EmbeddedEntry():
            from stimfid_lib.models.local import LocalClient

            return LocalClient(key, entry)
        case EndpointEntry():
            secret = require_key(entry.key_env, f"model {key!r}") if entry.key_env else None
            return OpenAICompatibleClient(
                key, _parameters(entry, "max_tokens"), base_url=entry.base_url, api_key=secret
            )
        case VendorEntry():
            return _vendor(key, entry)


def _vendor(key: str, entry: VendorEntry) -> ChatClient:
    url = entry.base_url or OPENAI_URL
    secret = require_key(KEY_OF["openai"], f"model {key!r}")
    return OpenAICompatibleClient(key, _parameters(entry, "max_completion_tokens"), base_url=url, api_key=secret)


def _parameters(entry: EndpointEntry | VendorEntry, cap: Literal["max_tokens", "max_completion_tokens"]) -> Parameters:
    return Parameters(entry.model_id, entry.temperature, entry.seed, entry.max_tokens, cap)
