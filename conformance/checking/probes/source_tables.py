"""Tables in an environment's source: lists, dicts, enums and texts of lines that name things."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from hallmark_rl.conformance.actions.source_trees import own_trees
from hallmark_rl.sdk.subject.description import Subject

Table = dict[str, int]
"""The number of the row that a name stands in; names of several rows are left out."""
_FEWEST_ROWS, _MOST_ROWS = 6, 5000
_LONGEST_NAME = 80
_ENDS_NAME = re.compile(r"\s*[:|,;(=\t]\s*|\s+[–—-]\s+|\s{2,}")


def source_tables(subject: Subject) -> Iterator[Table]:
    """The tables of the Python files, proof.py and tests aside."""
    for _, _, tree in own_trees(subject):
        for node in ast.walk(tree):
            rows = _rows(node)
            if _FEWEST_ROWS <= len(rows) <= _MOST_ROWS:
                table = _table(rows)
                if len(set(table.values())) >= _FEWEST_ROWS:
                    yield table


def place_in(table: Table, text: str) -> int | None:
    """The row of a name, or of what a text begins with; None if the table does not name it."""
    for name in (text, *_beginnings(text)):
        if name.casefold() in table:
            return table[name.casefold()]
    return None


def _rows(node: ast.AST) -> list[list[str]]:
    """The texts of each row."""
    match node:
        case ast.List() | ast.Tuple() | ast.Set():
            return [_texts(row) for row in node.elts]
        case ast.Dict():
            pairs = zip(node.keys, node.values, strict=True)
            return [_texts(key) + _texts(value) for key, value in pairs if key is not None]
        case ast.ClassDef():
            members = [part for part in node.body if isinstance(part, ast.Assign)]
            return [
                [ast.unparse(part.targets[0]), *_texts(part.value)]
                for part in members
                if isinstance(part.targets[0], ast.Name)
            ]
        case ast.Constant(value=str(text)) if text.count("\n") >= _FEWEST_ROWS - 1:
            return [[line.strip()] for line in text.splitlines() if line.strip()]
    return []


def _texts(node: ast.AST) -> list[str]:
    return [
        part.value
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]


def _table(rows: Sequence[Sequence[str]]) -> Table:
    places: dict[str, set[int]] = {}
    for number, row in enumerate(rows):
        for text in row:
            for name in (text.strip(), *_beginnings(text), *text.split()[:1]):
                if 0 < len(name) <= _LONGEST_NAME:
                    places.setdefault(name.casefold(), set()).add(number)
    return {name: next(iter(held)) for name, held in places.items() if len(held) == 1}


def _beginnings(text: str) -> list[str]:
    """What stands before the first mark that ends a name."""
    before = _ENDS_NAME.split(text.strip(), maxsplit=1)
    return before[:1] if len(before) > 1 else []
