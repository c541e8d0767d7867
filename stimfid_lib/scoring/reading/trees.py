"""Marked lines as a tree: the entries at the margin and what stands below each."""

from __future__ import annotations

from dataclasses import dataclass, field

from stimfid_lib.scoring.reading.blocks import NESTED
from stimfid_lib.scoring.reading.lines import Line
from stimfid_lib.scoring.reading.marks import LIST_MARKS

_DEEPEST = 5


@dataclass(slots=True)
class Node:
    """An entry, the entries below it, and the unmarked lines that continue it."""

    line: Line
    below: list[Node] = field(default_factory=list)
    said: list[Line] = field(default_factory=list)


def grow(lines: list[Line]) -> list[Node]:
    """Hang each line below the one that it belongs to: by its indent, or by a mark of another kind at the margin.

    A reply whose outer spaces were stripped has its first line at the margin and all others deeper; they are read as
    one level. Below the fifth level all stand on one.
    """
    kind = lines[0].mark
    indents = [line.indent for line in lines if line.mark == kind]
    later = indents[1:]
    margin = later[0] if len(indents) > 2 and max(later) == min(later) else min(indents)
    roots: list[Node] = []
    path: list[Node] = []
    for line in lines:
        if line.mark not in LIST_MARKS:
            if path:
                path[-1].said.append(line)
            continue
        node = Node(line)
        if not path or (line.mark == kind and line.indent < margin + NESTED):
            roots.append(node)
            path = [node]
            continue
        if line.indent < margin + NESTED:
            del path[1:]
        else:
            while len(path) > 1 and (path[-1].line.indent >= line.indent or len(path) >= _DEEPEST):
                path.pop()
        path[-1].below.append(node)
        path.append(node)
    return roots
