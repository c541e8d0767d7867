"""How each kind of token is scored, against distances from the specification and decodes written out by hand."""

from __future__ import annotations

import pytest

from stimfid_lib.pronounce.validate.rows import SCHEMA, Row, rows_of
from tests.pronounce.validate.test_utterance import utterance


def rows(labels: str, produced: str) -> list[Row]:
    return rows_of(utterance(*labels.split("|")), produced.split())


def test_a_substitution_has_the_distance_of_the_specification_on_both_sides() -> None:
    (row,) = rows("S|V,B,s|IY1", "s b i")
    assert row["cos_dist_oracle"] == pytest.approx(0.200, abs=1e-3)
    assert row["cos_dist_transcriber"] == pytest.approx(0.200, abs=1e-3)
    assert (row["canonical"], row["perceived"], row["heard"], row["errortype"]) == ("v", "b", "b", "s")


def test_the_recogniser_may_hear_what_was_meant_or_something_else() -> None:
    assert rows("S|V,B,s|IY1", "s v i")[0]["cos_dist_transcriber"] == 0
    (row,) = rows("S|TH,S,s|IY1", "s t͡ʃ i")
    assert row["heard"] == "tʃ", "in the study's spelling"
    assert row["cos_dist_transcriber"] > row["cos_dist_oracle"] == pytest.approx(0.190, abs=1e-3)


def test_a_deletion_is_1_for_the_annotator_and_what_stands_there_for_the_recogniser() -> None:
    (row,) = rows("B|EH1|D,sil,d ", "b ɛ")
    assert (row["cos_dist_oracle"], row["cos_dist_transcriber"], row["perceived"], row["heard"]) == (1, 1, None, None)
    (row,) = rows("B|EH1|D,sil,d ", "b ɛ t")
    assert row["cos_dist_oracle"] == 1
    assert row["cos_dist_transcriber"] == pytest.approx(0.095, abs=1e-3)


def test_an_addition_has_no_distance_and_says_what_was_added() -> None:
    first, second = rows("sil,AH0,a|S|K|UW1|L|sil,AH,a", "ə s k u l")
    assert (first["canonical"], first["perceived"], first["heard"]) == (None, "ə", "ə")
    assert (second["perceived"], second["heard"]) == ("ə", None)
    assert {row[f"cos_dist_{who}"] for row in (first, second) for who in ("oracle", "transcriber")} == {None}


def test_two_additions_in_one_place_take_the_added_phones_in_turn() -> None:
    found = rows("sil,AH0,a|sil,T,a|S|IY1", "ə t s i")
    assert [row["heard"] for row in found] == ["ə", "t"]


def test_what_the_annotator_could_not_name_has_no_oracle() -> None:
    (row,) = rows("S|V,err,s|IY1", "s b i")
    assert (row["perceived"], row["cos_dist_oracle"]) == ("err", None)
    assert row["cos_dist_transcriber"] == pytest.approx(0.200, abs=1e-3)


def test_an_accented_deviation_is_scored_as_the_phone_it_was_written_as() -> None:
    (row,) = rows("EH1,EH1*,s|T", "ɛ t")
    assert (row["cos_dist_oracle"], row["accented"]) == (0, True)
    (row,) = rows("AY1,AA*,s|T", "aɪ t")
    assert row["accented"]
    assert 0 < row["cos_dist_oracle"] < 1


def test_a_label_that_contradicts_its_tag_has_no_oracle_and_a_note() -> None:
    (row,) = rows("B|EH1|D,T,d", "b ɛ t")
    assert (row["errortype"], row["cos_dist_oracle"]) == ("d", None)
    assert row["note"] == "tagged d with perceived 'T'"


@pytest.mark.parametrize(("label", "perceived"), [("AH0,AH,s", "ə"), ("AH1,AH,s", "ʌ"), ("R,AH,s", "ʌ")])
def test_a_perceived_vowel_without_a_digit_has_the_canonical_stress(label: str, perceived: str) -> None:
    assert rows(f"S|{label}", "s ə")[0]["perceived"] == perceived


def test_silence_is_a_deletion_everywhere_and_likelihoods_go_to_their_places() -> None:
    heard_nothing = rows("S|V,B,s|IY1", "")
    assert [(row["cos_dist_transcriber"], row["heard"]) for row in heard_nothing] == [(1, None)]
    with_fit = rows_of(utterance("sil,AH0,a", "S", "V,B,s"), ["s"], lambda canonical: range(len(canonical)))
    assert [row["llr_transcriber"] for row in with_fit] == [None, 1.0]


def test_a_token_is_matched_by_its_place_and_not_by_its_phoneme() -> None:
    """Of two s the second was annotated: the first one's match must not count for it."""
    (row,) = rows("S|IY1|S,Z,s", "s i z")
    assert (row["heard"], row["cos_dist_transcriber"]) == ("z", pytest.approx(0.095, abs=1e-3))


def test_a_row_has_the_columns_of_the_table() -> None:
    assert {"utt", "speaker", "l1"} | set(rows("V,B,s", "b")[0]) == set(SCHEMA)
