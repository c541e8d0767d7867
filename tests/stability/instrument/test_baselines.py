"""A baseline an architecture, never replaced in passing, never trusted after a change by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.stability.instrument.baselines import baseline_path, read_baseline, write_baseline
from tests.stability.instrument.prints import CONDITIONS, PRINT, answering, under


def test_each_architecture_has_its_own(tmp_path: Path) -> None:
    arm = under(architecture="arm64 NEON")
    write_baseline(tmp_path, PRINT)
    with pytest.raises(MissingInput, match=r"no baseline for 'arm64 NEON' .*stimfid stability instrument baseline"):
        read_baseline(tmp_path, "arm64 NEON")
    write_baseline(tmp_path, arm)
    assert read_baseline(tmp_path, CONDITIONS.architecture) == PRINT
    assert read_baseline(tmp_path, "arm64 NEON") == arm


def test_another_one_replaces_it_only_by_decision(tmp_path: Path) -> None:
    write_baseline(tmp_path, PRINT)
    write_baseline(tmp_path, PRINT)
    other = answering(1, text_sha256="other")
    with pytest.raises(Refused, match="holds another baseline, which stays"):
        write_baseline(tmp_path, other)
    assert read_baseline(tmp_path, CONDITIONS.architecture) == PRINT
    write_baseline(tmp_path, other, replace=True)
    assert read_baseline(tmp_path, CONDITIONS.architecture) == other


@pytest.mark.parametrize(("was", "now"), [('"t3"', '"t4"'), ('"sha256": "', '"sha256": "0'), ("{", "")])
def test_a_change_by_hand_is_refused(tmp_path: Path, was: str, now: str) -> None:
    path = write_baseline(tmp_path, PRINT)
    text = path.read_text(encoding="utf-8")
    assert was in text
    path.write_text(text.replace(was, now, 1), encoding="utf-8")
    with pytest.raises(Refused, match=r"was changed since|is damaged"):
        read_baseline(tmp_path, CONDITIONS.architecture)


def test_the_file_is_named_by_the_architecture(tmp_path: Path) -> None:
    assert baseline_path(tmp_path, "x86_64 AVX AVX2").name == "x86-64-avx-avx2.json"
