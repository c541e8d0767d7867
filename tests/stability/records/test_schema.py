"""The schema reader against the library that implements JSON Schema whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from stimfid_lib.stability.measure import schema
from stimfid_lib.stability.measure.schema import CURRENT, RECORD_TYPES, Wrong, check_record

WHOLE = json.loads((Path(schema.__file__).with_name("schemas") / "record.v1.json").read_text())
JUDGE = Draft202012Validator(WHOLE)


def test_the_list_of_types_is_the_specification_s() -> None:
    assert set(RECORD_TYPES) == {
        *("protocol", "experiment_run", "trial", "measurement", "coverage_gap", "render_manifest", "status"),
        *("subject_model", "generation_bridge", "bridge_incomplete", "series_closed", "needs_review"),
        "comparison_point",
    }
    for name in RECORD_TYPES:
        rule = WHOLE["$defs"][name]
        assert rule["additionalProperties"] is False
        assert {"record_type", "schema_version", "schema_sha256", "prev_sha256"} <= set(rule["required"])


def test_the_schema_is_itself_a_json_schema() -> None:
    Draft202012Validator.check_schema(WHOLE)


_LEAF = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 130),
    st.floats(-1, 101, allow_nan=False),
    st.sampled_from(
        ["", "A", "s01", "s16", "2026-12-01", "2026-1-1", "0" * 64, "open", "commercial", "dormant", "x y"]
    ),
    st.text(max_size=5),
)
_VALUE = st.recursive(
    _LEAF,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["A", "B", "C", "A_prime", "x"]), inner)
    ),
    max_leaves=8,
)


def _sample(rule: dict[str, Any], draw: st.DrawFn) -> Any:
    """A value that fits a rule more often than not."""
    if "$ref" in rule:
        return _sample(WHOLE["$defs"][rule["$ref"].rpartition("/")[2]], draw)
    if "const" in rule:
        return rule["const"]
    if "enum" in rule:
        return draw(st.sampled_from(rule["enum"]))
    if "anyOf" in rule:
        return _sample(draw(st.sampled_from(rule["anyOf"])), draw)
    match rule.get("type"):
        case "object":
            return {name: _sample(part, draw) for name, part in rule.get("properties", {}).items()}
        case "array":
            least = rule.get("minItems", 0)
            return [_sample(rule.get("items", {}), draw) for _ in range(draw(st.integers(least, least + 2)))]
        case "string":
            return draw(
                st.from_regex(rule["pattern"], fullmatch=True) if "pattern" in rule else st.text("AB s1", min_size=1)
            )
        case "integer":
            return draw(st.integers(rule.get("minimum", -5), rule.get("maximum", 500)))
        case "number":
            return draw(st.floats(rule.get("minimum", -5), rule.get("maximum", 5)))
        case "boolean":
            return draw(st.booleans())
        case "null":
            return None
    return draw(_VALUE)


@st.composite
def _record(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(RECORD_TYPES))
    record: dict[str, Any] = _sample(WHOLE["$defs"][kind], draw)
    record |= {"schema_version": CURRENT.version, "schema_sha256": CURRENT.sha256}
    for _ in range(draw(st.integers(0, 2))):
        name = draw(st.sampled_from(sorted(record)))
        if name in ("record_type", "schema_version", "schema_sha256"):
            continue
        what = draw(st.sampled_from(["other", "drop", "more"]))
        if what == "drop":
            record.pop(name)
        else:
            record["unheard_of" if what == "more" else name] = draw(_VALUE)
    return record


@settings(max_examples=120, deadline=None)
@given(record=_record())
def test_the_reader_and_the_library_judge_alike(record: dict[str, Any]) -> None:
    try:
        check_record(record)
        own = True
    except Wrong:
        own = False
    assert own == JUDGE.is_valid(record)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"schema_version": "0"}, "schema_version '0': allowed are 1"),
        ({"schema_version": "../1"}, r"schema_version '\.\./1'"),
        ({"schema_sha256": "0" * 64}, "schema_sha256 is 000000000000…, version 1 has"),
        ({"record_type": "budget_decision"}, "record_type 'budget_decision': allowed are protocol, experiment_run"),
    ],
)
def test_another_schema_or_type_is_refused(changed: dict[str, str], told: str) -> None:
    record = {"record_type": "status", "schema_version": "1", "schema_sha256": CURRENT.sha256} | changed
    with pytest.raises(Wrong, match=told):
        check_record(record)


def test_a_keyword_that_is_not_read_is_refused() -> None:
    with pytest.raises(Wrong, match="uniqueItems"):
        schema._check_keywords("trial", {"properties": {"a": {"type": "array", "uniqueItems": True}}})
