"""Draw docs/img/check.svg, the README's picture of `stimfid check`: what the command prints, as it prints it."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

from stimfid_lib import Lexicon, Stated, check_list, load_wordlist
from stimfid_lib.base.files import write_text
from stimfid_lib.cli.check_view import check_table

TARGET = Path(__file__).resolve().parents[1] / "docs/img/check.svg"
COMMAND = "stimfid check --phoneme g --position initial --syllables 1-2"
PASTED = (
    "1. **Goat**\n2. **Gem**\n3. **Ghost**\n4. **Gnome**\n5. **Giraffe**\n6. **Gorilla**\n7. **Gumdrop**\n8. **Guppy**"
)


def main() -> None:
    """Check a list as a chatbot might give it, and save what the terminal shows."""
    lexicon = Lexicon.from_dir()
    asked = Stated(phoneme="g", position="initial", syllables="1-2").request()
    console = Console(record=True, width=104, force_terminal=True, file=io.StringIO())
    console.print(Text(f"$ {COMMAND}", "bold"))
    console.print(Text(f"{PASTED}\n", "dim"))
    console.print(check_table(check_list(PASTED, asked, lexicon, load_wordlist()), lexicon))
    drawn = console.export_svg(title="stimfid check", unique_id="check")
    # rich's form fetches a typeface from another host; a page shows its own
    write_text(TARGET, re.sub(r"\s*@font-face \{.*?\}|<!--.*?-->\s*", "", drawn, flags=re.DOTALL))


if __name__ == "__main__":
    main()
