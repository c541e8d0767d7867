"""report.qmd: every citation is in the bibliography. That its code runs is shown in test_whole."""

from __future__ import annotations

import re

from tests.study.conftest import ROOT


def test_every_citation_is_in_the_bibliography() -> None:
    paper, library = ((ROOT / name).read_text(encoding="utf-8") for name in ("report.qmd", "references.bib"))
    cited = set(re.findall(r"@([a-z]+\d{4})", paper))
    assert cited
    assert cited <= set(re.findall(r"^@\w+\{(\w+),", library, flags=re.MULTILINE))
