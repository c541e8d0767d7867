"""stimfid: how often does a chatbot's therapy word list break what the clinician asked for?

    lexicon = Lexicon.from_dir()                                # the ground truth
    cells = build_grid(lexicon, min_satisfying=2)               # what can be asked
    suite, manifest = build_suite_with_manifest(lexicon)        # how it is asked, frozen
    run_suite(suite, clients, "runs", suite_sha256=manifest["suite_sha256"])
    reply = extract_items(text)                                 # what came back
    items, row = score_response(prompt_row, text, lexicon, load_wordlist())
    rates = summarize(items, lists, suite)                      # what it means

Every name below is imported only when it is first used, so that `import stimfid_lib` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

try:
    __version__ = version("stimfid")
except PackageNotFoundError:  # a checkout that nobody installed
    __version__ = "0+unknown"

_HOMES = {
    "phonology.ipa": ("PHONEMES", "to_ipa"),
    "phonology.features": ("feature_distance", "feature_vector"),
    "lexicon.lexicon": ("Lexicon",),
    "lexicon.record": ("PairInfo", "WordRecord"),
    "lexicon.constraints": ("Constraint", "constraints_from_json", "constraints_to_json"),
    "lexicon.contrasts": ("Contrast", "contrast_pairs", "contrast_sets"),
    "lexicon.checks": ("ItemVerdict", "check_item"),
    "lexicon.wordlist": ("load_wordlist",),
    "suite.cell": ("Cell",),
    "suite.families": ("build_grid",),
    "suite.render": ("render",),
    "suite.freeze": ("build_suite", "build_suite_with_manifest"),
    "models.completion": ("ChatClient", "Completion"),
    "models.runner": ("run_suite",),
    "scoring.extraction": ("Extraction",),
    "scoring.extract": ("extract_items", "extract_pairs", "extract_sets"),
    "scoring.score": ("score_response",),
    "scoring.pairs": ("score_pairs_response",),
    "analysis.metrics": ("summarize",),
    "analysis.bootstrap": ("bootstrap_ci",),
}
_MODULE_OF = {name: f"stimfid_lib.{module}" for module, names in _HOMES.items() for name in names}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> Any:
    if name in _MODULE_OF:
        return getattr(import_module(_MODULE_OF[name]), name)
    raise AttributeError(f"stimfid_lib has no {name!r}: public names are {', '.join(__all__)}")


def __dir__() -> list[str]:
    return __all__
