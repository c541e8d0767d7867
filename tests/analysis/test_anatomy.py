from __future__ import annotations

import pytest

from stimfid_lib.analysis.anatomy import FAULTS, error_anatomy, given_instead
from stimfid_lib.analysis.cells import cell_counts
from stimfid_lib.analysis.figure_anatomy import SHORT
from stimfid_lib.analysis.readings import with_other_reading
from stimfid_lib.analysis.sensitivity import sensitivity
from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.scoring.rows import STATUSES
from tests.analysis.toy import PASS, Item, Toy, item


def at(phoneme: str, position: str) -> Constraint:
    return Constraint("phoneme_at", {"phoneme": phoneme, "position": position})


def fail(word: str, *failed: str) -> Item:
    return item("fail", *failed, item=word)


def faults(lexicon: Lexicon, asked: list[Constraint], wrong: Item, family: str = "A1") -> list[str]:
    toy = Toy()
    toy.reply(toy.cell(f"{family}-001", constraints=asked), [PASS, wrong])
    return error_anatomy(*toy.frames, lexicon)["fault"].to_list()


@pytest.mark.parametrize(
    ("asked", "wrong", "expected"),
    [
        # ring ends in the letter g and the sound ŋ
        (at("ɡ", "final"), fail("ring", "phoneme_at"), ["letter"]),
        (at("t", "initial"), fail("cat", "phoneme_at"), ["elsewhere"]),
        (at("k", "initial"), fail("rabbit", "phoneme_at"), ["absent"]),
        (Constraint("contains_phoneme", {"phoneme": "s"}), fail("cat", "contains_phoneme"), ["letter"]),  # the c
        (Constraint("syllable_count", {"min": 1, "max": 1}), fail("rabbit", "syllable_count"), ["too_long"]),
        (Constraint("syllable_count", {"min": 2, "max": 3}), fail("cat", "syllable_count"), ["too_short"]),
        (Constraint("cv_shape", {"shape": "CCVC"}), fail("cat", "cv_shape"), ["shape"]),
        (Constraint("norm_band", {"prop": "aoa", "max": 4}), fail("ring", "norm_band:aoa"), ["band"]),
        (
            Constraint("norm_band", {"prop": "concreteness", "min": 4}),
            fail("missing", "norm_missing:concreteness"),
            ["norm_unknown"],
        ),
        (at("k", "initial"), item("not_a_word", item="kax"), ["not_a_word"]),
    ],
)
def test_each_fault_of_a_word(fixture_lexicon: Lexicon, asked: Constraint, wrong: Item, expected: list[str]) -> None:
    assert faults(fixture_lexicon, [asked], wrong) == expected


def test_a_word_may_have_several_faults(fixture_lexicon: Lexicon) -> None:
    asked = [at("k", "initial"), Constraint("syllable_count", {"min": 1, "max": 1})]
    assert faults(fixture_lexicon, asked, fail("rabbit", "phoneme_at", "syllable_count")) == ["absent", "too_long"]


def test_shares_are_of_scored_items(fixture_lexicon: Lexicon) -> None:
    toy = Toy()
    prompt = toy.cell("A1-001", constraints=[at("k", "initial")])
    # 4 scored: 2 pass, 2 without the sound; oov, phrases and second pronunciations stand outside
    absent = fail("rabbit", "phoneme_at")
    toy.reply(
        prompt,
        [PASS, PASS, absent, absent, item("oov"), item("multiword"), item("fail", "phoneme_at", variant_only=True)],
    )
    row = error_anatomy(*toy.frames, fixture_lexicon).row(0, named=True)
    assert (row["fault"], row["n"], row["n_scored"], row["share"]) == ("absent", 2, 4, 0.5)


