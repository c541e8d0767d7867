"""Numerators and denominators by entry and cell, as arrays: what every bootstrap multiplies with its weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Self

import numpy as np
import numpy.typing as npt
import polars as pl

from stimfid_lib.analysis.bootstrap import Floats
from stimfid_lib.analysis.metrics import bottom_of, top_of
from stimfid_lib.analysis.rates import Rate

Weighing = Literal["items", "cells"]
"""Of items: sums of counts. Of cells: each cell brings the mean of its rows' own rates (its arms, where keys do not
part them) and the weight 1, or nothing."""

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CellSums:
    """The sums of K rates for G groups of cells.

    - `keys`: one row a group, sorted
    - `cells`: the cell ids that `code` counts, sorted; `start` (G + 1) says where each group's slots begin, and a slot
      is one cell of one group, with its `code`
    - `tops`, `bottoms` (slots, K): numerator and denominator of each slot
    - `numerators`, `denominators` (G, K): the counts of a whole group, however its cells are weighed
    """

    keys: pl.DataFrame
    cells: tuple[str, ...]
    start: Ints
    code: Ints
    tops: Floats
    bottoms: Floats
    numerators: Floats
    denominators: Floats

    def __len__(self) -> int:
        return len(self.start) - 1

    @classmethod
    def of(cls, counts: pl.DataFrame, keys: Sequence[str], rates: Sequence[Rate], weighing: Weighing) -> Self:
        """Sum the counts of `cells.cell_counts` by `keys` and cell; two rows of one cell (its arms) share a slot."""
        ordered = (
            counts.lazy()
            .sort(*keys, "cell_id")
            .select(
                *keys,
                "cell_id",
                pl.struct(keys).rle_id().cast(pl.Int64).alias(_GROUP),
                pl.struct(*keys, "cell_id").rle_id().cast(pl.Int64).alias(_SLOT),
                (pl.col("cell_id").rank("dense").cast(pl.Int64) - 1).alias(_CODE),
                *(
                    of(rate).cast(pl.Float64).alias(f"{side} {place}")
                    for side, of in _SIDES.items()
                    for place, rate in enumerate(rates)
                ),
            )
            .collect()
        )
        group, slot, code = (ordered[name].to_numpy() for name in (_GROUP, _SLOT, _CODE))
        tops, bottoms = (ordered.select(f"{side} {place}" for place in range(len(rates))).to_numpy() for side in _SIDES)
        first_row, first_of_slot = _starts(group), _starts(slot)
        numerators, denominators = _folded(tops, first_row), _folded(bottoms, first_row)
        if weighing == "cells":
            informative = bottoms > 0
            tops = np.divide(tops, bottoms, out=np.zeros_like(tops), where=informative)
            bottoms = informative.astype(np.float64)
        tops, bottoms = _folded(tops, first_of_slot), _folded(bottoms, first_of_slot)
        if weighing == "cells":
            tops, bottoms = tops / np.maximum(bottoms, 1), np.minimum(bottoms, 1)
        return cls(
            ordered.select(keys)[first_row],
            tuple(ordered["cell_id"].unique().sort()),
            np.append(_starts(group[first_of_slot]), len(first_of_slot)),
            code[first_of_slot],
            tops,
            bottoms,
            numerators,
            denominators,
        )

    @cached_property
    def _over(self) -> dict[bytes, list[int]]:
        """Groups by the codes of their cells."""
        over: dict[bytes, list[int]] = {}
        for group in range(len(self)):
            over.setdefault(self.code[self.start[group] : self.start[group + 1]].tobytes(), []).append(group)
        return over

    @property
    def largest_block(self) -> int:
        """Groups of the largest block."""
        return max(map(len, self._over.values()), default=0)

    def blocks(self) -> Iterator[tuple[tuple[str, ...], list[int], Floats, Floats]]:
        """Yield the groups over the same cells together: the cells, the groups, and (groups * K, C) sums."""
        for codes, groups in self._over.items():
            clusters = tuple(self.cells[code] for code in np.frombuffer(codes, dtype=np.int64))
            slots = self.start[groups][:, None] + np.arange(len(clusters))
            tops, bottoms = (
                np.ascontiguousarray(side[slots].transpose(0, 2, 1)).reshape(-1, len(clusters))
                for side in (self.tops, self.bottoms)
            )
            yield clusters, groups, tops, bottoms


_SIDES = {"numerator": top_of, "denominator": bottom_of}
_GROUP, _SLOT, _CODE = "group of rows", "slot of rows", "code of the cell"  # no column of counts is called so


def _starts(runs: Ints) -> Ints:
    """Rows at which a run of equal numbers begins."""
    return np.flatnonzero(np.diff(runs, prepend=-1))


def _folded(values: Floats, starts: Ints) -> Floats:
    """Sums of the runs of rows that begin at `starts`."""
    return np.add.reduceat(values, starts, axis=0) if len(starts) else np.zeros((0, values.shape[1]))
