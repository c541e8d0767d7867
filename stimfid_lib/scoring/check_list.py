"""A list checked for a clinician: every item's verdict in words, and what to take instead of what failed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.lexicon.constraints import constraints_to_json
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.scoring.choice import Replacements
from stimfid_lib.scoring.explain import explain
from stimfid_lib.scoring.extraction import Extraction
from stimfid_lib.scoring.pasted import read_pasted
from stimfid_lib.scoring.rows import Row
from stimfid_lib.scoring.score import score_extraction
from stimfid_lib.suite.request import Request

Verdict = Literal["pass", "fail", "unchecked"]


@dataclass(frozen=True, slots=True)
class CheckedItem:
    """One item of a list.

    `verdict`: pass, fail, or unchecked where the lexicon cannot say (a real word that it does not hold, or a word
    that only a second pronunciation fits); `status` and `failed` are the study's own (`rows.ITEM_SCHEMA`).
    `phonemes` has one entry a word, None for a word without sounds in the lexicon. `why` is one sentence. `repeats`:
    the same item stood before; `same_root`: another form of the word did. `instead`: what to take in its place.
    """

    item: str
    words: tuple[str, ...]
    verdict: Verdict
    status: str
    failed: tuple[str, ...]
    phonemes: tuple[tuple[str, ...] | None, ...]
    why: str
    repeats: bool
    same_root: bool
    instead: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class CheckedList:
    """A list and the verdict on each of its items, in the list's order."""

    asked: Request
    items: tuple[CheckedItem, ...]

    def count(self, verdict: Verdict) -> int:
        """Number of items with this verdict."""
        return sum(item.verdict == verdict for item in self.items)

    @property
    def passed(self) -> bool:
        """Whether nothing failed; what could not be checked spoils nothing and vouches for nothing."""
        return self.count("fail") == 0


def check_list(
    pasted: str | Sequence[Sequence[str]],
    asked: Request,
    lex: Lexicon,
    wordlist: Collection[str],
    *,
    replace: bool = True,
    distance_threshold: float | None = None,
) -> CheckedList:
    """Check a pasted text, or entries already read (each as its words), against a request.

    Verdicts are those of the study (`score.score_response`): primary pronunciations of General American and the
    lexicon's norms. Replacements are canonical words (pairs, sets) of the lexicon that satisfy the request, share no
    root with the list or with each other, and have the same number of syllables where the request leaves that open;
    the same list always gets the same ones. Whether a word suits a client is for clinicians to say.

    Raises:
        MissingInput: the text holds no word.
        Refused: the request bands a norm that the lexicon does not hold.
    """
    entries = read_pasted(pasted, asked.shape) if isinstance(pasted, str) else [list(entry) for entry in pasted]
    if not entries:
        raise MissingInput(f"no {asked.shape} found in what was given: paste a list, one item a line or with commas")
    found = tuple(entry[0] if asked.shape == "words" else tuple(entry) for entry in entries)
    row = {
        "prompt_id": asked.prompt_id,
        "constraints_json": constraints_to_json(asked.constraints),
        "contrast_json": asked.contrast.to_json() if asked.contrast else None,
        "list_length": asked.list_length,
    }
    rows, _ = score_extraction(
        row, Extraction(found, "lines", refusal=False), lex, wordlist, distance_threshold=distance_threshold
    )
    kept = [word for item in rows if _verdict(item) != "fail" for word in _words(item)]
    replaced = _first_of_its_set(rows) if replace else set()
    replacements = Replacements(asked, lex, kept) if replaced else None
    return CheckedList(
        asked,
        tuple(
            _checked(item, asked, lex, replacements if number in replaced else None) for number, item in enumerate(rows)
        ),
    )


def _verdict(item: Row) -> Verdict:
    if item["variant_only"] or item["status"] == "oov":
        return "unchecked"
    return "pass" if item["status"] == "pass" else "fail"


def _first_of_its_set(rows: list[Row]) -> set[int]:
    """Which items get a replacement: those that fail or repeat; of several in one set the first, for the whole set."""
    chosen: dict[tuple[str, int], int] = {}
    for number, item in enumerate(rows):
        if _verdict(item) == "fail" or item["duplicate"]:
            group = ("item", number) if item["set_index"] is None else ("set", item["set_index"])
            chosen.setdefault(group, number)
    return set(chosen.values())


def _words(item: Row) -> tuple[str, ...]:
    sides = (item["item"],) if item["w1"] is None else (item["w1"], item["w2"])
    return tuple(side for side in sides if side)


def _checked(item: Row, asked: Request, lex: Lexicon, replacements: Replacements | None) -> CheckedItem:
    words = _words(item)
    records = [lex.get(word) for word in words]
    return CheckedItem(
        item["item"],
        words,
        _verdict(item),
        item["status"],
        tuple(item["failed"]),
        tuple(record.phonemes if record else None for record in records),
        explain(item, asked, lex),
        item["duplicate"],
        item["morph_pad"],
        replacements.instead_of(words) if replacements else None,
    )
