"""What asking would cost: questions still open, tokens, money; nothing is sent."""

from __future__ import annotations

from dataclasses import dataclass

from stimfid_lib.models.costs import PER, tariff_of
from stimfid_lib.models.entries import Entry
from stimfid_lib.models.runs import read_attempts
from stimfid_lib.study.question_run import QuestionRun

CHARACTERS_A_TOKEN = 4
"""English prose under the tokenisers in use; prompts hold IPA, so their tokens are counted a little too low."""

USUAL_REPLY_TOKENS = 300
"""A list of ten words with a sentence around it takes 60 to 250 tokens; models that reason take more, up to the cap."""


@dataclass(frozen=True)
class Estimate:
    """One model's open questions and what they would take.

    `written` is what the model's replies so far took on average, or `USUAL_REPLY_TOKENS` before there are any; `most`
    is the cap. `cost` and `most_cost` follow from these in `currency`, None where the roster lacks prices (or a cap);
    each question is reckoned once, so that calls which have to be repeated come on top.
    """

    model_key: str
    live: bool
    wanted: int
    open: int
    read: int
    written: int
    most: int | None
    cost: float | None
    most_cost: float | None
    currency: str
    missing: tuple[str, ...]

    def __str__(self) -> str:
        if not self.open:
            return f"{self.model_key}: nothing open of {self.wanted}"
        told = f"{self.model_key}: {self.open} of {self.wanted} open"
        if not self.live:
            return f"{told}, asked on this machine"
        told += f", about {self.read:,} tokens to read and {self.written:,} to write"
        if self.cost is not None:
            told += f", about {self.cost:.2f} {self.currency}"
        if self.most_cost is not None:
            told += f", at most {self.most_cost:.2f} {self.currency}"
        return told + (f"; unknown without {', '.join(self.missing)} in models.yaml" if self.missing else "")


def estimate(run: QuestionRun) -> list[Estimate]:
    """Estimate what the open questions of every model would take.

    Raises:
        Refused: a journal is damaged.
    """
    return [_of(run, key, run.roster.entry(key), _mean_written(run)) for key in run.prompts]


def _of(run: QuestionRun, key: str, entry: Entry, means: dict[str, float]) -> Estimate:
    tasks = run.open_tasks(key)
    count, read = len(tasks), round(sum(len(task.prompt) for task in tasks) / CHARACTERS_A_TOKEN)
    cap = getattr(entry, "max_tokens", None)
    written = round(count * min(means.get(key, USUAL_REPLY_TOKENS), cap or USUAL_REPLY_TOKENS * 100))
    tariff, live = tariff_of(entry), key in run.live
    missing = [f"{key}.prices"] if live and tariff is None else []
    missing += [f"{key}.max_tokens"] if live and cap is None else []
    cost = (read * tariff.prices.input + written * tariff.prices.output) / PER if tariff else None
    most = None
    if tariff and cap is not None:
        most = sum(tariff.most(task.prompt) for task in tasks)
    return Estimate(
        key,
        live,
        len(run.plan(key)),
        count,
        read,
        written,
        cap,
        cost,
        most,
        tariff.prices.currency if tariff else "",
        tuple(missing),
    )


def _mean_written(run: QuestionRun) -> dict[str, float]:
    """Mean tokens of a reply by model, from the ledger."""
    import polars as pl

    if not (run.folder / "attempts.jsonl").is_file():
        return {}
    means = read_attempts(run.folder).group_by("model_key").agg(pl.col("output_tokens").mean())
    return dict(means.drop_nulls().iter_rows())
