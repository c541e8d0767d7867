"""Every error as the contract words it: a status, and `{"detail": …}` that a person can act on."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse

from stimfid_lib.base.errors import Refused, StimfidError
from stimfid_lib.pronounce.errors import Misconfigured, UndecodableAudio, Warming
from stimfid_lib.pronounce.service.answers import WarmingAnswer, WarmingDetail
from stimfid_lib.pronounce.service.words import UnknownWord

RETRY_AFTER_S = 2
_log = logging.getLogger("stimfid.pronounce")

_MISSING = {
    "audio": "no audio: send the recording as the file field audio of a multipart/form-data request",
    "target_word": "no target word: send the word that was meant as the field target_word",
}


def told_validation(error: RequestValidationError) -> str:
    """What FastAPI found wrong with the fields of a request, in words."""
    told = []
    for fault in error.errors():
        field = str(fault["loc"][-1])
        if fault["type"] == "missing":
            told.append(_MISSING.get(field, f"{field} is missing"))
        elif field == "audio":
            told.append("no audio: the field audio must be a file, not text")
        else:
            told.append(f"{field} = {str(fault.get('input'))[:60]!r}: {fault['msg']}")
    return "; ".join(told)


def _detail(status: int, text: str) -> JSONResponse:
    return JSONResponse({"detail": text}, status_code=status)


async def _validation(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return _detail(400, told_validation(error))


async def _refused(_: Request, error: Exception) -> JSONResponse:
    match error:
        case UnknownWord():
            return _detail(404, str(error))
        case UndecodableAudio() | Refused():
            return _detail(400, str(error))
        case Warming():
            answer = WarmingAnswer(detail=WarmingDetail(message=str(error), retry_after_s=RETRY_AFTER_S))
            return JSONResponse(answer.model_dump(), 503, headers={"Retry-After": str(RETRY_AFTER_S)})
        case Misconfigured():
            _log.error("misconfigured: %s", error)
            return _detail(500, f"misconfigured: {error}")
        case _:
            _log.error("%s", error)
            return _detail(500, str(error))


async def _unforeseen(_: Request, error: Exception) -> JSONResponse:
    # the traceback goes to the log; the person at the page can do nothing with it
    return _detail(500, f"the service failed on this request ({type(error).__name__}); its log says where")


def add_faults(app: FastAPI) -> None:
    """Answer every error of the library, of FastAPI and of ours in the contract's shape."""
    app.add_exception_handler(RequestValidationError, _validation)
    app.add_exception_handler(StimfidError, _refused)
    app.add_exception_handler(Exception, _unforeseen)
