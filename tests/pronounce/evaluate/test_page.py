"""The page's figures are those of measured.json, and measured.json is of this code."""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.paths import repo_root
from stimfid_lib.pronounce.calibration import calibration
from stimfid_lib.pronounce.evaluate.page import BEGIN, END, MEASURED, measured_text, parted, rewrite
from stimfid_lib.pronounce.evaluate.recordings import recordings
from stimfid_lib.pronounce.likelihood import LLR_THRESHOLD

FOUND = json.loads(MEASURED.read_text(encoding="utf-8"))


def test_the_page_holds_the_measured_figures() -> None:
    text = (repo_root() / "docs" / "pronounce.md").read_text(encoding="utf-8")
    assert parted(text)[1] == measured_text(FOUND), "run `python -m stimfid_lib.pronounce.evaluate --page-alone`"


def test_the_measurement_is_of_this_threshold_calibration_and_list() -> None:
    assert FOUND["threshold"]["chosen"] == LLR_THRESHOLD
    assert FOUND["calibration"] == calibration()
    assert FOUND["recordings"]["n"] == len(recordings())
    assert FOUND["recordings"]["report_half"] == sum(one.half == "report" for one in recordings())


def test_the_measured_recognisers_are_those_that_the_extra_pins() -> None:
    pins = (repo_root() / "pyproject.toml").read_text(encoding="utf-8")
    for name, version in FOUND["versions"].items():
        assert f'"{name}=={version}"' in pins
        assert metadata.version(name) == version


def test_what_the_page_claims_of_the_figures_is_so() -> None:
    free, llr = FOUND["flags"]["free"], FOUND["flags"]["llr"]
    assert llr["right"]["value"] < free["right"]["value"] / 2, "the likelihood ratio is wrong far less often"
    assert llr["near"]["value"] < llr["any"]["value"] < free["any"]["value"], "and passes more, near sounds most"
    found = FOUND["spoken"]["flags"]["llr"]["wrong"]["value"]
    assert found < llr["any"]["value"], "fewer are found than of decoys"
    assert 0.2 < FOUND["phoneme_error_rate"]["hama"]["value"] < 0.25, "nearly a quarter, as its limitation says"
    assert 0.6 < FOUND["phoneme_error_rate"]["pocketsphinx"]["value"] < 0.7, "about two of three"
    assert FOUND["threshold"]["false_flags_tuning_half"]["value"] <= FOUND["threshold"]["aim"]
    for kind in ("any", "near", "added"):
        table = FOUND["separation"][kind]
        for area in ("position_auc", "word_auc"):
            assert table["llr"][area]["value"] > table["free"][area]["value"]
    assert FOUND["phoneme_error_rate"]["pocketsphinx"]["value"] > FOUND["phoneme_error_rate"]["hama"]["value"]
    assert FOUND["latency"]["processor"]["median_s"] <= 0.4


def test_rewriting_keeps_what_is_by_hand(tmp_path: Path) -> None:
    (tmp_path / "pronounce.md").write_text(f"# Before\n\n{BEGIN}\nold\n{END}\n\n## After\n", encoding="utf-8")
    rewrite(tmp_path, FOUND)
    before, block, after = parted((tmp_path / "pronounce.md").read_text(encoding="utf-8"))
    assert (before, block, after) == ("# Before\n\n", measured_text(FOUND), "\n\n## After\n")


def test_a_page_without_marks_or_no_page_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingInput, match=r"pronounce\.md"):
        rewrite(tmp_path, FOUND)
    (tmp_path / "pronounce.md").write_text("# By hand\n", encoding="utf-8")
    with pytest.raises(Refused, match="marks"):
        rewrite(tmp_path, FOUND)
    assert (tmp_path / "pronounce.md").read_text(encoding="utf-8") == "# By hand\n"
