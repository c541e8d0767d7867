"""The addresses: one that scores, one that tells of the service, and the page with its recordings."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, File, Form, HTTPException, UploadFile
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from stimfid_lib.pronounce.service.about import About, about
from stimfid_lib.pronounce.service.answers import PronounceAnswer, Refusal, TranscriberName, WarmingAnswer
from stimfid_lib.pronounce.service.page import CLIP_TYPE, clip_bytes, page
from stimfid_lib.pronounce.service.scorer import Scorer
from stimfid_lib.pronounce.service.upload import recording_of

ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"model": Refusal, "description": "No or bad audio, no target word, too large, wrong type, unknown choice"},
    404: {"model": Refusal, "description": "The word is not in the lexicon"},
    500: {"model": Refusal, "description": "The service or its remote transcriber is misconfigured"},
    503: {"model": WarmingAnswer, "description": "The transcriber is loading or out of reach: ask again"},
}

ABOUT_ERRORS: dict[int | str, dict[str, Any]] = {status: ERRORS[status] for status in (500, 503)}


def routes(scorer: Scorer) -> APIRouter:
    """Build the addresses of one service."""
    router = APIRouter()

    @router.post("/api/audio/pronounce", responses=ERRORS, tags=["pronounce"], summary="Score one spoken word")
    async def pronounce(
        audio: Annotated[UploadFile, File(description="the recording, audio/*, at most 10 MB and 30 seconds")],
        target_word: Annotated[str, Form(description="the English word that was meant, as it is spelled")],
        transcriber: Annotated[TranscriberName, Form(description="ft needs a remote server")] = "off-the-shelf",
        l1: Annotated[
            str | None, Form(max_length=60, description="the speaker's first language; changes no score")
        ] = None,
        language: Annotated[
            str | None, Form(max_length=35, description="the word's language; English is scored")
        ] = None,
    ) -> PronounceAnswer:
        """Score one spoken word against the lexicon's pronunciation, sound by sound, by two methods.

        `per_position`, `insertions`, `overall_score` and `variant_vs_error_class` come from a free decode, which knows
        nothing of the target and gets about a third of the sounds wrong; `position_llr`, `overall_llr` and `llr_class`
        come from a likelihood ratio, which compares the target with every single change of it. `false_flag_rates`
        says how often each class calls a correctly said word an error.
        """
        scorer.check_choice(transcriber)
        target = scorer.target(target_word)
        data = await recording_of(audio)
        return await scorer.score(data, target, transcriber, l1=(l1 or "").strip() or None, language=language)

    @router.get("/api/audio/about", responses=ABOUT_ERRORS, tags=["pronounce"], summary="What this service offers")
    def tell() -> About:
        """Tell who can transcribe here, the page's list of first languages, and the bundled recordings."""
        return about(remote=scorer.is_remote, lexicon=scorer.lexicon_name())

    @router.get("/dev/pronounce", response_class=HTMLResponse, include_in_schema=False)
    def show() -> HTMLResponse:
        made = page()
        headers = {
            "Content-Security-Policy": made.policy,
            "Permissions-Policy": "microphone=(self), camera=(), geolocation=()",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-cache",
        }
        return HTMLResponse(made.html, headers=headers)

    @router.get("/dev/pronounce/clips/{file}", include_in_schema=False)
    def clip(file: str) -> Response:
        data = clip_bytes(file)
        if data is None:
            raise HTTPException(404, f"no bundled recording {file[:60]!r}")
        return Response(data, media_type=CLIP_TYPE)

    @router.get("/", include_in_schema=False)
    def home() -> RedirectResponse:
        return RedirectResponse("dev/pronounce")

    return router
