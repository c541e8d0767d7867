"""docs/lexicon.md: what the ground truth is, how good it is, and where it is known to be wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from pathlib import Path
from string import Template
from typing import Any

import polars as pl

from stimfid_lib.base.errors import MissingInput
from stimfid_lib.base.files import write_text
from stimfid_lib.lexicon.build.convention import CONVENTIONS
from stimfid_lib.lexicon.build.hand_check import FILE, read_sheet, summary
from stimfid_lib.lexicon.build.settle import CLASSES

PAGE, MEASURED = "lexicon.md", "lexicon_measured.json"
_MEASURES = {
    "strict": "every phoneme, by the letter",
    "by_convention": "every phoneme, by convention",
    "consonants": "consonants, by convention",
    "edges": "first and last sound, by convention",
}
_KINDS = {
    "all": "all words",
    "inflected": "inflected forms",
    "compound": "compounds",
    "british": "British spellings",
    "american": "American spellings of those",
}
_WORDS = {"lexicon": "canonical words of the lexicon", "held out": "words that only the arbiter knows"}
_STALE = "\n\n**Measured with another word list than this lexicon's: run `stimfid lexicon measure`.**"
_BY_BASE = "a regular form follows its base where the arbiter lacks it (*dogs* as *dog*)"
_EXAMPLES = 6


def write_page(folder: Path, docs: Path) -> Path:
    """Write `lexicon.md` into `docs`, from the lexicon in `folder` and the measurements and sheet in `docs`.

    Raises:
        MissingInput: the lexicon is not built, or the measurements or the sheet are absent.
    """
    write_text(docs / PAGE, page(folder, docs))
    return docs / PAGE


def page(folder: Path, docs: Path) -> str:
    """The page's text: a pure function of lexicon.json, the word table, the measurements and the hand-checked sheet."""
    about = _json(folder / "lexicon.json", "run `stimfid lexicon build`")
    measured = _json(docs / MEASURED, "run `stimfid lexicon measure`")
    words = pl.read_parquet(folder / "words.parquet", columns=["word", "phonemes_str"])
    now = {word: text.strip("|").replace("|", " ") for word, text in words.iter_rows()}
    fields = (
        _counts(about) | _norms(about) | _agreement(about) | _hand_check(summary(read_sheet(docs / FILE), now))
        | _word_list(about, measured) | _letters(measured["g2p"])
        | {"missing": ", ".join(f"*{word}*" for word in about["missing"]), "sources": _sources(about)}
    )  # fmt: skip
    template = (resources.files(__package__) / "page.md").read_text(encoding="utf-8")
    return Template(template).substitute(fields)


def _json(path: Path, advice: str) -> dict[str, Any]:
    if not path.is_file():
        raise MissingInput(f"no {path}: {advice}")
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "|".join("---" for _ in head) + "|"]
    return "\n".join([*lines, *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows)])


def _percent(share: float | None, digits: int = 2) -> str:
    return "–" if share is None else f"{100 * share:.{digits}f} %"


def _interval(found: Mapping[str, Any]) -> str:
    return f"{_percent(found['share'])} ({_percent(found['low'])} to {_percent(found['high'])})"


def _counts(about: Mapping[str, Any]) -> dict[str, object]:
    counts, decided = about["counts"], about["overrides"]
    n_decided = sum(decided.values())
    numbers = {
        "n_words": counts["words"],
        "n_canonical": counts["canonical"],
        "n_pairs": counts["pairs"],
        "n_variants": counts["with_variants"],
        "n_real": counts["wordlist"],
        "n_names": counts["names"],
        "n_decided": n_decided,
        "n_heteronyms": decided["heteronym"],
        "n_overrides": n_decided - decided["heteronym"],
        **{f"n_{action}": decided[action] for action in ("choose", "add", "replace")},
    }
    return {"name": about["name"], "version": about["version"], **{key: f"{n:,}" for key, n in numbers.items()}}


