from __future__ import annotations

import polars as pl

from stimfid_lib.scoring.rows import STATUSES
from stimfid_lib.study.views import manifest_overview, omissions, verdicts_by_model
from stimfid_lib.study.views.answered import VERDICTS
from stimfid_lib.study.views.plain import slots_in_short


def test_every_status_of_an_item_has_its_words() -> None:
    assert set(VERDICTS) == {*STATUSES, "variant_only"}


def test_items_that_a_second_pronunciation_fits_are_no_failures() -> None:
    items = pl.DataFrame(
        {"model_key": ["m"] * 4, "status": ["pass", "fail", "fail", "fail"], "variant_only": [False, False, True, True]}
    )
    html = verdicts_by_model(items).as_raw_html()
    body = html[html.index("<tbody") : html.index("</tbody>")]
    assert [part.split("<")[0] for part in body.split('">')][-3:] == ["1", "1", "2"]  # pass, fail, second pronunciation


def test_the_slots_of_a_combination_are_words() -> None:
    slots = {"bands": {"aoa": "low"}, "phoneme": "m", "syllables": [3, 3], "position": None}
    assert slots_in_short(slots) == "aoa low; phoneme m; syllables 3"
    assert slots_in_short({"phonemes": ["ɹ", "b"], "syllables": [1, 2]}) == "phonemes ɹ b; syllables 1 2"


def test_what_was_left_out_is_shown_without_json() -> None:
    row = {"family": "A1", "tier": 3, "slots_json": '{"phoneme":"m"}', "n_satisfying": 19, "needed": 20}
    html = omissions(pl.DataFrame([row])).as_raw_html()
    assert "phoneme m" in html
    assert "{&quot;" not in html


def test_a_number_for_each_cell_is_counted_and_not_listed() -> None:
    html = manifest_overview({"satisfiable": {f"A1-{n:03}": n for n in range(146)}, "cells": {"A1": 30}}).as_raw_html()
    assert "146 entries" in html
    assert "A1-017" not in html
    assert "cells › A1" in html
