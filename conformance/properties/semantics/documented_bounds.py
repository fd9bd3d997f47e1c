"""Semantics: a bound that the documents state with its unit lies on that side in the code.

`seven days or more` is `days >= 7` or `days < 7`, and not `days > 7`. A comparison belongs to a
sentence if it has the same number, and a variable that is named like the unit.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hallmark_rl.conformance.actions.source_trees import own_trees
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.ordered_comparisons import (
    counted_names,
    last_name,
    ordered_comparisons,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.number_words import NUMBER_WORDS, number_of
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_NUMBER = rf"(?P<number>\d+(?:\.\d+)?|{'|'.join(NUMBER_WORDS[2:])})(?![\d%]|\.\d| ?%)"
_UNIT = r"(?P<unit>[a-z]{3,20})"
_STATED = (
    ("lower", rf"\b{_NUMBER} {_UNIT} or (?:more|above|later|older|longer)\b"),
    ("lower", rf"\b{_NUMBER} or more {_UNIT}\b"),
    ("lower", rf"\b(?:at least|no fewer than|no less than) {_NUMBER} {_UNIT}\b"),
    ("lower", rf"\b(?:fewer|less) than {_NUMBER} {_UNIT}\b"),
    ("upper", rf"\b(?:more than|over|longer than) {_NUMBER} {_UNIT}\b"),
    ("upper", rf"\b{_NUMBER} {_UNIT} or (?:less|fewer|earlier|younger|shorter)\b"),
    ("upper", rf"\b{_NUMBER} or fewer {_UNIT}\b"),
)
_PATTERNS = [(side, re.compile(text, re.I)) for side, text in _STATED]
"""Words that say on which side of a bound the bound itself lies: `lower` means that it counts to
the values above it. `At most` says nothing here: room is often asked for before it is filled."""
_NEGATED = re.compile(r"\b(no|not|never|nothing|nobody|none|without)\b[^.,;]{0,20}$|n't\b", re.I)
_STEM = 4


class Bound(NamedTuple):
    """A bound in a text or a comparison: its number, a word for its unit, and its side."""

    number: float
    unit: str
    side: str
    where: str


@check("semantic.documented_bounds")
def documented_bounds(context: CheckContext) -> None:
    """Look up the bounds that the texts state in the comparisons of the code."""
    trees = [(str(name), tree) for _, name, tree in own_trees(context.subject)]
    stated: dict[tuple[float, str], list[Bound]] = defaultdict(list)
    for bound in stated_bounds(task_sentences(context)):
        stated[bound.number, bound.unit].append(bound)
    compared = list(compared_bounds(trees))
    found = 0
    for (number, unit), said in stated.items():
        uses = [use for use in compared if use.number == number and _same_unit(use.unit, unit)]
        found += bool(uses)
        sides = {bound.side for bound in said}
        if uses and len(sides) == 1 and not sides & {use.side for use in uses}:
            raise PropertyViolated(
                f"a text says {said[0].where!r}; the code compares {uses[0].where}, which puts "
                f"{number:g} {unit} on the other side"
            )
    if not found:
        raise NotApplicable("no text says on which side of a bound lies what the code compares")


def stated_bounds(sentences: Iterable[str]) -> Iterator[Bound]:
    """The bounds that sentences state with a unit."""
    for sentence in sentences:
        for side, pattern in _PATTERNS:
            for match in pattern.finditer(sentence):
                if not _NEGATED.search(sentence[: match.start()]):
                    yield Bound(number_of(match["number"]), match["unit"].lower(), side, match[0])


def compared_bounds(trees: Iterable[tuple[str, ast.Module]]) -> Iterator[Bound]:
    """Variables that are compared with a number or with a constant that is one.

    What is counted up step by step is left out: whether a count is compared before or after it is
    raised is not seen here.
    """
    files = list(trees)
    constants = dict(pair for _, tree in files for pair in _constants(tree))
    counters = set().union(*(counted_names(tree) for _, tree in files))
    for name, tree in files:
        for one, other, side, whole in ordered_comparisons(tree):
            number = _number(other, constants)
            if number is not None and _name(one) and _name(one) not in counters:
                where = f"`{ast.unparse(whole)}` ({name}:{whole.lineno})"
                yield Bound(number, _name(one), side, where)


def _constants(tree: ast.Module) -> Iterator[tuple[str, float]]:
    """The names of a module that are assigned a number, also several at once."""
    for node in tree.body:
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=False))
            for name, value in pairs:
                number = _number(value, {})
                if isinstance(name, ast.Name) and number is not None:
                    yield name.id, number


def _number(node: ast.AST, constants: dict[str, float]) -> float | None:
    match node:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return constants.get(name)
    return None


def _name(node: ast.AST) -> str:
    """The last identifier of a variable, an attribute, a key, or of what `len` is taken of."""
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[inner]):
            return last_name(inner)
    return last_name(node)


def _same_unit(name: str, unit: str) -> bool:
    """Whether a word of an identifier begins like the unit: `days_left` and `days`."""
    stem = unit.lower()[:_STEM].rstrip("s")
    return any(word.startswith(stem) for word in name.lower().split("_") if len(word) > 2)
