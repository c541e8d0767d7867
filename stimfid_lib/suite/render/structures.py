"""Naive wording of A1 and A2: words with a sound, a blend or a shape, for a child on the caseload."""

from __future__ import annotations

from dataclasses import dataclass

from stimfid_lib.lexicon.spelled import spelled_cluster, spelling
from stimfid_lib.suite.cell import Cell
from stimfid_lib.suite.render import phrases

THAT = {
    "initial": "that start with the {sound}",
    "medial": "that have the {sound} in the middle",
    "final": "that end with the {sound}",
    None: "that have the {sound} in them",
}
THERE = {
    "initial": "at the beginning of the word",
    "medial": "in the middle of the word",
    "final": "at the end of the word",
    None: "anywhere in the word",
}
POSITION = {
    "initial": "initial position",
    "medial": "medial position",
    "final": "final position",
    None: "any position in the word",
}
SHAPES = {"CCVC": 'CCVC words (shaped like "stop")', "CVCC": 'CVCC words (shaped like "fast")'}

THEMES = {
    "dinosaurs": (
        "He's obsessed with dinosaurs, so sneak in a few that fit if you can.",
        "Dinosaur theme if any work with that.",
    ),
    "Minecraft": (
        "She loves Minecraft, so anything that ties in is a bonus.",
        "Minecraft theme if any work with that.",
    ),
    "space": (
        "Our theme is outer space, so use words that go with it where you can.",
        "Space theme if any work with that.",
    ),
    "cooking": (
        "We're doing a cooking activity, so food or kitchen words would be great where they fit.",
        "Cooking theme if any work with that.",
    ),
}
"""For each theme a sentence and a short form; a theme is a wish and scores nothing."""

EARLY = (
    "Please stick to words that kids learn early.",
    "They need to be early words, the kind little kids already know.",
    "Early-learned words only.",
    "Only use words that children learn early on.",
)
"""What the upper bound on age of acquisition is called, by variant: no age is named."""


@dataclass(frozen=True)
class Request:
    """The parts of a structural request in letters and plain words."""

    sound: str
    key: str
    position: str | None
    syllables: tuple[int, int] | None
    shape: str | None

    @property
    def full_sound(self) -> str:
        """The sound with its key word."""
        return self.sound + self.key

    def that(self) -> str:
        """Relative clause: "that start with the m sound"."""
        return THAT[self.position].format(sound=self.full_sound)

    def nouns(self, *, digits: bool = False) -> str:
        """What is asked for: "two-syllable words", or the shape's name."""
        if self.shape:
            return SHAPES[self.shape]
        return f"{phrases.syllables_before(self.syllables, digits=digits)} words" if self.syllables else "words"

    def each(self, before: str = ", ") -> str:
        """Trailing length: ", 2 syllables each", empty for a shape."""
        return f"{before}{phrases.syllables_after(self.syllables)} each" if self.syllables else ""


def request_of(cell: Cell) -> Request:
    """Read the parts of a request from what scores it."""
    shape = phrases.only(cell, "cv_shape")
    cluster = phrases.only(cell, "cluster_at")
    if cluster is not None:
        sound, key, position = f"{spelled_cluster(cluster.params['phonemes'])} blend", "", cluster.params["position"]
    else:
        single = phrases.only(cell, "phoneme_at", "contains_phoneme")
        assert single is not None, cell.cell_id  # the families make no other A1 or A2 cell
        position = single.params.get("position")
        found = spelling(single.params["phoneme"], position)
        sound, key = f"{found.letters} sound", found.key
    return Request(sound, key, position, phrases.syllables(cell), None if shape is None else shape.params["shape"])


def naive(cell: Cell) -> str:
    """Word an A1 or A2 cell as a clinician with a child in mind would."""
    wordings = _A1 if cell.family == "A1" else _A2
    which = phrases.variant(cell, len(wordings))
    theme = phrases.theme_of(cell)
    short = wordings[which] in (_articulation_list, _word_list)
    return phrases.sentences(
        wordings[which](request_of(cell), cell.list_length),
        EARLY[which] if phrases.bands(cell) else "",
        THEMES[theme][short] if theme else "",
    )


def _can_you(ask: Request, count: int) -> str:
    return f"Can you give me {count} {ask.nouns()} {ask.that()}?"


def _caseload(ask: Request, count: int) -> str:
    return (
        f"I'm working on the {ask.full_sound} with a kid on my caseload. "
        f"I need {phrases.numeral(count)} words with that sound {THERE[ask.position]}{ask.each()}."
    )


def _articulation_list(ask: Request, count: int) -> str:
    return f"Make an artic word list: {ask.full_sound}, {POSITION[ask.position]}, {count} words{ask.each()}."


def _homework(ask: Request, count: int) -> str:
    length = f", all {ask.nouns(digits=True)}" if ask.syllables else ""
    return (
        f"I'm putting together speech homework and I need words {ask.that()}. "
        f"Please list {phrases.numeral(count)} of them{length}."
    )


def _harder(ask: Request, count: int) -> str:
    goal = "blends" if ask.sound.endswith("blend") else SHAPES[ask.shape] if ask.shape else "longer words"
    return (
        f"I have a kid who is ready for {goal}. "
        f"I need {phrases.numeral(count)} {'of them' if ask.shape else 'words'} {ask.that()}{ask.each()}."
    )


def _word_list(ask: Request, count: int) -> str:
    kind = SHAPES[ask.shape] if ask.shape else "words"
    return (
        f"Word list for speech therapy please: {count} {kind} with the {ask.full_sound}, {POSITION[ask.position]}"
        + (f"{ask.each()}.")
    )


def _practice(ask: Request, count: int) -> str:
    return f"What are some {ask.nouns()} {ask.that()}? I need {count} for drill in my next session."


_A1 = (_can_you, _caseload, _articulation_list, _homework)
_A2 = (_can_you, _harder, _word_list, _practice)
