from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.corpus.sheet import write_sheet
from stimfid_lib.lexicon.constraints import Constraint, constraints_to_json
from stimfid_lib.lexicon.contrasts import Contrast
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.suite.freeze import build_suite_with_manifest
from stimfid_lib.suite.wild import check_wild, load_wild, wild_frame, wild_suite, with_paraphrases
from stimfid_lib.suite.wild_rows import WILD_COLUMNS, shared_words

GOOD = {
    "prompt_text": "give me a word with k first",
    "family": "A1",
    "constraints_json": "k initial",
    "contrast_json": "",
    "list_length": "1",
    "provenance": "observed",
    "paraphrase": "One item whose onset is the back stop",
}


def write(path: Path, *rows: dict[str, str], columns: tuple[str, ...] = WILD_COLUMNS) -> Path:
    write_sheet(path, columns, rows)
    return path


def test_an_annotated_sheet_becomes_rows_of_the_suite(tmp_path: Path) -> None:
    pairs = GOOD | {
        "prompt_text": "minimal pairs s and th",
        "family": "a3",
        "constraints_json": "",
        "contrast_json": "minimal s/θ; initial",
        "list_length": "8.0",  # as a spreadsheet may write a number
        "provenance": "Reconstructed",
        "paraphrase": "",
    }
    prompts = load_wild(write(tmp_path / "w.csv", GOOD, pairs))
    rows = wild_suite(prompts)
    k_first = [Constraint("phoneme_at", {"phoneme": "k", "position": "initial"})]
    assert rows[0] == {
        "prompt_id": "WILD-000:naive",
        "cell_id": "WILD-000",
        "family": "A1",
        "tier": 0,
        "arm": "naive",
        "provenance": "observed",
        "prompt_text": "give me a word with k first",
        "constraints_json": constraints_to_json(k_first),
        "contrast_json": None,
        "list_length": 1,
    }
    assert rows[1]["contrast_json"] == Contrast("minimal", ("s", "θ"), "initial").to_json()
    assert (rows[1]["family"], rows[1]["list_length"], rows[1]["provenance"]) == ("A3", 8, "reconstructed")


def test_json_and_the_short_form_are_the_same(tmp_path: Path) -> None:
    constraints = [Constraint("phoneme_at", {"phoneme": "k", "position": "initial"})]
    spelled = GOOD | {"constraints_json": constraints_to_json(constraints), "prompt_text": "another wording"}
    one, other = load_wild(write(tmp_path / "w.csv", GOOD, spelled))
    assert one.constraints == other.constraints == tuple(constraints)


# Ten rows, ten mistakes; each message names its row, its column, the value and what is allowed.
TEN: list[tuple[dict[str, str], str, str]] = [
    ({"prompt_text": ""}, "prompt_text", "empty; write the prompt as it was asked"),
    ({"family": "A9"}, "family", "'A9'"),
    ({"constraints_json": "r wherever"}, "constraints_json", "constraint 1 of 1, 'r wherever': not understood"),
    (
        {"constraints_json": '[{"kind": "rhymes", "params": {}}]'},
        "constraints_json",
        "unknown constraint kind 'rhymes'",
    ),
    ({"contrast_json": "minimal s/θ"}, "contrast_json", "the row has constraints and a contrast"),
    ({"family": "A3", "constraints_json": ""}, "contrast_json", "empty, and family A3 is scored by it"),
    ({"list_length": "a few"}, "list_length", "'a few' is no whole number; allowed are 1 to 100"),
    ({"provenance": "invented"}, "provenance", "allowed: observed, adapted, reconstructed"),
    ({"paraphrase": "Please: give me a word with k first"}, "paraphrase", "it repeats 7 words in a row of the prompt"),
    ({"prompt_text": "  Give me a word with K first "}, "prompt_text", "the same prompt as in row 2"),
]


def test_ten_mistakes_give_ten_messages_at_once(tmp_path: Path) -> None:
    rows = [GOOD]
    for number, (mistake, _, _) in enumerate(TEN):
        base = GOOD if "paraphrase" in mistake else GOOD | {"prompt_text": f"wording number {number}"}
        rows.append(base | mistake)
    rows[9]["prompt_text"] = "Give me a word with k first, will you"  # the one that its paraphrase repeats
    path = write(tmp_path / "w.csv", *rows)
    faults = check_wild(path).faults
    assert [(fault.row, fault.column) for fault in faults] == [
        (number, column) for number, (_, column, _) in enumerate(TEN, start=3)
    ]
    for fault, (_, _, told) in zip(faults, TEN, strict=True):
        assert told in fault.told
    assert len({fault.told for fault in faults}) == 10
    with pytest.raises(Refused) as refused:
        load_wild(path)
    lines = str(refused.value).splitlines()
    assert "10 faults" in lines[0]
    assert "stimfid wild check" in lines[0]
    assert [line.split(",")[0].strip() for line in lines[1:]] == [f"row {number}" for number in range(3, 13)]


