"""The slot pools of the grid, as data: what a request can ask for, family by family."""

from __future__ import annotations

FAMILIES = ("A1", "A2", "A3", "B1", "B2")
ARMS = ("naive", "expert")
TIERS = (1, 2, 3)

PER_FAMILY, PER_TIER = 30, 10
FEWEST_PER_FAMILY = 25
SUITE_MIN_SATISFYING = 2
"""Lists' worth of answers that the lexicon must hold for a cell of the frozen suite."""

WORDS_PER_LIST, PAIRS_PER_LIST, SETS_PER_LIST = 10, 8, 4

Syllables = tuple[int, int]

# --- A1: structural lists
EARLY = ("m", "b", "p", "d", "n", "w")
MID = ("k", "f", "tʃ", "ʃ")
LATE = ("ɹ", "s", "l", "θ", "ð")
VOCALIC_R = "ɝ"
"""Asked for at any place in the word: clinicians treat it as one sound, wherever it stands."""

A1_PHONEMES = (*EARLY, *MID, *LATE, VOCALIC_R)
A1_POSITIONS = ("initial", "medial", "final")
A1_SYLLABLES: tuple[Syllables, ...] = ((1, 1), (2, 2), (3, 3))

# --- A2: clusters and complexity
INITIAL_CLUSTERS = (("s", "p"), ("s", "t"), ("s", "k"), ("b", "ɹ"), ("k", "ɹ"), ("p", "l"), ("k", "l"))
FINAL_CLUSTERS = (("s", "p"), ("s", "t"), ("s", "k"))
"""The clusters of the pool that end an English word; a stop and a liquid never do."""

SHAPES = ("CCVC", "CVCC")
A2_TARGETS = ("k", "f", "tʃ", "ʃ", "ɹ", "s", "l", "θ")
"""Sounds that shapes and long words are asked to contain: those still in treatment when complexity is the goal."""

A2_CLUSTER_SYLLABLES: tuple[Syllables, ...] = ((1, 1), (2, 2), (3, 3))
A2_LONG: Syllables = (3, 4)

# --- A3: contrast sets; the first phoneme of a multiple opposition is the target
MINIMAL = (("t", "k"), ("s", "θ"), ("ɹ", "w"), ("k", "ɡ"), ("f", "θ"), ("s", "ʃ"))
MAXIMAL = (("ɹ", "b"), ("s", "m"), ("l", "p"))
MULTIPLE = (
    ("s", "t", "ʃ", "θ"),  # this one and the next are the plan's own
    ("ɹ", "w", "l", "j"),
    ("b", "p", "m", "w"),
    ("t", "k", "f", "s"),
    ("h", "f", "s", "ʃ"),
    ("t", "s", "ʃ", "tʃ"),
    ("t", "k", "s", "tʃ"),
    ("w", "ɹ", "l", "j"),
    ("d", "ɡ", "dʒ", "l"),
    ("ɡ", "k", "d", "dʒ"),
)
A3_POSITIONS = (None, "initial", "medial", "final")
A3_SYLLABLES = (None, 1, 2)

# --- B: norm bands
LEVELS = ("low", "high")
B1_NORMS = ("aoa", "concreteness", "log_frequency")
B1_RESERVE_SYLLABLES: tuple[Syllables, ...] = ((1, 1), (2, 2))
"""Crossed in only where fewer than 25 plain combinations of bands can be satisfied."""

DENSITY = "neighborhood_density"
B2_SYLLABLES: tuple[Syllables | None, ...] = (None, (1, 1), (2, 2), (1, 2), (2, 3))
B2_SECOND_NORMS = ("aoa", "concreteness")
B2_THIRD_NORM = "log_frequency"

# --- Themes
THEMES = ("dinosaurs", "Minecraft", "space", "cooking")
