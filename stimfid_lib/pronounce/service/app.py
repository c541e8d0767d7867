"""The service as an ASGI application, with documentation that needs no other host."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import metadata
from typing import Any

from fastapi import FastAPI
from fastapi_offline import FastAPIOffline

from stimfid_lib.pronounce.service.faults import add_faults
from stimfid_lib.pronounce.service.limit import BodyLimit
from stimfid_lib.pronounce.service.routes import routes
from stimfid_lib.pronounce.service.scorer import Scorer
from stimfid_lib.pronounce.service.settings import Settings

MOST_FIELDS = 8
LONGEST_FIELD = 4096
_NO_TELEMETRY = {"tracing": False, "metrics": False, "logs": False, "operation_spans": False, "auto_configure": False}
"""Nothing about a recording is to leave the machine, whatever exporters its environment names."""


def make_app(settings: Settings | None = None, *, scorer: Scorer | None = None) -> FastAPI:
    """Build the service; it begins to load its parts when the application starts.

    `settings` default to the environment's; `scorer` is made from them if none is given.
    """
    working = scorer or Scorer(settings or Settings.from_environment())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        working.begin()
        yield

    app: FastAPI = FastAPIOffline(
        title="Pronounce",
        summary="One spoken word against its target, sound by sound.",
        description="A research instrument: see `limitations` and `false_flag_rates` in every answer.",
        version=metadata.version("stimfid"),
        redoc_url=None,
        lifespan=lifespan,
        telemetry=_NO_TELEMETRY,
        form_limits={"max_files": 1, "max_fields": MOST_FIELDS, "max_part_size": LONGEST_FIELD},
    )
    app.add_middleware(BodyLimit)
    add_faults(app)
    app.include_router(routes(working))
    _without_422(app)
    return app


def _without_422(app: FastAPI) -> None:
    """Take status 422 out of the documentation: this service answers 400 where FastAPI would answer 422."""
    made = app.openapi

    def openapi() -> dict[str, Any]:
        schema = made()
        for path in schema["paths"].values():
            for operation in path.values():
                operation["responses"].pop("422", None)
        for name in ("HTTPValidationError", "ValidationError"):
            schema.get("components", {}).get("schemas", {}).pop(name, None)
        return schema

    app.openapi = openapi  # type: ignore[method-assign]
