"""Deviations: how what was run departs from what was planned, found by comparison and never by memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from stimfid_lib.analysis.plan import Plan, PlannedModel
from stimfid_lib.study.deviation import Deviation, Kind, Ran

NOTHING = "–"


def deviations(plan: Plan, ran: Ran) -> list[Deviation]:
    """List every difference between a frozen plan and a run, in the order of `Kind`.

    A difference is listed and not judged: most have good reasons, which the authors give beside the list. Ids of a
    model are compared as text, so a vendor's dated id under the planned alias is listed as well.
    """
    found = [
        *_registration(ran),
        *_identity(plan, ran),
        *_numbers(plan, ran),
        *_models(plan, ran),
        *_settings(plan, ran),
        *_rules(plan, ran),
        *_analyses(plan, ran),
        *_code(plan, ran),
    ]
    order = get_args(Kind)
    return sorted(found, key=lambda deviation: order.index(deviation.kind))


def _registration(ran: Ran) -> Iterator[Deviation]:
    for what, told in ran.registration.items():
        follows = "The history does not show that this was fixed before the answers."
        yield Deviation("registration", what, "committed before any answer, unchanged since", told, follows)


def _identity(plan: Plan, ran: Ran) -> Iterator[Deviation]:
    if plan.suite_sha256 != ran.suite_sha256:
        follows = "Another suite was asked: no verdict here is a registered one."
        yield Deviation("suite", "prompts", _digest(plan.suite_sha256), _digest(ran.suite_sha256), follows)
    tables = (
        ("words", plan.lexicon.words_sha256, ran.words_sha256),
        ("pairs", plan.lexicon.pairs_sha256, ran.pairs_sha256),
    )
    for table, planned, done in tables:
        if planned != done:
            follows = "Another ground truth scored the items."
            yield Deviation(
                "lexicon",
                table,
                f"{plan.lexicon.name}, {_digest(planned)}",
                f"{ran.lexicon_name}, {_digest(done)}",
                follows,
            )
    if plan.wordlist_sha256 != ran.wordlist_sha256:
        follows = "Which unknown words count as real, and which as made up, may differ."
        yield Deviation("word list", "real words", _digest(plan.wordlist_sha256), _digest(ran.wordlist_sha256), follows)


def _numbers(plan: Plan, ran: Ran) -> Iterator[Deviation]:
    planned = frozen_numbers(plan.tertiles, plan.density_tertiles, plan.feature_distance_threshold)
    for name in sorted({*planned, *ran.numbers}):
        one, two = planned.get(name), ran.numbers.get(name)
        if one != two:
            yield Deviation("frozen numbers", name, _text(one), _text(two), "Another bound scored the items.")


def frozen_numbers(
    tertiles: Mapping[str, tuple[float, float]], density: Mapping[str, tuple[float, float]], threshold: float
) -> dict[str, object]:
    """The numbers that score, by name, in one flat mapping: of a plan or of a manifest."""
    named = {f"tertiles of {norm}": tuple(bounds) for norm, bounds in tertiles.items()}
    named |= {f"density tertiles, syllables {span}": tuple(bounds) for span, bounds in density.items()}
    return {**named, "feature distance of a maximal contrast": threshold}


_WITHOUT = "A claim about all models is not evaluable without it, unless another model contradicts it."


def _models(plan: Plan, ran: Ran) -> Iterator[Deviation]:
    planned = {model.key: model for model in plan.models}
    for key in planned:
        if key not in ran.answered:
            yield Deviation("models", key, "asked", "no reply", _WITHOUT)
    for key in ran.answered:
        if key not in planned:
            yield Deviation("models", key, NOTHING, "asked", "Added after the plan: exploratory.")
    for key, now in ran.roster.items():
        if key in planned:
            yield from _entry(planned[key], now)
    for key, ids in ran.answered.items():
        model = planned.get(key)
        if model is not None and model.model_id is not None and ids and ids != {model.model_id}:
            follows = "The reply named this id; an alias may stand for a dated version."
            yield Deviation("model version", key, model.model_id, ", ".join(sorted(ids)), follows)


def _entry(planned: PlannedModel, now: PlannedModel) -> Iterator[Deviation]:
    """What the roster says of a model now, held against the plan."""
    one, two = planned.model_dump(), now.model_dump()
    for name in ("kind", "provider", "access"):
        if one[name] != two[name]:
            follows = "The verdicts follow the plan; tables and comparisons follow the roster."
            yield Deviation("models", f"{name} of {planned.key}", _text(one[name]), _text(two[name]), follows)
    if planned.model_id != now.model_id:
        ids = _text(planned.model_id), _text(now.model_id)
        yield Deviation("model version", f"asked as {planned.key}", *ids, "Another model was asked under this name.")
    for name in sorted({*planned.settings, *now.settings}) if planned.settings else ():
        before, after = planned.settings.get(name), now.settings.get(name)
        if before != after:
            yield Deviation("model settings", f"{name} of {planned.key}", _sent(before), _sent(after))


def _settings(plan: Plan, ran: Ran) -> Iterator[Deviation]:
    if plan.cells_per_stratum != ran.cells_per_stratum:
        follows = "Models that are not reference generators were asked another part of the suite."
        yield Deviation(
            "share of the suite",
            "cells of each family and tier",
            _share(plan.cells_per_stratum),
            _share(ran.cells_per_stratum),
            follows,
        )
    if plan.replicates != ran.replicates:
        yield Deviation("replicates", "times that each prompt was asked", str(plan.replicates), str(ran.replicates))
    if plan.temperature != ran.temperature:
        yield Deviation("temperature", "of the run", _text(plan.temperature), _text(ran.temperature))
    for key, sent in ran.temperatures.items():
        if sent - {plan.temperature, None}:
            told = ", ".join(sorted(_text(value) for value in sent))
            yield Deviation("temperature", f"sent to {key}", _text(plan.temperature), told)
    for name, planned, done in (("resamples", plan.n_boot, ran.n_boot), ("seed", plan.seed, ran.seed)):
        if planned != done:
            yield Deviation("intervals", name, str(planned), str(done))
    for key, count in ran.asked_twice.items():
        if count:
            follows = "The ledger of calls should hold one answer for each reply: answers may have been chosen."
            told = f"{count} with another number of answers in the ledger"
            yield Deviation("answers asked for twice", f"replies of {key}", "one answer each", told, follows)
    for key, count in ran.missing.items():
        if count:
            follows = "Asked for and not answered, or not read yet: nothing about them is known."
            yield Deviation("excluded rows", f"replies of {key}", "none missing", f"{count} missing", follows)


def _rules(plan: Plan, ran: Ran) -> Iterator[Deviation]:
    rules = {exclusion.name: exclusion.rule for exclusion in plan.exclusions}
    for name in [*rules, *(name for name in ran.exclusions if name not in rules)]:
        if rules.get(name) != ran.exclusions.get(name):
            yield Deviation("exclusion rules", name, rules.get(name, NOTHING), ran.exclusions.get(name, NOTHING))
    added = [phrase for phrase in ran.refusal_phrases if phrase not in plan.refusal_phrases]
    dropped = [phrase for phrase in plan.refusal_phrases if phrase not in ran.refusal_phrases]
    if added or dropped:
        yield Deviation(
            "refusal phrases",
            "list in force",
            f"{len(plan.refusal_phrases)} phrases",
            "; ".join([*(f"added “{phrase}”" for phrase in added), *(f"dropped “{phrase}”" for phrase in dropped)]),
        )
    for hypothesis in plan.hypotheses:
        if ran.hypotheses.get(hypothesis.key) != hypothesis.model_dump(mode="json"):
            follows = "The verdict follows the plan's thresholds; its wording or test was changed in the code since."
            yield Deviation("hypotheses", hypothesis.key, "as registered", "changed since", follows)


def _analyses(plan: Plan, ran: Ran) -> Iterator[Deviation]:
    planned = [analysis.name for analysis in plan.analyses]
    for name in ran.analyses:
        if name not in planned:
            yield Deviation("analysis added", name, NOTHING, "reported", "Added after the plan: exploratory.")
    for analysis in plan.analyses:
        if analysis.table and analysis.name not in ran.analyses:  # without a table it hangs on data from outside
            yield Deviation("analysis left out", analysis.name, analysis.status, "not reported")


def _code(plan: Plan, ran: Ran) -> Iterator[Deviation]:
    for floor in sorted({*plan.code, *ran.code}) if plan.code else ():
        planned, done = plan.code.get(floor), ran.code.get(floor)
        if planned != done:
            follows = "The history says what changed; a remark in the source changes the digest as well."
            yield Deviation("code", floor, _digest(planned), _digest(done), follows)
    for name in ran.superseded:
        follows = "The former plan is kept beside the one in force."
        yield Deviation("plan replaced", name, "one plan", f"replaced by that of {plan.frozen_on}", follows)


def _digest(value: str | None) -> str:
    return NOTHING if value is None else f"SHA-256 {value[:12]}…"


def _share(value: int | None) -> str:
    return "all" if value is None else str(value)


def _sent(value: object) -> str:
    return "not sent" if value is None else "as the run asks" if value == "run" else _text(value)


def _text(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, tuple):
        return " and ".join(_text(part) for part in value)
    return str(value)
