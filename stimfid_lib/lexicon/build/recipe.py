"""The whole recipe: pinned sources in, four files out."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Set
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from stimfid_lib.base.files import sha256_file, write_json, write_parquet, write_text
from stimfid_lib.lexicon.build import about, attested, norms
from stimfid_lib.lexicon.build.added_norms import kept_norms, with_norms
from stimfid_lib.lexicon.build.agreement import agreement
from stimfid_lib.lexicon.build.arbiter import read_arbiter
from stimfid_lib.lexicon.build.arpabet import read_cmudict
from stimfid_lib.lexicon.build.hunspell import read_hunspell
from stimfid_lib.lexicon.build.letters import GROUP
from stimfid_lib.lexicon.build.overrides import load_overrides
from stimfid_lib.lexicon.build.pairs import minimal_pairs
from stimfid_lib.lexicon.build.primary import settle_all
from stimfid_lib.lexicon.build.sources import fetch_sources, load_sources
from stimfid_lib.lexicon.build.vocabulary import make_vocabulary, read_graded
from stimfid_lib.lexicon.build.words import canonical_phonemes, word_table
from stimfid_lib.lexicon.roots import root_of

NAME = "stimfid open lexicon"
VERSION = "2"
N_FREQUENT = 20_000


def build_open_lexicon(
    out_dir: Path,
    *,
    cache_dir: Path,
    norms_dir: Path | None = None,
    progress: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """Build the open lexicon into `out_dir` and return what `lexicon.json` holds.

    Writes `words.parquet`, `pairs.parquet`, `wordlist.txt` (real words, lower case, one a line) and `lexicon.json`,
    which takes its place first: a build that is cut short leaves tables that it does not describe, and loading
    refuses them. The same sources give the same bytes under the same polars and lemminflect (`made_with`),
    `lexicon.json` apart from its date. Norms that the user added are taken from `norms_dir`. `progress` hears one
    sentence a step. Archives are looked for in `cache_dir` and fetched into it where absent.

    Raises:
        MissingInput: a source is not in the cache and cannot be fetched; the text says which file to put where.
        Refused: a source differs from its pin or cannot be read.
    """
    say = progress or (lambda _: None)
    sources = load_sources()
    # the weights of the letter-to-sound model come along, so that scoring asks no network
    paths = fetch_sources((*sources, *load_sources(GROUP)), cache_dir, progress)

    say("reading the norms and the list of real words")
    tables = {
        "log_frequency": norms.read_frequency(paths["log_frequency"]),
        "aoa": norms.read_aoa(paths["aoa"]),
        "concreteness": norms.read_concreteness(paths["concreteness"]),
        "familiarity": norms.read_familiarity(paths["familiarity"]),
    }
    hunspell = read_hunspell(paths["hunspell_words"], paths["hunspell_affixes"])
    rated = tables["aoa"].keys() | tables["concreteness"].keys()
    vocabulary = make_vocabulary(read_graded(paths["graded_words"]), hunspell, rated, _attested(paths, rated))

    say("choosing each word's primary pronunciation")
    dictionary = read_cmudict(paths["pronunciation"], vocabulary.rows)
    frequency = tables["log_frequency"]
    frequent = sorted(dictionary.keys() & frequency.keys(), key=lambda word: (-frequency[word], word))[:N_FREQUENT]
    # the arbiter is asked where there is a choice, and by the agreement figures
    asked = {word for word, variants in dictionary.items() if len(variants) > 1}.union(frequent)
    arbiter = read_arbiter(paths["arbiter"], asked)
    overrides = load_overrides()
    spoken, classes = settle_all(dictionary, arbiter, overrides, vocabulary.real, root_of)

    say("making the word table")
    added = kept_norms(norms_dir) if norms_dir else ()
    words = with_norms(word_table(spoken, vocabulary, tables, root_of), added)

    say("pairing words that differ in one sound")
    pairs = minimal_pairs(canonical_phonemes(words, spoken))

    say("measuring agreement and writing the tables")
    content: dict[str, Any] = {
        "name": NAME,
        "version": VERSION,
        "sources": [source.to_json() for source in sources],
        "norms": {norm: {**facts, "observed": about.observed_range(words, norm)} for norm, facts in about.NORMS.items()}
        | {one.norm: one.about(words) for one in added},
        "counts": about.counts(words, pairs, vocabulary, [one.norm for one in added]),
        "agreement": agreement(frequent, dictionary, spoken, arbiter, overrides),
        "classes": {name: len(words) for name, words in sorted(classes.items())},
        "overrides": about.override_counts(overrides),
        "missing": about.missing(frequency, words, vocabulary),
        "made_with": {name: version(name) for name in ("polars", "lemminflect")},
        "built": datetime.now(UTC).date().isoformat(),
    }
    out_dir = Path(out_dir)
    out_dir.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".build.", dir=out_dir) as name:
        folder = Path(name)
        write_parquet(folder / "words.parquet", words)
        write_parquet(folder / "pairs.parquet", pairs)
        for file, listed in (("wordlist.txt", vocabulary.real), ("names.txt", vocabulary.names)):
            write_text(folder / file, "".join(f"{word}\n" for word in sorted(listed)))
        content["sha256"] = {path.name: sha256_file(path) for path in sorted(folder.iterdir())}
        write_json(folder / "lexicon.json", content)
        for file in ("lexicon.json", *content["sha256"]):
            (folder / file).replace(out_dir / file)
    return content


def _attested(paths: dict[str, Path], rated: Set[str]) -> attested.Attested:
    """Words beyond the spelling lists: dictionaries for speech synthesis, medicine, norms, subtitles."""
    subtitles, mostly_names = attested.read_subtitles(paths["log_frequency"])
    careful = [
        attested.read_keys(paths["arbiter"]),
        attested.read_keys(paths["british_words"]),
        attested.read_specialist(),
        attested.forms_of(rated),
    ]
    pronounced = [attested.read_heads(paths["pronunciation"]), attested.read_keys(paths["wide_words"])]
    given = attested.read_given_names(paths["given_names"])
    return attested.attest(careful, subtitles, pronounced, mostly_names, given)
