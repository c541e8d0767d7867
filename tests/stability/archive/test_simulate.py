"""The simulation itself, trials and all, over its first months: a real archive, verified, and the same bytes again."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from stimfid_lib.base.errors import Refused
from stimfid_lib.stability.archive.simulated import script
from stimfid_lib.stability.archive.simulated.models import SimulatedModel
from stimfid_lib.stability.archive.simulated.simulate import Summary, simulate
from stimfid_lib.stability.measure.checking import verify
from stimfid_lib.stability.panels.catalogue import SHIPPED
from tests.stability.archive.instrument import protocols

LAST = date(2027, 2, 5)


def _bytes(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Summary]:
    folder = tmp_path_factory.mktemp("simulated") / "one"
    return folder, simulate(folder, until=LAST, resamples=10)


def test_a_real_archive_that_verifies(simulated: tuple[Path, Summary]) -> None:
    folder, found = simulated
    assert found.whole
    assert found.records["experiment_run"] == found.records["measurement"] == 34, (
        "two models' sweep, one's open weights"
    )
    assert found.records["trial"] == 34 * 120
    assert set(_bytes(folder)) == {
        *("archive/records.jsonl", "archive/seal.json", "summary.json"),
        *("state/books.jsonl", "state/budget.yaml", "state/money/ledger.jsonl"),
    }
    report = verify(folder / "archive", [SHIPPED])
    assert report.faults == []
    assert report.counted["measurements computed again"] == 34


@pytest.mark.slow
def test_the_same_bytes_again(simulated: tuple[Path, Summary], tmp_path: Path) -> None:
    folder, found = simulated
    assert simulate(tmp_path / "two", until=LAST, resamples=10) == found
    assert _bytes(folder) == _bytes(tmp_path / "two")


def test_the_ledger_holds_every_call(simulated: tuple[Path, Summary]) -> None:
    lines = [json.loads(line) for line in (simulated[0] / "state/money/ledger.jsonl").read_text().splitlines()]
    steps = Counter((line["purse"], line["step"]) for line in lines)
    for step in ("reserved", "billed", "released"):
        assert steps["sweep", step] == 22 * 120, "two models, twelve protocols, one of them not registered yet"
        assert steps["heartbeat", step] == 25 * 2 * 24, "from 12 January to 5 February"


def test_an_earlier_simulation_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "sim"
    simulate(folder, until=date(2027, 1, 12), resamples=10)
    simulate(folder, until=date(2027, 1, 13), resamples=10)
    (folder / "notes.txt").write_text("mine")
    with pytest.raises(Refused, match="no simulation"):
        simulate(folder, until=date(2027, 1, 12))
    assert (folder / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize("model", script.MODELS, ids=lambda model: str(model.model_id))
def test_shares_are_probabilities_and_rewordings_move_them_as_the_model_says(model: SimulatedModel) -> None:
    moved = {}
    for protocol in protocols():
        items = [f"s{number:02}" for number in range(1, 16)]
        shares = {
            version: [model.share(protocol, item, version, script.END) for item in items]
            for version in ("A", "A_prime", "B", "C")
        }
        assert all(0 <= share <= 1 for found in shares.values() for share in found)
        assert shares["A"] == shares["A_prime"], "a null change changes nothing"
        moved[protocol.protocol_id] = sum(shares["A"]) - sum(shares["B"])
    if not model.collapsed:
        wording, order = (moved[f"risky_choice_framing__{kind}__v0"] for kind in ("wording", "order"))
        assert wording > order > 0
