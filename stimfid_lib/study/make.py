"""How each stage makes its files: read the inputs, call the floor's pure function, write the tables.

Every function takes the study and returns what is left to be said (usually nothing).
"""

from __future__ import annotations

from collections.abc import Callable

from stimfid_lib.base.errors import Refused
from stimfid_lib.base.files import sha256_file, sha256_text, write_json
from stimfid_lib.base.paths import data_dir
from stimfid_lib.models.live import Leave
from stimfid_lib.study.made import Made
from stimfid_lib.study.workspace import Study

# The floors are imported inside the functions: `stimfid --help` and a run in which nothing changed need none of them.


def lexicon_digest(study: Study) -> str:
    """Digest of the ground truth: its tables and the real-word list."""
    from stimfid_lib.lexicon.wordlist import default_wordlist_path

    identity = study.lexicon.identity
    return sha256_text(" ".join((identity.words_sha256, identity.pairs_sha256, sha256_file(default_wordlist_path()))))


def grid(study: Study) -> Made:
    """Build the grid of satisfiable cells and the list of what had to be left out."""
    from stimfid_lib.suite.cell import cells_to_frame
    from stimfid_lib.suite.families import SUITE_MIN_SATISFYING, build_grid_with_omissions, omissions_to_frame

    cells, omitted = build_grid_with_omissions(study.lexicon, min_satisfying=SUITE_MIN_SATISFYING)
    study.write_table("grid", cells_to_frame(cells))
    study.write_table("grid_omitted", omissions_to_frame(omitted))
    return Made()


def suite(study: Study) -> Made:
    """Word every cell in both arms and freeze the suite; a manifest with another hash is never overwritten."""
    from stimfid_lib.lexicon.wordlist import default_wordlist_path
    from stimfid_lib.suite.freeze import build_suite_with_manifest, freeze, read_manifest
    from stimfid_lib.suite.wild import WILD_TIER, load_wild, wild_frame

    wild = study.wild_path
    frame, manifest = build_suite_with_manifest(study.lexicon, wordlist=default_wordlist_path(), wild=wild)
    asked = ["cell_id", "family", "tier", "constraints_json", "contrast_json", "list_length"]
    cells = frame.filter(frame["tier"] != WILD_TIER).select(asked).unique().sort("cell_id")
    if not study.table("grid").select(asked).sort("cell_id").equals(cells):
        raise Refused(
            f"{study.path('grid.parquet')} holds other cells than this lexicon and this version give: it was edited "
            "by hand; remove it and make it anew with `stimfid grid`"
        )
    if registered := study.registered_manifest:
        freeze(frame, manifest, registered)  # it exists, so this only compares
        write_json(study.manifest_path, read_manifest(registered))
    else:
        freeze(frame, manifest, study.manifest_path)
    study.write_table("suite", frame)
    study.write_table("suite_wild", wild_frame(load_wild(wild) if wild else ()))
    return Made()


def run(study: Study, give_leave: Callable[[], Leave] | None = None) -> Made:
    """Ask the models; what a stopped run has already got is kept and not asked again."""
    from stimfid_lib.study.asking import ask_models

    return ask_models(study, give_leave)


def extract(study: Study) -> Made:
    """Read the list items out of every reply."""
    from stimfid_lib.study.reading import read_replies

    return read_replies(study)


def score(study: Study) -> Made:
    """Give every item its verdict, with the lexicon that the manifest names and no other."""
    from stimfid_lib.lexicon.build.letters import local_g2p
    from stimfid_lib.lexicon.wordlist import load_names, load_wordlist
    from stimfid_lib.scoring.g2p_sensitivity import predicted
    from stimfid_lib.scoring.score import score_runs

    manifest, identity = study.manifest(), study.lexicon.identity
    if (manifest["lexicon_words_sha256"], manifest["lexicon_pairs_sha256"]) != (
        identity.words_sha256,
        identity.pairs_sha256,
    ):
        raise Refused(
            f"the suite was frozen with {manifest['lexicon']!r}, words {manifest['lexicon_words_sha256'][:12]}; "
            f"in use is {identity.name!r}, words {identity.words_sha256[:12]}: "
            "point PHONOLEX_RUNTIME_DIR at the one that the manifest names, or freeze a suite of its own"
        )
    items, lists = score_runs(
        study.table("extracted"),
        study.suite(),
        study.lexicon,
        load_wordlist(),
        distance_threshold=manifest["feature_distance_threshold"],
    )
    study.write_table("scored_items", items)
    study.write_table("scored_lists", lists)
    guesses = local_g2p(data_dir() / "cache")
    study.write_table("scored_oov", predicted(items, study.suite(), study.lexicon, guesses, load_names()))
    return Made()


def analyze(study: Study) -> Made:
    """Compute every rate with its interval, decide the hypotheses, draw the figures; stop if the instrument fails."""
    from stimfid_lib.analysis.checks import require_passed
    from stimfid_lib.analysis.hypotheses import hypotheses_frame
    from stimfid_lib.study.auditing import audit_of
    from stimfid_lib.study.drawn_figures import write_figures
    from stimfid_lib.study.numbers import results_of

    results = results_of(study)
    require_passed(results.checks)
    study.write_table("audit", audit_of(study))
    study.write_table("metrics", results.metrics)
    study.write_table("intervals", results.entries)
    study.write_table("hypotheses", hypotheses_frame(results.verdicts))
    for name in ("curves", "contrasts", "anatomy", "instead", "sensitivity"):
        study.write_table(name, getattr(results, name))
    study.write_table("families", results.by_family)
    write_figures(study)
    return Made()
