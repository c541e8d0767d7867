"""Reading replies: everyday ones by the thousand, and single ones of a megabyte."""

from __future__ import annotations

import random
from collections.abc import Iterator

from scripts.bench.timing import Line, processor_best_of
from stimfid_lib import extract_items, extract_pairs

MEGABYTE = 1_000_000
REPLIES = 2_000


def lines() -> Iterator[Line]:
    """Time everyday replies, then a megabyte of each kind; every word of the lists is another one."""
    draw = random.Random(215)
    words = ["".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=draw.randint(3, 9))) for _ in range(MEGABYTE // 6)]
    lists = [draw.sample(words, 10) for _ in range(REPLIES)]
    everyday = [
        "Sure! Here are ten words:\n\n" + "\n".join(f"{n}. **{word}** - a thing" for n, word in enumerate(ten, 1))
        for ten in lists
    ]
    clock, processor = processor_best_of(lambda: [extract_items(reply) for reply in everyday], 3)
    yield Line(f"read {REPLIES:,} replies of ten, with glosses", f"{processor:.2f} s", f"{clock:.2f} s by the clock")
    kinds = {
        "one letter": "a" * MEGABYTE,
        "prose": " ".join(word + "." * (at % 9 == 0) for at, word in enumerate(words)),
        "a numbered list": "\n".join(f"{at % 999}. {word}" for at, word in enumerate(words)),
        "a list in bold": "\n".join(f"- **{word}**" for word in words),
        "bare lines": "\n".join(words),
        "words with glosses": "\n".join(f"- {word}: a furry animal that hops" for word in words),
        "a table": "| Word | Meaning |\n|---|---|\n" + "\n".join(f"| {word} | a thing |" for word in words),
        "open brackets": "[" * MEGABYTE,
        "empty lines": "\n" * MEGABYTE,
    }
    for name, text in kinds.items():
        reply = text[:MEGABYTE]
        clock, processor = processor_best_of(lambda reply=reply: extract_items(reply), 2)  # type: ignore[misc]
        yield Line(f"a megabyte: {name}", f"{processor:.2f} s", f"{clock:.2f} s by the clock")
    pairs = "\n".join(f"- {one} - {other}" for one, other in zip(words[::2], words[1::2], strict=False))[:MEGABYTE]
    clock, processor = processor_best_of(lambda: extract_pairs(pairs), 2)
    yield Line("a megabyte: pairs", f"{processor:.2f} s", f"{clock:.2f} s by the clock")
