from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.corpus.labelled import Example, load_labelled
from stimfid_lib.corpus.mentions import PREFILTER, find_tool_mentions
from stimfid_lib.corpus.plain import plain
from stimfid_lib.corpus.prompts import AI_PREFILTER, QUOTE_PREFILTER, extract_quoted_prompts
from stimfid_lib.corpus.tiers import assign_tier

TUNED = [example for example in load_labelled() if example.of_set == "tuned"]

NAMES = (
    "ChatGPT",
    "chat gpt",
    "GPT-4",
    "OpenAI",
    "Claude",
    "Gemini",
    "Bard",
    "Copilot",
    "Perplexity",
    "LLM",
    "chatbot",
)
PIECES = (
    *NAMES,
    *(
        "AI",
        "large language model",
        "give me ten words",
        "what is this?",
        '"',
        "'",
        "“",
        "”",
        "’",
        "`",
        "> ",
        "\n",
        " ",
    ),
    *("the", "kids'", "İ", "ſ", "K", "\u200b", "\u00a0", "&quot;", "&#8220;", "\\", "ー", "open", "ai", "5", "."),
)
pieces = st.sampled_from(PIECES)
texts = st.lists(pieces, max_size=14).map("".join) | st.lists(pieces, max_size=14).map(" ".join)


@pytest.mark.parametrize("example", TUNED, ids=lambda example: example.name)
def test_the_tuned_examples(example: Example) -> None:
    found = {mention.tool for mention in find_tool_mentions(example.text)}
    assert found == set(example.tools), example.why
    assert extract_quoted_prompts(example.text) == list(example.prompts), example.why
    assert assign_tier(example.text) == example.tier, example.why


def test_the_specification_s_examples() -> None:
    asked = 'I asked chatgpt "give me 10 words with the r sound"'
    assert assign_tier(asked) == "A"
    assert extract_quoted_prompts(asked) == ["give me 10 words with the r sound"]
    assert assign_tier("I use ChatGPT to make word lists") == "B"
    assert assign_tier("AI is ruining the field") == "C"
    assert find_tool_mentions("AI is ruining the field") == []
    assert find_tool_mentions("PROMPT certification course") == []


WEEK = "We had a long week with evaluations. "


@pytest.mark.parametrize("verb", ["create", "making", "generated", "writes", "produce", "converted"])
@pytest.mark.parametrize(
    "thing",
    "word list|words|sentences|stories|passage|worksheets|minimal pairs|goal|goals|report|notes".split("|"),
)
def test_a_verb_of_making_and_an_object_need_no_sentence_in_common(verb: str, thing: str) -> None:
    assert assign_tier(f"{thing.title()} take me hours. {WEEK}I {verb} some.\n\n{WEEK}ChatGPT helps.") == "B"
    assert assign_tier(f"{thing.title()} take me hours. {WEEK}ChatGPT helps.") == "C"
    assert assign_tier(f"{thing.title()} take me hours. {WEEK}I {verb} some with AI.") == "C"


@pytest.mark.parametrize(("gap", "tier"), [(580, "B"), (620, "C")])
def test_600_characters_are_counted_from_the_mention_to_each_of_both(gap: int, tier: str) -> None:
    filler = "." * gap
    assert assign_tier(f"I made {filler} ChatGPT words") == tier
    assert assign_tier(f"I made ChatGPT {filler} words") == tier
    assert (
        assign_tier(f"I made it {filler} ChatGPT {filler} words") == tier
    )  # either is near, though far from the other


@pytest.mark.parametrize(("gap", "tier"), [(245, "A"), (255, "C")])
def test_250_characters_are_counted_from_the_cue_to_the_quotation(gap: int, tier: str) -> None:
    assert assign_tier(f'ChatGPT {"." * gap} "describe the picture to me"') == tier
    assert assign_tier(f'"describe the picture to me" {"." * gap} ChatGPT') == tier


@pytest.mark.parametrize("opening", "give write create list make generate produce convert describe".split())
def test_every_imperative_opens_a_prompt_of_four_words(opening: str) -> None:
    assert extract_quoted_prompts(f'ChatGPT: "{opening.title()} it for me"') == [f"{opening.title()} it for me"]
    assert extract_quoted_prompts(f'ChatGPT: "{opening} it now"') == []
    assert extract_quoted_prompts(f'ChatGPT: "they {opening} it now"') == []


@pytest.mark.parametrize("name", NAMES)
def test_every_tool_is_found_in_any_letter_case(name: str) -> None:
    for written in (name, name.lower(), name.upper()):
        assert len(find_tool_mentions(f"I asked {written} for words")) == 1, written


@given(texts)
def test_places_are_those_of_the_plain_text(text: str) -> None:
    for mention in find_tool_mentions(text):
        assert plain(text)[mention.start : mention.end] == mention.written


@given(texts)
def test_the_search_of_tables_passes_whatever_the_rules_would_keep(text: str) -> None:
    table = pl.DataFrame({"text": [text]})
    named = table.select(pl.col("text").str.contains(PREFILTER)).item()
    quoting = table.select(
        pl.col("text").str.contains(AI_PREFILTER) & pl.col("text").str.contains(QUOTE_PREFILTER)
    ).item()
    if find_tool_mentions(text):
        assert named
    if extract_quoted_prompts(text):
        assert named or quoting


@given(st.text(max_size=200))
def test_no_text_breaks_a_rule(text: str) -> None:
    prompts = extract_quoted_prompts(text)
    assert assign_tier(text) in "ABC"
    assert all(prompt == " ".join(prompt.split()) for prompt in prompts)
    assert (assign_tier(text) == "A") == bool(prompts)


def test_the_held_out_examples_are_no_copy_of_the_tuned_ones() -> None:
    examples = load_labelled()
    held = [example for example in examples if example.of_set == "held_out"]
    assert len(TUNED) >= 84  # the specification's four and eighty more
    assert len(held) >= 40
    assert len({example.name for example in examples}) == len(examples)
    assert not {example.text for example in held} & {example.text for example in TUNED}
