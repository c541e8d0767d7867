"""One plain sentence for an item: what its verdict rests on, in words that a clinician can check by ear."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.checks import check_item
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.record import WordRecord
from stimfid_lib.lexicon.spelling import is_multiword
from stimfid_lib.scoring.explain_pairs import pair_sentence
from stimfid_lib.scoring.explain_words import failure, met_by_variant
from stimfid_lib.scoring.wording import quoted, said
from stimfid_lib.suite.request import Request

_OFF_THE_LADDER = {
    "oov": "is a real word that the lexicon does not hold, so its sounds could not be checked",
    "multiword": "is more than one word",
    "not_a_word": "is in neither the lexicon nor the list of real words",
}
_BOTH_OFF_THE_LADDER = {
    "oov": "are real words that the lexicon does not hold, so their sounds could not be checked",
    "multiword": "are more than one word each",
    "not_a_word": "are not in the lexicon, and at least one of them is not in the list of real words either",
}


def explain_item(item_row: Mapping[str, Any], prompt_row: Mapping[str, Any], lex: Lexicon) -> str:
    """Say in one sentence what the verdict of an item row rests on: "‘gem’ starts with /dʒ/, not /ɡ/."

    `prompt_row` is the suite's row of its prompt. Sounds are those of the lexicon's primary pronunciation; numbers are
    given on the lexicon's own scales. Where letters mislead, the sentence says so ("its k is silent").

    Raises:
        Refused: a prompt row that cannot be read, or a word that the lexicon no longer holds.
    """
    return explain(item_row, Request.from_row(prompt_row), lex)


def explain(item_row: Mapping[str, Any], asked: Request, lex: Lexicon) -> str:
    """`explain_item` for a request that is already read."""
    status = item_row["status"]
    if asked.contrast is None:
        return _word_sentence(item_row["item"], item_row, asked.constraints, lex)
    words = [word for word in (item_row["w1"], item_row["w2"]) if word]
    if status == "malformed":
        return f"{quoted(words[0] if words else item_row['item'])} stands alone, without a second word."
    if status in _OFF_THE_LADDER:
        return _pair_off_the_ladder(words, status, lex)
    one, other = (_record(word, lex) for word in words)
    return pair_sentence(item_row, asked.contrast, one, other)


def _word_sentence(word: str, item_row: Mapping[str, Any], constraints: tuple[Constraint, ...], lex: Lexicon) -> str:
    status = item_row["status"]
    if status in _OFF_THE_LADDER:
        return f"{quoted(word)} {_OFF_THE_LADDER[status]}."
    record = _record(word, lex)
    if status == "pass":
        return f"{quoted(word)}, said {said(record.phonemes)}, is as asked."
    reasons = [failure(record, one, lex) for one in constraints if check_item(word, (one,), lex).status == "fail"]
    first, *others = dict.fromkeys(reasons)
    sentence = "; ".join((f"{quoted(word)} {first}", *map(_also, others)))
    if item_row["variant_only"]:
        sentence += f"; it can also be said {said(met_by_variant(record, constraints))}, which is as asked"
        return f"{sentence}, so it counts neither way."
    return f"{sentence}."


def _also(reason: str) -> str:
    return f"it is also {reason[3:]}" if reason.startswith("is ") else f"it also {reason}"


def _pair_off_the_ladder(words: list[str], status: str, lex: Lexicon) -> str:
    """Name the words that are to blame; the row of a pair does not say which of two unknown ones is made up."""
    several = status == "multiword"
    bad = [word for word in dict.fromkeys(words) if is_multiword(word) == several and (several or not lex.get(word))]
    named = " and ".join(map(quoted, bad))
    return f"{named} {(_OFF_THE_LADDER if len(bad) == 1 else _BOTH_OFF_THE_LADDER)[status]}."


def _record(word: str, lex: Lexicon) -> WordRecord:
    record = lex.get(word)
    if record is None:
        raise Refused(f"{word!r} was judged by its sounds, which this lexicon does not hold: score with this lexicon")
    return record
