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
from typing import Any

_HOMES = {
    "phonology.ipa": ("PHONEMES", "to_ipa"),
    "phonology.features": ("feature_distance", "feature_vector"),
    "lexicon.lexicon": ("Lexicon",),
    "lexicon.record": ("PairInfo", "WordRecord"),
    "lexicon.constraints": ("Constraint", "constraints_from_json", "constraints_to_json"),
    "lexicon.contrasts": ("Contrast", "contrast_pairs", "contrast_sets"),
    "lexicon.checks": ("ItemVerdict", "check_item"),
    "lexicon.wordlist": ("load_wordlist",),
    "corpus.mentions": ("find_tool_mentions",),
    "corpus.prompts": ("extract_quoted_prompts",),
    "corpus.tiers": ("assign_tier",),
    "corpus.mine_prompts": ("mine_prompts",),
    "corpus.public_datasets": ("public_summary", "scope_public_datasets"),
    "corpus.agreement": ("Agreement", "cohen_kappa"),
    "suite.cell": ("Cell",),
    "suite.families": ("build_grid",),
    "suite.render": ("render",),
    "suite.freeze": ("build_suite", "build_suite_with_manifest"),
    "models.completion": ("ChatClient", "Completion"),
    "models.runner": ("run_suite",),
    "scoring.extraction": ("Extraction",),
    "scoring.extract": ("extract_items", "extract_pairs", "extract_sets"),
    "scoring.score": ("score_response",),
    "scoring.stated": ("Stated",),
    "scoring.check_list": ("CheckedList", "check_list"),
    "scoring.pairs": ("score_pairs_response",),
    "analysis.metrics": ("summarize",),
    "analysis.bootstrap": ("bootstrap_ci",),
}
_MODULE_OF = {name: f"stimfid_lib.{module}" for module, names in _HOMES.items() for name in names}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return _version()
    if name in _MODULE_OF:
        return getattr(import_module(_MODULE_OF[name]), name)
    raise AttributeError(f"stimfid_lib has no {name!r}: public names are {', '.join(__all__)}")


def _version() -> str:
    from importlib.metadata import (
        PackageNotFoundError,
        version,
    )  # 50 ms, which most imports of the library need not pay

    try:
        return version("stimfid")
    except PackageNotFoundError:  # a checkout that nobody installed
        return "0+unknown"


def __dir__() -> list[str]:
    return __all__
