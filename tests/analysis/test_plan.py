from __future__ import annotations

import json

import pytest

from stimfid_lib.analysis.plan import HYPOTHESES, Plan
from stimfid_lib.analysis.planning import ANALYSES, planned_model
from stimfid_lib.analysis.rates import rate
from stimfid_lib.base.errors import Refused
from stimfid_lib.models.roster import load_roster
from stimfid_lib.scoring.refusal import REFUSAL_PHRASES
from tests.analysis.planned import CEILING, EMBEDDED, FREE, PAID, toy_plan
from tests.analysis.toy import Toy


def test_a_plan_survives_its_json() -> None:
    plan = toy_plan([FREE, PAID, CEILING])
    assert Plan.from_json(plan.to_json()) == plan
    assert Plan.from_json(plan.to_json()).to_json() == plan.to_json()


def test_a_plan_counts_the_suites_prompts_but_observed_ones() -> None:
    toy = Toy()
    for number in range(3):
        toy.cell(f"A1-{number:03d}", tier=2, arm="expert")
    toy.cell("WILD-000", tier=0)
    plan = toy_plan(suite=toy.frames[2])
    assert plan.n_prompts == 3
    assert [(count.family, count.arm, count.tier, count.n) for count in plan.prompts] == [("A1", "expert", 2, 3)]
    assert plan.families == ("A1",)


def test_claims_are_about_vendors_and_own_endpoints() -> None:
    assert [model.key for model in toy_plan([FREE, PAID, CEILING]).subjects] == ["m", "paid"]
    assert toy_plan([EMBEDDED, CEILING]).subjects == ()


def test_the_roster_says_who_is_free() -> None:
    roster = load_roster()
    kinds = {key: planned_model(key, entry) for key, entry in roster.models.items()}
    assert kinds["lexicon"].kind == "reference"
    assert kinds["lexicon"].model_id is None
    assert {model.access for model in kinds.values() if model.kind == "vendor"} == {"free", "paid"}


def test_what_the_plan_names_exists() -> None:
    plan = toy_plan()
    assert [hypothesis.key for hypothesis in plan.hypotheses] == list(HYPOTHESES)
    for hypothesis in plan.hypotheses:
        for name in hypothesis.rates:
            assert rate(name).name == name
    assert plan.refusal_phrases == REFUSAL_PHRASES
    assert plan.hypothesis("H1").thresholds == {"satisfaction_below": 0.9}
    assert plan.hypothesis("H4").thresholds == {"expert_below": 0.95}
    assert [one.name for one in ANALYSES if one.status == "confirmatory"] == ["hypotheses"]


def test_refusals() -> None:
    plan = toy_plan()
    with pytest.raises(Refused, match="no hypothesis 'H6'"):
        plan.hypothesis("H6")
    with pytest.raises(Refused, match="is not JSON"):
        Plan.from_json("{", "prereg/plan.json")
    raw = json.loads(plan.to_json())
    with pytest.raises(Refused, match=r"alpha = 1\.5"):
        Plan.from_json(json.dumps(raw | {"alpha": 1.5}))
    with pytest.raises(Refused, match="H1, H2, H3, H4, H5"):
        Plan.from_json(json.dumps(raw | {"hypotheses": raw["hypotheses"][1:]}))
    with pytest.raises(Refused, match="more than once"):
        toy_plan([FREE, FREE])