def test_pairs_have_one_fault_each_and_observed_prompts_none(fixture_lexicon: Lexicon) -> None:
    toy = Toy()
    pair = toy.cell("A3-001", contrast=Contrast("minimal", ("t", "k")))
    other = item("wrong_contrast", item="bat - cat", w1="bat", w2="cat")
    toy.reply(pair, [PASS, other, item("malformed"), item("multiword"), item("oov")])
    toy.reply(toy.cell("WILD-000", tier=0, constraints=[at("k", "initial")]), [fail("rabbit", "phoneme_at")])
    table = error_anatomy(*toy.frames, fixture_lexicon)
    assert dict(table.select("fault", "share").iter_rows()) == {
        "wrong_contrast": 0.25,
        "malformed": 0.25,
        "multiword": 0.25,
    }


def test_what_stood_there_instead(fixture_lexicon: Lexicon) -> None:
    toy = Toy()
    toy.reply(
        toy.cell("A1-001", constraints=[at("k", "initial")]),
        [fail("rabbit", "phoneme_at"), fail("ring", "phoneme_at"), fail("bat", "phoneme_at")],
    )
    toy.reply(toy.cell("A1-002", constraints=[at("m", "medial")]), [fail("cat", "phoneme_at")])
    pair = toy.cell("A3-001", contrast=Contrast("minimal", ("t", "k")))
    toy.reply(pair, [item("wrong_contrast", item="bat - cat", w1="bat", w2="cat")])
    rows = given_instead(*toy.frames, fixture_lexicon).select("asked", "given", "n").rows()
    # the sound asked for stands first in a contrast; a medial sound has no one place
    assert rows == [("k initial", "ɹ", 2), ("k initial", "b", 1), ("t/k", "k/b", 1)]


def test_every_status_that_is_no_pass_has_its_words() -> None:
    assert {*STATUSES} - {"pass", "fail", "oov"} <= set(FAULTS)
    assert set(SHORT) == set(FAULTS)


def test_the_other_r_is_told_apart_from_a_word_without_any(fixture_lexicon: Lexicon) -> None:
    asked = [Constraint("contains_phoneme", {"phoneme": "ɝ"}), Constraint("syllable_count", {"min": 1, "max": 1})]
    toy = Toy()
    toy.reply(
        toy.cell("A1-001", constraints=asked),
        [
            fail("ring", "contains_phoneme"),  # the r of ring, one syllable: passes by the other reading
            fail("rabbit", "contains_phoneme", "syllable_count"),  # the same r, but too long
            fail("cat", "contains_phoneme"),
        ],
    )
    items, lists, suite = toy.frames
    read = with_other_reading(items, suite, fixture_lexicon)
    assert read["other_reading"].to_list() == [True, False, False]
    rows = {row["variation"]: row for row in sensitivity(cell_counts(read, lists, suite)).to_dicts()}
    assert rows["headline"]["estimate"] == 0
    assert rows["either_reading"]["estimate"] == pytest.approx(1 / 3)
    assert rows["either_reading"]["n_concerned"] == 1


@pytest.mark.lexicon
def test_a_pair_of_the_other_th_passes_by_the_other_reading(open_lexicon: Lexicon) -> None:
    toy = Toy()
    prompt = toy.cell("A3-001", contrast=Contrast("minimal", ("s", "θ")))
    pairs = [("say", "they"), ("sink", "think"), ("cat", "bat")]
    toy.reply(prompt, [item("wrong_contrast", item=f"{a} - {b}", w1=a, w2=b) for a, b in pairs])
    items, _, suite = toy.frames
    # they begins with the th of this; sink - think is the contrast itself and was misjudged here on purpose: the other
    # reading would make it wrong
    assert with_other_reading(items, suite, open_lexicon)["other_reading"].to_list() == [True, False, False]


def test_a_lexicon_that_lost_a_scored_word_is_refused(fixture_lexicon: Lexicon) -> None:
    toy = Toy()
    toy.reply(toy.cell("A1-001", constraints=[at("k", "initial")]), [fail("zyzzyva", "phoneme_at")])
    for table in (error_anatomy, given_instead):
        with pytest.raises(Refused, match="'zyzzyva' was scored and is not in the lexicon"):
            table(*toy.frames, fixture_lexicon)