def test_rows_and_lines_differ_below_a_cell_of_two_lines(tmp_path: Path) -> None:
    two_lines = GOOD | {"prompt_text": "give me\na word with k first"}
    bad = GOOD | {"prompt_text": "other", "family": "Z"}
    (fault,) = check_wild(write(tmp_path / "w.csv", two_lines, bad)).faults
    assert str(fault).startswith("row 3 (line 4), column 'family'")


def test_the_header_is_checked_first(tmp_path: Path) -> None:
    columns = tuple(name if name != "family" else "famly" for name in WILD_COLUMNS)
    faults = check_wild(write(tmp_path / "w.csv", GOOD, columns=columns)).faults
    assert [(fault.column, fault.row) for fault in faults] == [("family", 1), ("famly", 1)]
    assert "did you mean 'family'" in faults[1].told


def test_what_the_lexicon_says_against_a_row(tmp_path: Path, fixture_lexicon: Lexicon) -> None:
    too_many = GOOD | {"list_length": "3"}  # cat and kingdom begin with k among the seven words
    no_norm = GOOD | {"prompt_text": "nice words", "constraints_json": "niceness >= 3"}
    sheet = check_wild(write(tmp_path / "w.csv", GOOD | {"prompt_text": "fine"}, too_many, no_norm), fixture_lexicon)
    assert [(fault.row, fault.column) for fault in sheet.faults] == [(3, "constraints_json"), (4, "constraints_json")]
    assert "holds 2 answers and list_length asks for 3" in sheet.faults[0].told
    assert "niceness" in sheet.faults[1].told


def test_a_candidates_sheet_serves_as_it_is(tmp_path: Path) -> None:
    columns = ("post_id", "quoted_prompt", "family_guess", *WILD_COLUMNS[2:6])
    row = {"post_id": "p1", "quoted_prompt": "k words please", "family_guess": "A1"}
    done = row | {"constraints_json": "k initial", "list_length": "1", "provenance": "observed"}
    sheet = check_wild(write(tmp_path / "w.csv", row, done | {"quoted_prompt": "more k"}, columns=columns))
    assert sheet.faults == ()
    assert sheet.open_rows == (2,)
    assert sheet.without_paraphrase == (3,)
    assert [prompt.text for prompt in sheet.prompts] == ["more k"]


def test_a_file_that_is_no_sheet(tmp_path: Path) -> None:
    with pytest.raises(MissingInput):
        check_wild(tmp_path / "none.csv")
    (tmp_path / "latin.csv").write_bytes("prompt_text\ncafé".encode("latin-1"))
    with pytest.raises(Refused, match="line 2: not UTF-8"):
        check_wild(tmp_path / "latin.csv")
    with pytest.raises(Refused, match="no annotated prompt"):
        load_wild(write(tmp_path / "empty.csv"))


def test_the_suite_with_a_wild_track(tmp_path: Path, fixture_lexicon: Lexicon) -> None:
    plain, without = build_suite_with_manifest(fixture_lexicon)
    path = write(tmp_path / "w.csv", GOOD)
    suite, manifest = build_suite_with_manifest(fixture_lexicon, wild=path)
    wild = suite.filter(pl.col("tier") == 0)
    assert wild["prompt_id"].to_list() == ["WILD-000:naive"]
    assert suite.filter(pl.col("tier") != 0).equals(plain)
    assert "wild" not in without
    assert manifest["wild"]["n_prompts"] == 1
    assert manifest["suite_sha256"] != without["suite_sha256"]
    told = with_paraphrases(suite, wild_frame(load_wild(path)))
    assert told.height == suite.height
    assert told.filter(pl.col("tier") == 0)["paraphrase"].to_list() == [GOOD["paraphrase"]]
    assert told.filter(pl.col("tier") != 0)["paraphrase"].null_count() == plain.height


@pytest.mark.parametrize(
    ("original", "paraphrase", "shared"),
    [
        (
            "one two three four five six seven eight",
            "x one two three four five six seven",
            "one two three four five six seven",
        ),
        ("one two three four five six seven eight", "one two three four five six", ""),
        ("Kids' words", "the kids’ WORDS, all of them", "kids words"),
        ("words", "", ""),
        ("", "anything", ""),
    ],
)
def test_words_that_a_paraphrase_takes_over(original: str, paraphrase: str, shared: str) -> None:
    assert shared_words(original, paraphrase) == shared
