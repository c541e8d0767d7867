"""Expert wording: everything that scores is said, and nothing that does not."""

from __future__ import annotations

from stimfid_lib.base.errors import Refused
from stimfid_lib.lexicon.constraints import Constraint
from stimfid_lib.suite.cell import Cell
from stimfid_lib.suite.render import expert_contrasts, phrases
from stimfid_lib.suite.render.bands import band_wording

EDGE = {"initial": "first", "final": "last"}

SHAPES = {"C": "consonant", "V": "vowel"}
SHAPE_NOTE = (
    "count sounds and not letters; a diphthong and the vowel /ɝ/ are a single V, an affricate is a single C, and the "
    '/ɹ/ of "car" is a C'
)

SETTING = "These are stimuli for naming therapy with an adult who has aphasia."


def expert(cell: Cell) -> str:
    """Word a cell so that a fair reader knows exactly what scores."""
    return expert_contrasts.expert(cell, cell.contrast) if cell.contrast is not None else _words(cell)


def _words(cell: Cell) -> str:
    lines = [
        *([SETTING] if cell.family in ("B1", "B2") else []),
        f"List exactly {cell.list_length} {_kind(cell)}.",
        *phrases.conditions("word", [_condition(cell, constraint) for constraint in cell.constraints]),
        *phrases.rhotic_notes(_phonemes(cell)),
        "Give single words only, without spaces or hyphens: no proper nouns, no repeats, and no two forms of the same "
        "word (such as a singular and its plural).",
        "Write one word per line and no other text.",
    ]
    return "\n".join(lines)


def _kind(cell: Cell) -> str:
    """Common words, unless rarity is what is asked for."""
    rare = any(band.params["prop"] == "log_frequency" and phrases.level(band) == "low" for band in phrases.bands(cell))
    return "real English words" if rare else "common English words"


def _phonemes(cell: Cell) -> set[str]:
    named = (constraint.params for constraint in cell.constraints)
    return {phoneme for params in named for phoneme in (params.get("phoneme"), *params.get("phonemes", ())) if phoneme}


def _condition(cell: Cell, constraint: Constraint) -> str:
    params = constraint.params
    match constraint.kind:
        case "phoneme_at":
            return _phoneme_at(params["phoneme"], params["position"])
        case "contains_phoneme":
            return f"the sound /{params['phoneme']}/ occurs in the word, in any position and however it is spelled"
        case "cluster_at":
            return _cluster_at(params["phonemes"], params["position"])
        case "syllable_count":
            span = (params["min"], params["max"])
            return f"{'exactly ' if span[0] == span[1] else ''}{phrases.syllables_after(span)}"
        case "cv_shape":
            names = "-".join(SHAPES[letter] for letter in params["shape"])
            return f"the shape {params['shape']}: the whole word is {names} ({SHAPE_NOTE})"
        case "norm_band":
            return band_wording(constraint, cell.slots.get("scales", {}).get(params["prop"]))
        case _:
            raise Refused(f"{cell.cell_id}: no wording for the constraint kind {constraint.kind!r}")


def _phoneme_at(phoneme: str, position: str) -> str:
    if position == "medial":
        return (
            f"/{phoneme}/ in medial position: the sound occurs inside the word, where it is neither the first nor the "
            "last sound, however it is spelled"
        )
    edge = EDGE[position]
    return f"/{phoneme}/ in {position} position: it is the {edge} sound of the word, not merely the {edge} letter"


def _cluster_at(phonemes: tuple[str, ...], position: str) -> str:
    begins = {"initial": "begins", "final": "ends"}[position]
    chain = "".join(f" followed directly by /{phoneme}/" for phoneme in phonemes[1:])
    return (
        f"/{''.join(phonemes)}/ in {position} position: the word {begins} with the sound /{phonemes[0]}/{chain}, "
        "not merely with those letters"
    )
