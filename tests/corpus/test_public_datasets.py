"""Local files in the schemas that WildChat-1M and LMSYS-Chat-1M publish; no hub is asked."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.corpus import public_datasets
from stimfid_lib.corpus.chats import SOURCES, chats_of
from stimfid_lib.corpus.keywords import KEYWORDS, match_keywords
from stimfid_lib.corpus.public_datasets import MATCH_SCHEMA, public_summary, scope_public_datasets
from stimfid_lib.corpus.similarity import SEEDS, THRESHOLD, Similarity

TURNS = [
    "Give me ten minimal pairs for speech therapy",
    "What is the capital of France?",
    "My SLP wants r words",
    "write a poem about articulation agreements",
    "",
    "phonemes of Finnish",
]


def wildchat(number: int, turn: str) -> dict[str, Any]:
    said = {"role": "user", "content": turn, "language": "English", "toxic": False, "turn_identifier": number}
    answer = {
        "role": "assistant",
        "content": "speech therapy",
        "language": "English",
        "toxic": False,
        "turn_identifier": 0,
    }
    return {
        "conversation_hash": f"hash{number}",
        "model": "gpt-4-0314" if number % 2 else "gpt-3.5-turbo-0301",
        "timestamp": None,
        "conversation": [said, answer, said | {"content": "aphasia"}],
        "turn": 2,
        "language": "English",
        "redacted": False,
    }


def lmsys(number: int, turn: str) -> dict[str, Any]:
    talk = [{"content": turn, "role": "user"}, {"content": "phonology", "role": "assistant"}]
    return {"conversation_id": f"id{number}", "model": "vicuna-13b", "conversation": talk, "turn": 1, "redacted": False}


def as_parquet(folder: Path) -> Path:
    folder.mkdir()
    pl.DataFrame([wildchat(n, turn) for n, turn in enumerate(TURNS[:4])]).write_parquet(folder / "train-00000.parquet")
    pl.DataFrame([wildchat(n + 4, turn) for n, turn in enumerate(TURNS[4:])]).write_parquet(
        folder / "train-00001.parquet"
    )
    return folder


def as_jsonl(path: Path) -> Path:
    lines = [json.dumps(lmsys(n, turn)) for n, turn in enumerate(TURNS)]
    path.write_text("\n".join([*lines[:3], "", *lines[3:]]) + "\n", encoding="utf-8")
    return path


def test_wildchat_from_parquet(tmp_path: Path) -> None:
    scope = scope_public_datasets("wildchat", tmp_path / "out", local=as_parquet(tmp_path / "data"))
    assert (scope.read, scope.with_user_turn, scope.matched, scope.complete) == (6, 5, 4, True)
    found = pl.read_parquet(tmp_path / "out/public_wildchat.parquet")
    assert found.columns == ["conversation_id", "matched_kw", "first_user_turn", "model_name"] == list(MATCH_SCHEMA)
    assert found.select("conversation_id", "matched_kw", "model_name").rows() == [
        ("hash0", "speech therapy, minimal pair", "gpt-3.5-turbo-0301"),
        ("hash2", "SLP", "gpt-3.5-turbo-0301"),
        ("hash3", "articulation", "gpt-4-0314"),
        ("hash5", "phoneme", "gpt-4-0314"),
    ]  # neither the assistant's "speech therapy" nor the user's second turn "aphasia" counts
    assert found["first_user_turn"][0] == TURNS[0]


def test_lmsys_from_jsonl(tmp_path: Path) -> None:
    scope = scope_public_datasets("lmsys", tmp_path / "out", local=as_jsonl(tmp_path / "chats.jsonl"))
    assert (scope.read, scope.matched, scope.complete) == (6, 4, True)
    assert pl.read_parquet(tmp_path / "out/public_lmsys.parquet")["conversation_id"].to_list() == [
        "id0",
        "id2",
        "id3",
        "id5",
    ]


def test_a_limit_reads_no_more_and_says_so(tmp_path: Path) -> None:
    local = as_jsonl(tmp_path / "chats.jsonl")
    scope = scope_public_datasets("lmsys", tmp_path / "out", local=local, limit=2)
    assert (scope.read, scope.matched, scope.complete) == (2, 1, False)
    scope = scope_public_datasets("lmsys", tmp_path / "out", local=local)
    assert (scope.read, scope.matched, scope.complete) == (6, 4, True)


def test_the_summary_counts_and_quotes_nothing(tmp_path: Path) -> None:
    scope_public_datasets("wildchat", tmp_path / "out", local=as_parquet(tmp_path / "data"))
    scope_public_datasets("lmsys", tmp_path / "out", local=as_jsonl(tmp_path / "chats.jsonl"))
    table = public_summary(tmp_path / "out")
    assert table.filter(pl.col("what") == "matched").select("source", "conversations").rows() == [
        ("lmsys", 4),
        ("wildchat", 4),
    ]
    told = (tmp_path / "out/public_lmsys.json").read_text(encoding="utf-8") + table.write_csv()
    assert all(turn not in told for turn in TURNS if turn)
    assert "id0" not in told
    with pytest.raises(MissingInput, match="stimfid corpus public"):
        public_summary(tmp_path)


def test_a_pass_goes_on_after_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "chats.jsonl"
    path.write_text("".join(json.dumps(lmsys(n, TURNS[n % 6])) + "\n" for n in range(30_000)), encoding="utf-8")
    code = "from pathlib import Path\nfrom stimfid_lib import scope_public_datasets\n"
    code += f"scope_public_datasets('lmsys', Path({str(tmp_path / 'out')!r}), local=Path({str(path)!r}))"
    process = subprocess.Popen([sys.executable, "-c", code])
    while process.poll() is None and not list(tmp_path.glob("out/parts/*/*.json")):
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert not (tmp_path / "out/public_lmsys.parquet").exists(), "it was killed too late to show anything"
    kept = {part: part.stat().st_mtime_ns for part in tmp_path.glob("out/parts/*/*.parquet")}
    told: list[int] = []
    scope = scope_public_datasets("lmsys", tmp_path / "out", local=path, progress=told.append)
    assert told[0] > public_datasets.PART, "the first part was read again"
    assert (scope.read, scope.matched) == (30_000, 20_000)
    whole = [part for part in kept if part.with_suffix(".json").exists()]
    assert whole
    assert pl.read_parquet(tmp_path / "out/public_lmsys.parquet")["conversation_id"].n_unique() == 20_000


def test_similarity_finds_what_no_keyword_names(tmp_path: Path) -> None:
    asked = "give me a list of ten words that start with the k sound"
    assert match_keywords(asked) == []
    rows = [lmsys(0, asked), lmsys(1, "What is the capital of France?"), lmsys(2, "words")]
    path = tmp_path / "chats.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    scope = scope_public_datasets("lmsys", tmp_path / "out", local=path, similar=THRESHOLD)
    found = pl.read_parquet(tmp_path / "out/public_lmsys.parquet")
    assert scope.matched == 1
    assert found.select("conversation_id", "matched_kw").rows() == [("id0", "similarity")]
    assert found["similarity"][0] >= THRESHOLD


def test_files_that_changed_are_read_anew(tmp_path: Path) -> None:
    folder = as_parquet(tmp_path / "data")
    assert scope_public_datasets("wildchat", tmp_path / "out", local=folder).read == 6
    pl.DataFrame([wildchat(9, "minimal pairs")]).write_parquet(folder / "train-00002.parquet")
    scope = scope_public_datasets("wildchat", tmp_path / "out", local=folder)
    assert (scope.read, scope.matched) == (7, 5)


def test_a_line_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    line = json.dumps(lmsys(0, "x")).encode()
    (tmp_path / "c.jsonl").write_bytes(line + b"\n" + line.replace(b'"x"', b'"\x93"') + b"\n")
    with pytest.raises(Refused, match=r"c\.jsonl, line 2: no JSON"):
        scope_public_datasets("lmsys", tmp_path / "out", local=tmp_path / "c.jsonl")


def test_similarity_is_a_cosine_to_the_nearest_seed() -> None:
    measure = Similarity().nearest
    assert measure(list(SEEDS)) == pytest.approx([1.0] * len(SEEDS), abs=1e-3)
    assert measure(["", "zebra crossings in Paris"]) == [0.0, 0.0]
    assert measure([]) == []


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"id": 1}, "no column 'conversation_id'"),
        ({"conversation_id": "a", "model": "m", "conversation": "hello"}, "expected a list of turns"),
    ],
)
def test_a_row_of_another_schema_is_named(tmp_path: Path, row: dict[str, Any], told: str) -> None:
    (tmp_path / "c.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    with pytest.raises(Refused, match=r"c\.jsonl, line 1: .*" + told):
        scope_public_datasets("lmsys", tmp_path / "out", local=tmp_path / "c.jsonl")


def test_a_table_of_another_schema_is_named(tmp_path: Path) -> None:
    pl.DataFrame({"conversation_hash": ["a"], "model": ["m"], "conversation": ["x"]}).write_parquet(
        tmp_path / "c.parquet"
    )
    with pytest.raises(Refused, match=r"c\.parquet: column 'conversation' holds String"):
        scope_public_datasets("wildchat", tmp_path / "out", local=tmp_path / "c.parquet")
    pl.DataFrame({"id": ["a"]}).write_parquet(tmp_path / "c.parquet")
    with pytest.raises(Refused, match=r"c\.parquet: no column 'conversation_hash'"):
        scope_public_datasets("wildchat", tmp_path / "out", local=tmp_path / "c.parquet")


def test_what_is_missing_or_unknown(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="did you mean 'wildchat'"):
        scope_public_datasets("wildcat", tmp_path / "out")
    with pytest.raises(MissingInput, match="allenai/WildChat-1M"):
        scope_public_datasets("wildchat", tmp_path / "out", local=tmp_path / "none")
    with pytest.raises(Refused, match="limit 0"):
        scope_public_datasets("wildchat", tmp_path / "out", local=tmp_path, limit=0)


def test_without_the_library_or_the_hub_the_way_out_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(MissingInput, match=r"public-data.*--from"):
        scope_public_datasets("lmsys", tmp_path / "out")


def test_the_library_streams_the_same_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    datasets = pytest.importorskip("datasets", reason="the optional extra public-data is not installed")
    load, folder = datasets.load_dataset, as_parquet(tmp_path / "data")
    monkeypatch.setattr(datasets, "load_dataset", lambda _, **options: load(str(folder), **options))
    assert [chat.first_user_turn for chat in chats_of(SOURCES["wildchat"], None, 3)] == TURNS[3:]


GATE = """
import http.server, os, sys, threading
from pathlib import Path

