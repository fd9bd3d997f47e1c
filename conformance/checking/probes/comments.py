"""Parts of programs, queries and configurations, left out or turned into comments."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

from hallmark_rl.conformance.core.episode_data import Action

_SUFFIXES = {
    "#": "py toml cfg ini conf yaml yml sh bash rb pl env properties tf",
    "//": "js ts jsx tsx java c h cpp hpp cs go rs kt swift scala",
    "--": "sql lua hs",
}
"""What begins a comment, and the suffixes of the files in which it does."""
_FILE_NAME = re.compile(r"[\w./-]+\.(\w+)")
_QUERY = re.compile(r"\s*(select|with)\b", re.I)
_CLAUSE = re.compile(
    r"\b(?=(?:where|group\s+by|order\s+by|having|limit|(?:left\s+|inner\s+|cross\s+)?join)\b)", re.I
)
_SECTION = re.compile(r"(?m)^\s*\[[^\[\]]+\]\s*$")
_STATEMENTS = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Import,
    ast.ImportFrom,
    ast.For,
    ast.While,
    ast.If,
    ast.With,
    ast.Return,
)


@dataclass(frozen=True)
class Part:
    """A line of a program or configuration, or a clause of a query, in a field of an action.

    Attributes:
        text: the part.
        without: the action without it.
        commented: the action with it in a comment.
        is_own: whether no other text of the action holds it: such lines are what an edit changes.
    """

    text: str
    without: Action
    commented: Action
    is_own: bool = True


def parts_of(action: Action, field: str) -> Iterator[Part]:
    """The parts of a text field of an action; none if the text is in no formal language."""
    text = action.get(field)
    if not isinstance(text, str) or not text.strip():
        return
    if _QUERY.match(text):
        clauses = _CLAUSE.split(text)
        for place, clause in enumerate(clauses[1:], start=1):
            before, after = "".join(clauses[:place]), "".join(clauses[place + 1 :])
            commented = f"{before}/* {clause.strip()} */ {after}"
            yield Part(
                clause.strip(), {**action, field: before + after}, {**action, field: commented}
            )
        return
    mark = _mark(action, text)
    if mark is None:
        return
    lines = text.split("\n")
    others = [value for name, value in action.items() if name != field and isinstance(value, str)]
    known = {line.strip() for other in others for line in other.split("\n")}
    for place, line in enumerate(lines):
        bare = line.strip()
        if not bare or bare.startswith(mark):
            continue
        indent = line[: len(line) - len(line.lstrip())]
        above, below = lines[:place], lines[place + 1 :]
        commented = "\n".join([*above, f"{indent}{mark} {line.lstrip()}", *below])
        without = "\n".join([*above, *below])
        yield Part(
            bare, {**action, field: without}, {**action, field: commented}, bare not in known
        )


def _mark(action: Action, text: str) -> str | None:
    """What begins a comment in a text; None if it is not known to be in a formal language."""
    for value in action.values():
        name = _FILE_NAME.fullmatch(value) if isinstance(value, str) else None
        for mark, suffixes in _SUFFIXES.items() if name else ():
            if name and name[1].lower() in suffixes.split():
                return mark
    return "#" if _is_toml(text) or _is_python(text) else None


def _is_toml(text: str) -> bool:
    """Whether a text is TOML with a section; single lines such as `x = 5` may be prose."""
    if not _SECTION.search(text):
        return False
    try:
        return bool(tomllib.loads(text))
    except ValueError:
        return False


def _is_python(text: str) -> bool:
    """Whether a text is Python with a statement that prose does not look like."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(isinstance(node, _STATEMENTS) for node in ast.walk(tree))
