"""What the service answers: the fields, their units and scales, as the interface's documentation shows them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat

TranscriberName = Literal["off-the-shelf", "pocketsphinx", "ft"]
WordClass = Literal["variant", "error"]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class Answer(BaseModel):
    """Base of every answer: built once, never changed."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class TranscriptAnswer(Answer):
    """What the transcriber heard, knowing nothing of the target word."""

    phonemes: list[str] = Field(description="IPA, one string a phoneme; empty for silence and noise")
    confidences: list[Share | None] = Field(description="one a phoneme, 0 to 1, not calibrated; null where unknown")
    duration_ms: int = Field(ge=0, description="length of the recording in milliseconds")
    coverage: str = Field(description="how finely the transcriber writes; broad-phoneme: no allophones")
    limitations: list[str] = Field(description="what the transcriber itself cannot tell")


class Position(Answer):
    """One phoneme of the target word, and what stands there in the free decode."""

    canonical: str
    produced: str | None = Field(description="null where the free decode has nothing there")
    cos_dist: Share = Field(description="clip(1 − cosine of the feature vectors, 0, 1); 1 for a deletion")
    op: Literal["match", "sub", "del"]


class Insertion(Answer):
    """A phoneme of the free decode that stands between two of the target word."""

    produced: str
    after_canonical_index: int = Field(ge=-1, description="0 for after the first phoneme; −1 for before it")


class FalseFlags(Answer):
    """How often a class says `error` of words that were said right: share of known-good recordings flagged."""

    variant_vs_error_class: Share | None
    llr_class: Share | None
    basis: str = Field(description="which recordings, and how many")


class Methods(Answer):
    """Which method each scored field comes from, since the two may disagree."""

    per_position: str
    insertions: str
    overall_score: str
    variant_vs_error_class: str
    position_llr: str
    overall_llr: str
    llr_class: str


class PronounceAnswer(Answer):
    """How close the speaker came to the target word, by two methods."""

    target_word: str = Field(description="as the lexicon spells it")
    canonical_phonemes: list[str] = Field(description="the pronunciation that was scored against")
    transcript: TranscriptAnswer
    per_position: list[Position] = Field(description="one row a canonical phoneme, in order")
    insertions: list[Insertion]
    overall_score: Share = Field(description="clip(1 − wper, 0, 1); 1 is a perfect match of the free decode")
    variant_vs_error_class: WordClass = Field(description="by the free decode; see threshold_basis and limitations")
    threshold_basis: Literal["l1_agnostic"]
    l1: str | None = Field(description="as it was sent; it changes no score")
    transcriber: TranscriberName
    coverage: Literal["broad-phoneme"]
    limitations: list[str]
    position_llr: list[FiniteFloat | None] | None = Field(
        description="natural log likelihood ratio, one a canonical phoneme: below 0, another phoneme or none fits the "
        "sound better. Null with a remote transcriber"
    )
    overall_llr: FiniteFloat | None = Field(
        description="the word's log likelihood ratio; null with a remote transcriber"
    )
    llr_class: WordClass | None = Field(description="by the likelihood ratio; null with a remote transcriber")
    methods: Methods
    false_flag_rates: FalseFlags


class Refusal(Answer):
    """Any error but warming."""

    detail: str = Field(description="what is wrong, what is allowed, what to do next")


class WarmingDetail(Answer):
    """What a client is to do while a transcriber loads or is unreachable."""

    warming: Literal[True] = True
    message: str
    retry_after_s: int = Field(ge=1)


class WarmingAnswer(Answer):
    """The transcriber is not ready: ask again. `warming` stands in `detail` and beside it."""

    detail: WarmingDetail
    warming: Literal[True] = True
