"""Semantics: code compares with a bound as the texts say: at least is >=, more than is >."""

from __future__ import annotations

import ast
import itertools
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hallmark_rl.conformance.actions.source_trees import source_trees
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.ordered_comparisons import (
    counted_names,
    last_name,
    ordered_comparisons,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_UNIT = r"(?:[€$£]|\b(?:of|by|EUR|USD|a|the)\s)?\s*['\"(]?"
_LOWER = r"at least|no less than|not less than|no fewer than|less than|fewer than|below"
_UPPER = r"more than|greater than|longer than|older than|above|at most|no more than|not more than"
_BEFORE = re.compile(rf"\b(?:(?P<lower>{_LOWER})|(?P<upper>{_UPPER}))\s*{_UNIT}$", re.I)
_AFTER = re.compile(
    r"^\s*['\")]?\s*(?:%|[€$£]|[\w°/]+)?\s*(?:(?P<lower>or (?:more|above|later|older|longer))"
    r"|(?P<upper>or (?:less|fewer|below|earlier|younger|shorter)))\b",
    re.I,
)
"""Words that say on which side of a bound the bound itself lies: `lower` means that it counts to
the values above it ("at least 5", "less than 5"), `upper` to those below it ("more than 5")."""
_NEGATED = re.compile(r"\b(not|never|nothing|nobody|none|n't)\b[^.]{0,20}$", re.I)
_FIELD = re.compile(
    r"\{(?:[\w.]+\.)?(?P<field>\w+)(?:\[[^\]]*\])?(?:![rsa])?(?::[^{}]*)?\}"
    r"|(?<![\w.,])(?P<number>\d+(?:\.\d+)?)(?![\w,]|\.\d)"
)
_SMALL = {"0", "1", "2"}
"""Numbers that code compares with for many reasons."""


@dataclass(frozen=True)
class _Use:
    """Where a bound is written: in a text or in a comparison, and on which side it counts."""

    side: str
    path: Path
    line: int
    text: str


@check("semantic.written_bounds")
def written_bounds(context: CheckContext) -> None:
    """Compare what f-strings and templates say about a variable with the code's comparisons."""
    if context.subject.root is None:
        raise NotApplicable("the subject is not a folder")
    root = context.subject.root
    said: dict[str, list[_Use]] = defaultdict(list)
    done: dict[str, list[_Use]] = defaultdict(list)
    queries: list[tuple[str, _Use, _Use]] = []
    for path, tree in source_trees(context.subject):
        queries += _queries(path, tree)
        for name, use in _said(path, tree):
            said[name].append(use)
        for name, use in _compared(path, tree):
            done[name].append(use)
    both = [name for name in said if done.get(name)]
    for name, text, code in queries:
        if text.side != code.side:
            raise _violation(root, name, text, code)
    if not both and not queries:
        raise NotApplicable("no text says on which side of a compared bound the bound lies")
    for name in both:
        sides = {use.side for use in said[name]}
        files = {use.path for use in said[name]}
        near = [use for use in done[name] if use.path in files or name.isupper()]
        if len(sides) == 1 and near and not sides & {use.side for use in done[name]}:
            raise _violation(root, name, said[name][0], near[0])


def _violation(root: Path, name: str, text: _Use, code: _Use) -> PropertyViolated:
    return PropertyViolated(
        f"{text.path.relative_to(root)}:{text.line} says {text.text!r}; the code compares "
        f"{code.text!r} ({code.path.relative_to(root)}:{code.line}), which puts a value equal to "
        f"{name} on the other side"
    )


def _said(path: Path, tree: ast.AST) -> Iterator[tuple[str, _Use]]:
    """Variables in texts, with the words about them."""
    for node in ast.walk(tree):
        parts = _parts(node)
        for (before, name), (after, _) in itertools.pairwise(parts):
            led = _BEFORE.search(before)
            match = led or _AFTER.search(after)
            context = before[: led.start()] if led else before
            if name and name not in _SMALL and match and not _NEGATED.search(context):
                side = "lower" if match["lower"] else "upper"
                shown = f"{before[-40:].lstrip()}{{{name}}}{after[:15].rstrip()}"
                yield name, _Use(side, path, getattr(node, "lineno", 0), shown)


def _parts(node: ast.AST) -> list[tuple[str, str]]:
    """The texts of an f-string or a template, each with the variable or number after it."""
    parts: list[tuple[str, str]] = []
    text = ""
    if isinstance(node, ast.JoinedStr):
        for item in node.values:
            if isinstance(item, ast.Constant):
                text += str(item.value)
            elif isinstance(item, ast.FormattedValue):
                parts.append((text, _name(item.value)))
                text = ""
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        last = 0
        for match in _FIELD.finditer(node.value):
            name = match["field"] or f"{float(match['number']):g}"
            parts.append((node.value[last : match.start()], name))
            last = match.end()
        text = node.value[last:]
    return [*parts, (text, "")]


def _queries(path: Path, tree: ast.Module) -> Iterator[tuple[str, _Use, _Use]]:
    """Variables of a question and the query beside it: `("... more than {n}", "... > {n}")`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Tuple | ast.List | ast.Call | ast.Dict):
            continue
        strings = [item for item in ast.iter_child_nodes(node) if len(_parts(item)) > 1]
        said = [found for item in strings for found in _said(path, item)]
        for name, text in said:
            for before, query_name in (part for item in strings for part in _parts(item)):
                match = re.search(r"([<>]=?)\s*['\"]?$", before)
                if match and query_name == name:
                    side = "lower" if match[1] in (">=", "<") else "upper"
                    shown = f"{before[-40:].lstrip()}{{{name}}}"
                    yield name, text, _Use(side, path, text.line, shown)


def _compared(path: Path, tree: ast.Module) -> Iterator[tuple[str, _Use]]:
    """Variables that are compared, each with the side on which the comparison puts it.

    What is compared with a counter is left out: a limit of steps is checked before or after the
    count is raised, so its sign tells nothing.
    """
    counters = counted_names(tree)
    for one, other, side, whole in ordered_comparisons(tree):
        is_count = _name(one) in counters or (
            isinstance(one, ast.Call) and _name(one.func) == "len"
        )
        if _name(other) and not is_count:
            yield _name(other), _Use(side, path, whole.lineno, ast.unparse(whole))


def _name(node: ast.AST) -> str:
    """The last identifier of a variable or an attribute, a constant key, or a number."""
    match node:
        case ast.Constant(value=bool()):
            return ""
        case ast.Constant(value=int() | float() as number):
            return f"{number:g}"
    return last_name(node)
