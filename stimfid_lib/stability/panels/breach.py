"""What a gate says when it does not open: where, which scenario, which rule, and never a word of the scenario."""

from __future__ import annotations

from dataclasses import dataclass

RULES = {
    "shape": "a version is not paragraphs of one line: context, anchor, question, two options, default, closing",
    "characters": "a character stands in it that no panel uses",
    "length": "a version has fewer than 120 or more than 400 words",
    "catalogue": "a line of A is not the catalogued phrase of its place",
    "quotation": "A has no quotation in straight marks, so that A′ cannot change its style",
    "A_prime": "A′ has other words, digits or paragraphs than A, or is dressed like A",
    "B_same": "B is A",
    "B_paragraphs": "B has more or fewer paragraphs than A, or other parts",
    "B_elsewhere": "B differs from A where its type changes nothing",
    "B_phrase": "a changed line of B is not in the catalogue",
    "B_order": "the option lines of B do not stand in the order of its type",
    "B_given_up": "option A of B is not option A of A plus the fixed phrase with A's own sum",
    "B_default": "B does not name the other option in its one default sentence",
    "B_words": "B uses a word that neither A nor the closed list of its type has",
    "B_frame": "the loss lines are not the gain lines with one state named by the other, and all by none",
    "anchor": "the anchors are not low in A, A′ and C and high in B, or A and B have one",
    "anchor_informative": "an anchor equals a number of the decision or a ten-fold of one, or stands elsewhere too",
    "C_elsewhere": "C differs from A outside the line of option B",
    "C_phrase": "option B of C is not the catalogued one that dominates",
    "C_words": "C uses a word that neither A nor its closed list has",
    "options": "the options are not the same two in every version",
    "right_answer": "the right answer is not null outside C, or not B in C",
    "numbers": "a number in a text is not the one that the structure gives for its place",
    "context_numbers": "the context does not state exactly the number that it must, once",
    "phrase_numbers": "a catalogued phrase holds a number of its own",
    "equal_value": "the two options have different expected values in A, A′ or B",
    "same_outcomes": "B does not describe the outcomes of A",
    "dominance": "option B does not pay more than option A in every state of C",
    "same_lottery": "two scenarios are the same lottery",
    "overlap": "two scenarios share too many of their five-word sequences",
    "structure": "the structure block lacks a part, or a number in it is not a positive whole number",
}
"""Every rule by name, as the sentence that is told when it is broken."""


@dataclass(frozen=True)
class Breach:
    """One broken rule.

    Attributes:
        where: the panel or protocol.
        item_id: the scenario, or two of them joined by `+`.
        rule: a key of `RULES`.
    """

    where: str
    item_id: str
    rule: str

    def __str__(self) -> str:
        return f"{self.where} {self.item_id} {self.rule}: {RULES[self.rule]}"
