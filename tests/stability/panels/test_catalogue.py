"""Files of panels and protocols: read alike wherever they stand, and refused when they are not what they say."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.stability.panels import catalogue
from stimfid_lib.stability.panels.build import file_text, protocols_of
from stimfid_lib.stability.panels.catalogue import PRIVATE, load_panel, load_protocol, place_of, protocol_ids
from stimfid_lib.stability.panels.gates import grammar_stands, preflight
from stimfid_lib.stability.panels.panel import read_panel
from stimfid_lib.stability.panels.protocol import Protocol, read_protocol
from stimfid_lib.stability.panels.render import render
from stimfid_lib.stability.panels.source import read_sources
from tests.stability.panels.conftest import shipped

ID = "sunk_cost_fallacy__order__v0"


def test_an_archives_own_panel_takes_the_place_of_the_worked_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped_hash = load_protocol(ID).panel_sha256
    panel = shipped("sunk_cost_fallacy__order")
    source = read_sources("sunk_cost_fallacy")[0]
    own = render(replace(source, numbers={**source.numbers, "floor": 3500}), "order")
    private = replace(panel, scenarios=(own, *panel.scenarios[1:]))
    (tmp_path / "protocols").mkdir()
    (tmp_path / f"{private.name}.json").write_text(file_text(private.as_json()), encoding="utf-8")
    protocol = protocols_of(private)[0]
    (tmp_path / "protocols" / f"{ID}.json").write_text(file_text(protocol.as_json()), encoding="utf-8")
    monkeypatch.setenv(PRIVATE, str(tmp_path))
    assert load_protocol(ID).panel_sha256 == private.panel_sha256 != shipped_hash
    assert load_panel(load_protocol(ID)) == private
    assert place_of(ID).private
    assert not place_of(ID.replace("v0", "v1")).private
    assert preflight(ID) == ()
    assert len(protocol_ids()) == 24


def test_one_id_is_never_two_instruments_of_which_the_shipped_one_was_admitted(
    private: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    admitted = replace(load_protocol(ID), status="admitted", lane="guard", review={"x": 1})
    public = tmp_path / "public"
    (public / "protocols").mkdir(parents=True)
    (public / "protocols" / f"{ID}.json").write_text(file_text(admitted.as_json()), encoding="utf-8")
    monkeypatch.setattr(catalogue, "SHIPPED", public)
    with pytest.raises(Refused, match=f"{ID}.*one id is one instrument"):
        load_protocol(ID)


def test_a_private_folder_that_is_none_is_missing_input(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(PRIVATE, str(tmp_path / "nowhere"))
    with pytest.raises(MissingInput, match=PRIVATE):
        protocol_ids()


def test_an_unknown_id_is_refused_with_the_nearest() -> None:
    with pytest.raises(Refused, match=r"sunk_cost_falacy__order__v0.*did you mean .sunk_cost_fallacy__order__v0.\?"):
        load_protocol("sunk_cost_falacy__order__v0")


def _edit(path: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    told = json.loads(path.read_text(encoding="utf-8"))
    change(told)
    path.write_text(json.dumps(told), encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda told: told["scenarios"].pop(), "s01 … s15"),
        (lambda told: told["scenarios"].reverse(), "s01 … s15"),
        (lambda told: told["scenarios"][0].update(item_id="s1"), "s01 … s15"),
        (lambda told: told["scenarios"][0]["texts"].pop("C"), "a texts has the keys"),
        (lambda told: told["scenarios"][0]["texts"].update(C=None), "texts must be strings"),
        (lambda told: told["scenarios"][0].update(options=["B", "A"]), "options must be"),
        (lambda told: told["scenarios"][0].update(structure=[]), "structure must be an object"),
        (lambda told: told["scenarios"][0].pop("structure"), "a scenario has the keys"),
        (lambda told: told.update(family="sunk_costs"), "family 'sunk_costs'"),
        (lambda told: told.update(rewording_type="default"), "must be called sunk_cost_fallacy__default.json"),
        (lambda told: told.update(scenarios=None), "no panel"),
    ],
)
def test_a_file_that_is_no_panel_is_refused(private: Path, change: Callable[[dict[str, Any]], Any], told: str) -> None:
    path = private / "sunk_cost_fallacy__order.json"
    _edit(path, change)
    with pytest.raises(Refused, match=told):
        read_panel(path)
    assert preflight(ID) != ()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda told: told["protocol"].update(theta_positive_pct=14), "protocol_sha256 is"),
        (lambda told: told["protocol"].update(panel_sha256="0" * 64), "protocol_sha256 is"),
        (lambda told: told["protocol"].pop("effort"), "a hashed key is missing"),
        (lambda told: told["protocol"].update(seed=1), "no protocol"),
        (lambda told: told["protocol"].update(n=60), "n = 60"),
        (lambda told: told["protocol"].update(grammar_version=2), "grammar 2"),
        (lambda told: told["protocol"].update(rewording_type="default"), "names another panel"),
        (lambda told: told["protocol"].update(protocol_id="sunk_cost_fallacy__order__v2"), "allowed are"),
        (lambda told: told.update(status="open"), "status 'open'"),
        (lambda told: told.update(status="admitted"), "has a lane and a review"),
        (lambda told: told.update(lane="guard", review={}), "has a lane and a review"),
        (lambda told: told.pop("twin_id"), "no protocol"),
        (lambda told: told.update(note="x"), "its keys are"),
    ],
)
def test_a_file_that_is_no_protocol_is_refused(
    private: Path, change: Callable[[dict[str, Any]], Any], told: str
) -> None:
    path = private / "protocols" / f"{ID}.json"
    _edit(path, change)
    with pytest.raises(Refused, match=told):
        read_protocol(path)
    assert len(preflight(ID)) == 1


def test_a_changed_panel_is_found_before_it_is_used(private: Path) -> None:
    def change(told: dict[str, Any]) -> None:
        told["scenarios"][3]["texts"]["A"] += " "

    _edit(private / "sunk_cost_fallacy__order.json", change)
    with pytest.raises(Refused, match="a changed panel makes a new protocol"):
        load_panel(load_protocol(ID))
    assert "a changed panel makes a new protocol" in preflight(ID)[0]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"scenarios": 1}', b"[" * 100_000])
def test_bytes_that_are_no_json_are_refused_with_their_file(private: Path, content: bytes) -> None:
    for path, read in (
        (private / "sunk_cost_fallacy__order.json", read_panel),
        (private / "protocols" / f"{ID}.json", read_protocol),
    ):
        path.write_bytes(content)
        with pytest.raises(Refused, match=path.name):
            read(path)
        path.unlink()
        with pytest.raises(MissingInput, match=path.name):
            read(path)


def test_the_hash_covers_what_decides_and_not_what_is_decided_later() -> None:
    protocol = load_protocol(ID)
    admitted = replace(protocol, status="admitted", lane="guard", review={"reviewer": "x"})
    assert admitted.protocol_sha256 == protocol.protocol_sha256
    for change in (
        {"theta_positive_pct": 16},
        {"scenario_dominated_share_pct": 41},
        {"primary_contrast": "A-C"},
        {"panel_sha256": "0" * 64},
        {"system": "x"},
        {"thinking": "enabled"},
        {"effort": "low"},
        {"options": ("B", "A")},
    ):
        assert replace(protocol, **change).protocol_sha256 != protocol.protocol_sha256, change  # type: ignore[arg-type]


def test_the_grammar_of_a_protocol_must_read_its_options() -> None:
    protocol: Protocol = load_protocol(ID)
    assert grammar_stands(protocol)
    object.__setattr__(protocol, "grammar_version", 3)
    assert not grammar_stands(protocol)
