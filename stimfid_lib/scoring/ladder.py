"""The ladder: multiword, in the lexicon, a real word outside it, no word; every rung remembered."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TypeVar

from stimfid_lib.lexicon.checks import check_item
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.lexicon.lexicon import Lexicon
from stimfid_lib.lexicon.roots import root_of
from stimfid_lib.lexicon.spelling import is_multiword, normal_spelling

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class WordVerdict:
    """Verdict on one word: a status of `WORD_STATUSES`, the constraints it failed, whether a variant meets them."""

    status: str
    failed: tuple[str, ...] = ()
    variant_only: bool = False


class Remembered(dict[K, V]):
    """A function's answers by argument, with a look-up as fast as a dict's."""

    def __init__(self, answer: Callable[[K], V]) -> None:
        super().__init__()
        self._answer = answer

    def __missing__(self, key: K) -> V:
        value = self[key] = self._answer(key)
        return value


class Ladder:
    """A lexicon and a list of real words, which between them say what an item is.

    An item with a space or hyphen inside is `multiword`; one in the lexicon is checked; one in the word list alone is
    `oov`, a real word that cannot be checked; any other is `not_a_word`. The last is as sure as the word list is
    complete: a rare name or a new word counts as made up.

    `spelling` and `root` map an item to the form under which repeats are seen and to its root; `root` is None for
    more than one word. `side` maps a word of a pair to pass (in the lexicon), oov, multiword or not_a_word.
    """

    def __init__(self, lex: Lexicon, wordlist: Collection[str]) -> None:
        self.lex = lex
        self._wordlist = wordlist if isinstance(wordlist, (set, frozenset)) else frozenset(wordlist)
        self.spelling: Remembered[str, str] = Remembered(normal_spelling)
        self.root: Remembered[str, str | None] = Remembered(self._root)
        self.side: Remembered[str, str] = Remembered(lambda word: self._judge(word, ()).status)
        self._by_request: Remembered[tuple[Constraint, ...], Remembered[str, WordVerdict]] = Remembered(
            lambda constraints: Remembered(lambda word: self._judge(word, constraints))
        )

    def verdicts(self, constraints: tuple[Constraint, ...]) -> Remembered[str, WordVerdict]:
        """Verdicts by item under these constraints: `ladder.verdicts(constraints)["rabbit"]`."""
        return self._by_request[constraints]

    def _judge(self, word: str, constraints: tuple[Constraint, ...]) -> WordVerdict:
        checked = check_item(word, constraints, self.lex)
        if checked.status == "oov" and self.spelling[word] not in self._wordlist:
            return WordVerdict("not_a_word")
        return WordVerdict(checked.status, checked.failed, checked.variant_only)

    def _root(self, item: str) -> str | None:
        if is_multiword(item):
            return None
        record = self.lex.get(item)
        return self.spelling[record.root] if record and record.root else root_of(self.spelling[item])