class Gate(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(403)
        self.send_header("X-Error-Code", "GatedRepo")
        self.send_header("Content-Length", "0")
        self.end_headers()
    do_HEAD = do_GET
    def log_message(self, *_):
        pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Gate)
threading.Thread(target=server.serve_forever, daemon=True).start()
os.environ |= {"HF_ENDPOINT": f"http://127.0.0.1:{server.server_port}", "HF_HOME": sys.argv[1]}
from stimfid_lib.base.errors import MissingInput
from stimfid_lib.corpus.public_datasets import scope_public_datasets
try:
    scope_public_datasets("lmsys", Path(sys.argv[1]) / "out")
except MissingInput as error:
    sys.exit(f"{error.exit_status}: {error}")
"""


def test_a_gated_data_set_says_how_to_be_let_in(tmp_path: Path) -> None:
    pytest.importorskip("datasets", reason="the optional extra public-data is not installed")
    done = subprocess.run([sys.executable, "-c", GATE, str(tmp_path)], capture_output=True, text=True, check=False)
    assert "2: lmsys/lmsys-chat-1m is gated: sign in at huggingface.co, accept its terms" in done.stderr


def test_every_keyword_of_the_specification_is_found_in_any_letter_case() -> None:
    texts = (
        "SPEECH THERAPY",
        "speech-language",
        "slp",
        "Articulation",
        "PHONEMES",
        "minimal pairs",
        "Apraxia",
        "phonological",
    )
    assert all(match_keywords(f"about {text} please") for text in texts)
    assert {name for text in texts for name in match_keywords(text)} == set(KEYWORDS)
    assert match_keywords("help, alps, dyslexia, LISP, therapy for speech") == []
    assert match_keywords("misarticulations of a childhood apraxic") == ["articulation", "apraxia"]
