"""The options by which `check` and `words` are told what is asked for; both share them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stimfid_lib.study.workspace import DEFAULT_PARAMS

if TYPE_CHECKING:
    from stimfid_lib.suite.request import Request

_SOUND, _LENGTH, _NORMS, _PAIRS, _CELL = (
    f"What is asked for: {part}" for part in ("sounds", "length", "norms", "pairs", "a cell of the study")
)


def _text(help_text: str, panel: str, *names: str) -> Any:
    return Annotated[str | None, typer.Option(*names, help=help_text, rich_help_panel=panel)]


def _number(help_text: str) -> Any:
    return Annotated[float | None, typer.Option(help=help_text, rich_help_panel=_NORMS)]


def _several(help_text: str, panel: str) -> Any:
    return Annotated[list[str] | None, typer.Option(help=help_text, rich_help_panel=panel)]


_OPTIONS: dict[str, tuple[Any, Any]] = {
    "phoneme": (_text("A sound: r, sh, th:thumb, hard g, long a, or IPA (θ, /j/).", _SOUND, "--phoneme", "-p"), None),
    "position": (_text("Its place: initial, medial, final or any.", _SOUND), None),
    "contains": (_several("A further sound, anywhere in the word; may be repeated.", _SOUND), None),
    "cluster": (_text("A cluster: st, thr, squ, /bɹ/.", _SOUND), None),
    "cluster_position": (_text("Its place: initial (as a rule) or final.", _SOUND), None),
    "shape": (_text("Consonants and vowels by sound: CVC, CCVC.", _SOUND), None),
    "syllables": (_text("2, 1-2, 3+ or 'up to 2'.", _LENGTH, "--syllables", "-s"), None),
    "aoa_min": (_number("Least age of acquisition, on the lexicon's scale (years)."), None),
    "aoa_max": (_number("Greatest age of acquisition."), None),
    "concreteness_min": (_number("Least concreteness (1 abstract to 5 concrete)."), None),
    "concreteness_max": (_number("Greatest concreteness."), None),
    "frequency_min": (_number("Least word frequency (log10 of the count in film subtitles)."), None),
    "frequency_max": (_number("Greatest word frequency."), None),
    "density_min": (_number("Fewest phonological neighbors."), None),
    "density_max": (_number("Most phonological neighbors."), None),
    "familiarity_min": (_number("Least familiarity."), None),
    "familiarity_max": (_number("Greatest familiarity."), None),
    "norm": (_several("Any other norm of the lexicon, such as 'imageability>=400'.", _NORMS), None),
    "pairs": (_text("Minimal pairs: s/th:thumb; with more sounds sets, target first: s/t/sh.", _PAIRS), None),
    "maximal": (
        Annotated[bool, typer.Option("--maximal", help="The two sounds must be far apart.", rich_help_panel=_PAIRS)],
        False,
    ),
    "cell": (_text("What a cell of the suite asks for, such as A1-017.", _CELL), None),
    "params": (
        Annotated[str, typer.Option(help="The snapshot that holds the cell.", rich_help_panel=_CELL)],
        DEFAULT_PARAMS,
    ),
}
_BANDED = {
    "aoa": "aoa",
    "concreteness": "concreteness",
    "frequency": "log_frequency",
    "density": "neighborhood_density",
    "familiarity": "familiarity",
}


class Asked:
    """What the options ask for, unread until a command wants it."""

    def __init__(self, options: dict[str, Any]) -> None:
        self._options = options

    def request(self, list_length: int = 1) -> Request:
        """The request that scores a list: a cell's, or the one that the options state.

        Raises:
            Refused: nothing is asked for, both a cell and conditions are, or something cannot be read.
            MissingInput: a cell is named and its snapshot has no grid.
        """
        from stimfid_lib.base.errors import Refused
        from stimfid_lib.scoring.stated import Stated

        given = self._options
        if given["cell"] is not None:
            others = [name for name in _OPTIONS if name not in ("cell", "params") and given[name]]
            if others:
                raise Refused(f"--cell says all that is asked; leave --{others[0].replace('_', '-')} away")
            return _of_cell(given["cell"], given["params"])
        bounds = {prop: (given[f"{name}_min"], given[f"{name}_max"]) for name, prop in _BANDED.items()}
        plain = ("phoneme", "position", "cluster", "cluster_position", "shape", "syllables", "pairs", "maximal")
        return Stated(
            **{name: given[name] for name in plain},
            contains=given["contains"] or (),
            norms=given["norm"] or (),
            bounds=bounds,
        ).request(list_length)


def takes_request(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command, whose first parameter is an `Asked`, the options above."""
    own = list(inspect.signature(command, eval_str=True).parameters.values())[1:]
    shared = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in _OPTIONS.items()
    ]

    @functools.wraps(command)
    def with_options(**given: Any) -> None:
        options = {name: given.pop(name) for name in _OPTIONS}
        command(Asked(options), **given)

    parameters = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in own] + shared
    with_options.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {one.name: one.annotation for one in parameters} | {"return": None}
    return with_options


def _of_cell(cell_id: str, params: str) -> Request:
    from stimfid_lib.base.errors import Refused
    from stimfid_lib.base.settings import proposal
    from stimfid_lib.study.workspace import Study
    from stimfid_lib.suite.cell import cells_from_frame
    from stimfid_lib.suite.request import Request

    cells = {cell.cell_id: cell for cell in cells_from_frame(Study.open(params).table("grid"))}
    cell = cells.get(cell_id.strip().upper())
    if cell is None:
        near = [name for name in cells if name.startswith(cell_id[:2].upper())] or list(cells)
        raise Refused(f"no cell {cell_id!r} in the grid of {params}{proposal(cell_id, near)}")
    return Request(cell.cell_id, cell.constraints, cell.contrast, cell.list_length)