def _norms(about: Mapping[str, Any]) -> dict[str, object]:
    coverage = about["counts"]["coverage"]
    groups = {"all": "all rows", "canonical": "canonical", "top_20k": "top 20,000", "top_5k": "top 5,000"}

    def cell(group: str, norm: str) -> str:
        held, rows = coverage[group][norm], coverage[group]["rows"]
        return f"{held:,} ({_percent(held / rows, 0)})"

    scales = [
        (norm, facts["unit"], _scale(facts["scale"]), " to ".join(f"{end:g}" for end in facts["observed"]))
        for norm, facts in about["norms"].items()
    ]
    lemma = about["counts"]["from_lemma"]["top_20k"]
    return {
        "coverage": _table(
            ("norm", *groups.values()), [(norm, *(cell(group, norm) for group in groups)) for norm in about["norms"]]
        ),
        "scales": _table(("norm", "unit", "scale", "observed"), scales),
        **{f"lemma_{norm}": f"{count:,}" for norm, count in lemma.items()},
    }


def _scale(scale: object) -> str:
    if isinstance(scale, list):
        return " to ".join("open" if end is None else f"{end:g}" for end in scale)
    return str(scale)


def _agreement(about: Mapping[str, Any]) -> dict[str, object]:
    found = about["agreement"]
    rows = [
        (
            title,
            _percent(found[name]["first_variant"]),
            f"**{_percent(found[name]['primary'])}**",
            _percent(found[name]["primary_or_overruled"]),
            found[name]["overruled"],
        )
        for name, title in _MEASURES.items()
    ]
    heads = ("compared", "dictionary's first", "primary", "primary, or overruled with a reason", "words overruled")
    classes = {**CLASSES, "by its base": _BY_BASE}
    return {
        "n_compared": f"{found['n_words']:,}",
        "n_open": len(found["open"]),
        "n_convention": f"{found['conventions_together']:,}",
        "agreement": _table(heads, rows),
        "conventions": _table(
            ("convention", "what counts as the same", "words"),
            [(name, text, found["conventions"][name]) for name, text in CONVENTIONS.items()],
        ),
        "classes": _table(
            ("class", "convention", "words"),
            [(name, text, about["classes"].get(name, 0)) for name, text in classes.items()],
        ),
    }


def _hand_check(checked: Mapping[str, Any]) -> dict[str, object]:
    wrong = [(word, f"/{ours}/", f"/{mine}/", note) for word, ours, mine, note in checked["wrong"]]
    return {
        "sheet": FILE,
        **{f"n_{verdict}": count for verdict, count in checked["counts"].items()},
        "error_rate": f"{_interval(checked['errors'])}, Wilson interval of 95 %",
        "edge_rate": _interval(checked["edge_errors"]),
        "wrong": _table(("word", "table then", "respelling", "what is wrong"), wrong),
        "n_mended": len(checked["mended"]),
    }


def _word_list(about: Mapping[str, Any], measured: Mapping[str, Any]) -> dict[str, object]:
    real = [
        (source.upper(), title, f"{kinds[kind]['n']:,}", _interval(kinds[kind]), _some(kinds[kind]))
        for source, kinds in measured["real"].items()
        for kind, title in _KINDS.items()
    ]
    names = [(kind, found["n"], _percent(found["share"], 0), _some(found)) for kind, found in measured["names"].items()]
    pseudo = [
        (group, f"{found['n']:,}", _interval(found), found["n"] - found["hits"], found["passed_as_names"])
        for group, found in measured["pseudo"].items()
    ]
    return {
        "least_zipf": measured["least_zipf"],
        "stale": "" if measured["wordlist_sha256"] == about["sha256"]["wordlist.txt"] else _STALE,
        "real": _table(("dictionary", "kind", "words", "called fabricated", "the most frequent of them"), real),
        "names": _table(("kind", "names", "called fabricated", "for example"), names),
        "pseudo": _table(("syllables", "invented words", "caught", "passed", "of these as names"), pseudo),
    }


def _some(found: Mapping[str, Any]) -> str:
    return ", ".join(found["examples"][:_EXAMPLES]) or "none"


def _letters(models: Sequence[Mapping[str, Any]]) -> dict[str, object]:
    figures = ("exact", "exact_by_convention", "phoneme_error_rate", "phoneme_error_rate_by_convention")
    rows = [
        (one["model"], _WORDS[one["words"]], f"{one['n_words']:,}", *(_percent(one[name], 1) for name in figures))
        for one in models
    ]
    heads = ("model", "words", "n", "exact", "exact by convention", "phoneme errors", "by convention")
    return {"letters": _table(heads, rows)}


def _sources(about: Mapping[str, Any]) -> str:
    rows = [
        (source["field"], source["name"], f"{source['package']} {source['version']}", source["licence"])
        for source in about["sources"]
    ]
    return _table(("field", "source", "package", "licence"), rows)
