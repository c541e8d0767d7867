"""How well the word list tells real words from invented ones, on material that it was not made from."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from stimfid_lib.base.files import sha256_file
from stimfid_lib.base.seed import SEED
from stimfid_lib.base.wilson import wilson
from stimfid_lib.lexicon.build.arbiter import read_arbiter
from stimfid_lib.lexicon.build.arpabet import Pronunciation, read_cmudict
from stimfid_lib.lexicon.build.held_out import (
    held_out_names,
    kinds_of,
    pseudo_words,
    read_game_dictionary,
    read_webster,
    read_zipf,
)
from stimfid_lib.lexicon.build.letters import accuracy, load_g2p
from stimfid_lib.lexicon.build.sources import HELD_OUT, fetch_sources, load_sources
from stimfid_lib.lexicon.build.vocabulary import read_graded
from stimfid_lib.lexicon.roots import root_of
from stimfid_lib.lexicon.wordlist import load_names, load_wordlist
from stimfid_lib.phonology.g2p import espeak_is_installed
from stimfid_lib.phonology.ipa import parse_phonemes

LEAST_ZIPF = 2.5
N_EXAMPLES = 12
N_TRANSCRIBED = 2_000
_PLAIN = re.compile("[a-z]{3,}")


def share(hits: int, n: int) -> dict[str, float | int | None]:
    """A share with its Wilson interval (95 %), rounded to four places; None where there is nothing to count."""
    if not n:
        return {"n": 0, "hits": 0, "share": None, "low": None, "high": None}
    low, high = wilson(hits, n)
    return {"n": n, "hits": hits, "share": round(hits / n, 4), "low": round(low, 4), "high": round(high, 4)}


def measure_wordlist(folder: Path, cache_dir: Path, progress: Callable[[str], None] | None = None) -> dict[str, Any]:
    """Measure the open lexicon's word list in `folder` against two dictionaries that it was not built from.

    `real`: of their words with a Zipf value of at least 2.5 in SUBTLEX-US, the share that the list calls invented, by
    dictionary and kind (see `held_out.kinds_of`); `names`: the same for names written down by hand. `pseudo`: of
    invented words that neither dictionary holds, the share that the list catches, by syllables, and how many of those
    that pass are names. Each with a Wilson interval. A word of the dictionaries is often frequent as a name (Zack) or
    as another language's word; SUBTLEX-US also feeds the list, though alone it admits nothing.

    Raises:
        MissingInput: the lexicon, or a pinned source, is absent.
        Refused: a source differs from its pin.
    """
    paths = fetch_sources(load_sources(HELD_OUT), cache_dir, progress, "two dictionaries to measure with (9 MB, once)")
    built_from = {source.field: source for source in load_sources()}
    wanted = tuple(built_from[field] for field in ("log_frequency", "graded_words"))
    paths |= fetch_sources(wanted, cache_dir)
    listed, names = load_wordlist(folder / "wordlist.txt"), load_names(folder / "names.txt")
    zipf, graded = read_zipf(paths["log_frequency"]), read_graded(paths["graded_words"])
    dictionaries = {
        "sowpods": read_game_dictionary(paths["game_dictionary"]),
        "gcide": read_webster(paths["webster"]),
    }
    words = pl.read_parquet(folder / "words.parquet", columns=["word", "is_canonical", "syllable_count"])
    canonical = words.filter("is_canonical", pl.col("word").str.contains("^[a-z]+$"))
    syllables = dict(canonical.select("word", "syllable_count").iter_rows())
    invented = pseudo_words(sorted(syllables), syllables, frozenset().union(*dictionaries.values()))
    return {
        "wordlist_sha256": sha256_file(folder / "wordlist.txt"),
        "least_zipf": LEAST_ZIPF,
        "real": {name: _real(words, listed, zipf, graded) for name, words in dictionaries.items()},
        "names": {kind: _missed(known, listed) for kind, known in held_out_names().items()},
        "pseudo": _pseudo(invented, listed, names),
    }


def measure_g2p(folder: Path, cache_dir: Path, progress: Callable[[str], None] | None = None) -> list[dict[str, Any]]:
    """Measure each letter-to-sound model of this machine on words that it was not made from, and on the lexicon's.

    `held out`: words that the arbiter knows and the dictionary lacks, against the arbiter. `lexicon`: canonical words,
    against their primary pronunciation; for the numpy model these are training words. 2,000 of each, seed 215.

    Raises:
        MissingInput: the lexicon, or a pinned source, is absent.
    """
    built_from = {source.field: source for source in load_sources()}
    paths = fetch_sources((built_from["arbiter"], built_from["pronunciation"]), cache_dir)
    arbiter, dictionary = read_arbiter(paths["arbiter"]), read_cmudict(paths["pronunciation"])
    words = pl.read_parquet(folder / "words.parquet").filter("is_canonical")
    lexicon = {
        word: Pronunciation(parse_phonemes(text), stress)
        for word, text, stress in words.select("word", "phonemes_str", "stress").iter_rows()
    }
    beyond = {word: said for word, said in arbiter.items() if _PLAIN.fullmatch(word) and word not in dictionary}
    rng = random.Random(SEED)
    drawn = {name: rng.sample(sorted(of), N_TRANSCRIBED) for name, of in (("lexicon", lexicon), ("held out", beyond))}
    models = [
        load_g2p(cache_dir, progress, espeak=espeak) for espeak in (True, False) if not espeak or espeak_is_installed()
    ]
    return [
        {"words": name, **accuracy(model, {word: (lexicon if name == "lexicon" else beyond)[word] for word in chosen})}
        for model in models
        for name, chosen in drawn.items()
    ]


def _real(
    dictionary: Collection[str], listed: Collection[str], zipf: Mapping[str, float], graded: Collection[str]
) -> dict[str, Any]:
    frequent = frozenset(word for word in dictionary if zipf.get(word, 0.0) >= LEAST_ZIPF)
    return {
        kind: _missed(sorted(words, key=lambda word: (-zipf.get(word, 0.0), word)), listed)
        for kind, words in kinds_of(frequent, graded, root_of).items()
    }


def _missed(words: Sequence[str], listed: Collection[str]) -> dict[str, Any]:
    """The share of words that the list calls invented, and the first of them."""
    missed = [word for word in words if word not in listed]
    return {**share(len(missed), len(words)), "examples": missed[:N_EXAMPLES]}


def _pseudo(invented: Mapping[str, int], listed: Collection[str], names: Collection[str]) -> dict[str, Any]:
    groups = {
        "all": list(invented),
        "1 syllable": [word for word, syllables in invented.items() if syllables == 1],
        "2 syllables": [word for word, syllables in invented.items() if syllables == 2],
        "3 or more": [word for word, syllables in invented.items() if syllables > 2],
    }
    found: dict[str, Any] = {}
    for group, words in groups.items():
        passed = [word for word in words if word in listed]
        found[group] = {
            **share(len(words) - len(passed), len(words)),
            "passed_as_names": sum(word in names for word in passed),
            "examples": sorted(passed)[:N_EXAMPLES],
        }
    return found
